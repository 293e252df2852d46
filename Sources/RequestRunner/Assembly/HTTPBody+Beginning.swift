internal import Foundation
internal import RequestClient

extension HTTPBody {
  /// Bytes in memory, or as many of a file's or form's as `limit` allows and a line that says how many there are.
  func beginning(limit: Int) -> Data {
    if case .data(let data) = self { return data }
    // What keeps it from being read keeps it from being sent, and is told there.
    guard let reader = try? open(whenReady: {}) else { return Data() }
    var kept = Data()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while kept.count < limit {
      guard case .bytes(let count) = try? buffer.withUnsafeMutableBytes({ try reader.read(into: $0) }) else {
        return kept
      }
      kept.append(contentsOf: buffer[..<count])
    }
    if let length = reader.length, length > kept.count {
      kept.append(Data("\n… the first \(kept.count) of \(length) bytes; the rest is in the files\n".utf8))
    }
    return kept
  }
}
