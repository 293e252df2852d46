import Foundation
import RequestClient
import RequestStore
import TestSupport
import Testing

@testable import RequestRunner

/// The cookies of a workspace shared by several programs.
struct WorkspaceCookieTests {
  private let folders: UserFolders
  private let now = Date()

  init() {
    folders = UserFolders(
      data: FileManager.default.temporaryDirectory.path + "/workbench-cookies-" + UUID().uuidString.prefix(8))
  }

  private func withFolder(_ body: () throws -> Void) throws {
    defer { try? FileManager.default.removeItem(atPath: folders.data) }  // May not exist.
    try body()
  }

  private func cookies(
    _ root: String = "/a", session: WorkspaceCookies.SessionCookies = .kept
  ) -> WorkspaceCookies {
    WorkspaceCookies(root: root, folders, session: session)
  }

  private func cookie(_ name: String, _ value: String = "1", lasting: Bool = true) -> Cookie {
    Cookie(
      name: name, value: value, domain: "example.com", expires: lasting ? now.addingTimeInterval(3600) : nil,
      created: now)
  }

  private func names(_ cookies: WorkspaceCookies) -> [String] {
    cookies.jar.all.map { "\($0.name)=\($0.value)" }.sorted()
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folders.cookies).sorted() }
  }

  @Test func noFileIsWrittenWithoutCookies() throws {
    try withFolder {
      #expect(cookies().sync(at: now) == nil)
      let passing = cookies(session: .leftOut)
      try passing.jar.set(cookie("session", lasting: false))
      #expect(passing.sync(at: now) == nil)
      #expect(passing.save(at: now) == nil)
      #expect(!FileManager.default.fileExists(atPath: folders.data))
    }
  }

  @Test func cookiesAreKeptInAPrivateFile() throws {
    try withFolder {
      let first = cookies()
      try first.jar.set(cookie("kept"))
      try first.jar.set(cookie("session", lasting: false))
      #expect(first.sync(at: now) == nil)
      let (second, other) = (cookies(), cookies("/b"))
      #expect(second.sync(at: now) == nil && other.sync(at: now) == nil)
      #expect(names(second) == ["kept=1", "session=1"])
      #expect(names(other) == [])
      for file in try files {
        let facts = try FileManager.default.attributesOfItem(atPath: folders.cookies + "/" + file)
        #expect(facts[.posixPermissions] as? Int == 0o600)
      }
      let folder = try FileManager.default.attributesOfItem(atPath: folders.cookies)
      #expect(folder[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test func sessionCookiesAreKeptUntilTheyAreCleared() throws {
    try withFolder {
      let first = cookies()
      try first.jar.set(cookie("session", lasting: false))
      #expect(first.sync(at: now) == nil)
      let later = now.addingTimeInterval(500 * 86_400)
      let second = cookies()
      #expect(second.sync(at: later) == nil)
      #expect(second.jar.all.map(\.expires) == [nil])
      second.jar.removeSessionCookies()
      #expect(second.sync(at: later) == nil)
      // Another program that has it notices.
      #expect(first.sync(at: later) == nil)
      let third = cookies()
      #expect(third.sync(at: later) == nil)
      #expect(names(first) == [] && names(third) == [])
    }
  }

  @Test func sessionCookiesThatAreLeftOutAreNeitherUsedNorReplaced() throws {
    try withFolder {
      let first = cookies()
      try first.jar.set(cookie("session", lasting: false))
      #expect(first.sync(at: now) == nil)
      let second = cookies(session: .leftOut)
      #expect(second.sync(at: now) == nil)
      #expect(names(second) == [])
      try second.jar.set(cookie("session", "2", lasting: false))
      try second.jar.set(cookie("lasting"))
      #expect(second.sync(at: now) == nil)
      #expect(names(second) == ["lasting=1", "session=2"])
      let third = cookies()
      #expect(third.sync(at: now) == nil)
      #expect(names(third) == ["lasting=1", "session=1"])
    }
  }

  @Test func sessionCookiesThatAreLeftOutAreClearedInTheFileToo() throws {
    try withFolder {
      let first = cookies()
      for name in ["token", "shared"] { try first.jar.set(cookie(name, lasting: false)) }
      try first.jar.set(cookie("lasting"))
      #expect(first.sync(at: now) == nil)
      let second = cookies(session: .leftOut)
      #expect(second.sync(at: now) == nil)
      for name in ["own", "shared"] { try second.jar.set(cookie(name, lasting: false)) }
      #expect(try second.clearSession(at: now) == 3)
      #expect(second.sync(at: now) == nil)
      let third = cookies()
      #expect(third.sync(at: now) == nil)
      #expect(names(second) == ["lasting=1"] && names(third) == ["lasting=1"])
    }
  }

  @Test func sessionCookiesOfARunAreWrittenAtItsEnd() throws {
    try withFolder {
      let run = cookies(session: .keptAtEnd)
      try run.jar.set(cookie("session", lasting: false))
      #expect(run.sync(at: now) == nil && !run.haveChanged(at: now))
      #expect(!FileManager.default.fileExists(atPath: folders.data))
      #expect(run.save(at: now) == nil)
      let next = cookies(session: .keptAtEnd)
      #expect(next.sync(at: now) == nil)
      #expect(names(next) == ["session=1"])
    }
  }

  @Test func theSettingsMayLeaveSessionCookiesOut() throws {
    try withFolder {
      let kept = WorkspaceJars(root: "/a", folders).cookies(of: "one")
      try kept.jar.set(cookie("session", lasting: false))
      #expect(kept.sync(at: now) == nil)
      try Data(#"{ "cookies": { "session": false } }"#.utf8).write(to: URL(filePath: folders.settings))
      let without = WorkspaceJars(root: "/a", folders).cookies(of: "one")
      #expect(without.sync(at: now) == nil)
      #expect(names(without) == [])
      for text in [#"{ "cookies": { "session": "no" } }"#, #"{ "cookies": "none" }"#, #"{ "cookies": { "sess"#] {
        try Data(text.utf8).write(to: URL(filePath: folders.settings))
        let unsure = WorkspaceJars(root: "/a", folders).cookies(of: "one")
        #expect(unsure.sync(at: now)?.hasPrefix("Session cookies are kept, whatever the settings say: ") == true)
      }
      // More bytes than are read.
      #expect(truncate(folders.settings, 1 << 30) == 0)
      let unsure = WorkspaceJars(root: "/a", folders).cookies(of: "one")
      #expect(unsure.sync(at: now)?.hasPrefix("Session cookies are kept, whatever the settings say: ") == true)
      #expect(unsure.sync(at: now) == nil)
      #expect(names(unsure) == ["session=1"])
    }
  }

  @Test func concurrentProgramsMergeTheirChanges() throws {
    try withFolder {
      let (first, second) = (cookies(), cookies())
      try first.jar.set(cookie("a"))
      try first.jar.set(cookie("b"))
      #expect(first.sync(at: now) == nil)
      try second.jar.set(cookie("c"))
      #expect(second.sync(at: now) == nil)
      #expect(names(second) == ["a=1", "b=1", "c=1"])
      second.jar.remove(cookie("a"))
      try second.jar.set(cookie("b", "2"))
      #expect(second.sync(at: now) == nil)
      try first.jar.set(cookie("d"))
      #expect(first.sync(at: now) == nil)
      #expect(names(first) == ["b=2", "c=1", "d=1"])
      #expect(second.sync(at: now) == nil)
      #expect(names(second) == ["b=2", "c=1", "d=1"])
    }
  }

  @Test func syncingWithoutChangesWritesNothing() throws {
    try withFolder {
      let (first, second) = (cookies(), cookies())
      try first.jar.set(cookie("a"))
      #expect(first.sync(at: now) == nil)
      let file = folders.cookies + "/" + (try files.first { $0.hasSuffix(".json") } ?? "")
      let inode = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
      for _ in 0..<3 { #expect(second.sync(at: now) == nil && first.sync(at: now) == nil) }
      #expect(try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int == inode)
    }
  }

  @Test func concurrentWritesAreAllKept() async throws {
    let all = (0..<20).map { _ in cookies() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, cookies) in all.enumerated() {
        try cookies.jar.set(cookie("c\(number)"))
        group.addTask { #expect(cookies.sync(at: now) == nil) }
      }
      try await group.waitForAll()
    }
    let last = cookies()
    #expect(last.sync(at: now) == nil)
    #expect(names(last) == (0..<20).map { "c\($0)=1" }.sorted())
    try FileManager.default.removeItem(atPath: folders.data)
  }

  @Test func cookiesOfReleasedVersionsAreRead() throws {
    try withFolder {
      let release = ProjectFiles.fixtures.appending(path: "Releases/0.1/home").path
      try FileManager.default.copyItem(atPath: release, toPath: folders.data)
      let cookies = WorkspaceCookies(root: "/tmp/release/collections/Kiosk", environment: "local", folders)
      #expect(cookies.sync(at: now) == nil)
      #expect(names(cookies) == ["seen=yes"])
    }
  }

  @Test func aNewerFileStaysAndItsCookiesAreNotUsed() throws {
    try withFolder {
      let first = cookies()
      try first.jar.set(cookie("a"))
      #expect(first.sync(at: now) == nil)
      let path = folders.cookies + "/" + (try #require(try files.first { $0.hasSuffix(".json") }))
      let text = #"{ "version": 2, "cookies": [{ "later": true }] }"#
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let before = try files
      let later = cookies()
      try later.jar.set(cookie("b"))
      let sentence = "The cookies are in version 2 of the format, but only 1 is supported — use a newer program"
      #expect(later.sync(at: now) == "Cannot save cookies: " + sentence)
      #expect(names(later) == ["b=1"])
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      #expect(try files == before)
    }
  }

  @Test(arguments: ["not JSON", "{ \"version\": 1, \"cookies\": [{}] }"])
  func aBrokenFileIsSetAsideWithAWarning(_ text: String) throws {
    try withFolder {
      let first = cookies()
      try first.jar.set(cookie("a"))
      #expect(first.sync(at: now) == nil)
      let name = try #require(try files.first { $0.hasSuffix(".json") })
      for suffix in ["broken", "broken-2"] {
        try text.write(toFile: folders.cookies + "/" + name, atomically: true, encoding: .utf8)
        let problem = try #require(cookies().sync(at: now))
        #expect(problem.hasPrefix("The workspace's cookies were lost: "), "\(problem)")
        #expect(problem.hasSuffix("\(name).\(suffix)"), "\(problem)")
        #expect(try String(contentsOfFile: folders.cookies + "/\(name).\(suffix)", encoding: .utf8) == text)
      }
      // Another program keeps its cookies.
      try first.jar.set(cookie("b"))
      #expect(first.sync(at: now) == nil)
      let last = cookies()
      #expect(last.sync(at: now) == nil)
      #expect(names(last) == ["a=1", "b=1"])
    }
  }

  @Test func expiredCookiesAreRemoved() throws {
    try withFolder {
      let first = cookies()
      try first.jar.set(cookie("a"))
      #expect(first.sync(at: now) == nil)
      let later = now.addingTimeInterval(7200)
      #expect(first.sync(at: later) == nil)
      let second = cookies()
      #expect(second.sync(at: later) == nil)
      #expect(names(second) == [])
    }
  }

  @Test func anUnwritableFolderIsAWarning() throws {
    try withFolder {
      try Data().write(to: URL(filePath: folders.data))
      let cookies = cookies()
      try cookies.jar.set(cookie("a"))
      #expect(cookies.sync(at: now)?.hasPrefix("Cannot save cookies: ") == true)
      // A file that cannot be examined is not a missing file.
      #expect(self.cookies().sync(at: now)?.hasPrefix("Cannot save cookies: ") == true)
    }
  }
}
