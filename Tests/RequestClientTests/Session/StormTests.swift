import Foundation
@testable import RequestClient
import TestSupport
import Testing

/// Many concurrent requests, inspected from other threads; mainly for the thread sanitizer.
@Suite(.timeLimit(.minutes(5)))
struct StormTests {
  @Test func aThousandRequestsCanBeReadFromEveryThread() async throws {
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(headers: ["ETag: \"1\""], body: String(repeating: "x", count: 2000))
      }
    }
    let session = Session.plain { configuration in
      configuration.interceptor = Retrier { _, _, _ in .retryWithDelay(.zero) }
      configuration.eventMonitors = [ClosureEventMonitor { request, _ in Self.readAll(of: request) }]
    }
    let handled = Recorder<Int>()
    await withTaskGroup { group in
      for worker in 0..<20 {
        group.addTask {
          for number in 0..<50 { await storm(session, server.url, worker * 50 + number, handled) }
        }
      }
    }
    #expect(handled.values.sorted() == Array(0..<1000))
    #expect(session.active.isEmpty)
    withExtendedLifetime(server) {}
  }

  private func storm(_ session: Session, _ url: String, _ number: Int, _ handled: Recorder<Int>) async {
    let kind = KindOfRequest.allCases[number % 3]
    let request = kind.request(in: session, url).validate()
    request.onHTTPResponse { _ in Self.readAll(of: request) }
    request.downloadProgress { _ in Self.readAll(of: request) }
    let readers = Task {
      await withTaskGroup { group in
        for _ in 0..<2 {
          group.addTask {
            while !request.isFinished && !request.isCancelled {
              Self.readAll(of: request)
              try? await Task.sleep(for: .microseconds(200))  // Nobody cancels it.
            }
          }
        }
      }
    }
    request.resume()
    if number % 5 == 0 { request.suspend().resume() }
    if number % 7 == 0 { request.cancel() }
    await request.core.end()
    await readers.value
    handled.record(number)
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
  }

  private static func readAll(of request: any Request) {
    _ = (request.id, request.state, request.request, request.requests, request.response, request.error)
    _ = (request.retryCount, request.timeline, request.downloadProgress, request.uploadProgress)
    _ = (request.description, request.hashValue)
    _ = (request as? DataRequest)?.data
    _ = ((request as? DownloadRequest)?.fileURL, (request as? DownloadRequest)?.resumeData)
    _ = (request as? DataStreamRequest)?.automaticallyCancelOnStreamError
  }
}
