import Foundation
import RequestModel

/// Finished rows, in memory or mapped from an anonymous file if there are many.
struct RowStore: Sendable {
  private enum Place: Sendable {
    case memory(ContiguousArray<Row>)
    case file(Data)
  }

  private let place: Place
  let count: Int

  init(_ rows: ContiguousArray<Row>) {
    count = rows.count
    place = .memory(rows)
  }

  /// - Parameter contents: A whole number of rows.
  init(contents: Data) {
    count = contents.count / MemoryLayout<Row>.stride
    place = .file(contents)
  }

  @inline(__always)
  subscript(row: Int) -> Row { withUnsafeBufferPointer { $0[row] } }

  @inline(__always)
  func withUnsafeBufferPointer<Result, Problem: Error>(
    _ body: (UnsafeBufferPointer<Row>) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    switch place {
    case .memory(let rows):
      return try rows.withUnsafeBufferPointer(body)
    case .file(let data):
      var result: Swift.Result<Result, Problem>?
      data.withUnsafeBytes { bytes in
        do throws(Problem) {
          result = .success(try body(bytes.assumingMemoryBound(to: Row.self)))
        } catch {
          result = .failure(error)
        }
      }
      guard let result else { preconditionFailure("The rows were not read") }
      return try result.get()
    }
  }
}

extension RowStore: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
}
