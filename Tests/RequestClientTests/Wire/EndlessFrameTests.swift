import Foundation
import RequestClient
import TestSupport
import Testing

/// An HTTP/2 server that sends empty frames faster than libcurl handles them, which then does not return.
@Suite(.timeLimit(.minutes(1)))
struct EndlessFrameTests {
  private let session = Session.plain { $0.options.httpVersion = .http2PriorKnowledge }
  private let isFlooding = Gate()
  /// A server stops when it is released.
  private let servers = Recorder<RawServer>()

  /// Responds to the first stream of each connection with 200 and endless empty frames.
  private func server() throws -> RawServer {
    let server = try RawServer { [isFlooding] client in
      try client.acceptHTTP2()
      try client.readHTTP2Stream()
      // `:status: 200`
      try client.send(RawConnection.frame(1, flags: 4, stream: 1, [0x88]))
      let frames = [[UInt8]](repeating: RawConnection.frame(0, stream: 1), count: 10_000).flatMap(\.self)
      for number in 0... {
        try client.send(frames)
        // More than what libcurl handles in a second.
        if number == 20 { isFlooding.open() }
      }
    }
    servers.record(server)
    return server
  }

  private func response(_ server: RawServer, _ change: (inout TransferOptions) -> Void) async -> ClientResponse<Data> {
    await session.request(server.url, options: .with(change)).serializingData().response
  }

  /// The body of a request to another server.
  private func plainRequest() async throws -> String {
    let url = try await TestServers.nginx().url + "/name"
    return try await session.request(url, options: .with { $0.httpVersion = .http1 }).serializingString().value
  }

  @Test func theTimeLimitEndsThem() async throws {
    let response = await response(try server()) { $0.timeout = .seconds(1) }
    expect(response.error) { if case .timedOut(.total, _, .seconds(1)) = $0 { true } else { false } }
  }

  @Test func theLimitForSilenceEndsThem() async throws {
    let response = await response(try server()) { options in
      options.timeout = nil
      options.readTimeout = .seconds(1)
    }
    expect(response.error) { if case .timedOut(.read, _, .seconds(1)) = $0 { true } else { false } }
  }

  @Test func cancellingEndsThemAndTheSessionIsUsable() async throws {
    let request = session.request(try server().url, options: .with { $0.timeout = nil })
    async let response = request.serializingData().response
    await isFlooding.waitWithinTimeLimit()
    request.cancel()
    expect(await response.error) { $0.isExplicitlyCancelled }
    #expect(try await plainRequest().hasSuffix("127.0.0.1\n"))
  }

  @Test func anotherRequestOfTheSessionIsNotKeptWaiting() async throws {
    let request = session.request(try server().url, options: .with { $0.timeout = nil })
    async let response = request.serializingData().response
    await isFlooding.waitWithinTimeLimit()
    #expect(try await plainRequest().hasSuffix("127.0.0.1\n"))
    request.cancel()
    #expect(await response.error != nil)
  }

  @Test func aRequestThatWasSentBeforeIsNotKeptWaiting() async throws {
    let (hasArrived, mayRespond) = (Gate(), Gate())
    let other = try RawServer { client in
      try client.readHead()
      hasArrived.open()
      mayRespond.waitOnThread()
      try client.respond(body: "done")
    }
    let plain = session.request(other.url, options: .with { ($0.httpVersion, $0.timeout) = (.http1, nil) })
    async let body = plain.serializingString().value
    await hasArrived.waitWithinTimeLimit()
    let request = session.request(try server().url, options: .with { $0.timeout = nil })
    async let response = request.serializingData().response
    await isFlooding.waitWithinTimeLimit()
    mayRespond.open()
    #expect(try await body == "done")
    request.cancel()
    #expect(await response.error != nil)
  }

  @Test func releasingTheSessionEndsThem() async throws {
    var session: Session? = Session.plain { $0.options.httpVersion = .http2PriorKnowledge }
    let task = session?.request(try server().url, options: .with { $0.timeout = nil }).serializingData()
    await isFlooding.waitWithinTimeLimit()
    session = nil
    expect(await task?.response.error) { $0.isSessionDeinitialized }
  }
}
