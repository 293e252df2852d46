/// Text as Hurl files write it: escaped, with variables that Hurl has names for.
struct HurlText {
  /// The variables that captures set, by the templates that refer to a response.
  var captured: [String: String] = [:]
  /// Variables that the user has to give a value.
  private(set) var undefined: Set<String> = []

  // MARK: Escapes

  /// The value of a header or a parameter.
  mutating func value(_ text: String) -> String {
    let escaped = escaped(text) { Self.escape($0, also: "#") }
    return Self.withEscapedEnds(escaped)
  }

  /// The key in front of a colon.
  mutating func key(_ text: String) -> String {
    var key = escaped(text) { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-.[]@$".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : Self.code(scalar)
    }
    if key.hasPrefix("[") { key = "\\u{5b}" + key.dropFirst() }
    return key
  }

  mutating func quoted(_ text: String) -> String { "\"" + escaped(text) { Self.escape($0, also: "\"") } + "\"" }

  /// Text between single backquotes.
  mutating func backquoted(_ text: String) -> String { "`" + escaped(text) { Self.escape($0, also: "`") } + "`" }

  /// The lines of a body: between backquotes, or one line with escapes.
  mutating func body(_ text: String) -> [String] {
    let isPlain = text.contains("\n") && !text.contains("`") && !text.contains("\r")
    guard isPlain, let plain = plain(text) else { return [backquoted(text)] }
    return ["```", plain + "```"]
  }

  mutating func fileName(_ text: String) -> String {
    escaped(text) { scalar in
      " ;#{}\\".unicodeScalars.contains(scalar) ? "\\" + String(scalar) : Self.escape(scalar, also: "")
    }
  }

  /// A URL: other characters than Hurl allows are percent-encoded.
  mutating func url(_ text: String) -> String {
    escaped(String(text.prefix { $0 != "#" })) { scalar in
      let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      let isAllowed = isPlain || ":/.-?=&_%*,@~+!$'();[]".unicodeScalars.contains(scalar)
      return isAllowed ? String(scalar) : PercentEncoding.encode(String(scalar).utf8)
    }
  }

  /// Text that has no escapes: `nil` where it has braces that Hurl would read as a variable.
  mutating func plain(_ text: String) -> String? {
    var result = ""
    for piece in HTTPFileText.pieces(text) {
      if piece.isTemplate {
        guard let template = template(piece.text) else { return nil }
        result += template
      } else {
        if piece.text.contains("{{") { return nil }
        result += piece.text
      }
    }
    return result
  }

  private mutating func escaped(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
    var result = ""
    for piece in HTTPFileText.pieces(text) {
      if piece.isTemplate {
        result += template(piece.text) ?? Self.braces
      } else {
        let parts = piece.text.split(separator: "{{", omittingEmptySubsequences: false)
        result += parts.map { $0.unicodeScalars.map(escape).joined() }.joined(separator: Self.braces)
      }
    }
    return result
  }

  private static let braces = "\\u{7b}\\u{7b}"

  private static func escape(_ scalar: Unicode.Scalar, also others: String) -> String {
    switch scalar {
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where others.unicodeScalars.contains(scalar): "\\" + String(scalar)
    case _ where scalar.value < 0x20: code(scalar)
    default: String(scalar)
    }
  }

  private static func code(_ scalar: Unicode.Scalar) -> String { "\\u{" + String(scalar.value, radix: 16) + "}" }

  /// Spaces at the ends would be lost.
  private static func withEscapedEnds(_ text: String) -> String {
    var text = text
    if text.hasPrefix(" ") { text = "\\u{20}" + text.dropFirst() }
    if text.hasSuffix(" ") { text = text.dropLast() + "\\u{20}" }
    return text
  }

  // MARK: Templates

  /// - Returns: `nil` for the escape of two braces.
  private mutating func template(_ text: Substring) -> String? {
    let inner = String(text.dropFirst(2).dropLast(2)).trimmed
    if inner == "'{{'" { return nil }
    switch inner {
    case "$guid", "$randomUUID": return "{{newUuid}}"
    case "$isoTimestamp": return "{{newDate}}"
    default: break
    }
    if let name = captured[inner] { return "{{" + name + "}}" }
    let name = Self.name(inner)
    if name != inner { undefined.insert(name) }
    return "{{" + name + "}}"
  }

  /// A name that Hurl allows.
  static func name(_ text: String) -> String {
    let letters = text.unicodeScalars.map { scalar -> Character in
      let isLetter = scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      return isLetter || scalar == "_" || scalar == "-" ? Character(scalar) : "_"
    }
    let name = String(letters.drop { $0 == "_" })
    return name.first?.isLetter == true ? name : "v" + name
  }
}
