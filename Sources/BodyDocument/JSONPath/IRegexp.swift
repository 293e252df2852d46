/// Translates an I-Regexp (RFC 9485) to PCRE2 syntax.
struct IRegexp {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var translation = ""

  /// Returns `nil` for patterns outside the standard's grammar, such as `\d`, `a+?` or a look-ahead.
  ///
  /// The grammar treats `^` and `$` as ordinary characters, but all libraries and JSONPath's test suite treat them as
  /// anchors, and so does this.
  ///
  /// - Parameter isWhole: Whether the pattern must match the whole text.
  static func translated(_ pattern: String, isWhole: Bool) -> String? {
    var expression = IRegexp(scalars: Array(pattern.unicodeScalars))
    guard expression.translate() else { return nil }
    return isWhole ? "\\A(?:\(expression.translation))\\z" : expression.translation
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func translate() -> Bool {
    var depth = 0
    while let scalar = next {
      switch scalar {
      case "|":
        keep()
        continue
      case "(":
        keep(as: "(?:")
        depth += 1
        continue
      case ")":
        keep()
        depth -= 1
      case ".": keep(as: "[^\\n\\r]")
      case "$": keep(as: "\\z")
      case "[": guard readClass() else { return false }
      case "\\": guard readEscape() else { return false }
      case "*", "+", "?", "{", "}", "]": return false
      default: keep()
      }
      guard depth >= 0, readQuantifier() else { return false }
    }
    return depth == 0
  }

  /// Appends the next character, or `words` in its place.
  private mutating func keep(as words: String? = nil) {
    if let words { translation += words } else { translation.unicodeScalars.append(scalars[position]) }
    position += 1
  }

  private mutating func readQuantifier() -> Bool {
    switch next {
    case "*", "+", "?": keep()
    case "{":
      keep()
      guard readDigits() else { return false }
      if next == "," {
        keep()
        _ = readDigits()
      }
      guard next == "}" else { return false }
      keep()
    default: break
    }
    return true
  }

  private mutating func readDigits() -> Bool {
    let start = position
    while let digit = next, digit.isASCIIDigit { keep() }
    return position > start
  }

  private mutating func readEscape() -> Bool {
    keep()
    switch next {
    case "p", "P":
      keep()
      return readCategory()
    case let scalar?:
      guard "()*+-.?[\\]^nrt{|}".unicodeScalars.contains(scalar) else { return false }
      keep()
      return true
    case nil: return false
    }
  }

  /// The general category in `\p{…}`.
  private mutating func readCategory() -> Bool {
    guard next == "{" else { return false }
    keep()
    let kinds: [Unicode.Scalar: String] = [
      "L": "lmotu", "M": "cen", "N": "dlo", "P": "cdefios", "Z": "lps", "S": "ckmo", "C": "cfno",
    ]
    guard let major = next, let minors = kinds[major] else { return false }
    keep()
    if let minor = next, minor != "}" {
      guard minors.unicodeScalars.contains(minor) else { return false }
      keep()
    }
    guard next == "}" else { return false }
    keep()
    return true
  }

  private mutating func readClass() -> Bool {
    keep()
    if next == "^" { keep() }
    let first = position
    while let scalar = next {
      switch scalar {
      case "]":
        guard position > first else { return false }
        keep()
        return true
      case "-":
        // A literal `-` is allowed only at either end.
        guard position == first || (position + 1 < scalars.count && scalars[position + 1] == "]") else { return false }
        keep(as: "\\-")
      default: guard readClassMember() else { return false }
      }
    }
    return false
  }

  /// A character, a range, or a category.
  private mutating func readClassMember() -> Bool {
    let isCategory = next == "\\" && position + 1 < scalars.count && "pP".unicodeScalars.contains(scalars[position + 1])
    guard readClassCharacter() else { return false }
    guard !isCategory, next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else { return true }
    keep()
    guard next != "-" else { return false }
    return readClassCharacter()
  }

  private mutating func readClassCharacter() -> Bool {
    switch next {
    case "\\": return readEscape()
    case "[", "]", nil: return false
    default:
      keep()
      return true
    }
  }
}
