import TestSupport

// The part of HTTP/2 that tests need of a server (RFC 9113).
extension RawConnection {
  /// Reads the preface of a connection and sends SETTINGS.
  func acceptHTTP2() throws {
    _ = try readBytes(24)
    try send(Self.frame(4))
  }

  /// Reads until the head of a stream arrives, and returns the ID of the stream.
  @discardableResult
  func readHTTP2Stream() throws -> UInt32 {
    while true {
      let head = try readBytes(9)
      _ = try readBytes(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
      if head[3] == 1 { return head[5...8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    }
  }

  static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
    let id = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: stream >> $0) }
    return [0, 0, UInt8(payload.count), type, flags] + id + payload
  }
}
