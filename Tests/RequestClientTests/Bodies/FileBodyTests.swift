import Foundation
import Glibc
import Testing

@testable import RequestClient

struct FileBodyTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func aMissingFileIsUnreadable() async {
    let url = scratch.folder.appending(path: "none")
    guard case .unreadableFile(url.path, "No such file or directory") = await HTTPBody.file(url).failure() else {
      Issue.record("another failure")
      return
    }
  }

  @Test func aFolderIsNotAFile() async {
    guard case .notAFile = await HTTPBody.file(scratch.folder).failure() else {
      Issue.record("another failure")
      return
    }
  }

  @Test func aPipeWithoutAWriterIsAnError() async throws {
    let url = scratch.folder.appending(path: "pipe")
    try #require(mkfifo(url.path, 0o600) == 0)
    guard case .notAFile(url.path) = await HTTPBody.file(url).failure() else {
      Issue.record("another failure")
      return
    }
  }

  @Test func anotherSchemeIsNotAFile() async throws {
    let url = try #require(URL(string: "http://localhost/file"))
    guard case .notAFileURL("http://localhost/file") = await HTTPBody.file(url).failure() else {
      Issue.record("another failure")
      return
    }
  }

  @Test(arguments: [0, 3, 10_000, 20_000])
  func aFileThatChangesItsLengthIsAnErrorBeforeItsLastByte(_ size: Int) async throws {
    let url = try scratch.file("f", .sample(10_001))
    let reader = try HTTPBody.file(url).open {}
    let first = try reader.chunk(bufferSize: 2).1
    #expect(first == .sample(2))
    try #require(truncate(url.path, size) == 0)
    let failure = #expect(throws: BodyFailure.self) { while try reader.chunk().0 != .end {} }
    guard case .fileChanged(url.path, 10_001, let actual) = failure else {
      Issue.record("another failure")
      return
    }
    #expect(actual == max(size, 2))
  }

  @Test func aFileThatReportsNoLengthIsNotSentEmpty() async {
    let body = HTTPBody.file(URL(filePath: "/proc/self/status"))
    guard case .fileChanged(_, 0, 1) = await body.failure() else {
      Issue.record("another failure")
      return
    }
  }

  @Test func aFileReplacedWhileItIsSentDoesNotAffectTheBody() throws {
    let url = try scratch.file("f", .sample(100))
    let reader = try HTTPBody.file(url).open {}
    try FileManager.default.removeItem(at: url)
    #expect(try reader.chunk().1 == .sample(100))
  }

  @Test func releasingTheReaderClosesTheFile() throws {
    let url = try scratch.file("f", .sample(100))
    var reader: (any BodyReader)? = try HTTPBody.file(url).open {}
    #expect(Self.descriptors(of: url) == 1 && reader != nil)
    reader = nil
    #expect(Self.descriptors(of: url) == 0)
  }

  @Test func aRejectedFolderIsClosed() throws {
    #expect(throws: BodyFailure.self) { _ = try HTTPBody.file(scratch.folder).open {} }
    #expect(Self.descriptors(of: scratch.folder) == 0)
  }

  /// The number of the process's descriptors for this file.
  private static func descriptors(of url: URL) -> Int {
    let path = url.resolvingSymlinksInPath().path
    return (0..<1024).count { number in
      // Most numbers are not open descriptors.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
      return target == path
    }
  }
}
