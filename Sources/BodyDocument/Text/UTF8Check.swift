internal import RequestModel

/// The offset of the first invalid byte; `nil` if `bytes` is valid UTF-8.
///
/// Skips ASCII eight bytes at a time. `String(validating:)` would copy the body.
func firstInvalidUTF8(in bytes: UnsafeRawBufferPointer) -> Int? {
  var position = 0
  while position < bytes.count {
    if position + 8 <= bytes.count,
      bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      position += 8
    } else if bytes[position] < 0x80 {
      position += 1
    } else if let length = lengthOfMultiByteCharacter(at: position, in: bytes) {
      position += length
    } else {
      return position
    }
  }
  return nil
}

private func lengthOfMultiByteCharacter(at position: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
  guard let (length, second) = UTF8Lead.sequence(bytes[position]), position + length <= bytes.count,
    second.contains(bytes[position + 1])
  else { return nil }
  for offset in (position + 2)..<(position + length) where !(0x80...0xBF).contains(bytes[offset]) { return nil }
  return length
}

extension UnsafeRawBufferPointer {
  /// Moves `offset` back to the first byte of its character.
  func characterStart(_ offset: Int) -> Int {
    guard offset < count else { return count }
    var start = offset
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// The first byte of the character after the one at `offset`.
  func characterEnd(_ offset: Int) -> Int {
    var end = offset + 1
    while end < count, self[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }
}
