import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// Copies of the history in one file.
struct HistoryBackupTests {
  private let folder: TemporaryFolder
  private let history: HistoryStore
  private var copy: String { folder.root + "/copy.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
    history = try HistoryStore(path: folder.user.history)
  }

  private static func exchange(_ second: Int, body: Data) -> Exchange {
    .sample(
      startedAt: Double(second),
      outcome: .completed(Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: body)))
  }

  /// Records bodies in a row, in chunks and in a file.
  private func recordAll() throws -> [Exchange] {
    let bodies = [Data("ok".utf8), .incompressible(3 << 20, seed: 1), .incompressible(5 << 20, seed: 2)]
    let exchanges = bodies.enumerated().map { Self.exchange($0.offset, body: $0.element) }
    let file = try #require(BodyFolder(beside: folder.user.history).makeFile())
    #expect(bodies[2].withUnsafeBytes(file.append))
    for exchange in exchanges { try history.record(exchange, bodyFile: exchange == exchanges[2] ? file : nil) }
    try #require(try FileManager.default.contentsOfDirectory(atPath: folder.user.data + "/bodies").count == 1)
    return exchanges
  }

  @Test func aBackupHasEverythingInOneFile() throws {
    let exchanges = try recordAll()
    try history.annotate(exchanges[0].id) { $0.tags = ["kept"] }
    let result = try #require(try HistoryBackup(history, to: copy).run())
    #expect(result == HistoryBackup.Result(count: 3, size: result.size))
    #expect(folder.names == ["copy.sqlite"])
    let facts = try FileManager.default.attributesOfItem(atPath: copy)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    _ = try history.prune(PruneRules(keep: 0))
    let restored = try HistoryStore(path: copy)
    for exchange in exchanges { #expect(try restored.exchange(exchange.id) == exchange) }
    #expect(try restored.summaries(matching: "tag:kept").map(\.id) == [exchanges[0].id])
    #expect(try restored.check() == HistoryCheck())
  }

  @Test func othersRecordAndPruneDuringABackup() async throws {
    let (path, copy) = (folder.user.history, self.copy)
    for second in 0..<300 { try history.record(Self.exchange(second, body: .incompressible(2_000))) }
    async let recorded: Void = Task.detached {
      let other = try HistoryStore(path: path)
      for second in 300..<400 { try other.record(Self.exchange(second, body: .incompressible(2_000))) }
      _ = try other.prune(PruneRules(keep: 200))
    }.value
    let counts = try await Task.detached { () throws -> [Int] in
      let store = try HistoryStore(path: path)
      return try (0..<4).map { _ -> Int in
        let count = try HistoryBackup(store, to: copy).run()?.count
        let backup = try HistoryStore(path: copy)
        #expect(try backup.check() == HistoryCheck())
        #expect(try backup.count() == count)
        try backup.close()
        return count ?? 0
      }
    }.value
    try await recorded
    #expect(counts.allSatisfy { (200...400).contains($0) })
    #expect(try history.count() == 200)
  }

  @Test func onlyABackupIsReplacedUnasked() throws {
    _ = try recordAll()
    try folder.write("copy.sqlite", "mine")
    #expect(
      throws: HistoryError.backupRefused(
        path: copy, reason: "it exists and is not a backup — pass --replace, or another name")
    ) { try HistoryBackup(history, to: copy).run() }
    #expect(try folder.read("copy.sqlite") == "mine")
    #expect(try HistoryBackup(history, to: copy, replaces: true).run()?.hasReplaced == true)
    #expect(try HistoryBackup(history, to: copy).run()?.hasReplaced == true)
    // Another program uses the file as its history.
    let other = try HistoryStore(path: copy)
    try other.record(Self.exchange(9, body: Data()))
    #expect(throws: HistoryError.self) { try HistoryBackup(history, to: copy).run() }
    #expect(try other.count() == 4)
    try other.close()
    #expect(throws: HistoryError.self) { try HistoryBackup(history, to: copy).run() }
    for replaces in [true, false] {
      #expect(
        throws: HistoryError.backupRefused(path: folder.user.history, reason: "it is the history itself")
      ) { try HistoryBackup(history, to: folder.user.history, replaces: replaces).run() }
    }
    #expect(throws: HistoryError.backupRefused(path: folder.root, reason: "it is not a regular file")) {
      try HistoryBackup(history, to: folder.root, replaces: true).run()
    }
  }

  @Test func whatIsBeingSentIsNotInterruptedInTheCopy() throws {
    let sent = Self.exchange(1, body: Data())
    try history.note(sending: sent)
    #expect(try HistoryBackup(history, to: copy).run()?.count == 0)
    #expect(try HistoryStore(path: copy).summaries() == [])
    try history.record(sent)
    #expect(try history.summaries().map(\.id) == [sent.id])
  }

  @Test func aMissingBodyIsCountedAndExplained() throws {
    let exchanges = try recordAll()
    try FileManager.default.removeItem(atPath: folder.user.data + "/bodies")
    let result = try #require(try HistoryBackup(history, to: copy).run())
    #expect(result == HistoryBackup.Result(count: 3, size: result.size, incompleteBodies: 1))
    let backup = try HistoryStore(path: copy)
    #expect(
      try backup.exchange(exchanges[2].id)?.response?.omission
        == BodyOmission(byteCount: 5 << 20, reason: "its file is missing"))
    #expect(try backup.check() == HistoryCheck())
  }

  @Test func aStoppedOrFailedBackupLeavesNothing() throws {
    _ = try recordAll()
    #expect(try HistoryBackup(history, to: copy).run { true } == nil)
    #expect(folder.names == [])
    let nowhere = folder.root + "/nowhere/copy.sqlite"
    let error = #expect(throws: HistoryError.self) { try HistoryBackup(history, to: nowhere).run() }
    #expect(error?.description.hasPrefix("History is not backed up: Cannot create \(nowhere) — ") == true)
  }
}
