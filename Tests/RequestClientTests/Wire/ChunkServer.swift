import Foundation
import Synchronization
import TestSupport

/// Serves a body in chunks. Each is sent when the client has received the one before, which preserves chunk boundaries.
final class ChunkServer: Sendable {
  private let server: RawServer
  private let gates: [Gate]
  private let ends: [Int]
  private let count = Atomic(0)

  var url: String { server.url }

  init(_ chunks: [[UInt8]]) throws {
    let gates = chunks.map { _ in Gate() }
    self.gates = gates
    ends = chunks.indices.map { chunks[...$0].reduce(0) { $0 + $1.count } }
    let total = ends.last ?? 0
    server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      for (chunk, gate) in zip(chunks, gates) {
        try client.send(chunk)
        gate.waitOnThread()
      }
      client.waitForEnd()
    }
  }

  convenience init(_ chunks: String...) throws { try self.init(chunks.map { Array($0.utf8) }) }

  /// One byte per chunk.
  convenience init(bytesOf text: String) throws { try self.init(text.utf8.map { [$0] }) }

  /// Call with each received chunk.
  func came(_ chunk: Data?) {
    guard let chunk else { return }
    let sum = count.add(chunk.count, ordering: .relaxed).newValue
    for (gate, end) in zip(gates, ends) where end <= sum { gate.open() }
  }
}
