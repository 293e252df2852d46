internal import Foundation

/// Splits a tag like the HTML tokenizer (WHATWG HTML, 13.2.5.8 and following), which also works for well-formed XML.
struct TagReader {
  enum Part {
    case attribute, equals, value
    /// The `/` before the end.
    case slash
    /// `>`.
    case end
  }

  let bytes: UnsafeRawBufferPointer
  private(set) var position: Int
  private var expectsValue = false

  /// - Parameter position: The end of the tag's name.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, behindName position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The next part and its range; `nil` if the body ends within the tag.
  @inline(__always)
  mutating func next() -> (part: Part, range: Range<Int>)? {
    while position < bytes.count, bytes[position].isMarkupSpace { position += 1 }
    guard position < bytes.count else { return nil }
    let start = position
    let byte = bytes[start]
    if byte == UInt8(ascii: ">") { return readByte(as: .end) }
    if expectsValue {
      expectsValue = false
      return readValue(byte)
    }
    if byte == UInt8(ascii: "/") { return readByte(as: .slash) }
    if byte == UInt8(ascii: "="), start > 0, bytes[start - 1] != UInt8(ascii: "<") {
      expectsValue = true
      return readByte(as: .equals)
    }
    position += 1
    while position < bytes.count, !bytes[position].endsAttributeName { position += 1 }
    return position < bytes.count ? (.attribute, start..<position) : nil
  }

  @inline(__always)
  private mutating func readByte(as part: Part) -> (part: Part, range: Range<Int>) {
    position += 1
    return (part, position - 1..<position)
  }

  @inline(__always)
  private mutating func readValue(_ quote: UInt8) -> (part: Part, range: Range<Int>)? {
    let start = position
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      guard let end = bytes.offset(of: quote, from: start + 1) else {
        position = bytes.count
        return nil
      }
      position = end + 1
    } else {
      while position < bytes.count, !bytes[position].isMarkupSpace, bytes[position] != UInt8(ascii: ">") {
        position += 1
      }
      guard position < bytes.count else { return nil }
    }
    return (.value, start..<position)
  }
}

extension UnsafeRawBufferPointer {
  /// The first offset of `byte` at or after `start`.
  @inline(__always)
  func offset(of byte: UInt8, from start: Int) -> Int? {
    guard start < count, let base = baseAddress, let hit = memchr(base + start, Int32(byte), count - start) else {
      return nil
    }
    return UnsafeRawPointer(hit) - base
  }

  /// The first offset of a short `text` at or after `start`.
  func offset(of text: StaticString, from start: Int) -> Int? {
    var start = start
    while let hit = offset(of: text.utf8Start[0], from: start) {
      if has(text, at: hit) { return hit }
      start = hit + 1
    }
    return nil
  }

  /// Whether the bytes at `offset` equal `text`, which must be lower case if `ignoringCase`.
  @inline(__always)
  func has(_ text: StaticString, at offset: Int, ignoringCase: Bool = false) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, offset + length <= count else { return false }
    for index in 0..<length {
      var byte = self[offset + index]
      if ignoringCase, byte &- UInt8(ascii: "A") < 26 { byte |= 0x20 }
      guard byte == text.utf8Start[index] else { return false }
    }
    return true
  }
}

extension UInt8 {
  @inline(__always)
  fileprivate var endsAttributeName: Bool {
    isMarkupSpace || self == UInt8(ascii: "=") || self == UInt8(ascii: ">") || self == UInt8(ascii: "/")
  }
}
