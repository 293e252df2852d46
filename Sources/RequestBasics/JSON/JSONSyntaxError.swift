/// A JSON syntax error and its position.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  package enum Problem: Equatable, Sendable {
    case empty
    case utf16
    case invalidUTF8
    case expectedValue
    case expectedKey
    case expectedColon
    /// `closer` ends the container that the value is in.
    case expectedComma(closer: Character)
    case trailingComma(closer: Character)
    case unclosed(Character)
    case unclosedString
    case controlCharacter(UInt8)
    case unknownEscape
    case badNumber
    case tooDeep(limit: Int)
    case textAfterEnd
    /// Conflict markers left by a Git merge.
    case conflictMarkers
  }

  package var problem: Problem
  package var position: TextPosition

  package init(_ problem: Problem, at position: TextPosition) {
    self.problem = problem
    self.position = position
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// `12:5 — expected a "," or "}" after a value`, to follow a file name and a colon.
  package var description: String { "\(position) — \(problem)" }
}

extension JSONSyntaxError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the text is empty, not JSON"
    case .utf16: "the text is UTF-16: save it as UTF-8"
    case .invalidUTF8: "a byte that is not UTF-8: save the file as UTF-8"
    case .expectedValue: "expected a value"
    case .expectedKey: "expected a key in double quotes"
    case .expectedColon: "expected a \":\" after a key"
    case .expectedComma(let closer): "expected a \",\" or \"\(closer)\" after a value"
    case .trailingComma(let closer): "a \",\" before \"\(closer)\": remove it"
    case .unclosed(let closer): "the text ends before \"\(closer)\""
    case .unclosedString: "the text ends inside a string"
    case .controlCharacter(let byte): Self.controlCharacter(byte)
    case .unknownEscape: "an unknown escape in a string: write \"\\\\\" for a backslash"
    case .badNumber: "not a JSON number"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .textAfterEnd: "text after the end of the value"
    case .conflictMarkers: "Git conflict markers: resolve them first"
    }
  }

  private static func controlCharacter(_ byte: UInt8) -> String {
    switch byte {
    case 0x0A, 0x0D: "a line break inside a string: write \\n, or close the string"
    case 0x09: "a tab inside a string: write \\t"
    default:
      "a control character (U+00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))) inside a string"
    }
  }
}
