import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
  let session = Session.plain()

  private func response(
    _ url: String, _ change: (inout TransferOptions) -> Void = { _ in }
  ) async -> ClientResponse<Data> {
    await session.request(url, options: .with(change)).serializingData().response
  }

  @Test func aRefusedPortIsNamed() async throws {
    let port = try RawServer.freePort()
    let response = await response("http://localhost:\(port)/")
    #expect(response.error?.description == "localhost:\(port) refused the connection — is the server running?")
    #expect(response.timeline.hops.first?.failure == response.error?.description)
    #expect(response.timeline.hops.first?.status == nil)
  }

  @Test func anUnknownHostIsNamed() async throws {
    let response = await response("http://nowhere.invalid/")
    #expect(
      response.error?.description
        == #"Cannot find host "nowhere.invalid" — check the URL or the variable that holds it"#)
  }

  @Test func aTruncatedBodyKeepsWhatWasReceived() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    }
    let response = await response(server.url)
    guard case .connectionLost("127.0.0.1", bytesReceived: 4) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(response.response?.status == .ok)
    #expect(response.data == Data("half".utf8))
  }

  @Test func aConnectionClosedWithoutAResponseIsLost() async throws {
    let server = try RawServer { try $0.readHead() }
    guard case .connectionLost(_, bytesReceived: 0) = await response(server.url).error else {
      Issue.record("not lost")
      return
    }
  }

  @Test func aSilentServerIsTimedOut() async throws {
    let server = try RawServer { client in
      try client.readHead()
      client.waitForEnd()
    }
    let response = await response(server.url) { $0.timeout = .seconds(1) }
    #expect(
      response.error?.description
        == #"The response from 127.0.0.1:\#(server.port) was not complete in 1 s — raise "timeout" or try again"#)
    #expect(response.timeline.hops.first?.phases.wait != nil)
  }

  @Test func theTimeoutCoversAllHops() async throws {
    let server = try RawServer { client in
      for number in 0..<2 {
        try client.readHead()
        try client.respond("302 Found", headers: ["Location: /\(number)"])
      }
      client.waitForEnd()
    }
    let response = await response(server.url) {
      $0.timeout = .seconds(1)
    }
    guard case .timedOut(.total, _, .seconds(1)) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(response.timeline.hops.count == 3)
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"])
  func aReadTimeoutKeepsTheReceivedBytes(_ beginning: String) async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send(beginning)
      client.waitForEnd()
    }
    let response = await response(server.url) {
      $0.timeout = nil
      $0.readTimeout = .seconds(1)
    }
    guard case .timedOut(.read, _, .seconds(1)) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(response.error?.description == "No data from 127.0.0.1 for 1 s — raise the limit or try again")
    #expect(response.data.map { String(decoding: $0, as: UTF8.self) } == (beginning.isEmpty ? nil : "half"))
  }

  @Test func theDefaultLimitsAreForConnectingAndForSilence() {
    let options = TransferOptions()
    #expect(options.timeout == nil)
    #expect(options.connectTimeout == .seconds(30) && options.readTimeout == .seconds(60))
  }

  /// A body that flows for twice the limit, with a byte every tenth of it.
  @Test func aTransferThatFlowsIsNotCutByTheReadTimeout() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n")
      for _ in 0..<20 {
        try client.send("x")
        usleep(100_000)
      }
    }
    let response = await response(server.url) { $0.readTimeout = .seconds(1) }
    #expect(response.error == nil && response.data?.count == 20)
  }

  @Test func theTimeThatTheCallerHoldsTheServerBackIsNotSilence() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(body: String(repeating: "x", count: 100_000))
    }
    let request = session.request(server.url, options: .with { $0.readTimeout = .seconds(1) })
    let isPaused = Gate()
    request.onHTTPResponse(perform: { _, decide in
      Thread.detachNewThread {
        usleep(2_000_000)
        decide(.allow)
      }
      isPaused.open()
    })
    let response = await request.serializingData().response
    #expect(isPaused.isOpen)
    #expect(response.error == nil && response.data?.count == 100_000)
  }

  @Test func garbageIsNotHTTP() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("SSH-2.0-OpenSSH_9.2\r\n")
    }
    guard case .protocolError = await response(server.url).error else {
      Issue.record("accepted")
      return
    }
  }

  @Test func anEndlessHeadIsCutOff() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\n")
      while true { try client.send("X-More: \(String(repeating: "a", count: 1000))\r\n") }
    }
    guard case .headTooLarge(limit: 10_000) = await response(server.url, { $0.maxHeadSize = 10_000 }).error else {
      Issue.record("accepted")
      return
    }
  }

  @Test func anEndlessBodyIsCutOffAtTheLimit() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\n\r\n")
      while true { try client.send(String(repeating: "a", count: 1000)) }
    }
    let response = await response(server.url) { $0.maxBodySize = 10_000 }
    guard case .bodyTooLarge(limit: 10_000) = response.error else {
      Issue.record("accepted")
      return
    }
    #expect((response.data?.count ?? 0) <= 10_000)
  }

  @Test func theLimitCountsDecompressedBytes() async throws {
    let options = TransferOptions.with { $0.maxBodySize = 100_000 }
    let url = try await TestServers.nginx().url + "/big"
    let response = await session.request(url, headers: [HTTPHeader("Accept-Encoding", "gzip")], options: options)
      .serializingData().response
    guard case .bodyTooLarge = response.error else {
      Issue.record("accepted")
      return
    }
    #expect(response.timeline.hops[0].received.body < 100_000)
  }

  @Test func anUndecodableBodyIsReported() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(headers: ["Content-Encoding: gzip"], body: "this is not gzip at all")
    }
    guard case .undecodableBody = await response(server.url).error else {
      Issue.record("accepted")
      return
    }
  }

  @Test(arguments: [
    ("", #""" is not a URL: it is empty"#),
    ("example.com", #""example.com" is not a URL: it has no scheme — begin with http:// or https://"#),
    ("ftp://example.com", #"Cannot send to "ftp://example.com": "ftp" is not http, https, ws or wss"#),
    (
      "wss://example.com",
      #"Cannot send to "wss://example.com": it is the URL of a WebSocket, which is another kind of request"#
    ),
    (
      "WS://example.com/a?b",
      #"Cannot send to "WS://example.com/a?b": it is the URL of a WebSocket, which is another kind of request"#
    ),
    ("http://", #""http://" is not a URL: it names no host"#),
    ("http://a:99999/", #""http://a:99999/" is not a URL: "99999" is not a port — give a number from 1 to 65535"#),
    ("http://a/b c", #""http://a/b c" is not a URL: it has a space — write %20"#),
  ])
  func anInvalidURLReportsTheReason(_ text: String, _ sentence: String) async {
    #expect(await response(text).error?.description == sentence)
  }

  @Test func errorsOfAConvertibleArriveInItsHandlers() async {
    struct Broken: RequestConvertible {
      func asRequest() throws -> OutgoingRequest { throw CocoaError(.fileNoSuchFile) }
    }
    let response = await session.request(Broken()).serializingData().response
    #expect(response.error?.underlyingError is CocoaError)
    #expect(response.request == nil)
  }
}
