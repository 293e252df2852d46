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
    guard let next, Self.isLetter(next) else { return nil }
    return read { Self.isLetter($0) || Self.isDigit($0) }
  }

  /// A number or a word such as `true`.
  mutating func word() -> String? {
    skipSpaces()
    return read { Self.isLetter($0) || Self.isDigit($0) || "+-.".unicodeScalars.contains($0) }
  }

  /// `_.a.b`, `_['a'].b`, `a[0]`: the names with dots between them, numbers in brackets.
  mutating func path() -> String? {
    skipSpaces()
    guard let first = identifier() else { return nil }
    var path = first == "_" ? "" : first
    while true {
      let isInBrackets = consume("[")
      guard isInBrackets || consume(".") else {
        return path.isEmpty || path.contains(where: { "{}|".contains($0) }) ? nil : path
      }
      if let name = isInBrackets ? string() : identifier() {
        path += path.isEmpty ? name : "." + name
      } else if let number = read(while: Self.isDigit) {
        path += "[\(number)]"
      } else {
        return nil
      }
      guard isInBrackets else { continue }
      skipSpaces()
      guard consume("]") else { return nil }
    }
  }

  /// Reads the scalars that satisfy a condition; `nil` without one.
  private mutating func read(while isPart: (Unicode.Scalar) -> Bool) -> String? {
    let start = index
    while let next, isPart(next) { index += 1 }
    return index > start ? String(String.UnicodeScalarView(scalars[start..<index])) : nil
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
}
