import Foundation

/// Every sentence of this module.
enum Wording {
  static let notUTF8 = "Not UTF-8: shown as Latin-1"
  static let emptyBody = "Empty body"

  static let stopped = "Stopped before the end — shown as text"

  static func unknownCharset(_ name: String) -> String { "Unknown charset \"\(name)\": shown as UTF-8" }

  static func notInCharset(_ name: String) -> String { "Not in the charset of \(name): shown as Latin-1" }

  static func binary(_ summary: String) -> String { "\(summary) — save it to a file to look at it" }

  static func binarySummary(_ kind: String?, type: String = "", size: (Int, Int)? = nil, byteCount: Int) -> String {
    let kind = kind ?? (type.isEmpty ? "Binary data" : "Binary data (\(type))")
    let extent = size.map { ", \($0) × \($1)" } ?? ""
    return "\(kind)\(extent), \(bytes(byteCount))"
  }

  static func pdf(version: String) -> String { "PDF \(version) document" }

  static func entries(_ count: Int) -> String {
    switch count {
    case 0: "Nothing in it"
    case 1: "1 entry:"
    default: "\(count) entries:"
    }
  }

  static func entry(_ name: String, byteCount: Int) -> String {
    name.hasSuffix("/") ? "  \(name)" : "  \(name), \(bytes(byteCount))"
  }

  static func furtherEntries(_ count: Int) -> String { "  … and \(count) more" }

  static let notMultipart =
    "No parts: the boundary of the type does not stand in the body, or too often — shown as text"

  /// Decimal units, as servers and file managers count.
  private static func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return count == 1 ? "1 byte" : "\(count) bytes" }
    var value = Double(count)
    var unit = ""
    for next in ["kB", "MB", "GB", "TB"] where value >= 999.95 || unit.isEmpty { (value, unit) = (value / 1000, next) }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }

  static func regularExpression(_ kind: RegularExpressionProblem.Kind) -> String {
    switch kind {
    case .syntax(let words, let column): "Not a regular expression at column \(column): \(words)"
    case .tooCostly: "This regular expression takes too many steps on this text — make it more exact"
    }
  }

  static func severalValues(_ count: Int) -> String { "Not one JSON value but \(count), shown one after another" }

  static func notJSON(_ problem: JSONProblem, line: Int, column: Int) -> String {
    switch problem.kind {
    case .stopped: stopped
    case .tooMany: "Too many values for the pretty view — shown as text"
    case .tooDeep: "Nested too deep for the pretty view at \(line):\(column) — shown as text"
    default: "Not valid JSON at \(line):\(column): \(reason(problem.kind)) — shown as text"
    }
  }

  static func notXML(_ problem: MarkupProblem, line: Int, column: Int) -> String {
    switch problem.kind {
    case .stopped: stopped
    case .tooMany: "Too many elements for the pretty view — shown as text"
    case .tooDeep: "Nested too deep for the pretty view at \(line):\(column) — shown as text"
    default: "Not well-formed XML at \(line):\(column): \(reason(problem.kind)) — shown as text"
    }
  }

  private static func reason(_ kind: MarkupProblem.Kind) -> String {
    switch kind {
    case .expected(let text) where text == "\"": "a value in quotes has no end"
    case .expected(let text): "expected \"\(text)\""
    case .expectedName: "expected a name"
    case .expectedValueInQuotes: "expected a value in quotes"
    case .expectedRoot: "expected an element"
    case .expectedEnd: "expected the end"
    case .expectedReference: "expected a reference such as \"&amp;\""
    case .bareBracket: "\"<\" in a value must be written as \"&lt;\""
    case .repeatedAttribute: "an attribute stands twice in one tag"
    case .controlCharacter: "a control character cannot stand in XML"
    case .stopped, .tooMany, .tooDeep: ""
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
    case .expected(.quote): "a string has no end"
    case .expected(.commaOrClosing(let closing)): "expected \",\" or \"\(Character(UnicodeScalar(closing)))\""
    case .controlCharacter: "a control character in a string must be escaped"
    case .badEscape: "no such escape"
    case .badNumber: "expected a digit"
    case .stopped, .tooMany, .tooDeep: ""
    }
  }
}
