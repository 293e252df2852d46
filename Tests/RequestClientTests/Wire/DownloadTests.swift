import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DownloadTests {
  let session = Session.plain()
  let nginx: Nginx
  let folder = ScratchFolder()

  init() async throws { nginx = try await TestServers.nginx() }

  private func exists(_ url: URL?) -> Bool { url.map { FileManager.default.fileExists(atPath: $0.path) } ?? false }

  /// Downloads `/echo` to `target`.
  private func fetch(to target: URL, _ options: DownloadRequest.Options = []) async -> ClientDownloadResponse<URL> {
    await session.download(nginx.url + "/echo", to: { _, _ in (target, options) })
      .serializingDownloadedFileURL().response
  }

  @Test func theBodyIsInTheFileAndNotInMemory() async throws {
    let request = session.download(nginx.url + "/range.bin")
    let response = await request.serializingDownloadedFileURL().response
    let file = try #require(response.value)
    defer { try? FileManager.default.removeItem(at: file) }  // Nothing depends on its being gone.
    #expect(try Data(contentsOf: file) == nginx.rangeBytes)
    #expect(request.core.state.withLock(\.data) == nil)
    #expect(request.downloadProgress == TransferProgress(completed: 1 << 20, total: 1 << 20))
    #expect(response.resumeData == nil)
  }

  @Test func withoutDestinationTheFileIsThereInTheHandler() async throws {
    let found = Recorder<URL?>()
    session.download(nginx.url + "/echo").responseURL { response in
      found.record(self.exists(response.value) ? response.value : nil)
    }
    let file = try #require(await found.values(count: 1)[0])
    #expect(try String(contentsOf: file, encoding: .utf8) == "GET HTTP/1.1 [] [] []\n")
    try FileManager.default.removeItem(at: file)
  }

  @Test func anEmptyBodyIsAnEmptyFile() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond("204 No Content")
    }
    let file = try await session.download(server.url).serializingDownloadedFileURL().value
    #expect(try Data(contentsOf: file).isEmpty)
    try FileManager.default.removeItem(at: file)
  }

  @Test func aMissingFolderIsCreatedOnlyOnRequest() async throws {
    let target = folder.url("a/b/file.txt")
    let refused = await fetch(to: target)
    guard case .downloadedFileMoveFailed(_, let source, destination: target) = refused.error else {
      Issue.record("\(String(describing: refused.error))")
      return
    }
    // The received bytes are kept.
    #expect(exists(source) && refused.fileURL == source)
    #expect(refused.response?.status == .ok)
    try FileManager.default.removeItem(at: source)
    #expect(await fetch(to: target, .createIntermediateDirectories).value == target)
    #expect(exists(target))
  }

  @Test func anExistingFileIsReplacedOnlyOnRequest() async throws {
    let target = try folder.write("old", "file.txt")
    let refused = await fetch(to: target)
    expect(refused.error) { if case .downloadedFileMoveFailed(_, _, destination: target) = $0 { true } else { false } }
    #expect(try String(contentsOf: target, encoding: .utf8) == "old")
    try FileManager.default.removeItem(at: try #require(refused.fileURL))
    #expect(await fetch(to: target, .removePreviousFile).value == target)
    #expect(try String(contentsOf: target, encoding: .utf8) == "GET HTTP/1.1 [] [] []\n")
    #expect(try folder.names == ["file.txt"])
  }

  @Test func aFileThatFailsValidationStaysWhereItIs() async throws {
    let target = folder.url("never.txt")
    let request = session.download(
      nginx.url + "/nothing-here", to: { _, _ in (target, .createIntermediateDirectories) })
    let response = await request.validate().serializingString().response
    #expect(response.error?.responseCode == 404)
    #expect(!exists(target))
    let file = try #require(response.fileURL)
    #expect(try String(contentsOf: file, encoding: .utf8).contains("404 Not Found"))
    try FileManager.default.removeItem(at: file)
  }

  @Test(arguments: [
    (#"attachment; filename="report.pdf""#, "report.pdf"),
    (#"attachment; filename=plain.txt"#, "plain.txt"),
    (#"attachment; filename="../../../etc/passwd""#, "passwd"),
    (#"attachment; filename="/etc/cron.d/job""#, "job"),
    (#"attachment; filename="..\\..\\windows\\system.ini""#, "system.ini"),
    (#"attachment; filename="a\"b;c.txt""#, "a\"b;c.txt"),
    (#"attachment; filename=".bashrc""#, "bashrc"),
    (#"attachment; filename="x.txt"; filename*=UTF-8''na%C3%AFve%2F..%2Ffile.txt"#, "file.txt"),
    (#"attachment; filename*=UTF-8''tab%09and%1B%5B2J.txt"#, "taband[2J.txt"),
    ("attachment; filename=\"\(String(repeating: "é", count: 300)).txt\"", String(repeating: "é", count: 127)),
  ])
  func aSuggestedNameStaysInItsFolder(_ disposition: String, _ name: String) async throws {
    let response = try await suggested(disposition)
    #expect(response.value?.lastPathComponent == name)
    #expect(response.value?.deletingLastPathComponent().path == folder.url("x").deletingLastPathComponent().path)
    #expect(try folder.names == [name])
  }

  @Test(arguments: ["attachment", #"attachment; filename="""#, #"attachment; filename="..""#, #"inline; filename="/""#])
  func anUnusableSuggestedNameIsReplacedByTheTemporaryOne(_ disposition: String) async throws {
    let name = try #require(try await suggested(disposition).value?.lastPathComponent)
    #expect(name.hasPrefix("RequestClient-"))
    #expect(try folder.names == [name])
  }

  private func suggested(_ disposition: String) async throws -> ClientDownloadResponse<URL> {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(headers: ["Content-Disposition: \(disposition)"], body: "content")
    }
    let home = folder.url("x").deletingLastPathComponent()
    let destination = DownloadRequest.suggestedDownloadDestination(in: home, options: .createIntermediateDirectories)
    return await session.download(server.url, to: destination).serializingDownloadedFileURL().response
  }

  @Test func aRetriedDownloadHasOnlyTheLastResponse() async throws {
    let attempts = Recorder<Int>()
    let server = try RawServer { client in
      try client.readHead()
      attempts.record(1)
      if attempts.values.count == 1 {
        try client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\na long beginning that is lost")
      } else {
        try client.respond(body: "short")
      }
    }
    let request = session.download(server.url).retry { _, _, error in
      if case .connectionLost = error { .retry } else { .doNotRetry }
    }
    let file = try await request.serializingDownloadedFileURL().value
    #expect(try String(contentsOf: file, encoding: .utf8) == "short")
    #expect(request.retryCount == 1)
    try FileManager.default.removeItem(at: file)
  }

  @Test func theBodyOfARedirectIsNotInTheFile() async throws {
    let response = await session.download(nginx.url + "/redirect-to-self").serializingString().response
    #expect(response.value == "GET HTTP/1.1 [] [] []\n")
    try FileManager.default.removeItem(at: #require(response.fileURL))
  }

  @Test func aDownloadThatCannotBeWrittenReportsWhyAndLeavesNothing() async throws {
    // A file size limit simulates a full disk, but needs a separate process.
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 50_000, rlim_max: 50_000)
      setrlimit(__rlimit_resource_t(1), &limit)  // RLIMIT_FSIZE
      signal(SIGXFSZ, SIG_IGN)
      let server = try RawServer { client in
        try client.readHead()
        try client.respond(body: String(repeating: "a", count: 200_000))
      }
      let session = Session.plain()
      let response = await session.download(server.url).serializingDownloadedFileURL().response
      guard case .downloadNotWritten(let file, reason: "File too large") = response.error else { exit(2) }
      if response.response?.status != .ok || response.resumeData != nil { exit(3) }
      if FileManager.default.fileExists(atPath: file.path) || response.fileURL != nil { exit(4) }
      if await session.request(server.url).serializingData().response.value?.count != 200_000 { exit(5) }
    }
  }
}
