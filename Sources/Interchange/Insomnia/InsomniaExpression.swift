import Foundation

/// An expression between `{{` and `}}` in Insomnia that has an equivalent.
enum InsomniaExpression: Equatable {
  /// A path into the environment, such as `a.b` or `list[0].id`, and filters by our names.
  case variable(path: String, filters: [String])
  case text(String)

  init?(_ source: String) {
    var scanner = InsomniaScanner(source)
    if let text = scanner.string() {
      scanner.skipSpaces()
      guard scanner.isAtEnd else { return nil }
      self = .text(text)
      return
    }
    guard let path = scanner.path() else { return nil }
    var filters: [String] = []
    scanner.skipSpaces()
    while scanner.consume("|") {
      scanner.skipSpaces()
      guard let name = scanner.identifier(), let ours = Self.filters[name] else { return nil }
      if !ours.isEmpty { filters.append(ours) }
      scanner.skipSpaces()
    }
    guard scanner.isAtEnd else { return nil }
    self = .variable(path: path, filters: filters)
  }

  /// Filters of Nunjucks and Liquid and ours that do the same; an empty one changes nothing.
  private static let filters = [
    "upper": "upper", "upcase": "upper", "lower": "lower", "downcase": "lower", "trim": "trim", "strip": "trim",
    "urlencode": "urlencode", "url_encode": "urlencode", "dump": "json", "json": "json", "base64_encode": "base64",
    "safe": "", "string": "", "debug": "",
  ]
}

/// Reads expressions of templates.
struct InsomniaScanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var isAtEnd: Bool { index >= scalars.count }

  private var next: Unicode.Scalar? { isAtEnd ? nil : scalars[index] }

  mutating func skipSpaces() {
    while let next, next.properties.isWhitespace { index += 1 }
  }

  mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  /// Text in quotes, with backslash escapes as in JavaScript.
  mutating func string() -> String? {
    skipSpaces()
    guard let quote = next, quote == "'" || quote == "\"" else { return nil }
    var text = String.UnicodeScalarView()
    var position = index + 1
    while position < scalars.count {
      if scalars[position] == quote {
        index = position + 1
        return String(text)
      }
      if scalars[position] == "\\", position + 1 < scalars.count {
        position += 1
        text.append(Self.escapes[scalars[position]] ?? scalars[position])
      } else {
        text.append(scalars[position])
      }
      position += 1
    }
    return nil
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t"]

  mutating func identifier() -> String? {
    let start = index
    while let next, Self.isLetter(next) || index > start && (0x30...0x39).contains(next.value) { index += 1 }
    return index > start ? Self.text(scalars[start..<index]) : nil
  }

  /// A number or a word such as `true`.
  mutating func word() -> String? {
    skipSpaces()
    let start = index
    while let next, Self.isLetter(next) || (0x30...0x39).contains(next.value) || "+-.".unicodeScalars.contains(next) {
      index += 1
    }
    return index > start ? Self.text(scalars[start..<index]) : nil
  }

  /// `_.a.b`, `_['a'].b`, `a[0]`: the names with dots between them, numbers in brackets.
  mutating func path() -> String? {
    skipSpaces()
    guard let first = identifier() else { return nil }
    var path = first == "_" ? "" : first
    while true {
      if consume(".") {
        if let name = identifier() {
          Self.append(name, to: &path)
        } else if let number = digits() {
          path += "[\(number)]"
        } else {
          return nil
        }
      } else if consume("[") {
        if let name = string() {
          Self.append(name, to: &path)
        } else if let number = digits() {
          path += "[\(number)]"
        } else {
          return nil
        }
        skipSpaces()
        guard consume("]") else { return nil }
      } else {
        return path.isEmpty || path.contains(where: { "{}|".contains($0) }) ? nil : path
      }
    }
  }

  private static func append(_ name: String, to path: inout String) { path += path.isEmpty ? name : "." + name }

  private mutating func digits() -> String? {
    let start = index
    while let next, (0x30...0x39).contains(next.value) { index += 1 }
    return index > start ? Self.text(scalars[start..<index]) : nil
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
