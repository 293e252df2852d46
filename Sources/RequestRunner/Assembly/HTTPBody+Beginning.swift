internal import Foundation

extension HTTPBody {
  /// Returns the bytes in memory, or the first `limit` bytes of a file or form, and the omission after them.
  func beginning(limit: Int) -> (bytes: Data, omission: BodyOmission?) {
    if case .data(let data) = self { return (data, nil) }
    // Sending an unreadable file fails and reports it.
    guard let reader = try? open(whenReady: {}) else { return (Data(), nil) }
    var kept = Data()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while kept.count < limit,
      case .bytes(let count) = try? buffer.withUnsafeMutableBytes({ try reader.read(into: $0) })
    {
      kept.append(contentsOf: buffer[..<count])
    }
    guard let length = reader.length, length > kept.count else { return (kept, nil) }
    let reason = "history keeps the first \(BodyLimit(byteCount: limit).text) of a body read from files"
    return (kept, BodyOmission(byteCount: length - kept.count, reason: reason))
  }
}
