import RequestModel

/// The messages of this module.
enum Messages {
  static let notUTF8 = "Not UTF-8: shown as Latin-1"
  static let emptyBody = "Empty body"

  static let noRoom =
    "Disk full: shown as text — free some space, or set TMPDIR to another disk"
  static let stopped = "Stopped before the end — shown as text"

  static func unknownCharset(_ name: String) -> String { "Unknown charset \"\(name)\": shown as UTF-8" }

  static func notInCharset(_ name: String) -> String { "Invalid \(name): shown as Latin-1" }

  private static let saveIt = " — V shows hex, w saves"

  static func binary(_ summary: String) -> String { summary + saveIt }

  static func binarySummary(_ kind: String?, type: String = "", size: (Int, Int)? = nil, byteCount: Int) -> String {
    let kind = kind ?? (type.isEmpty ? "Binary data" : "Binary data (\(type))")
    let extent = size.map { ", \($0) × \($1)" } ?? ""
    return "\(kind)\(extent), \(Formatting.byteCount(byteCount))"
  }

  static func pdf(version: String) -> String { "PDF \(version) document" }

  static func entries(_ count: Int) -> String {
    switch count {
    case 0: "No entries"
    case 1: "1 entry:"
    default: "\(count) entries:"
    }
  }

  static func entry(_ name: String, byteCount: Int) -> String {
    name.hasSuffix("/") ? "  \(name)" : "  \(name), \(Formatting.byteCount(byteCount))"
  }

  static func furtherEntries(_ count: Int) -> String { "  … and \(count) more" }

  static func binaryDocument(_ encoding: BinaryEncoding, _ count: Int) -> String {
    count == 1 ? "\(encoding.name), shown as JSON" : "\(encoding.name), \(count) values, shown as JSON"
  }

  static func notBinary(_ encoding: BinaryEncoding, _ problem: BinaryProblem) -> String {
    let place = "at byte \(problem.offset + 1)"
    return switch problem.kind {
    case .noLibrary(let reason): "\(encoding.name), shown in hex: \(reason)"
    case .stopped: "Stopped before the end — shown in hex"
    case .tooDeep: "Nested too deeply for the pretty view \(place) — shown in hex"
    case .tooLarge: "Too large for the pretty view — shown in hex"
    case .truncated: "Not valid \(encoding.name) \(place): the body ends within a value — shown in hex"
    case .malformed: "Not valid \(encoding.name) \(place): no value begins with this byte — shown in hex"
    case .misplacedBreak: "Not valid \(encoding.name) \(place): a break that ends nothing — shown in hex"
    case .badChunk: "Not valid \(encoding.name) \(place): not a part of the string — shown in hex"
    case .trailingBytes: "Not valid \(encoding.name) \(place): more bytes after the value — shown in hex"
    }
  }

  /// A document whose JSON could not be indexed.
  static func unshownBinary(_ encoding: BinaryEncoding, _ problem: JSONProblem) -> String {
    switch problem.kind {
    case .stopped: "Stopped before the end — shown in hex"
    case .noRoom: "Disk full: shown in hex — free some space, or set TMPDIR to another disk"
    default: "Too many values of \(encoding.name) for the pretty view — shown in hex"
    }
  }

  static let notMultipart =
    "No parts: the boundary is missing from the body, or there are too many — shown as text"

  static func regularExpression(_ kind: RegularExpressionProblem.Kind) -> String {
    switch kind {
    case .syntax(let words, let column): "Invalid regular expression at column \(column): \(words)"
    case .tooCostly: "This regular expression takes too many steps on this text — make it more specific"
    }
  }

  static func notFiltered(_ problem: FilterProblem) -> String {
    switch problem {
    case .notJSON: "The body is not JSON — only JSON can be filtered"
    case .stopped: "Stopped before the end of the body"
    case .tooLarge: "The result of this filter is too large — narrow it down"
    case .tooCostly: "A pattern of this filter takes too many steps — simplify it"
    }
  }

  static func comparedAsLatin1(old: Bool, new: Bool) -> String {
    let side = old && new ? "Both bodies are" : old ? "The old body is" : "The new body is"
    return "\(side) invalid in the charset: compared as Latin-1"
  }

  static let stoppedComparison = "Comparison stopped — all lines are shown as changed"

  static func bytesDiffer(from offset: Int, _ old: Int, _ new: Int) -> String {
    "The bytes differ from byte \(offset + 1) on: \(Formatting.byteCount(old)) before, \(Formatting.byteCount(new)) now"
  }

  static func unchanged(_ lines: Int) -> String { lines == 1 ? "⋯ 1 unchanged line" : "⋯ \(lines) unchanged lines" }

  static func severalValues(_ count: Int) -> String { "\(count) JSON values, shown one after another" }

  static func notJSON(_ problem: JSONProblem, line: Int, column: Int) -> String {
    switch problem.kind {
    case .stopped: stopped
    case .tooMany: "Too many values for the pretty view — shown as text"
    case .noRoom: noRoom
    case .tooDeep: "Nested too deeply for the pretty view at \(line):\(column) — shown as text"
    default: "Not valid JSON at \(line):\(column): \(reason(problem.kind)) — shown as text"
    }
  }

  static func notXML(_ problem: MarkupProblem, line: Int, column: Int) -> String {
    switch problem.kind {
    case .stopped: stopped
    case .tooMany: "Too many elements for the pretty view — shown as text"
    case .noRoom: noRoom
    case .tooDeep: "Nested too deeply for the pretty view at \(line):\(column) — shown as text"
    default: "Not well-formed XML at \(line):\(column): \(reason(problem.kind)) — shown as text"
    }
  }

  private static func reason(_ kind: MarkupProblem.Kind) -> String {
    switch kind {
    case .expected(let text) where text == "\"": "unterminated quoted value"
    case .expected(let text): "expected \"\(text)\""
    case .expectedName: "expected a name"
    case .expectedValueInQuotes: "expected a value in quotes"
    case .expectedRoot: "expected an element"
    case .expectedEnd: "expected the end"
    case .expectedReference: "expected a reference such as \"&amp;\""
    case .bareBracket: "\"<\" in a value must be written as \"&lt;\""
    case .repeatedAttribute: "repeated attribute"
    case .controlCharacter: "control characters are not allowed in XML"
    case .stopped, .tooMany, .noRoom, .tooDeep: ""
    }
  }

  static func foldedChildren(_ count: Int) -> String { count == 1 ? " 1 child" : " \(count) children" }

  static func folded(_ isObject: Bool, _ count: Int) -> String {
    isObject ? (count == 1 ? " 1 member" : " \(count) members") : (count == 1 ? " 1 item" : " \(count) items")
  }

  private static func reason(_ kind: JSONProblem.Kind) -> String {
    switch kind {
    case .expected(.value): "expected a value"
    case .expected(.key): "expected a key in quotes"
    case .expected(.colon): "expected \":\""
    case .expected(.end): "expected the end"
    case .expected(.quote): "unterminated string"
    case .expected(.commaOrClosing(let closing)): "expected \",\" or \"\(Character(UnicodeScalar(closing)))\""
    case .controlCharacter: "control characters in strings must be escaped"
    case .badEscape: "unknown escape"
    case .badNumber: "expected a digit"
    case .stopped, .tooMany, .noRoom, .tooDeep: ""
    }
  }
}

// MARK: JSONPath

extension Messages {
  static func notJSONPath(_ problem: JSONPathProblem) -> String {
    let text = problem.text.count > 60 ? problem.text.prefix(60) + "…" : problem.text[...]
    let place = "at column \(problem.position + 1)"
    return switch problem.kind {
    case .noRoot: "\"\(text)\" does not start with \"$\" — write \"$\" for the whole body, as in $.items[0].name"
    case .endsInside(let inner): "\"\(text)\" ends inside \(words(inner).place) \(place) — \(words(inner).remedy)"
    case .expected(let expected): "\"\(text)\" is invalid \(place) — \(words(expected))"
    case let kind: "\"\(text)\" is invalid \(place): \(fact(kind))"
    }
  }

  private static func words(_ place: JSONPathProblem.Place) -> (place: String, remedy: String) {
    switch place {
    case .brackets: ("brackets", "add a name in quotes, an index or \"*\", and \"]\"")
    case .string: ("a string", "add the closing quote")
    case .parentheses: ("parentheses", "add \")\"")
    case .condition: ("a condition", "add a value to compare with, or a query such as @.name")
    case .name: ("a step", "add a name or \"*\"")
    }
  }

  private static func words(_ expected: JSONPathProblem.Expectation) -> String {
    switch expected {
    case .segment: "write \".name\", \"..name\" or \"[…]\", and no blanks at the ends"
    case .name: "write a name or \"*\" after the dot, and other keys in brackets and quotes, as in ['two words']"
    case .selector: "write a name in quotes, an index, a slice such as 1:3, \"*\", or \"?\" and a condition"
    case .operand: "write a query such as @.name, a string in quotes, a number, true, false, null or a function"
    case .endOfSelector: "write \"]\" or \",\" and the next selector"
    case .endOfParentheses: "write \")\", \"&&\" or \"||\""
    case .endOfArgument: "write \")\" or \",\" and the next argument"
    }
  }

  private static func fact(_ kind: JSONPathProblem.Kind) -> String {
    switch kind {
    case .badEscape: "unknown escape — write \\\\ for a backslash, \\u and four hexadecimal digits for any character"
    case .loneSurrogate: "half of a surrogate pair — write both halves, or the character itself"
    case .controlCharacter: "a control character in a string — write it as an escape, such as \\n"
    case .badNumber: "not a number — write digits without a leading zero or \"+\""
    case .tooLargeNumber: "an index must be within ±9007199254740991 — write a smaller one"
    case .unknownFunction(let name):
      "no function \"\(name)\" — there are \(PathFunction.allCases.map(\.rawValue).joined(separator: ", "))"
    case .argumentCount(let function):
      "\(function.rawValue)() takes \(function.argumentCount == 1 ? "one argument" : "two arguments")"
    case .needsValue(let function):
      "\(function.rawValue)() takes single values — write a query that selects at most one"
    case .needsQuery(let function): "\(function.rawValue)() takes a query — write one such as @.items[*]"
    case .loneLiteral: "a value is not a condition — compare it, as in @.name == 'x'"
    case .loneFunction(let function):
      "\(function.rawValue)() is not a condition — compare it, as in \(function.rawValue)(@.items) > 1"
    case .incomparable(let function): "\(function.rawValue)() is already true or false — remove the comparison"
    case .severalValues: "a comparison takes one value — write a query with only names and indexes"
    case .tooDeep: "nested too deeply — write a shorter query"
    case .noRoot, .endsInside, .expected: ""
    }
  }
}
