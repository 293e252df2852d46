// User-perceived characters: grapheme clusters. A line break and the `\r` before it are two characters.
extension TextBuffer {
  /// The number of bytes decoded to find the ends of a character.
  private static let window = 256
  private static let maxWindow = 65_536

  package func characterEnd(after offset: Int) -> Int {
    guard let byte = byte(at: offset) else { return count }
    if byte < 0x80, byte == TextChunk.lineBreak || (self.byte(at: offset + 1) ?? 0) < 0x80 { return offset + 1 }
    var size = Self.window
    let lineEnd = lineEnd(of: offset)
    while true {
      let end = scalarStart(min(lineEnd, offset + size))
      let length = String(decoding: bytes(in: offset..<end), as: UTF8.self).first?.utf8.count ?? 1
      // A character that fills the window may be longer.
      if offset + length < end || end == lineEnd || size >= Self.maxWindow { return offset + length }
      size *= 4
    }
  }

  package func characterStart(before offset: Int) -> Int {
    guard let byte = byte(at: offset - 1) else { return 0 }
    if byte < 0x80, byte == TextChunk.lineBreak || (self.byte(at: offset - 2) ?? 0) < 0x80 { return offset - 1 }
    let text = text(in: decodableStart(before: offset)..<offset)
    return offset - (text.last?.utf8.count ?? 1)
  }

  /// The nearest end of a character from `offset` on.
  package func characterBoundary(from offset: Int) -> Int {
    guard offset > 0, let byte = byte(at: offset) else { return min(max(0, offset), count) }
    if byte < 0x80 { return offset }
    let start = characterStart(before: scalarEnd(offset))
    return start >= offset ? offset : characterEnd(after: start)
  }

  /// An offset in the line before `offset` at which a character certainly begins: between two ASCII characters.
  private func decodableStart(before offset: Int) -> Int {
    let lineStart = lineStart(of: offset - 1)
    var next: UInt8 = 0xFF
    var steps = 0
    let place = lastIndex(before: offset - 1) { byte in
      defer { next = byte }
      steps += 1
      return (byte < 0x80 && next < 0x80) || steps > Self.maxWindow
    }
    guard let place, place + 1 > lineStart else { return lineStart }
    return scalarStart(place + 1)
  }

  /// The start of the scalar that the byte at `offset` is part of.
  package func scalarStart(_ offset: Int) -> Int {
    var offset = offset
    while offset > 0, let byte = byte(at: offset), byte & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  private func scalarEnd(_ offset: Int) -> Int {
    var end = offset + 1
    while let byte = byte(at: end), byte & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// The number of characters between two character boundaries.
  package func characters(in range: Range<Int>) -> Int {
    let bytes = bytes(in: range)
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
    // Count each line break as a character.
    return bytes.split(separator: TextChunk.lineBreak, omittingEmptySubsequences: false).reduce(-1) {
      $0 + 1 + String(decoding: $1, as: UTF8.self).count
    }
  }
}
