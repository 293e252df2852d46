/// Reads items one by one, without a library: the bytes are masked and searched where none is installed, too.
package struct ItemReader {
  private let text: UnsafeRawBufferPointer
  private let encoding: BinaryEncoding

  package init(_ bytes: UnsafeRawBufferPointer, as encoding: BinaryEncoding) {
    (text, self.encoding) = (bytes, encoding)
  }

  package func item(at place: Int) -> BinaryItem {
    switch encoding {
    case .cbor: cbor(at: place)
    case .messagePack: messagePack(at: place)
    }
  }

  // MARK: CBOR

  private func cbor(at place: Int) -> BinaryItem {
    let (kind, info) = (text[place] >> 5, text[place] & 31)
    if info == 31 { return indefinite(kind, at: place) }
    guard let (value, start) = argument(info, at: place) else { return info < 28 ? .cut : .malformed }
    let bytes = place + 1..<start
    switch kind {
    case 0: return .number(.positive(value), bytes)
    case 1: return .number(.negative(value), bytes)
    case 2, 3: return string(value, from: start, isText: kind == 3)
    case 7 where bytes.count > 1: return .number(.real(Self.real(value, bytes.count)), bytes)
    default: return .other(end: start)
    }
  }

  /// Returns the argument of a head, and the end of it.
  private func argument(_ info: UInt8, at place: Int) -> (UInt64, end: Int)? {
    guard info > 23 else { return (UInt64(info), place + 1) }
    return info < 28 ? number(1 << Int(info - 24), at: place + 1) : nil
  }

  private func indefinite(_ kind: UInt8, at place: Int) -> BinaryItem {
    switch kind {
    case 2, 3: chunks(kind, from: place + 1)
    // Lists, maps and the end of one.
    case 4, 5, 7: .other(end: place + 1)
    default: .malformed
    }
  }

  private func chunks(_ kind: UInt8, from start: Int) -> BinaryItem {
    var (chunks, place) = ([Range<Int>](), start)
    while place < text.count {
      if text[place] == 0xFF { return .chunks(chunks, isText: kind == 3, end: place + 1) }
      let info = text[place] & 31
      guard text[place] >> 5 == kind, info < 28 else { return .malformed }
      guard let (count, start) = argument(info, at: place),
        case .string(let chunk, _) = string(count, from: start, isText: kind == 3)
      else { return .cut }
      chunks.append(chunk)
      place = chunk.upperBound
    }
    return .cut
  }

  // MARK: MessagePack

  private func messagePack(at place: Int) -> BinaryItem {
    let head = text[place]
    switch head {
    case 0xA0...0xBF: return string(UInt64(head & 31), from: place + 1, isText: true)
    case 0xC1: return .malformed
    case 0xC4...0xC6: return string(1 << Int(head - 0xC4), at: place)
    case 0xC7...0xC9: return string(1 << Int(head - 0xC7), at: place, behind: 1)
    case 0xCA, 0xCB: return numeral(4 << Int(head - 0xCA), at: place) { .real(Self.real($0, $1)) }
    case 0xCC...0xCF: return numeral(1 << Int(head - 0xCC), at: place) { value, _ in .positive(value) }
    case 0xD0...0xD3: return numeral(1 << Int(head - 0xD0), at: place, Self.signed)
    case 0xD4...0xD8: return string(1 << UInt64(head - 0xD4), from: place + 2, isText: false)
    case 0xD9...0xDB: return string(1 << Int(head - 0xD9), at: place, isText: true)
    case 0xDC, 0xDE: return place + 3 > text.count ? .cut : .other(end: place + 3)
    case 0xDD, 0xDF: return place + 5 > text.count ? .cut : .other(end: place + 5)
    // Small numbers, short lists and maps, and constants.
    default: return .other(end: place + 1)
    }
  }

  private func numeral(_ size: Int, at place: Int, _ make: (UInt64, _ size: Int) -> BinaryItem.Number) -> BinaryItem {
    guard let (value, end) = number(size, at: place + 1) else { return .cut }
    return .number(make(value, size), place + 1..<end)
  }

  private static func signed(_ value: UInt64, _ size: Int) -> BinaryItem.Number {
    let unused = 64 - 8 * size
    let number = Int64(bitPattern: value << UInt64(unused)) >> Int64(unused)
    return number < 0 ? .negative(UInt64(bitPattern: -1 - number)) : .positive(value)
  }

  /// A string whose length has `size` bytes.
  ///
  /// - Parameter gap: The bytes between the length and the content.
  private func string(_ size: Int, at place: Int, behind gap: Int = 0, isText: Bool = false) -> BinaryItem {
    guard let (count, start) = number(size, at: place + 1) else { return .cut }
    return string(count, from: start + gap, isText: isText)
  }

  // MARK: Both

  private func string(_ count: UInt64, from start: Int, isText: Bool) -> BinaryItem {
    guard start <= text.count, count <= UInt64(text.count - start) else {
      return .cutString(from: min(start, text.count), isText: isText)
    }
    return .string(start..<start + Int(count), isText: isText)
  }

  /// Returns a number of `size` bytes in big-endian order, and the end of it.
  private func number(_ size: Int, at start: Int) -> (UInt64, end: Int)? {
    guard start + size <= text.count else { return nil }
    return (text[start..<start + size].reduce(0) { $0 << 8 | UInt64($1) }, start + size)
  }

  /// The value of a floating-point number of 2, 4 or 8 bytes.
  private static func real(_ bits: UInt64, _ size: Int) -> Double {
    switch size {
    case 8: return Double(bitPattern: bits)
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    default:
      let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 1023))
      // RFC 8949, appendix D.
      let size: Double =
        switch exponent {
        case 0: fraction * 0x1p-24
        case 31: fraction == 0 ? .infinity : .nan
        default: (fraction + 1024) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
        }
      return bits >> 15 == 1 ? -size : size
    }
  }
}
