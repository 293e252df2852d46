import Foundation
import RequestClient
import TestSupport
import Testing

/// Streams with a content coding.
@Suite(.timeLimit(.minutes(1)))
struct EncodedStreamTests {
  private let session = Session.plain()

  /// Two events, each flushed, and the end of the coded data.
  @Test(arguments: [
    ("gzip", ["H4sIAAAAAAAAA0pJLEm0UjDg4gIAAAD//w==", "SgEzDLm4AAAAAP//", "AwAw3+MWEgAAAA=="]),
    ("deflate", ["eJxKSSxJtFIw4OICAAAA//8=", "SgEzDLm4AAAAAP//", "AwAwqQRy"]),
    ("br", ["CwSAZGF0YTogMAoK", "QACAX0ohpgjRJBgw", "Aw=="]),
    ("zstd", ["KLUv/QBYSAAAZGF0YTogMAoK", "SAAAZGF0YTogMQoK", "AQAA"]),
  ])
  func eachFlushedEventArrivesAtOnce(_ coding: String, _ blocks: [String]) async throws {
    let gates = [Gate(), Gate()]
    let parts = try blocks.map { Array(try #require(Data(base64Encoded: $0))) }
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: \(coding)\r\n\r\n")
      for (part, gate) in zip(parts, gates) {
        try client.send(part)
        // The next block follows once this one was delivered.
        gate.waitOnThread()
      }
      try client.send(parts[2])
    }
    let events = Recorder<String>()
    let ends = Recorder<RequestError?>()
    session.streamRequest(server.url).responseStreamEvents { stream in
      if let event = stream.value {
        events.record(event.data)
        gates[Int(event.data) ?? 0].open()
      }
      if let end = stream.completion { ends.record(end.error) }
    }
    #expect(await events.values(count: 2) == ["0", "1"])
    #expect(await ends.values(count: 1)[0] == nil)
  }
}
