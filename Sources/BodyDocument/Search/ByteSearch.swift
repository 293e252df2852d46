/// Finds a piece of text in bytes, case-smart: a needle without capitals matches capitals too. Only ASCII letters have a case here.
///
/// Boyer and Moore's search in Horspool's form: most bytes are never looked at.
struct ByteSearch {
  private let needle: [UInt8]
  /// How far the window moves when it ends in a byte.
  private let shifts: [Int]
  private let ignoresCase: Bool

  /// `nil` for an empty needle.
  init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    let ignoresCase = !text.contains(where: \.isUppercase)
    let needle = Array(text.utf8)
    var shifts = [Int](repeating: needle.count, count: 256)
    for (index, byte) in needle.dropLast().enumerated() {
      shifts[Int(byte)] = needle.count - 1 - index
      if ignoresCase { shifts[Int(byte.uppercase)] = needle.count - 1 - index }
    }
    self.needle = needle
    self.shifts = shifts
    self.ignoresCase = ignoresCase
  }

  /// The start of the first hit that lies in `range`.
  func first(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    needle.withUnsafeBufferPointer { needle in
      shifts.withUnsafeBufferPointer { shifts in
        var start = range.lowerBound
        let last = needle.count - 1
        while start + last < range.upperBound {
          let byte = bytes[start + last]
          if matches(byte, needle[last]), matches(bytes, at: start, needle) { return start }
          start += shifts[Int(byte)]
        }
        return nil
      }
    }
  }

  /// The start of the last hit that lies in `range`: forward in pieces taken from the back.
  func last(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    let piece = 1 << 16
    var end = range.upperBound
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - piece)
      // A hit may begin in this piece and end in the next one.
      let window = start..<min(range.upperBound, end + needle.count - 1)
      var found: Int?
      var from = start
      while let hit = first(in: bytes, from..<window.upperBound) { (found, from) = (hit, hit + 1) }
      if let found { return found }
      end = start
    }
    return nil
  }

  /// Hits that do not overlap.
  func count(in bytes: UnsafeRawBufferPointer) -> Int {
    var hits = 0
    var from = 0
    while let hit = first(in: bytes, from..<bytes.count) { (hits, from) = (hits + 1, hit + needle.count) }
    return hits
  }

  @inline(__always)
  private func matches(_ byte: UInt8, _ wanted: UInt8) -> Bool {
    byte == wanted || (ignoresCase && byte.lowercase == wanted)
  }

  private func matches(_ bytes: UnsafeRawBufferPointer, at start: Int, _ needle: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<needle.count where !matches(bytes[start + index], needle[index]) { return false }
    return true
  }
}

extension UInt8 {
  fileprivate var lowercase: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
  fileprivate var uppercase: UInt8 { self &- UInt8(ascii: "a") < 26 ? self & ~0x20 : self }
}
