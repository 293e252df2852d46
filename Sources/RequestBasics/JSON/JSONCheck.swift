/// Finds the first error in JSON as typed by the user. Accepts comments, trailing commas and `{{variables}}`.
package struct JSONCheck {
  /// The first error: its offset and a sentence.
  package struct Problem: Error, Equatable, Sendable {
    package var offset: Int
    package var sentence: String

    package init(offset: Int, sentence: String) { (self.offset, self.sentence) = (offset, sentence) }
  }

  private let bytes: [UInt8]
  private var place = 0
  /// The open brackets and their offsets.
  private var open: [(byte: UInt8, offset: Int)] = []
  package private(set) var hasComments = false
  package private(set) var hasTrailingCommas = false
  /// Whether there are variables outside of strings.
  package private(set) var hasVariables = false

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A note about parts of the text that are not sent; `nil` if everything is sent.
  package var note: String? {
    switch (hasComments, hasTrailingCommas) {
    case (true, true): "Comments and trailing commas are not sent"
    case (true, false): "Comments are not sent"
    case (false, true): "Trailing commas are not sent"
    case (false, false): nil
    }
  }

  /// Accepts an empty text.
  package mutating func run() -> Problem? {
    do throws(Problem) {
      try skipBlanks()
      if place == bytes.count { return nil }
      try readValues()
      try skipBlanks()
      return place == bytes.count ? nil : Problem(offset: place, sentence: "nothing may follow the value")
    } catch {
      return error
    }
  }

  private func problem(_ sentence: String, at offset: Int? = nil) -> Problem {
    Problem(offset: offset ?? place, sentence: sentence)
  }

  private var byte: UInt8 { place < bytes.count ? bytes[place] : 0 }

  private func isAt(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    for index in 0..<count where bytes[place + index] != text.utf8Start[index] { return false }
    return true
  }

  private mutating func skipBlanks() throws(Problem) {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(Problem) {
    if isAt("//") {
      place = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
    } else if isAt("/*") {
      let start = place
      place += 2
      while !isAt("*/") {
        guard place < bytes.count else { throw problem("the comment is not closed", at: start) }
        place += 1
      }
      place += 2
    } else {
      throw problem("expected a value, not \"/\"")
    }
    hasComments = true
  }

  /// Reads one value with everything in it, without recursion.
  private mutating func readValues() throws(Problem) {
    repeat {
      try readItem()
      try closeOrContinue()
    } while !open.isEmpty
  }

  /// Reads a key, if one is due, and the start of a value; containers stay open.
  private mutating func readItem() throws(Problem) {
    while true {
      try skipBlanks()
      if open.last?.byte == UInt8(ascii: "{") {
        if byte == UInt8(ascii: "}"), !isAt("{{") { return }
        try readKey()
      } else if open.last?.byte == UInt8(ascii: "["), byte == UInt8(ascii: "]") {
        return
      }
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["), !isAt("{{") else { return try readScalar() }
      guard open.count < 512 else { throw problem("the brackets are nested too deeply") }
      open.append((byte, place))
      place += 1
    }
  }

  private mutating func readKey() throws(Problem) {
    guard byte == UInt8(ascii: "\"") || isAt("{{") else {
      throw problem(
        place == bytes.count ? unclosed : "expected a key in quotes", at: place == bytes.count ? open.last?.offset : nil
      )
    }
    if byte == UInt8(ascii: "\"") { try readString() } else { try readVariable() }
    try skipBlanks()
    guard byte == UInt8(ascii: ":") else { throw problem("expected \":\" after the key") }
    place += 1
    try skipBlanks()
  }

  /// Closes containers, until there is another item or none is open.
  private mutating func closeOrContinue() throws(Problem) {
    while let last = open.last {
      try skipBlanks()
      let closer = last.byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if byte == closer {
        place += 1
        open.removeLast()
        continue
      }
      guard byte == UInt8(ascii: ",") else {
        if place == bytes.count { throw problem(unclosed, at: last.offset) }
        throw problem("expected \",\" or \"\(Character(Unicode.Scalar(closer)))\"")
      }
      place += 1
      try skipBlanks()
      guard byte == closer else { return }
      hasTrailingCommas = true
    }
  }

  private var unclosed: String {
    "the \"\(Character(Unicode.Scalar(open.last?.byte ?? UInt8(ascii: "{"))))\" is not closed"
  }

  // MARK: Scalars

  private mutating func readScalar() throws(Problem) {
    if isAt("{{") {
      try readVariable()
      while isAt("{{") { try readVariable() }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
    case UInt8(ascii: "t") where isAt("true"), UInt8(ascii: "n") where isAt("null"): place += 4
    case UInt8(ascii: "f") where isAt("false"): place += 5
    default: throw noValue
    }
    if place < bytes.count, byte.isNameByte {
      throw problem("expected a value: words other than true, false and null need quotes")
    }
  }

  private var noValue: Problem {
    if place == bytes.count {
      return open.last.map { problem(unclosed, at: $0.offset) } ?? problem("a value is missing at the end")
    }
    return byte.isNameByte
      ? problem("expected a value: words other than true, false and null need quotes") : problem("expected a value")
  }

  private mutating func readVariable() throws(Problem) {
    let start = place
    hasVariables = true
    var depth = 0
    repeat {
      guard place < bytes.count, bytes[place] != 0x0A else {
        throw problem("the variable is not closed with }}", at: start)
      }
      // The braces in `{{'{{'}}` open nothing.
      let isOpening = isAt("{{") && (place == start || bytes[place - 1] != UInt8(ascii: "'"))
      let isClosing = isAt("}}")
      depth += isOpening ? 1 : isClosing ? -1 : 0
      place += isOpening || isClosing ? 2 : 1
    } while depth > 0
  }

  private mutating func readString() throws(Problem) {
    let start = place
    place += 1
    while true {
      guard place < bytes.count, bytes[place] != 0x0A else { throw problem("the string is not closed", at: start) }
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        return
      case UInt8(ascii: "\\"): try readEscape()
      case 0..<0x20:
        let escape = "\\u" + bytes[place].padded(to: 4, radix: 16)
        throw problem("a control character in a string must be written as \(escape)")
      default: place += 1
      }
    }
  }

  private mutating func readEscape() throws(Problem) {
    guard place + 1 < bytes.count else { throw problem("the string is not closed") }
    switch bytes[place + 1] {
    case UInt8(ascii: "u"):
      let digits = bytes[(place + 2)...].prefix(4)
      guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
        throw problem("\\u needs four hexadecimal digits")
      }
      place += 6
    case let next where "\"\\/bfnrt".utf8.contains(next): place += 2
    default: throw problem("there is no such escape: a backslash is written as \\\\")
    }
  }

  private mutating func readNumber() throws(Problem) {
    let start = place
    if byte == UInt8(ascii: "-") { place += 1 }
    let whole = skipDigits()
    if whole == 0 || (whole > 1 && bytes[place - whole] == UInt8(ascii: "0")) {
      throw problem(whole == 0 ? "a digit must follow the minus" : "a number cannot begin with 0", at: start)
    }
    if byte == UInt8(ascii: ".") {
      place += 1
      if skipDigits() == 0 { throw problem("a digit must follow the decimal point") }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      place += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
      if skipDigits() == 0 { throw problem("a digit must follow the exponent") }
    }
  }

  private mutating func skipDigits() -> Int {
    let start = place
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    return place - start
  }
}

extension JSONCheck.Problem {
  /// `3:14 — expected a value`.
  package func description(in text: String) -> String {
    "\(TextPosition(offset: offset, in: Array(text.utf8))) — \(sentence)"
  }
}

extension UInt8 {
  /// Whether it may be part of a name.
  package var isNameByte: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F
      || self >= 0x80
  }
}
