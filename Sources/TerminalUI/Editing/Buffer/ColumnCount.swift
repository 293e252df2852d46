/// The width of a part of a line when drawn, independent of the column at which the part begins.
///
/// A tab ends at the next tab stop, so that the columns after it do not depend on those before.
struct ColumnCount: Equatable, Sendable {
  /// The columns before the first tab.
  var head = 0
  /// The columns after the stop of the first tab; `nil` without a tab.
  var tail: Int?

  /// The column that the part ends at.
  func end(from column: Int, tabWidth: Int) -> Int {
    guard let tail else { return column + head }
    return Self.stop(after: column + head, tabWidth) + tail
  }

  /// Appends the next part.
  mutating func append(_ next: ColumnCount, tabWidth: Int) {
    if let tail {
      self.tail = next.end(from: tail, tabWidth: tabWidth)
    } else {
      head += next.head
      tail = next.tail
    }
  }

  static func stop(after column: Int, _ tabWidth: Int) -> Int { (column / tabWidth + 1) * tabWidth }
}

extension ColumnCount {
  /// Measures a part of a line that begins with a whole character.
  init(_ bytes: ArraySlice<UInt8>, tabWidth: Int) {
    let isPlain = bytes.withUnsafeBufferPointer { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
    if isPlain {
      head = bytes.count
      return
    }
    for (index, part) in bytes.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).enumerated() {
      let width = String(decoding: part, as: UTF8.self).columns
      append(index == 0 ? ColumnCount(head: width) : ColumnCount(head: 0, tail: width), tabWidth: tabWidth)
    }
  }
}
