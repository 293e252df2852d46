/// Finds matches in a text. The engine is elsewhere: see `BodyDocument/Search`.
package protocol TextMatching: Sendable {
  /// The matches in UTF-8, in order, with their replacements. Includes empty ones if they are replaced.
  ///
  /// - Throws: Why the text cannot be searched.
  func matches(in text: [UInt8]) throws(FileSearchProblem) -> [TextMatch]

  /// Whether a file may have a match in one of its texts, by its bytes.
  func mayMatch(file bytes: [UInt8]) -> Bool
}

package struct TextMatch: Equatable, Sendable {
  package var range: Range<Int>
  /// `nil` if nothing is replaced.
  package var replacement: [UInt8]?

  package init(_ range: Range<Int>, _ replacement: [UInt8]? = nil) {
    (self.range, self.replacement) = (range, replacement)
  }
}

/// The kinds of texts that a file has.
package enum SearchPlace: String, Equatable, Sendable, CaseIterable {
  case names, urls, parameters, headers, bodies, auth, variables, docs, scripts, examples, options

  /// The place of a member of the file; `nil` for members without text of the user.
  init?(member name: String) {
    switch name {
    case "name", "tags": self = .names
    case "url", "method", "base": self = .urls
    case "path", "query": self = .parameters
    case "headers": self = .headers
    case "body": self = .bodies
    case "auth": self = .auth
    case "variables", "notSecret": self = .variables
    case "docs": self = .docs
    case "scripts", "checks", "captures", "steps": self = .scripts
    case "examples": self = .examples
    case "id", "kind", "order", "$schema": return nil
    default: self = .options
    }
  }

  package var title: String { self == .urls ? "URLs" : rawValue }
}

/// A match in a file of a collection.
package struct FoundText: Equatable, Sendable {
  /// A readable name of the text, such as `Header Accept`.
  package var label: String
  package var place: SearchPlace
  /// The line with the match, and the same line with the replacement. Masked if the text is a credential.
  package var line: String
  package var replaced: String?
  /// The match in the line, in UTF-8; empty in a masked one.
  package var range: Range<Int>
  /// The part of the replaced line that is new.
  package var newRange: Range<Int>
  /// Where the value begins in the file: `12:5`.
  package var position: TextPosition?
  package var isSecret: Bool
}

/// Why a file cannot be searched, or replaced in.
package struct FileSearchProblem: Error, Equatable, Sendable, CustomStringConvertible {
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  package var description: String { sentence }
}
