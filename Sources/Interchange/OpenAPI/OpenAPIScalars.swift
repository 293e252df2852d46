internal import Foundation

/// Values for schemas of numbers, texts and booleans that have no example.
enum OpenAPIScalars {
  static func value(of schema: OpenAPISchema) -> JSONValue {
    switch schema.type {
    case "integer": number(schema, isWhole: true)
    case "number": number(schema, isWhole: false)
    case "boolean": true
    case "null": .null
    default: .string(text(schema))
    }
  }

  // MARK: Numbers

  private static func number(_ schema: OpenAPISchema, isWhole: Bool) -> JSONValue {
    let step = schema.number("multipleOf").flatMap { $0 > 0 ? $0 : nil }
    var (low, isAbove) = bound(schema, "minimum", "exclusiveMinimum")
    let (high, isBelow) = bound(schema, "maximum", "exclusiveMaximum")
    if isWhole { low = low?.rounded(.up) }
    let unit = step ?? (isWhole ? 1 : 0.5)
    var value = 0.0
    if let low, value < low || (value == low && isAbove) {
      value = step.map { ($0 * (low / $0).rounded(.up)) } ?? low
      if value == low, isAbove { value += unit }
    }
    if let high, value > high || (value == high && isBelow) {
      value = step.map { ($0 * (high / $0).rounded(.down)) } ?? (isWhole ? high.rounded(.down) : high)
      if value == high, isBelow { value -= unit }
      if let low, value < low { value = (low + high) / 2 }
    }
    return .number(JSONNumber(text: written(value)))
  }

  /// A bound, and whether it is not a value itself: a flag beside it in 3.0, a bound of its own in 3.1.
  private static func bound(_ schema: OpenAPISchema, _ name: String, _ exclusive: String) -> (Double?, Bool) {
    let bound = schema.number(name)
    if schema.keywords[exclusive]?.bool == true { return (bound, true) }
    guard let other = schema.number(exclusive) else { return (bound, false) }
    guard let bound else { return (other, true) }
    let isTighter = name == "minimum" ? other >= bound : other <= bound
    return isTighter ? (other, true) : (bound, false)
  }

  private static func written(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
    return value.isFinite ? "\(value)" : "0"
  }

  // MARK: Texts

  private static func text(_ schema: OpenAPISchema) -> String {
    if let format = schema.text("format"), let text = formats[format.lowercased()] { return text }
    if schema.text("contentEncoding") == "base64" { return "U3RyaW5n" }
    if let pattern = schema.text("pattern"), let text = OpenAPIPattern.sample(pattern) { return text }
    let word = "string"
    if let most = schema.count("maxLength"), most < word.count { return String(word.prefix(most)) }
    guard let least = schema.count("minLength"), least > word.count else { return word }
    let wanted = min(least, 4096)
    return String(String(repeating: word, count: wanted / word.count + 1).prefix(wanted))
  }

  private static let formats = [
    "date": "2024-01-31", "date-time": "2024-01-31T12:30:00Z", "datetime": "2024-01-31T12:30:00Z", "time": "12:30:00Z",
    "duration": "P1D", "email": "user@example.com", "idn-email": "user@example.com", "hostname": "example.com",
    "idn-hostname": "example.com", "ipv4": "192.0.2.1", "ip": "192.0.2.1", "ipv6": "2001:db8::1",
    "cidr": "192.0.2.0/24", "uri": "https://example.com", "url": "https://example.com",
    "iri": "https://example.com", "uri-reference": "/example", "iri-reference": "/example",
    "uri-template": "/example/{id}", "uuid": "123e4567-e89b-42d3-a456-426614174000",
    "guid": "123e4567-e89b-42d3-a456-426614174000", "byte": "U3RyaW5n", "base64": "U3RyaW5n", "base64url": "U3RyaW5n",
    "binary": "", "password": "password", "json-pointer": "/example", "relative-json-pointer": "0/example",
    "regex": "^.*$", "int32": "0", "int64": "0", "uint64": "0", "decimal": "0", "float": "0", "double": "0",
    "phone": "+15550100", "char": "a",
  ]
}

/// Makes a text that a simple regular expression matches.
enum OpenAPIPattern {
  private static let lengthLimit = 500

  /// - Returns: `nil` for patterns that have more than characters, classes, groups and counts.
  static func sample(_ pattern: String) -> String? {
    guard pattern.utf8.count <= lengthLimit else { return nil }
    var reader = Reader(Array(pattern.unicodeScalars))
    guard let text = reader.alternatives(), reader.isAtEnd, text.utf8.count <= 4096 else { return nil }
    return text
  }

  private struct Reader {
    private let scalars: [Unicode.Scalar]
    private var offset = 0
    private var depth = 0

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    var isAtEnd: Bool { offset == scalars.count }
    private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    /// Reads all and returns the first.
    mutating func alternatives() -> String? {
      depth += 1
      defer { depth -= 1 }
      guard depth < 20, let first = sequence() else { return nil }
      while next == "|" {
        offset += 1
        guard sequence() != nil else { return nil }
      }
      return first
    }

    private mutating func sequence() -> String? {
      var text = ""
      while let scalar = next, scalar != "|", scalar != ")" {
        offset += 1
        if scalar == "^" || scalar == "$" { continue }
        guard let atom = atom(scalar), let count = count(), text.utf8.count + atom.utf8.count * count <= 4096 else {
          return nil
        }
        text += String(repeating: atom, count: count)
      }
      return text
    }

    private mutating func atom(_ scalar: Unicode.Scalar) -> String? {
      switch scalar {
      case "\\": return escape()
      case "[": return characterClass()
      case "(": return group()
      case ".": return "a"
      case "*", "+", "?", "{": return nil
      default: return String(scalar)
      }
    }

    private mutating func group() -> String? {
      if next == "?" {
        offset += 1
        guard next == ":" else { return nil }
        offset += 1
      }
      guard let text = alternatives(), next == ")" else { return nil }
      offset += 1
      return text
    }

    private static let escapes: [Unicode.Scalar: String] = [
      "d": "0", "w": "a", "s": " ", "D": "a", "S": "a", "W": "-", "t": "\t", "n": "\n",
    ]

    private mutating func escape() -> String? {
      guard let scalar = next else { return nil }
      offset += 1
      if let text = Self.escapes[scalar] { return text }
      switch scalar {
      case "b", "B", "p", "P", "u", "x", "k": return nil
      default: return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? nil : String(scalar)
      }
    }

    /// The first character of a class. Negated classes are not supported.
    private mutating func characterClass() -> String? {
      guard next != "^" else { return nil }
      var first: String?
      while let scalar = next, scalar != "]" {
        offset += 1
        let text = scalar == "\\" ? escape() : String(scalar)
        guard let text else { return nil }
        first = first ?? text
      }
      guard next == "]" else { return nil }
      offset += 1
      return first
    }

    /// How often to repeat the preceding element: as rarely as possible, but once where a star would allow none.
    private mutating func count() -> Int? {
      var count = 1
      switch next {
      case "*", "+", "?": offset += 1
      case "{":
        guard let end = scalars[offset...].firstIndex(of: "}") else { return nil }
        let bounds = String(String.UnicodeScalarView(scalars[(offset + 1)..<end])).split(separator: ",")
        guard let least = bounds.first.flatMap({ Int($0) }), (0...1000).contains(least) else { return nil }
        count = max(least, bounds.count > 1 && bounds[1] != "0" ? 1 : least)
        offset = end + 1
      default: return 1
      }
      if next == "?" || next == "+" { offset += 1 }
      return count
    }
  }
}
