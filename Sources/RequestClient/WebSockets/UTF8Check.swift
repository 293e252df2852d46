/// Checks that bytes are UTF-8 while they arrive, so that invalid text is noticed at its first wrong byte.
struct UTF8Check: Equatable {
  /// Number of continuation bytes that are missing.
  private var missing = 0
  /// The values that the next byte may have.
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether the text may end here.
  var isComplete: Bool { missing == 0 }

  /// - Returns: Whether all bytes so far can be the beginning of UTF-8.
  mutating func check(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place < bytes.count {
      if missing == 0 { place = Self.skipASCII(bytes, from: place) }
      guard place < bytes.count else { return true }
      if !check(bytes[place]) { return false }
      place += 1
    }
    return true
  }

  private static func skipASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start
    while place + 8 <= bytes.count,
      bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      place += 8
    }
    while place < bytes.count, bytes[place] < 0x80 { place += 1 }
    return place
  }

  private mutating func check(_ byte: UInt8) -> Bool {
    if missing > 0 {
      guard next.contains(byte) else { return false }
      (missing, next) = (missing - 1, 0x80...0xBF)
      return true
    }
    guard let (length, second) = UTF8Lead.sequence(byte) else { return byte < 0x80 }
    (missing, next) = (length - 1, second)
    return true
  }
}
