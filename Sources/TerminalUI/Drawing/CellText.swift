/// The characters of one cell: a base and up to four marks, as many as `cchar_t` holds.
///
/// Packed into two words: frames have thousands of cells, which are copied and compared at each key, and strings would
/// cost reference counting.
package struct CellText: Equatable, Sendable {
  // 21 bits per scalar from the lowest: three in the first word, two in the second. 0 means no scalar, as U+0000 is
  // never drawn.
  private var first: UInt64 = 0
  private var second: UInt64 = 0

  package static let maxCount = 5
  private static let width: UInt64 = 21

  /// No characters, as in the second cell of a wide one.
  init() {}

  init(_ scalar: Unicode.Scalar) { first = UInt64(scalar.value) }

  /// Keeps the first five scalars.
  package init(_ text: String) {
    for (index, scalar) in text.unicodeScalars.prefix(Self.maxCount).enumerated() { set(scalar, at: index) }
  }

  package var count: Int {
    var count = 0
    while count < Self.maxCount, value(at: count) != 0 { count += 1 }
    return count
  }

  /// Appends a scalar. Does nothing if there are five scalars already.
  mutating func append(_ scalar: Unicode.Scalar) {
    let count = count
    if count < Self.maxCount { set(scalar, at: count) }
  }

  /// The scalar at an index below 5; 0 after the last one.
  package func value(at index: Int) -> UInt32 {
    let word = index < 3 ? first : second
    return UInt32(truncatingIfNeeded: word >> (Self.width * UInt64(index % 3)) & (1 << Self.width - 1))
  }

  private mutating func set(_ scalar: Unicode.Scalar, at index: Int) {
    let bits = UInt64(scalar.value) << (Self.width * UInt64(index % 3))
    if index < 3 { first |= bits } else { second |= bits }
  }

  package var string: String {
    var text = ""
    for index in 0..<Self.maxCount {
      guard let scalar = Unicode.Scalar(value(at: index)), scalar.value != 0 else { break }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
