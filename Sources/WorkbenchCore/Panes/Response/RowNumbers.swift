/// The numbers of some rows, in order.
package struct RowNumbers: Equatable, Sendable {
  private var numbers = ChunkedArray<Int32>()
  /// Changes with the choice of rows. Those of one choice are only added to.
  private let generation: Int

  init(generation: Int) { self.generation = generation }

  package static func == (a: RowNumbers, b: RowNumbers) -> Bool {
    a.generation == b.generation && a.count == b.count
  }

  package var count: Int { numbers.count }

  package subscript(row: Int) -> Int { Int(numbers[row]) }

  mutating func append(_ number: Int) { numbers.append(Int32(number)) }

  /// The row of a number, or of the first one after it; the number of rows if there is none.
  func row(of number: Int) -> Int { numbers.partitioningIndex { Int($0) >= number } }
}
