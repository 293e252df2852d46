internal import Glibc

/// An escape in a JSON string.
package struct JSONEscape {
  /// Its bytes, including both halves of a surrogate pair.
  package let range: Range<Int>
  /// The encoded code point, which may be a lone surrogate.
  private let codePoint: UInt32

  /// The decoded character; `nil` for a lone surrogate.
  package var character: Unicode.Scalar? { Unicode.Scalar(codePoint) }

  /// Reads the escape at a backslash; `nil` if the text ends within it.
  package init?(at start: Int, in bytes: UnsafeRawBufferPointer, before end: Int) {
    guard start + 1 < end else { return nil }
    if let simple = Self.meaning(of: bytes[start + 1]) {
      (range, codePoint) = (start..<start + 2, UInt32(simple))
      return
    }
    guard let first = Self.unit(at: start, in: bytes, before: end) else { return nil }
    if (0xD800..<0xDC00).contains(first), let second = Self.unit(at: start + 6, in: bytes, before: end),
      (0xDC00..<0xE000).contains(second)
    {
      (range, codePoint) = (start..<start + 12, 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    } else {
      (range, codePoint) = (start..<start + 6, first)
    }
  }

  private static func meaning(of kind: UInt8) -> UInt8? {
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): kind
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
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
      guard let digit = PercentEncoding.value(bytes[offset]) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}

extension JSONEscape {
  /// Decodes the content of a JSON string to UTF-8.
  ///
  /// - Parameters:
  ///   - escaped: Valid by RFC 8259. An unknown escape decodes to its letter.
  ///   - keepsSurrogates: Encodes lone surrogates as three bytes, so that each stays distinct from the others and from
  ///     U+FFFD, which they become otherwise.
  package static func decode(_ escaped: UnsafeRawBufferPointer, keepsSurrogates: Bool) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(escaped.count)
    var position = 0
    while let start = escaped.firstBackslash(in: position..<escaped.count), start + 1 < escaped.count {
      decoded.append(contentsOf: UnsafeRawBufferPointer(rebasing: escaped[position..<start]))
      if let escape = JSONEscape(at: start, in: escaped, before: escaped.count) {
        append(keepsSurrogates || escape.character != nil ? escape.codePoint : 0xFFFD, to: &decoded)
        position = escape.range.upperBound
      } else {
        decoded.append(escaped[start + 1])
        position = start + 2
      }
    }
    decoded.append(contentsOf: UnsafeRawBufferPointer(rebasing: escaped[position...]))
    return decoded
  }

  private static func append(_ codePoint: UInt32, to bytes: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: codePoint >> shift & 0x3F) }
    switch codePoint {
    case 0..<0x80: bytes.append(UInt8(codePoint))
    case 0..<0x800: bytes += [0xC0 | UInt8(codePoint >> 6), tail(0)]
    case 0..<0x10000: bytes += [0xE0 | UInt8(codePoint >> 12), tail(6), tail(0)]
    default: bytes += [0xF0 | UInt8(codePoint >> 18), tail(12), tail(6), tail(0)]
    }
  }
}

extension UnsafeRawBufferPointer {
  package func firstBackslash(in range: Range<Int>) -> Int? {
    guard !range.isEmpty, let base = baseAddress else { return nil }
    return memchr(base + range.lowerBound, Int32(UInt8(ascii: "\\")), range.count).map {
      base.distance(to: UnsafeRawPointer($0))
    }
  }
}
