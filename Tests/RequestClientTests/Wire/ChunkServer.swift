import Foundation
import Synchronization
import TestSupport

/// Serves one body in chunks, each sent when the one before has come to the client, so that their borders hold.
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

  /// One byte a chunk.
  convenience init(bytesOf text: String) throws { try self.init(text.utf8.map { [$0] }) }

  /// To be called with each chunk that has come.
  func came(_ chunk: Data?) {
    guard let chunk else { return }
    let sum = count.add(chunk.count, ordering: .relaxed).newValue
    for (gate, end) in zip(gates, ends) where end <= sum { gate.open() }
  }
}
