import Foundation
import Synchronization
import TestSupport

/// Serves one body in pieces, each sent when the one before has come to the client, so that their borders hold.
final class PieceServer: Sendable {
  private let server: RawServer
  private let gates: [Gate]
  private let ends: [Int]
  private let count = Atomic(0)

  var url: String { server.url }

  init(_ pieces: [[UInt8]]) throws {
    let gates = pieces.map { _ in Gate() }
    self.gates = gates
    ends = pieces.indices.map { pieces[...$0].reduce(0) { $0 + $1.count } }
    let total = ends.last ?? 0
    server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      for (piece, gate) in zip(pieces, gates) {
        try client.send(piece)
        gate.waitOnThread()
      }
      client.waitForEnd()
    }
  }

  convenience init(_ pieces: String...) throws { try self.init(pieces.map { Array($0.utf8) }) }

  /// One byte a piece.
  convenience init(bytesOf text: String) throws { try self.init(text.utf8.map { [$0] }) }

  /// To be called with each piece that has come.
  func came(_ piece: Data?) {
    guard let piece else { return }
    let sum = count.add(piece.count, ordering: .relaxed).newValue
    for (gate, end) in zip(gates, ends) where end <= sum { gate.open() }
  }
}
