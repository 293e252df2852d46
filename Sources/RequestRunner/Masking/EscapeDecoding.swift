/// Decodes the escapes of a text in every way they could be meant: JSON, JavaScript and shell backslashes,
/// percent-encoding, HTML entities and quoted-printable, mixed and nested a few levels deep.
///
///     \/  \"  \u002F  \u{2f}  \x2F     %2F  %u002F  +     &amp;  &#47;  &#x2F;     =2F
///
/// A nested escape (`\\u002F`, `%252F`, `&amp;#47;`) is decoded as one escape with a run of introducers, so the cost
/// does not grow with the nesting depth.
struct EscapeDecoding {
  private let text: UnsafeRawBufferPointer

  /// The maximum depth of nested escapes.
  private static let deepest = 3
  /// The maximum number of backslashes of an escape. Each level doubles them.
  private static let longestRun = 16

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// Receives a possible reading; `nil` if the text ends inside an escape.
  typealias Visit = (DecodedUnit?) -> Void

  /// Visits every reading of the byte at `place`: the byte itself first, then the escapes it may begin.
  func units(at place: Int, _ visit: Visit) { units(at: place, Self.deepest, visit) }

  private func units(at place: Int, _ depth: Int, _ visit: Visit) {
    guard place < text.count else { return visit(nil) }
    visit(DecodedUnit(byte: text[place], end: place + 1))
    escapes(text[place], place + 1, depth, visit)
  }

  /// Visits the escapes that the byte at `place` may begin.
  func escapes(at place: Int, _ visit: Visit) { escapes(text[place], place + 1, Self.deepest, visit) }

  /// - Parameter place: The offset after the introducer, which may itself have been escaped.
  private func escapes(_ introducer: UInt8, _ place: Int, _ depth: Int, _ visit: Visit) {
    guard depth > 0 else { return }
    switch introducer {
    case UInt8(ascii: "\\"): backslash(place, depth, visit)
    case UInt8(ascii: "%"): percent(place, depth, visit)
    case UInt8(ascii: "&"): entity(place, depth, visit)
    case UInt8(ascii: "="): quotedPrintable(place, depth, visit)
    case UInt8(ascii: "+"): visit(DecodedUnit(byte: 0x20, end: place))
    default: break
    }
  }

  /// Visits a unit, and the escapes of other kinds that it introduces.
  private func pass(_ unit: DecodedUnit?, _ introducer: UInt8, _ depth: Int, _ visit: Visit) {
    guard let unit else { return }
    visit(unit)
    // An escaped `+` is a plus, not a space.
    guard unit.count == 1, unit.first != introducer, unit.first != UInt8(ascii: "+") else { return }
    escapes(unit.first, unit.end, depth - 1, visit)
  }

  // MARK: Backslashes

  private func backslash(_ start: Int, _ depth: Int, _ visit: Visit) {
    var (place, count) = (start, 1)
    while count <= Self.longestRun, case .at(let next) = character(place, UInt8(ascii: "\\")) {
      (place, count) = (next, count + 1)
      if count & (count - 1) == 0 { visit(DecodedUnit(byte: UInt8(ascii: "\\"), end: place)) }
    }
    guard count <= Self.longestRun else { return }
    units(at: place, depth - 1) { unit in
      guard let unit else { return visit(nil) }
      guard unit.count == 1 else { return }
      switch unit.first {
      case UInt8(ascii: "\\"): break
      case UInt8(ascii: "u"): unicode(unit.end, depth, visit)
      case UInt8(ascii: "x"): coded(unit.end, UInt8(ascii: "\\"), depth, visit)
      default:
        let meant = Self.meaning(ofEscaped: unit.first)
        pass(meant.map { DecodedUnit(byte: $0, end: unit.end) }, UInt8(ascii: "\\"), depth, visit)
      }
    }
  }

  private static func meaning(ofEscaped byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    // JSON escapes three of these; shells and other languages any.
    case 0x20...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: byte
    default: nil
    }
  }

  /// Decodes the digits after `\u`.
  private func unicode(_ place: Int, _ depth: Int, _ visit: Visit) {
    if case .at(let digits) = character(place, UInt8(ascii: "{")) { return braced(digits, depth, visit) }
    guard let (high, end) = hex(place, count: 4, visit) else { return }
    guard (0xD800..<0xDC00).contains(high) else {
      return pass(DecodedUnit(scalar: high, end: end), UInt8(ascii: "\\"), depth, visit)
    }
    guard let second = secondUnicode(end, visit), let (low, pairEnd) = hex(second, count: 4, visit),
      (0xDC00..<0xE000).contains(low)
    else { return }
    visit(DecodedUnit(scalar: 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), end: pairEnd))
  }

  /// Returns the offset after the second `\u` of a surrogate pair, with any number of backslashes.
  private func secondUnicode(_ start: Int, _ visit: Visit) -> Int? {
    var place = start
    while place - start < Self.longestRun * 3, case .at(let next) = character(place, UInt8(ascii: "\\")) {
      place = next
    }
    if place == start {
      // The text may end inside its first backslash.
      if case .ranOut = character(place, UInt8(ascii: "\\")) { visit(nil) }
      return nil
    }
    return expected(place, UInt8(ascii: "u"), visit)
  }

  /// Decodes `\u{1F511}` after its `{`.
  private func braced(_ place: Int, _ depth: Int, _ visit: Visit) {
    guard let (value, after) = number(place, radix: 16, visit),
      let end = expected(after, UInt8(ascii: "}"), visit)
    else { return }
    pass(DecodedUnit(scalar: value, end: end), UInt8(ascii: "\\"), depth, visit)
  }

  // MARK: Percent-encoding and quoted-printable

  private func percent(_ start: Int, _ depth: Int, _ visit: Visit) {
    var (place, level) = (start, 0)
    while true {
      if place < text.count, text[place] | 0x20 == UInt8(ascii: "u") {
        guard let (value, end) = hex(place + 1, count: 4, visit) else { return }
        return pass(DecodedUnit(scalar: value, end: end), UInt8(ascii: "%"), depth, visit)
      }
      guard let (value, end) = hex(place, count: 2, visit) else { return }
      pass(DecodedUnit(byte: UInt8(value), end: end), UInt8(ascii: "%"), depth, visit)
      level += 1
      guard value == 0x25, level <= Self.deepest else { return }
      place = end
    }
  }

  private func quotedPrintable(_ place: Int, _ depth: Int, _ visit: Visit) {
    guard place < text.count else { return visit(nil) }
    guard text[place] == 0x0D || text[place] == 0x0A else {
      return coded(place, UInt8(ascii: "="), depth, visit)
    }
    // A soft line break: the text continues after it.
    guard text[place] == 0x0D else { return units(at: place + 1, depth - 1, visit) }
    guard place + 1 < text.count else { return visit(nil) }
    if text[place + 1] == 0x0A { units(at: place + 2, depth - 1, visit) }
  }

  /// Decodes a byte written as two hexadecimal digits.
  private func coded(_ place: Int, _ introducer: UInt8, _ depth: Int, _ visit: Visit) {
    guard let (value, end) = hex(place, count: 2, visit) else { return }
    pass(DecodedUnit(byte: UInt8(value), end: end), introducer, depth, visit)
  }

  // MARK: Entities

  private func entity(_ start: Int, _ depth: Int, _ visit: Visit) {
    var (place, level) = (start, 0)
    while true {
      switch character(place, UInt8(ascii: "#")) {
      case .ranOut: return visit(nil)
      case .at(let digits): return numericEntity(digits, depth, visit)
      case .another: break
      }
      guard let (scalar, end) = namedEntity(place, visit) else { return }
      pass(DecodedUnit(scalar: scalar, end: end), UInt8(ascii: "&"), depth, visit)
      level += 1
      guard scalar == 0x26, level <= Self.deepest else { return }
      place = end
    }
  }

  private func namedEntity(_ place: Int, _ visit: Visit) -> (scalar: UInt32, end: Int)? {
    var (name, count): (UInt64, Int) = (0, 0)
    while place + count < text.count, count < HTMLEntities.longestName, text[place + count].isASCIIAlphanumeric {
      name = HTMLEntities.appending(text[place + count], to: name)
      count += 1
    }
    if place + count == text.count {
      visit(nil)
      return nil
    }
    guard count > 1, let scalar = HTMLEntities.scalar(named: name),
      let end = expected(place + count, UInt8(ascii: ";"), visit)
    else { return nil }
    return (scalar.value, end)
  }

  private func numericEntity(_ place: Int, _ depth: Int, _ visit: Visit) {
    guard place < text.count else { return visit(nil) }
    let isHex = text[place] | 0x20 == UInt8(ascii: "x")
    guard let (value, after) = number(isHex ? place + 1 : place, radix: isHex ? 16 : 10, visit) else { return }
    // Browsers accept a missing semicolon.
    let end = expected(after, UInt8(ascii: ";"), visit) ?? after
    pass(DecodedUnit(scalar: value, end: end), UInt8(ascii: "&"), depth, visit)
  }

  // MARK: Parts of escapes

  private enum Found {
    case at(end: Int)
    case another
    case ranOut
  }

  /// Matches a character, plain or percent-encoded several times.
  private func character(_ place: Int, _ byte: UInt8) -> Found {
    guard place < text.count else { return .ranOut }
    if text[place] == byte { return .at(end: place + 1) }
    guard text[place] == UInt8(ascii: "%") else { return .another }
    var (digits, level) = (place + 1, 0)
    while level < Self.deepest, digits + 2 < text.count, text[digits] == UInt8(ascii: "2"),
      text[digits + 1] == UInt8(ascii: "5")
    {
      (digits, level) = (digits + 2, level + 1)
    }
    guard digits + 1 < text.count else { return .ranOut }
    return Self.byte(text[digits], text[digits + 1]) == byte ? .at(end: digits + 2) : .another
  }

  /// Returns the end of a required character.
  private func expected(_ place: Int, _ byte: UInt8, _ visit: Visit) -> Int? {
    switch character(place, byte) {
    case .at(let end): return end
    case .another: return nil
    case .ranOut:
      visit(nil)
      return nil
    }
  }

  private func hex(_ place: Int, count: Int, _ visit: Visit) -> (value: UInt32, end: Int)? {
    var value: UInt32 = 0
    for index in place..<place + count {
      guard index < text.count else {
        visit(nil)
        return nil
      }
      guard let digit = Self.digit(text[index]) else { return nil }
      value = value << 4 | digit
    }
    return (value, place + count)
  }

  /// Reads as many digits as there are.
  private func number(_ start: Int, radix: UInt32, _ visit: Visit) -> (value: UInt32, end: Int)? {
    var (place, value): (Int, UInt32) = (start, 0)
    while place < text.count, let digit = Self.digit(text[place]), digit < radix {
      value = value * radix + digit
      guard value < 0x110000 else { return nil }
      place += 1
    }
    if place == text.count { visit(nil) }
    guard place > start else { return nil }
    return (value, place)
  }

  /// Returns the byte that two hexadecimal digits represent.
  @inline(__always)
  static func byte(_ high: UInt8, _ low: UInt8) -> UInt8? {
    guard let high = digit(high), let low = digit(low) else { return nil }
    return UInt8(high << 4 | low)
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46, 0x61...0x66: UInt32(byte | 0x20) - 0x57
    default: nil
    }
  }
}

/// A decoded character and the offset after it.
struct DecodedUnit {
  /// UTF-8, the first byte lowest.
  let bytes: UInt32
  let count: Int
  let end: Int

  init(byte: UInt8, end: Int) { (bytes, count, self.end) = (UInt32(byte), 1, end) }

  /// Returns `nil` if `scalar` is not a Unicode scalar.
  init?(scalar: UInt32, end: Int) {
    guard let encoded = Unicode.Scalar(scalar).flatMap(UTF8.encode) else { return nil }
    var (bytes, count): (UInt32, Int) = (0, 0)
    for byte in encoded {
      bytes |= UInt32(byte) << UInt32(8 * count)
      count += 1
    }
    (self.bytes, self.count, self.end) = (bytes, count, end)
  }

  var first: UInt8 { UInt8(truncatingIfNeeded: bytes) }

  subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> UInt32(8 * index)) }
}
