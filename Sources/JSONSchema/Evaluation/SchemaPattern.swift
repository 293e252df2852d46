internal import BodyDocument

/// A regular expression of a schema, in the syntax of ECMA-262 with its `u` flag.
struct SchemaPattern {
  private let matcher: TextMatcher

  /// - Throws: An error for patterns that are invalid, or that this program cannot match.
  init(_ pattern: String) throws(SchemaProblem) {
    guard let translated = ECMAPattern.translated(pattern) else {
      throw SchemaProblem("The pattern \(pattern) is not an ECMA-262 regular expression")
    }
    do {
      matcher = try TextMatcher(translated)
    } catch {
      throw SchemaProblem("The pattern \(pattern) is invalid: \(error.sentence)")
    }
  }

  func matches(_ text: String) throws(SchemaProblem) -> Bool {
    do {
      return try matcher.matches(text)
    } catch {
      throw SchemaProblem("A pattern cannot be matched: \(error.sentence)")
    }
  }
}

/// Translates patterns of ECMA-262 to PCRE2.
struct ECMAPattern {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var output = ""
  private var isInClass = false

  private static let space =
    "\\x09-\\x0D\\x20\\xA0\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}"
    + "\\x{3000}\\x{FEFF}"

  /// - Returns: `nil` for escapes that ECMA-262 does not have.
  static func translated(_ pattern: String) -> String? {
    var translation = ECMAPattern(scalars: Array(pattern.unicodeScalars))
    return translation.translate() ? translation.output : nil
  }

  private mutating func translate() -> Bool {
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      switch scalar {
      case "\\": guard escape() else { return false }
      case "[" where !isInClass: openClass()
      case "[": output += "\\["
      case "]":
        isInClass = false
        output += "]"
      case "(" where !isInClass: guard openGroup() else { return false }
      case "." where !isInClass: output += "[^\\n\\r\\x{2028}\\x{2029}]"
      case "$" where !isInClass: output += "\\z"
      case "^" where !isInClass: output += "\\A"
      case "{" where !isInClass && !isQuantifier: output += "\\{"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return !isInClass
  }

  private mutating func openClass() {
    if follows("^]") {
      output += "[\\s\\S]"
    } else if follows("]") {
      output += "(?!)"
    } else {
      isInClass = true
      output += "["
      if position < scalars.count, scalars[position] == "^" {
        output += "^"
        position += 1
      }
    }
  }

  /// Only the groups of ECMA-262, not those of Perl and Python.
  private mutating func openGroup() -> Bool {
    output += "("
    guard position < scalars.count, scalars[position] == "?" else { return true }
    let rest = scalars[(position + 1)...]
    if [":", "=", "!", "<=", "<!"].contains(where: { rest.starts(with: $0.unicodeScalars) }) { return true }
    return rest.first == "<"
      && rest.dropFirst().first.map { $0.properties.isXIDStart || $0 == "$" || $0 == "_" } ?? false
  }

  private mutating func follows(_ text: String) -> Bool {
    guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  /// Whether `{2}`, `{2,}` or `{2,3}` begins before the position.
  private var isQuantifier: Bool {
    var index = position
    func digits() -> Bool {
      let start = index
      while index < scalars.count, "0"..."9" ~= scalars[index] { index += 1 }
      return index > start
    }
    guard digits() else { return false }
    if index < scalars.count, scalars[index] == "," {
      index += 1
      _ = digits()
    }
    return index < scalars.count && scalars[index] == "}"
  }

  // MARK: Escapes

  private mutating func escape() -> Bool {
    guard position < scalars.count else { return false }
    let scalar = scalars[position]
    position += 1
    switch scalar {
    case "s": output += isInClass ? Self.space : "[\(Self.space)]"
    case "S": return isInClass ? put("\\S") : put("[^\(Self.space)]")
    case "d", "D", "w", "W", "f", "n", "r", "t": output += "\\" + String(scalar)
    case "v": output += "\\x0B"
    case "b": output += isInClass ? "\\x08" : "\\b"
    case "B": guard !isInClass else { return false }; output += "\\B"
    case "0": output += "\\x00"
    case "1"..."9": guard !isInClass else { return false }; output += "\\" + String(scalar)
    case "c": return control()
    case "x": return code(digits: 2)
    case "u": return unicode()
    case "p", "P": return property(scalar)
    case "k": guard !isInClass else { return false }; output += "\\k"
    default:
      // Only punctuation is escaped to be itself.
      guard scalar.isASCII, !scalar.properties.isAlphabetic else { return false }
      output += "\\" + String(scalar)
    }
    return true
  }

  private mutating func put(_ text: String) -> Bool {
    output += text
    return true
  }

  private mutating func control() -> Bool {
    guard position < scalars.count, scalars[position].isASCII, scalars[position].properties.isAlphabetic else {
      return false
    }
    output += "\\x{" + String(scalars[position].value % 32, radix: 16) + "}"
    position += 1
    return true
  }

  private mutating func hex(_ count: Int) -> UInt32? {
    guard position + count <= scalars.count else { return nil }
    let text = String(String.UnicodeScalarView(scalars[position..<position + count]))
    guard text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }), let value = UInt32(text, radix: 16) else {
      return nil
    }
    position += count
    return value
  }

  private mutating func code(digits: Int) -> Bool {
    guard let value = hex(digits) else { return false }
    return put("\\x{" + String(value, radix: 16) + "}")
  }

  private mutating func unicode() -> Bool {
    if follows("{") {
      guard let end = scalars[position...].firstIndex(of: "}"), let value = hex(end - position) else { return false }
      position += 1
      return put("\\x{" + String(value, radix: 16) + "}")
    }
    guard var value = hex(4) else { return false }
    if 0xD800..<0xDC00 ~= value, follows("\\u") {
      guard let low = hex(4), 0xDC00..<0xE000 ~= low else { return false }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    return put("\\x{" + String(value, radix: 16) + "}")
  }

  private mutating func property(_ letter: Unicode.Scalar) -> Bool {
    guard follows("{"), let end = scalars[position...].firstIndex(of: "}") else { return false }
    var name = String(String.UnicodeScalarView(scalars[position..<end]))
    position = end + 1
    for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
    for prefix in ["Script=", "sc=", "Script_Extensions=", "scx="] where name.hasPrefix(prefix) {
      return put("\\\(letter){\(name.dropFirst(prefix.count))}")
    }
    // PCRE2 ignores case and underscores; ECMA-262 does not.
    if let known = Self.categories[name] { return put("\\\(letter){\(known)}") }
    guard Self.categories.values.contains(name) || Self.binary.contains(name) else { return false }
    return put("\\\(letter){\(name)}")
  }

  private static let binary: Set<String> = [
    "Any", "ASCII", "Alphabetic", "Dash", "Diacritic", "Emoji", "Hex_Digit", "ID_Continue", "ID_Start", "Ideographic",
    "Lowercase", "Math", "Uppercase", "White_Space", "XID_Continue", "XID_Start", "LC",
  ]

  private static let categories = [
    "Letter": "L", "Cased_Letter": "L&", "Lowercase_Letter": "Ll", "Uppercase_Letter": "Lu", "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc",
    "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl",
    "Other_Number": "No", "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd",
    "Open_Punctuation": "Ps", "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf",
    "Other_Punctuation": "Po", "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk",
    "Other_Symbol": "So", "Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl",
    "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs",
    "Private_Use": "Co", "Unassigned": "Cn",
  ]
}
