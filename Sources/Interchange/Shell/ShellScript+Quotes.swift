// Quotes and escapes.
extension ShellScript {
  mutating func escaped() {
    index += 1
    guard let next = peek() else { return append("\\" as Unicode.Scalar) }
    if next == " " || next == "\t", let end = lineEnd {
      note("white space after the backslash of a continued line is left out")
      index = end
    } else if next != "\n" {
      append(next)
    }
    index += 1
  }

  /// Where the line ends, if there is only white space before.
  private var lineEnd: Int? {
    let end = text[index...].firstIndex { $0 != " " && $0 != "\t" }
    return end.flatMap { text[$0] == "\n" ? $0 : nil }
  }

  mutating func singleQuoted() {
    append("")
    let start = index - 1
    while let scalar = peek() {
      index += 1
      if scalar == "'" { return }
      append(scalar)
    }
    note("a single quote is not closed, \(position(of: start))")
  }

  mutating func doubleQuoted() {
    let isNewWord = word == nil
    append("")
    let start = index - 1
    while let scalar = peek() {
      if scalar == "\"" { index += 1; return }
      if scalar == "$", let elements = takeElements(isQuoted: true) {
        // No elements between quotes are no word.
        if elements.isEmpty, isNewWord, word == "", peek() == "\"" { word = nil }
        if !elements.isEmpty { append(elements) }
        continue
      }
      if scalar == "$" || scalar == "`" { append(expansion()); continue }
      index += 1
      guard scalar == "\\", let next = peek() else { append(scalar); continue }
      switch next {
      case "\n": index += 1
      case "$", "`", "\"", "\\": append(next); index += 1
      default: append(scalar)
      }
    }
    note("a double quote is not closed, \(position(of: start))")
  }

  /// `$'…'` with the escapes of C.
  mutating func ansiQuoted() {
    append("")
    let start = index - 1
    var inside: [Unicode.Scalar] = []
    while let scalar = peek(), scalar != "'" {
      inside.append(scalar)
      index += 1
      if scalar == "\\", let next = peek() {
        inside.append(next)
        index += 1
      }
    }
    if peek() == nil { note("a $' quote is not closed, \(position(of: start))") }
    index += 1
    append(ShellEscapes(inside).text)
  }

  /// Text with the escapes of `echo -e` and `printf`.
  static func unescaped(_ text: String) -> String {
    ShellEscapes(Array(text.unicodeScalars), escapesQuotes: false).text
  }

  /// Line and column, counted from 1.
  private func position(of offset: Int) -> String {
    let before = text[..<min(offset, text.count)]
    let line = before.count { $0 == "\n" } + 1
    let column = offset - (before.lastIndex(of: "\n").map { $0 + 1 } ?? 0) + 1
    return "line \(line), column \(column)"
  }

  /// Quotes of a text processor, which a shell takes for letters.
  mutating func typographicQuote(_ scalar: Unicode.Scalar) {
    let isSingle = scalar == "‘" || scalar == "’"
    guard word == nil || word?.hasSuffix("=") == true, !unclosedQuotes.contains(isSingle) else {
      append(scalar)
      index += 1
      return
    }
    let closing: [Unicode.Scalar] = isSingle ? ["’", "‘"] : ["”", "“", "„"]
    let end = text[(index + 1)...].indices.first { offset in
      closing.contains(text[offset])
        && (offset + 1 == text.count || text[offset + 1].properties.isWhitespace
          || ";|&)".unicodeScalars.contains(text[offset + 1]))
    }
    guard let end else {
      unclosedQuotes.insert(isSingle)
      append(scalar)
      index += 1
      return
    }
    note("typographic quotes are read as quotes")
    append(String(String.UnicodeScalarView(text[(index + 1)..<end])))
    index = end + 1
  }

  /// A dash that a text processor made of hyphens.
  mutating func dash() {
    note("a dash before an option is read as hyphens")
    let letters = text[(index + 1)...].prefix { $0.properties.isAlphabetic || $0 == "-" }
    append(letters.count > 1 && letters.dropFirst().first?.properties.isLowercase == true ? "--" : "-")
    index += 1
  }
}

/// Text with the escapes of C, as bytes in UTF-8.
struct ShellEscapes {
  private let source: [Unicode.Scalar]
  private let escapesQuotes: Bool
  private var index = 0
  private var bytes: [UInt8] = []
  /// The first half of a character that is written as two: browsers write `\ud83d\ude00`.
  private var highSurrogate: Int?

  /// - Parameter escapesQuotes: Whether it is the text of `$'…'`.
  init(_ source: [Unicode.Scalar], escapesQuotes: Bool = true) {
    self.source = source
    self.escapesQuotes = escapesQuotes
    while index < source.count { step() }
    endSurrogate()
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func append(_ scalar: Unicode.Scalar) {
    endSurrogate()
    bytes += Array(String(scalar).utf8)
  }

  private mutating func append(byte: UInt8) {
    endSurrogate()
    bytes.append(byte)
  }

  private mutating func endSurrogate() {
    if highSurrogate != nil { bytes += Array("\u{FFFD}".utf8) }
    highSurrogate = nil
  }

  private mutating func step() {
    let scalar = source[index]
    index += 1
    guard scalar == "\\", index < source.count else { return append(scalar) }
    let next = source[index]
    index += 1
    switch next {
    case "n": append(byte: 0x0A)
    case "t": append(byte: 0x09)
    case "r": append(byte: 0x0D)
    case "a": append(byte: 0x07)
    case "b": append(byte: 0x08)
    case "e", "E": append(byte: 0x1B)
    case "f": append(byte: 0x0C)
    case "v": append(byte: 0x0B)
    case "x" where isHexadecimal: append(code: number(radix: 16, digits: 2))
    case "x" where escapesQuotes && index < source.count && source[index] == "{": bracedByte()
    case "u" where isHexadecimal: append(unit: number(radix: 16, digits: 4))
    case "U" where isHexadecimal: append(unit: number(radix: 16, digits: 8))
    case "c" where index < source.count && escapesQuotes: control()
    case "0"..."7":
      index -= 1
      append(code: number(radix: 8, digits: 3))
    case "\\": append(next)
    case _ where escapesQuotes && "'\"?".unicodeScalars.contains(next): append(next)
    default:
      append("\\")
      append(next)
    }
  }

  /// Appends the lowest byte of a number. In quotes, bash ends the text at a null byte.
  private mutating func append(code: Int) {
    let byte = UInt8(truncatingIfNeeded: code)
    if byte == 0, escapesQuotes { index = source.count } else { append(byte: byte) }
  }

  /// `\x{…}` has any number of digits, of which bash takes the last two, and needs no closing brace.
  private mutating func bracedByte() {
    index += 1
    let code = number(radix: 16, digits: .max)
    if index < source.count, source[index] == "}" { index += 1 }
    append(code: code)
  }

  /// `\cA`, `\c?` for delete, and `\c\\` with a backslash of its own.
  private mutating func control() {
    let scalar = source[index]
    index += 1
    if scalar == "\\", index < source.count, source[index] == "\\" { index += 1 }
    append(code: scalar == "?" ? 0x7F : Int(scalar.value & 0x1F))
  }

  private var isHexadecimal: Bool { index < source.count && Self.digit(source[index], 16) != nil }

  private static func digit(_ scalar: Unicode.Scalar, _ radix: Int) -> Int? {
    // Not the sign that `Int` would read.
    scalar.properties.isASCIIHexDigit ? Int(String(scalar), radix: radix) : nil
  }

  private mutating func number(radix: Int, digits: Int) -> Int {
    var value = 0
    var rest = digits
    while rest > 0, index < source.count, let digit = Self.digit(source[index], radix) {
      value = (value &* radix &+ digit) & 0xFFFF_FFFF
      index += 1
      rest -= 1
    }
    return value
  }

  private mutating func append(unit: Int) {
    if (0xD800...0xDBFF).contains(unit) {
      endSurrogate()
      highSurrogate = unit
    } else if (0xDC00...0xDFFF).contains(unit), let high = highSurrogate {
      highSurrogate = nil
      let value = 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)
      bytes += Array(String(Unicode.Scalar(UInt32(value)) ?? "\u{FFFD}").utf8)
    } else {
      append(Unicode.Scalar(UInt32(clamping: unit)) ?? "\u{FFFD}")
    }
  }
}
