import Foundation
import Glibc
import TestSupport
import Testing

/// `workbench history prune` beside everything else.
struct PruneTests {
  @Test(arguments: ["-1", "-100000"]) func aNegativeNumberRemovesNothing(_ keep: String) async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.run("send", "http://127.0.0.1:1/kept")
    let pruned = try await sandbox.run("history", "prune", "--keep=\(keep)")
    #expect(pruned.status == 2)
    #expect(pruned.error == "--keep must be 0 or more\n")
    #expect(try await sandbox.run("history", "list").text.contains("/kept"))
  }

  @Test func zeroRemovesAll() async throws {
    let sandbox = try Sandbox()
    for _ in 1...3 { _ = try await sandbox.run("send", "http://127.0.0.1:1/gone") }
    let pruned = try await sandbox.run("history", "prune", "--keep", "0")
    #expect(pruned.status == 0 && pruned.error == "Removed 3 exchanges\n")
    #expect(try await sandbox.run("history", "list").text == "")
  }

  @Test func sendsBesideItAreAllRecorded() async throws {
    let sandbox = try Sandbox()
    let sent = Seeds.isSoak ? 40 : 20
    for _ in 1...(3 * sent / 4) { _ = try await sandbox.run("send", "http://127.0.0.1:1/old") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 1...(sent / 4) {
          let pruned = try await sandbox.run("history", "prune", "--keep", "\(5 * sent / 4)")
          #expect(pruned.status == 0, "\(pruned.error)")
        }
      }
      for sender in 1...4 {
        group.addTask {
          for number in 1...(sent / 4) {
            let result = try await sandbox.run("send", "http://127.0.0.1:1/new/\(sender)/\(number)")
            #expect(!result.error.contains("Not kept"), "\(result.error)")
          }
        }
      }
      try await group.waitForAll()
    }
    let list = try await sandbox.run("history", "list", "--limit", "1000").text.split(separator: "\n")
    #expect(list.count { $0.contains("/new/") } == sent)
  }
}
