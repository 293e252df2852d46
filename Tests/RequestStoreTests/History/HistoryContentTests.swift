import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// Storing bodies once, compressed, and as files if they were received into files.
struct HistoryContentTests {
  private let folder: TemporaryFolder
  private let history: HistoryStore
  private var bodies: String { folder.user.data + "/bodies" }
  private static let mebibyte = 1 << 20

  init() throws {
    folder = try TemporaryFolder()
    history = try HistoryStore(path: folder.user.history)
  }

  private static func exchange(_ body: Data, startedAt: Double = 0) -> Exchange {
    .sample(
      startedAt: startedAt,
      outcome: .completed(Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: body)))
  }

  private func count(_ sql: String) throws -> Int? { try history.read { db in try Int.fetchOne(db, sql: sql) } }

  private func files() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: bodies)) ?? [] }

  private func bodyFile(_ content: Data) throws -> AnonymousFile {
    let file = try #require(BodyFolder(beside: folder.user.history).makeFile())
    #expect(content.withUnsafeBytes(file.append))
    return file
  }

  @Test(arguments: [200, 20_000, mebibyte, 3 * mebibyte]) func equalBodiesAreStoredOnce(size: Int) throws {
    let exchanges = [0.0, 1, 2].map { Self.exchange(.incompressible(size), startedAt: $0) }
    for exchange in exchanges { try history.record(exchange) }
    #expect(try count("SELECT count(*) FROM content") == 1)
    #expect(try count("SELECT uses FROM content") == 3)
    #expect(try history.prune(PruneRules(keep: 1)) == HistoryStore.Pruned(count: 2))
    #expect(try history.exchange(exchanges[2].id) == exchanges[2])
    #expect(try history.prune(PruneRules(keep: 0)) == HistoryStore.Pruned(count: 1))
    #expect(try count("SELECT count(*) FROM content") == 0)
    #expect(try count("SELECT count(*) FROM contentChunk") == 0)
  }

  /// Only samples of long bodies are hashed. These differ in a byte between samples.
  @Test func bodiesThatDifferInOneByteAreStoredSeparately() throws {
    let first = Data.incompressible(3 * Self.mebibyte)
    var second = first
    second[(first.count - 1_024) / 63 * 10 + 2_000] ^= 1
    #expect(ContentHash.of(first) == ContentHash.of(second))
    let exchanges = [Self.exchange(first), Self.exchange(second, startedAt: 1)]
    for exchange in exchanges { try history.record(exchange) }
    #expect(try count("SELECT count(*) FROM content") == 2)
    for exchange in exchanges { #expect(try history.exchange(exchange.id) == exchange) }
  }

  @Test func aBodyIsCompressed() throws {
    let text = Data(repeatElement(Data(#"{"name":"pen","price":1.5},"#.utf8), count: 100_000).joined())
    try history.record(Self.exchange(text))
    #expect(try #require(try count("SELECT sum(length(bytes)) FROM contentChunk")) < text.count / 50)
    let noise = Data.incompressible(50_000)
    try history.record(Self.exchange(noise, startedAt: 1))
    #expect(try count("SELECT max(length(bytes)) FROM contentChunk") == noise.count + 1)
  }

  // MARK: Files

  @Test func aBodyInAFileIsKeptWithoutCopying() throws {
    let body = Data.incompressible(5 * Self.mebibyte)
    let exchange = Self.exchange(body)
    do {
      let file = try bodyFile(body)
      var (before, after) = (stat(), stat())
      #expect(stat(file.path, &before) == 0)
      try history.record(exchange, bodyFile: file)
      let name = try #require(files().first)
      #expect(stat(bodies + "/" + name, &after) == 0)
      #expect(before.st_ino == after.st_ino && after.st_nlink == 1 && after.st_mode & 0o777 == 0o600)
    }
    #expect(try count("SELECT count(*) FROM contentChunk") == 0)
    #expect(try history.exchange(exchange.id) == exchange)
    let again = Self.exchange(body, startedAt: 1)
    try history.record(again, bodyFile: try bodyFile(body))
    #expect(files().count == 1)
    #expect(try history.prune(PruneRules(keep: 1)).count == 1)
    #expect(try history.exchange(again.id) == again)
    #expect(try history.prune(PruneRules(keep: 0)).count == 1)
    #expect(files() == [])
  }

  @Test func aFileOtherThanTheBodyIsNotKept() throws {
    let body = Data.incompressible(2 * Self.mebibyte)
    let exchange = Self.exchange(body)
    try history.record(exchange, bodyFile: try bodyFile(body + Data([0])))
    #expect(files() == [])
    #expect(try history.exchange(exchange.id) == exchange)
  }

  @Test func aMissingBodyFileIsReported() throws {
    let body = Data.incompressible(2 * Self.mebibyte)
    let exchange = Self.exchange(body)
    try history.record(exchange, bodyFile: try bodyFile(body))
    try FileManager.default.removeItem(atPath: bodies)
    let response = try #require(try history.exchange(exchange.id)?.response)
    #expect(response.body == Data())
    #expect(response.omission == BodyOmission(byteCount: body.count, reason: "its file is missing"))
  }

  /// A program killed between linking the file and writing the row leaves an unlocked file without a row.
  @Test func pruningRemovesUnusedFilesExceptThoseBeingRecorded() throws {
    let store = BodyFolder(beside: folder.user.history)
    let recording = try bodyFile(Data("now".utf8))
    let kept = try #require(store.keep(recording))
    _ = store.keep(try bodyFile(Data("left".utf8)))
    #expect(files().count == 2)
    _ = try history.prune(PruneRules(keep: 10))
    #expect(files() == [kept])
    #expect(recording.count == 3)
  }
}
