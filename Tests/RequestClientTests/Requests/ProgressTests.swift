import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProgressTests {
  @Test func anUploadsProgressGrowsToTheWholeBody() async throws {
    let size = 5_000_000
    let server = try RawServer { client in
      try client.readHead()
      _ = try client.readBytes(size)
      try client.respond()
    }
    let seen = Recorder<TransferProgress>()
    let session = Session.plain()
    let request = session.upload(Data(count: size), to: server.url).uploadProgress { seen.record($0) }
    #expect(await request.serializingData().response.error == nil)
    #expect(seen.values.map(\.completed) == seen.values.map(\.completed).sorted())
    #expect(seen.values.last == TransferProgress(completed: size, total: size))
    #expect(seen.values.last?.fraction == 1)
    #expect(request.uploadProgress.completed == size)
  }

  @Test(arguments: KindOfRequest.allCases)
  func progressOfABodyOfUnknownLengthHasNoFraction(_ kind: KindOfRequest) async {
    let seen = Recorder<TransferProgress>()
    let session = Session.stubbed(StubTransport(.ok("one", "two", "three")))
    let request = kind.request(in: session).downloadProgress { seen.record($0) }
    await request.core.end()
    #expect(seen.values.last == TransferProgress(completed: 11, total: nil))
    #expect(seen.values.allSatisfy { $0.fraction == nil })
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
  }

  @Test(arguments: KindOfRequest.allCases)
  func progressOfABodyOfKnownLengthEndsAtOne(_ kind: KindOfRequest) async {
    let seen = Recorder<TransferProgress>()
    let reply = StubResponse(headers: [HTTPHeader("Content-Length", "6")], chunks: ["abc", "def"])
    let session = Session.stubbed(StubTransport(reply))
    let request = kind.request(in: session).downloadProgress { seen.record($0) }
    await request.core.end()
    #expect(seen.values.last?.fraction == 1)
    #expect(request.downloadProgress == TransferProgress(completed: 6, total: 6))
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
  }

  @Test func progressIsReportedOnTheChosenQueue() async {
    let queue = DispatchQueue(label: "progress")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let seen = Recorder<Bool>()
    let session = Session.stubbed(StubTransport())
    session.upload(Data("x".utf8), to: "http://stub/", shouldAutomaticallyResume: false)
      .downloadProgress(queue: queue) { _ in seen.record(DispatchQueue.getSpecific(key: key) == true) }
      .uploadProgress(queue: queue) { _ in seen.record(DispatchQueue.getSpecific(key: key) == true) }
      .response { _ in }
      .resume()
    #expect(await seen.values(count: 2).allSatisfy(\.self))
  }
}
