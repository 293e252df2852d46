import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StreamCopyTests {
  private let session = Session.plain()

  /// Passes chunks on, and records each copy of itself that it would have to make in order to change.
  private struct CopyCounter: StreamParser {
    private final class Storage: Sendable {}

    let copies: Recorder<Void>
    private var storage = Storage()

    init(_ copies: Recorder<Void>) { self.copies = copies }

    mutating func parse(_ chunk: Data) -> [Result<Data, any Error>] {
      if !isKnownUniquelyReferenced(&storage) {
        copies.record(())
        storage = Storage()
      }
      return [.success(chunk)]
    }

    mutating func end() -> [Result<Data, any Error>] { [] }
  }

  @Test func aChunkDoesNotCopyWhatItsParserHasBegun() async throws {
    let server = try ChunkServer("a", "b", "c", "d")
    let (copies, chunks) = (Recorder<Void>(), Recorder<String?>())
    session.streamRequest(server.url).responseStream(parsing: CopyCounter(copies)) { stream in
      chunks.record(stream.value.map { String(decoding: $0, as: UTF8.self) })
      server.came(stream.value)
    }
    #expect(await chunks.values(count: 5) == ["a", "b", "c", "d", nil])
    // The first chunk copies the parser that each attempt starts with.
    #expect(copies.values.count == 1)
  }
}
