internal import Foundation

/// An escape in a JSON body.
struct JSONEscape {
  /// Its bytes, including both halves of a surrogate pair.
  let range: Range<Int>
  /// The decoded character; `nil` for a lone surrogate.
  let character: Unicode.Scalar?

  /// Reads the escape at a backslash; `nil` if the text ends within it.
  init?(at start: Int, in bytes: UnsafeRawBufferPointer, before end: Int) {
    guard start + 1 < end else { return nil }
    if let simple = Self.meaning(of: bytes[start + 1]) {
      (range, character) = (start..<start + 2, simple)
      return
    }
    guard let first = Self.unit(at: start, in: bytes, before: end) else { return nil }
    if (0xD800..<0xDC00).contains(first), let second = Self.unit(at: start + 6, in: bytes, before: end),
      (0xDC00..<0xE000).contains(second)
    {
      range = start..<start + 12
      character = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    } else {
      (range, character) = (start..<start + 6, Unicode.Scalar(first))
    }
  }

  /// Whether the pretty view shows the decoded character. Quotes, backslashes, control and invisible characters stay
  /// escaped.
  var isShownDecoded: Bool {
    guard let character, character != "\"", character != "\\" else { return false }
    if character.value < 0x7F { return character.value >= 0x20 }
    if character.value == 0x200C || character.value == 0x200D || character.properties.isVariationSelector {
      return true
    }
    switch character.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: return false
    default: return !character.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func meaning(of kind: UInt8) -> Unicode.Scalar? {
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(kind)
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    default: nil
    }
  }

  /// The code unit of a `\u` escape that begins at `start`.
  private static func unit(at start: Int, in bytes: UnsafeRawBufferPointer, before end: Int) -> UInt32? {
    guard start + 6 <= end, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt32 = 0
    for offset in start + 2..<start + 6 {
      guard let digit = bytes[offset].hexDigit else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }
}

extension UInt8 {
  fileprivate var hexDigit: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self & 0x0F)
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self & 0x0F + 9)
    default: nil
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The first backslash in a range.
  func firstBackslash(in range: Range<Int>) -> Int? {
    guard !range.isEmpty, let base = baseAddress else { return nil }
    return memchr(base + range.lowerBound, Int32(UInt8(ascii: "\\")), range.count).map {
      base.distance(to: UnsafeRawPointer($0))
    }
  }

  /// The escape that contains `offset` after its backslash, if any.
  func escape(around offset: Int) -> JSONEscape? {
    for start in stride(from: offset - 1, through: Swift.max(0, offset - 11), by: -1)
    where self[start] == UInt8(ascii: "\\") && !isEscaped(start) {
      // The second half of a surrogate pair is found before its first half.
      if let escape = JSONEscape(at: start, in: self, before: count), escape.range.upperBound > offset,
        !isSecondHalf(escape)
      {
        return escape
      }
    }
    return nil
  }

  private func isSecondHalf(_ escape: JSONEscape) -> Bool {
    let start = escape.range.lowerBound - 6
    guard escape.character == nil, start >= 0, self[start] == UInt8(ascii: "\\"), !isEscaped(start) else {
      return false
    }
    return JSONEscape(at: start, in: self, before: count)?.range.count == 12
  }

  /// Whether a backslash is escaped by another one. The search back is limited, so that a body of nothing but backslashes
  /// does not take quadratic time.
  private func isEscaped(_ backslash: Int) -> Bool {
    let longestRun = 64
    var start = backslash
    while start > 0, backslash - start < longestRun, self[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return (backslash - start) % 2 == 1
  }

  /// Moves `offset` back to the start of the character or escape that contains it.
  func escapeStart(_ offset: Int) -> Int {
    let start = characterStart(offset)
    return escape(around: start)?.range.lowerBound ?? start
  }
}
