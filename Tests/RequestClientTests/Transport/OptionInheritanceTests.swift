import Foundation
@testable import RequestClient
import TestSupport
import Testing

/// Options of requests and sessions: unassigned options are inherited.
@Suite(.timeLimit(.minutes(1)))
struct OptionInheritanceTests {
  /// One option with two values and their checks.
  struct Option: Sendable, CustomStringConvertible {
    let description: String
    let assign: @Sendable (inout TransferOptions) -> Void
    let assignAnother: @Sendable (inout TransferOptions) -> Void
    /// Whether these options have the value of `assign`, or of `assignAnother`.
    let isAssigned: @Sendable (TransferOptions) -> Bool
    let isAnother: @Sendable (TransferOptions) -> Bool

    init<Value: Equatable & Sendable>(
      _ name: String, _ path: any WritableKeyPath<TransferOptions, Value> & Sendable, _ value: Value, _ another: Value
    ) {
      description = name
      assign = { $0[keyPath: path] = value }
      assignAnother = { $0[keyPath: path] = another }
      isAssigned = { $0[keyPath: path] == value }
      isAnother = { $0[keyPath: path] == another }
    }
  }

  static let options: [Option] = [
    Option("timeout", \.timeout, .seconds(7), nil),
    Option("connectTimeout", \.connectTimeout, .seconds(3), nil),
    Option("readTimeout", \.readTimeout, .seconds(4), nil),
    Option("maxRedirects", \.maxRedirects, 2, 20),
    Option("maxBodySize", \.maxBodySize, 1000, nil),
    Option("bodyMemoryLimit", \.bodyMemoryLimit, 100, nil),
    Option("maxHeadSize", \.maxHeadSize, 4096, 256 << 10),
    Option("serverTrust", \.serverTrust, .disabled, nil),
    Option("clientCertificate", \.clientCertificate, ClientCertificate(certificate: URL(filePath: "/c.pem")), nil),
    Option("minimumTLSVersion", \.minimumTLSVersion, .v1_2, nil),
    Option("maximumTLSVersion", \.maximumTLSVersion, .v1_3, nil),
    Option("keepsCredentialsAcrossOrigins", \.keepsCredentialsAcrossOrigins, true, false),
    Option("redirectMethod", \.redirectMethod, .same, .standard),
    Option("proxy", \.proxy, .proxy(Proxy(.http, host: "proxy", port: 1)), .environment),
    Option("unixSocketPath", \.unixSocketPath, "/socket", nil),
    Option("resolve", \.resolve, ["a": "127.0.0.1"], [:]),
    Option("connectTo", \.connectTo, ["a:80": "b:81"], [:]),
    Option("serverName", \.serverName, "name", nil),
    Option("interface", \.interface, "lo", nil),
    Option("ipVersion", \.ipVersion, .v6, nil),
    Option("maxTransferRate", \.maxTransferRate, 1000, nil),
    Option("usesCookies", \.usesCookies, false, true),
    Option("httpVersion", \.httpVersion, .http1, .auto),
    Option("keepsWireLog", \.keepsWireLog, true, false),
  ]

  /// The options of the message that reaches the transport.
  private func effective(
    session change: @Sendable (inout TransferOptions) -> Void,
    request own: @escaping @Sendable (inout TransferOptions) -> Void
  ) async throws -> TransferOptions {
    let transport = StubTransport()
    let session = Session.releasable(transport) { change(&$0.options) }
    _ = await session.request("http://stub/", options: TransferOptions(own)).serializingData().response
    return try #require(transport.hops.first).options
  }

  @Test func theTableHasEveryOption() {
    let names = Mirror(reflecting: TransferOptions().values).children.compactMap(\.label)
    #expect(Self.options.map(\.description) == names)
  }

  @Test(arguments: options)
  func sessionOptionsAreInheritedBesideEveryOptionOfARequest(_ inherited: Option) async throws {
    for own in Self.options where own.description != inherited.description {
      let options = try await effective(session: inherited.assign, request: own.assign)
      #expect(inherited.isAssigned(options), "\(inherited) beside \(own)")
      #expect(own.isAssigned(options), "\(own) beside \(inherited)")
    }
  }

  @Test(arguments: options)
  func theRequestsOwnValueWinsEvenWhereItIsTheDefault(_ option: Option) async throws {
    #expect(option.isAnother(try await effective(session: option.assign, request: option.assignAnother)))
    #expect(option.isAssigned(try await effective(session: option.assignAnother, request: option.assign)))
  }

  @Test func connectToOfARequestIsAddedToTheSessions() async throws {
    let options = try await effective {
      $0.connectTo = ["a:80": "session:1", "b:80": "session:2"]
      $0.resolve = ["c": "127.0.0.1"]
    } request: {
      $0.connectTo = ["b:80": "request:2", "d:80": "request:3"]
      $0.resolve["e"] = "127.0.0.2"
    }
    #expect(options.connectTo == ["a:80": "session:1", "b:80": "request:2", "d:80": "request:3"])
    #expect(options.resolve == ["c": "127.0.0.1", "e": "127.0.0.2"])
  }

  @Test func omittedOptionsAreInherited() {
    #expect(TransferOptions() == TransferOptions(timeout: nil))
    #expect(TransferOptions(timeout: .seconds(1)) == TransferOptions { $0.timeout = .seconds(1) })
    #expect(TransferOptions(maxRedirects: 20) != TransferOptions())
    let session = TransferOptions(timeout: .seconds(1), maxRedirects: 3, keepsWireLog: true)
    let own = TransferOptions(maxRedirects: 4, proxy: ProxySetting.none)
    #expect(
      own.inheriting(from: session)
        == TransferOptions(timeout: .seconds(1), maxRedirects: 4, proxy: ProxySetting.none, keepsWireLog: true))
  }

  // MARK: Every way to set a request's options

  /// Creates a request whose options only raise the redirect limit.
  struct Way: Sendable, CustomStringConvertible {
    let description: String
    let send: @Sendable (Session) async -> Void
  }

  struct Context: RequestType, ResponseType {
    let session: Session
    let method = HTTPMethod.get
    let urlString = "http://stub/"
    let responseSerializer = DataResponseSerializer()
    var options: TransferOptions? { TransferOptions(maxRedirects: 5) }
  }

  static let ways: [Way] = [
    Way(description: "argument") { session in
      await session.request("http://stub/", options: TransferOptions(maxRedirects: 5)).core.end()
    },
    Way(description: "modifier") { session in
      await session.request("http://stub/", requestModifier: { $0.options.maxRedirects = 5 }).core.end()
    },
    Way(description: "adapter") { session in
      await session.request("http://stub/").adapt { message, _ in
        var message = message
        message.options.maxRedirects = 5
        return message
      }.core.end()
    },
    Way(description: "message") { session in
      let url = RequestURL(scheme: "http", host: "stub", path: "/")
      await session.request(OutgoingRequest(url: url, options: TransferOptions(maxRedirects: 5))).core.end()
    },
    Way(description: "upload") { session in
      await session.upload(Data(), to: "http://stub/", options: TransferOptions(maxRedirects: 5)).core.end()
    },
    Way(description: "stream") { session in
      await session.streamRequest("http://stub/", options: TransferOptions(maxRedirects: 5)).core.end()
    },
    Way(description: "download") { session in
      let request = session.download("http://stub/", options: TransferOptions(maxRedirects: 5))
      await request.core.end()
      if let file = request.fileURL { try? FileManager.default.removeItem(at: file) }
    },
    Way(description: "context") { session in _ = await Context(session: session).response },
  ]

  @Test(arguments: ways)
  func theSessionsOptionsApplyToEveryKindOfRequest(_ way: Way) async {
    let transport = StubTransport()
    let session = Session.releasable(transport) {
      $0.options.connectTo = ["stub:80": "elsewhere:80"]
      $0.options.timeout = .seconds(7)
    }
    await way.send(session)
    let expected = TransferOptions(timeout: .seconds(7), maxRedirects: 5, connectTo: ["stub:80": "elsewhere:80"])
    #expect(transport.hops.map(\.options) == [expected])
    #expect(transport.hops.compactMap(\.timeLimit).allSatisfy { $0 <= .seconds(7) })
  }

  @Test func redirectsAndRetriesInheritToo() async {
    let transport = StubTransport(.redirect(to: "/next"), .failure(), .ok("x"))
    let session = Session.releasable(transport) { $0.options.connectTo = ["stub:80": "elsewhere:80"] }
    let retrier = Retrier { request, _, _ in request.retryCount == 0 ? .retry : .doNotRetry }
    let options = TransferOptions(timeout: .seconds(7))
    let request = session.request("http://stub/", options: options, interceptor: retrier)
    #expect(await request.serializingString().response.value == "x")
    let expected = TransferOptions(timeout: .seconds(7), connectTo: ["stub:80": "elsewhere:80"])
    #expect(transport.hops.map(\.options) == [expected, expected, expected])
  }

  @Test func aRealRequestWithATimeoutKeepsTheSessionsRoute() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    }
    let session = Session.plain {
      $0.options.connectTo = ["api.example.com:80": "127.0.0.1:\(server.port)"]
      $0.options.proxy = .none
    }
    let request = session.request("http://api.example.com/") { $0.options.timeout = .seconds(30) }
    #expect(try await request.serializingString().value == "hi")
  }
}
