import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ResumeTests {
  let session = Session.plain()
  let nginx: Nginx

  init() async throws { nginx = try await TestServers.nginx() }

  /// Starts a download and cancels it in the middle.
  private func part(of url: String) async -> ClientDownloadResponse<URL> {
    let request = session.download(url)
    request.downloadProgress { progress in
      if progress.completed > 100_000 { request.cancel(producingResumeData: true) }
    }
    return await request.serializingDownloadedFileURL().response
  }

  private func resumed(_ data: Data, from url: String? = nil) async -> ClientDownloadResponse<Data> {
    await session.download(resumingWith: data, from: url).serializingData().response
  }

  private func record(_ data: Data?) throws -> [String: Any] {
    let data = try #require(data)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func removeFile(of response: ClientDownloadResponse<Data>) throws {
    try FileManager.default.removeItem(at: try #require(response.fileURL))
  }

  @Test func aCancelledDownloadResumesAtItsOffset() async throws {
    let file = try nginx.serve(nginx.rangeBytes)
    let begun = await part(of: file.url + "?rate=300k")
    expect(begun.error) { $0.isExplicitlyCancelled }
    let record = try record(begun.resumeData)
    let offset = try #require(record["offset"] as? Int)
    let etag = try #require(record["etag"] as? String)
    #expect(offset > 100_000 && offset < 1 << 20)
    #expect(record["url"] as? String == file.url + "?rate=300k")
    #expect(record["file"] as? String == begun.fileURL?.path)

    let whole = await resumed(try #require(begun.resumeData), from: file.url)
    #expect(try whole.value == nginx.rangeBytes)
    let hop = try #require(whole.timeline.hops.first)
    #expect(whole.timeline.hops.map(\.status) == [206])
    #expect(hop.requestHeaders.first("Range") == "bytes=\(offset)-")
    #expect(hop.requestHeaders.first("If-Range") == etag)
    #expect(hop.received.body == (1 << 20) - offset)
    try removeFile(of: whole)
  }

  @Test func progressOfAResumedDownloadCountsTheWhole() async throws {
    let file = try nginx.serve(nginx.rangeBytes)
    let begun = await part(of: file.url + "?rate=300k")
    let offset = try #require(try record(begun.resumeData)["offset"] as? Int)
    let request = session.download(resumingWith: try #require(begun.resumeData), from: file.url)
    let seen = Recorder<TransferProgress>()
    let whole = await request.downloadProgress { seen.record($0) }.serializingData().response
    #expect(seen.values.allSatisfy { $0.completed > offset && $0.total == 1 << 20 })
    #expect(request.downloadProgress == TransferProgress(completed: 1 << 20, total: 1 << 20))
    try removeFile(of: whole)
  }

  @Test func aDownloadResumesAtANewURL() async throws {
    let file = try nginx.serve(nginx.rangeBytes)
    let begun = await part(of: file.url + "?rate=300k")
    let other = file.url.replacing(nginx.url, with: nginx.otherURL)
    let whole = await resumed(try #require(begun.resumeData), from: other)
    #expect(whole.timeline.hops.map(\.status) == [206])
    #expect(try whole.value == nginx.rangeBytes)
    try removeFile(of: whole)
  }

  @Test func aChangedResourceIsDownloadedAgain() async throws {
    let file = try nginx.serve(nginx.rangeBytes)
    let begun = await part(of: file.url + "?rate=300k")
    let newer = Data("something else, and shorter".utf8)
    try file.replace(with: newer)
    let whole = await resumed(try #require(begun.resumeData))
    #expect(whole.timeline.hops.map(\.status) == [200])
    #expect(whole.value == newer)
    try removeFile(of: whole)
  }

  @Test func aMissingPartIsDownloadedAgain() async throws {
    let file = try nginx.serve(nginx.rangeBytes)
    let begun = await part(of: file.url + "?rate=300k")
    try FileManager.default.removeItem(at: try #require(begun.fileURL))
    let whole = await resumed(try #require(begun.resumeData), from: file.url)
    #expect(whole.timeline.hops.map(\.status) == [200])
    #expect(whole.timeline.hops.first?.requestHeaders.first("Range") == nil)
    #expect(try whole.value == nginx.rangeBytes)
    try removeFile(of: whole)
  }

  @Test func aPlainCancelLeavesNeitherRecordNorFile() async throws {
    let file = try nginx.serve(nginx.rangeBytes)
    let files = Recorder<URL?>()
    let request = session.download(file.url + "?rate=300k")
    request.downloadProgress { _ in
      files.record(request.fileURL)
      request.cancel()
    }
    let response = await request.serializingDownloadedFileURL().response
    expect(response.error) { $0.isExplicitlyCancelled }
    #expect(response.resumeData == nil && request.resumeData == nil)
    #expect(response.fileURL == nil)
    #expect(response.response?.status == .ok)
    let part = try #require(files.values.first ?? nil)
    #expect(!FileManager.default.fileExists(atPath: part.path))
  }

  @Test func theCompletionOfACancelGetsTheResumeData() async throws {
    let file = try nginx.serve(nginx.rangeBytes)
    let data = Recorder<Data?>()
    let request = session.download(file.url + "?rate=300k")
    request.downloadProgress { _ in request.cancel { data.record($0) } }
    let response = await request.serializingDownloadedFileURL().response
    #expect(await data.values(count: 1)[0] == response.resumeData)
    try FileManager.default.removeItem(at: try #require(response.fileURL))
  }

  private static func partial(_ rest: String) -> String { "HTTP/1.1 206 Partial Content\r\n" + rest }
  private static let rest = partial(
    "ETag: \"one\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789")

  /// Cuts off the first response, and sends `second` on another connection.
  private func cutting(_ headers: String..., second: String...) throws -> RawServer {
    let connections = Recorder<Void>()
    let (headers, second) = (headers, second)
    return try RawServer { client in
      try client.readHead()
      connections.record(())
      if connections.values.count == 1 {
        let head = ["HTTP/1.1 200 OK", "Content-Length: 10"] + headers
        return try client.send(head.joined(separator: "\r\n") + "\r\n\r\n01234")
      }
      try client.send(second[0])
      for reply in second.dropFirst() {
        try client.readHead()
        try client.send(reply)
      }
    }
  }

  private func lost(_ server: RawServer) async throws -> Data? {
    let response = await session.download(server.url).serializingDownloadedFileURL().response
    expect(response.error) { if case .connectionLost(_, bytesReceived: 5) = $0 { true } else { false } }
    return response.resumeData
  }

  @Test func aLostConnectionLeavesResumeDataToo() async throws {
    let server = try cutting(#"ETag: "one""#, second: Self.rest)
    let whole = await resumed(try #require(try await lost(server)))
    #expect(whole.value == Data("0123456789".utf8))
    #expect(server.received.last?.lines.contains("Range: bytes=5-") == true)
    #expect(server.received.last?.lines.contains(#"If-Range: "one""#) == true)
    #expect(server.received.last?.lines.contains("Accept-Encoding: identity") == true)
    try removeFile(of: whole)
  }

  @Test(arguments: ["", "Last-Modified: Sat, 21 Nov 2026 08:00:00 GMT\r\n"])
  func aDateIsAValidatorWithoutAnEntityTag(_ repeated: String) async throws {
    let date = "Sat, 21 Nov 2026 08:00:00 GMT"
    let server = try cutting(
      "Last-Modified: \(date)", "Date: Sat, 21 Nov 2026 08:00:01 GMT",
      second: Self.partial("\(repeated)Content-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789"))
    let whole = await resumed(try #require(try await lost(server)))
    #expect(server.received.last?.lines.contains("If-Range: \(date)") == true)
    #expect(whole.value == Data("0123456789".utf8))
    try removeFile(of: whole)
  }

  @Test(arguments: [
    [], [#"ETag: W/"weak""#], [#"ETag: "one""#, "Accept-Ranges: none"],
    // The resource may change again within the second, or has a weak tag besides its date.
    ["Last-Modified: Sat, 21 Nov 2026 08:00:00 GMT", "Date: Sat, 21 Nov 2026 08:00:00 GMT"],
    ["Last-Modified: Sat, 21 Nov 2026 08:00:00 GMT"],
    [#"ETag: W/"weak""#, "Last-Modified: Sat, 21 Nov 2026 08:00:00 GMT", "Date: Sat, 21 Nov 2026 09:00:00 GMT"],
  ])
  func aDownloadThatCannotBeResumedHasNoResumeData(_ headers: [String]) async throws {
    let server = try RawServer { client in
      try client.readHead()
      let head = ["HTTP/1.1 200 OK", "Content-Length: 10"] + headers
      try client.send(head.joined(separator: "\r\n") + "\r\n\r\n01234")
    }
    #expect(try await lost(server) == nil)
  }

  @Test(arguments: [
    "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */3\r\nContent-Length: 4\r\n\r\nnope",
    partial("ETag: \"one\"\r\nContent-Range: bytes 7-9/10\r\nContent-Length: 3\r\n\r\n789"),
    partial("ETag: \"one\"\r\nContent-Length: 3\r\n\r\n789"),
    // Parts of another version, or of one that cannot be told apart.
    partial("ETag: \"two\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\nABCDE"),
    partial("ETag: W/\"one\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\nABCDE"),
    partial("Content-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789"),
    partial("ETag: \"one\"\r\nContent-Range: bytes 5-7/8\r\nContent-Length: 3\r\n\r\n567"),
    // Not the whole rest.
    partial("ETag: \"one\"\r\nContent-Range: bytes 5-7/10\r\nContent-Length: 3\r\n\r\n567"),
    partial("ETag: \"one\"\r\nContent-Range: bytes 5-7/*\r\nContent-Length: 3\r\n\r\n567"),
    partial("ETag: \"one\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 3\r\n\r\n567"),
  ])
  func anUnusableRangeResponseIsFollowedByAFullDownload(_ reply: String) async throws {
    let server = try cutting(
      #"ETag: "one""#, second: reply, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew")
    let whole = await resumed(try #require(try await lost(server)))
    #expect(whole.value == Data("new".utf8))
    #expect(whole.timeline.hops.last?.status == 200)
    #expect(server.received.last?.contains("Range") == false)
    try removeFile(of: whole)
  }

  @Test func aRetryOfAResumedDownloadAppendsNothingTwice() async throws {
    let rest = Self.partial("ETag: \"one\"\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n")
    let connections = Recorder<Void>()
    let server = try RawServer { client in
      try client.readHead()
      connections.record(())
      switch connections.values.count {
      case 1: try client.send("HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 10\r\n\r\n01234")
      case 2: try client.send(rest + "56")
      default: try client.send(rest + "56789")
      }
    }
    let data = try #require(try await lost(server))
    let whole = await session.download(resumingWith: data).retry { _, _, _ in .retry }.serializingData().response
    #expect(whole.value == Data("0123456789".utf8))
    try removeFile(of: whole)
  }

  @Test func aRestartedPartIsNotMistakenForTheOldOne() async throws {
    let connections = Recorder<Void>()
    let server = try RawServer { client in
      try client.readHead()
      connections.record(())
      switch connections.values.count {
      case 1: try client.send("HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 10\r\n\r\n01234")
      case 2: try client.send("HTTP/1.1 200 OK\r\nETag: \"two\"\r\nContent-Length: 10\r\n\r\nABCDEF")
      case 3: return
      default: try client.send("HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 10\r\n\r\n0123456789")
      }
    }
    let data = try #require(try await lost(server))
    let again = await session.download(resumingWith: data)
      .retry { request, _, _ in request.retryCount == 0 ? .retry : .doNotRetry }.serializingData().response
    // The record belongs to the first version, the file to the second.
    if let left = again.resumeData {
      #expect(try record(left)["etag"] as? String != #""one""#)
    }
    #expect(server.received.count == 3)
  }

  @Test func damagedResumeDataIsReportedToTheHandler() async throws {
    let response = await resumed(Data("{}".utf8))
    expect(response.error) { if case .invalidResumeData = $0 { true } else { false } }
  }

  @Test func aRefusedConnectionKeepsThePartialFile() async throws {
    let server = try cutting(#"ETag: "one""#, second: Self.rest)
    let data = try #require(try await lost(server))
    let refused = await resumed(data, from: "http://127.0.0.1:\(try RawServer.freePort())/")
    expect(refused.error) { if case .refused = $0 { true } else { false } }
    let whole = await resumed(data)
    #expect(whole.value == Data("0123456789".utf8))
    try removeFile(of: whole)
  }
}
