import Foundation
import RequestModel

/// Rows in memory or, where they are many, in a file without a name, so that a body of hundreds of megabytes does not keep as much again
/// of the memory that others may need.
struct RowStore: Sendable {
  private enum Place: Sendable {
    case memory(ContiguousArray<Row>)
    case file(Data)
  }

  private let place: Place
  let count: Int

  /// In bytes, of rows that stay in memory.
  private static let memoryLimit = 32 << 20

  init(_ rows: ContiguousArray<Row>) {
    count = rows.count
    place = Self.file(of: rows).map(Place.file) ?? .memory(rows)
  }

  /// `nil` where they are few, or no file can be written.
  private static func file(of rows: ContiguousArray<Row>) -> Data? {
    guard rows.count * MemoryLayout<Row>.stride > memoryLimit, let file = NamelessFile() else { return nil }
    return rows.withUnsafeBytes { file.append($0) } ? file.contents : nil
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
      guard let result else { preconditionFailure("rows that were not read") }
      return try result.get()
    }
  }
}

extension RowStore: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
}
