/// A part of a text: some bytes of UTF-8 with precomputed facts.
struct TextChunk: Equatable, Sendable {
  private(set) var bytes: [UInt8]
  let count: Int
  let lineBreaks: Int
  /// The columns after the last line break.
  let lastLine: ColumnCount

  static let lineBreak = UInt8(ascii: "\n")
  /// The size of new chunks, and the size from which chunks are split.
  static let size = 2_048
  static let limit = 4_096

  init(_ bytes: [UInt8], tabWidth: Int) {
    self.bytes = bytes
    count = bytes.count
    var breaks = 0
    var start = 0
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == Self.lineBreak {
        breaks += 1
        start = index + 1
      }
    }
    lineBreaks = breaks
    lastLine = ColumnCount(bytes[start...], tabWidth: tabWidth)
  }

  /// Splits bytes into chunks, each of which begins with a character that does not combine with the one before.
  static func chunks(of bytes: [UInt8], tabWidth: Int) -> [TextChunk] {
    guard bytes.count > limit else { return bytes.isEmpty ? [] : [TextChunk(bytes, tabWidth: tabWidth)] }
    var chunks: [TextChunk] = []
    chunks.reserveCapacity(bytes.count / size + 1)
    var start = 0
    while start < bytes.count {
      let end = bytes.count - start <= limit ? bytes.count : division(of: bytes, from: start)
      chunks.append(TextChunk(Array(bytes[start..<end]), tabWidth: tabWidth))
      start = end
    }
    return chunks
  }

  private static func division(of bytes: [UInt8], from start: Int) -> Int {
    let wanted = start + size
    let nearby = (wanted - size / 2)..<wanted
    if let place = nearby.last(where: { bytes[$0] < 0x80 }) { return place }
    return nearby.last { bytes[$0] & 0xC0 != 0x80 && !continuesCharacter(bytes[$0..<min(bytes.count, $0 + 4)]) }
      ?? nearby.last { bytes[$0] & 0xC0 != 0x80 } ?? wanted
  }

  /// Whether the bytes begin with a mark or joiner that belongs to the character before.
  static func continuesCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first >= 0x80,
      let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first
    else { return false }
    switch CharacterWidth.kind(of: scalar) {
    case .combining, .joiner: return true
    case .narrow, .wide, .mark: return false
    }
  }
}
