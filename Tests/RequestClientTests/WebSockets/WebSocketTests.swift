import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

/// Against servers of PyPI's `websockets`.
@Suite(.timeLimit(.minutes(1)))
struct WebSocketTests {
  let server: WebSocketServer
  let session = Session.plain()

  init() async throws { server = try await TestServers.webSockets() }

  /// The events of a socket in short: messages, close frames and how it ended.
  private func story(
    _ socket: WebSocketRequest, _ act: (WebSocketEvent) async throws -> Void = { _ in }
  ) async throws -> [String] {
    var lines: [String] = []
    for await event in socket.events() {
      lines.append(event.line)
      try await act(event)
    }
    return lines
  }

  @Test func messagesOfBothKindsComeBackInOrder() async throws {
    let socket = session.webSocket(server.url("/echo"))
    let messages: [WebSocketMessage] = [
      .text("Grüße"), .binary(Data([0, 255])), .text(""), .binary(Data()),
      .text(String(repeating: "long ", count: 50_000)),
    ]
    for message in messages { try await socket.send(message) }
    var received: [WebSocketMessage] = []
    for try await message in socket.messages() {
      received.append(message)
      if received.count == messages.count { try socket.close() }
    }
    #expect(received == messages)
    #expect(socket.statusCode == 101)
    #expect(!socket.isOpen)
  }

  @Test func theEventsTellTheWholeStory() async throws {
    let socket = session.webSocket(server.url("/close?code=4000&reason=enough"))
    #expect(
      try await story(socket) == [
        "opened deflate", "closing 4000 enough by server", "closed 4000 enough by server, clean",
      ])
    let own = session.webSocket(server.url("/echo", .plain), subprotocols: ["other", "chat.1"])
    let lines = try await story(own) { event in
      if case .opened = event { try await own.send("hello") }
      if case .message = event { try own.close(code: .goingAway, reason: "bye") }
    }
    #expect(lines == ["opened chat.1", "text hello", "closing 1001 bye", "closed 1001 bye, clean"])
  }

  @Test func callbacksGetTheSameEventsInOrder() async throws {
    let socket = session.webSocket(server.url("/echo", .plain), shouldAutomaticallyResume: false)
    let (events, sent) = (Recorder<String>(), Recorder<WebSocketDetails?>())
    socket.onEvent { events.record($0.line) }
    for text in ["one", "two"] { socket.send(.text(text)) { sent.record(try? $0.get()) } }
    socket.resume()
    _ = await events.values(count: 3)
    try socket.close()
    #expect(
      await events.values(count: 5) == ["opened", "text one", "text two", "closing 1000", "closed 1000, clean"])
    #expect(sent.values.map(\.?.wireSize) == [9, 9])
  }

  @Test(arguments: [WebSocketServer.Kind.standard, .separate, .narrow, .tiny, .plain])
  func compressionIsWhatWasAgreedOn(_ kind: WebSocketServer.Kind) async throws {
    let socket = session.webSocket(server.url("/echo", kind), settings: WebSocketOptions { $0.maxFrameSize = 1000 })
    let text = String(repeating: "the same words again and again ", count: 1000)
    var details: [WebSocketDetails] = []
    for _ in 0..<3 { try await socket.send(text) }
    for await event in socket.events() {
      guard case .message(let message, let detail) = event else { continue }
      #expect(message == .text(text))
      details.append(detail)
      if details.count == 3 { try socket.close() }
    }
    let agreed = socket.opening?.compression
    switch kind {
    case .separate:
      #expect(agreed == WebSocketCompression(serverNoContextTakeover: true, clientNoContextTakeover: true))
      #expect(details[0].wireSize == details[2].wireSize)
    case .narrow: #expect(agreed == WebSocketCompression(serverMaxWindowBits: 9, clientMaxWindowBits: 9))
    case .tiny: #expect(agreed?.clientMaxWindowBits == 8)
    case .plain: #expect(agreed == nil)
    default: #expect(details[0].wireSize > details[2].wireSize)
    }
    #expect(details.map(\.isCompressed) == Array(repeating: kind != .plain, count: 3))
  }

  @Test func pingsAreAnsweredAndPongsReported() async throws {
    let socket = session.webSocket(server.url("/pings"))
    var received: [String] = []
    for await event in socket.events() {
      if case .ping(let payload, _) = event { received.append("ping \(payload.count)") }
      if case .message(let message, _) = event { received.append(message.text ?? "") }
    }
    #expect(received == ["ping 0", "pong", "ping 3", "pong", "ping 125", "pong"])
    let own = session.webSocket(server.url("/echo"))
    try await own.ping(Data("mine".utf8))
    for await event in own.events() {
      if case .pong(let payload, _) = event {
        #expect(payload == Data("mine".utf8))
        break
      }
    }
    await #expect { try await own.ping(Data(count: 126)) } throws: { "\($0)".contains("125 bytes") }
  }

  @Test func automaticPingsKeepAConnectionOpen() async throws {
    let socket = session.webSocket(
      server.url("/echo"),
      settings: WebSocketOptions { ($0.pingInterval, $0.idleTimeout) = (.milliseconds(50), .seconds(30)) })
    var pongs = 0
    for await event in socket.events() {
      if case .pong = event { pongs += 1 }
      if pongs == 3 { break }
    }
    #expect(pongs == 3)
  }

  @Test(arguments: [403, 404, 426, 500])
  func aRefusalIsAnOrdinaryResponse(_ status: Int) async throws {
    let socket = session.webSocket(server.url("/refuse?status=\(status)"))
    var end: WebSocketEnd?
    for await event in socket.events() { if case .ended(let last) = event { end = last } }
    guard case .refused(let body) = end?.outcome else { throw RequestError.protocolError("\(String(describing: end))") }
    #expect(body == Data("refused\n".utf8))
    #expect(end?.statusCode == status)
    #expect(end?.head?.headers.first("Content-Type") == "text/plain")
    #expect(end?.timeline.hops.first?.status == status)
    #expect(socket.error == nil)
    let other = session.webSocket(server.url("/refuse?status=\(status)"))
    await #expect { for try await _ in other.messages() {} } throws: { "\($0)".contains("status \(status)") }
  }

  @Test func redirectsCookiesAndChallengesAreThoseOfRequests() async throws {
    let session = Session.plain { $0.cookieJar = CookieJar() }
    for target in ["/greet", server.url("/greet", .plain)] {
      let socket = session.webSocket(server.url("/redirect?to=\(target)"))
      for try await message in socket.messages() {
        #expect(message == .text("welcome seen=yes"))
        break
      }
      await until { socket.timeline.hops.count == 2 }
      #expect(socket.timeline.hops.map(\.status) == [302, 101])
      #expect(socket.timeline.hops.first?.url == server.url("/redirect?to=\(target)"))
    }
    let kept = session.webSocket(server.url("/redirect?to=/greet"), redirector: .doNotFollow)
    #expect(try await story(kept) == ["refused 302"])
    let login = session.webSocket(server.url("/login")).authenticate(username: "ada", password: "secret")
    #expect(
      try await story(login) { if case .opened = $0 { try login.close() } }
        == ["opened deflate", "closing 1000", "closed 1000, clean"])
    #expect(login.timeline.hops.map(\.status) == [401, 101])
    #expect(try await story(session.webSocket(server.url("/login"))) == ["refused 401"])
  }

  @Test func interceptorsAdaptEachHandshake() async throws {
    let socket = session.webSocket(
      server.url("/login"),
      interceptor: Adapter { message, _ in
        var message = message
        message.headers.append(.authorization(username: "ada", password: "secret"))
        return message
      })
    for await event in socket.events() { if case .opened = event { break } }
    #expect(socket.statusCode == 101)
  }

  @Test func aFastServerWaitsForASlowReader() async throws {
    let (count, size) = (2000, 10_000)
    let socket = session.webSocket(
      server.url("/flood?count=\(count)&size=\(size)", .plain),
      settings: WebSocketOptions { $0.maxWaitingSize = 100_000 })
    var received = 0
    for try await message in socket.messages() {
      #expect(message.data.prefix(8) == Data(String(format: "%08d", received).utf8))
      received += 1
      if received == 1 {
        await until { socket.downloadProgress.completed > 90_000 }
        await until { socket.core.state.withLock { $0.hasRefusedChunk } }
        // The limit and what was read at once.
        #expect(socket.downloadProgress.completed < 300_000)
      }
    }
    #expect(received == count)
  }

  @Test func sendingWaitsForAServerThatDoesNotRead() async throws {
    let socket = session.webSocket(
      server.url("/stuck"), settings: WebSocketOptions { ($0.maxWaitingSize, $0.compression) = (100_000, nil) })
    let sent = Recorder<Int>()
    let sender = Task {
      for number in 0..<1000 {
        try await socket.send(Data(count: 1 << 20))
        sent.record(number)
      }
    }
    await until { socket.hub.state.withLock { !$0.waiting.isEmpty } }
    socket.cancel()
    await #expect { try await sender.value } throws: { "\($0)" == "Cancelled" }
    // The buffers of the system hold fewer.
    #expect(sent.values.count < 50)
  }

  @Test func manyMessagesOfManySendersArriveWhole() async throws {
    let socket = session.webSocket(server.url("/count", .plain))
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<250 { try? await socket.send(Data(count: 1000)) } }
      }
    }
    try await socket.send("end")
    for try await message in socket.messages() {
      #expect(message == .text("2000000"))
      break
    }
  }

  @Test func whatIsAddedWhileTLSIsBlockedArrivesWhole() async throws {
    let nginx = try await TestServers.nginx()
    let trust = TransferOptions.with {
      $0.serverTrust = .authorities(file: URL(fileURLWithPath: nginx.certificateAuthority))
    }
    let socket = session.webSocket(
      server.url("/count", .secure),
      settings: WebSocketOptions { ($0.compression, $0.maxWaitingSize) = (nil, 32 << 20) }, options: trust)
    for _ in 0..<320 { socket.send(.binary(Data(count: 100_000))) { _ in } }
    try await socket.send("end")
    for try await message in socket.messages() {
      #expect(message == .text("32000000"))
      break
    }
  }

  @Test func aMessageLargerThanTheLimitClosesTheConnection() async throws {
    let socket = session.webSocket(
      server.url("/flood?count=1&size=100001"), settings: WebSocketOptions { $0.maxMessageSize = 100_000 })
    #expect(
      try await story(socket) == [
        "opened deflate", "closing 1009", "failed A message is larger than 100000 bytes — raise maxMessageSize",
      ])
  }

  @Test func aResetConnectionIsLost() async throws {
    #expect(
      try await story(session.webSocket(server.url("/abort")))
        == ["opened deflate", "failed 127.0.0.1 ended the connection without a close frame"])
  }

  @Test func tlsClientCertificatesAndUnixSocketsAreThoseOfRequests() async throws {
    let nginx = try await TestServers.nginx()
    let trust = TransferOptions.with {
      $0.serverTrust = .authorities(file: URL(fileURLWithPath: nginx.certificateAuthority))
      $0.clientCertificate = ClientCertificate(
        certificate: URL(fileURLWithPath: nginx.clientCertificate), key: URL(fileURLWithPath: nginx.clientKey))
    }
    for kind in [WebSocketServer.Kind.secure, .certified] {
      let socket = session.webSocket(server.url("/greet", kind), options: trust)
      for try await message in socket.messages() {
        #expect(message == .text("welcome None"))
        break
      }
      #expect(socket.opening?.hop?.connection?.tls?.version.hasPrefix("TLSv1") == true)
    }
    let untrusted = try await story(session.webSocket(server.url("/greet", .secure)))
    #expect(untrusted.count == 1 && untrusted[0].contains("certificate"))
    let local = session.webSocket(
      "ws://nowhere.invalid/greet", options: .with { $0.unixSocketPath = server.socketPath })
    for try await message in local.messages() {
      #expect(message == .text("welcome None"))
      break
    }
  }

  @Test func proxiesTunnelBothSchemes() async throws {
    let proxies = try await TestServers.packagedProxies()
    let login = "\(Proxies.user):\(Proxies.password)"
    for proxy in ["http://\(proxies.open)", "socks5://\(proxies.open)", "http://\(login)@\(proxies.locked)"] {
      for kind in [WebSocketServer.Kind.plain, .secure] {
        let socket = session.webSocket(
          server.url("/greet", kind),
          options: .with {
            $0.proxy = (try? Proxy(proxy)).map { .proxy($0) } ?? .none
            $0.serverTrust = .disabled
          })
        for try await message in socket.messages() {
          #expect(message == .text("welcome None"))
          break
        }
      }
    }
    let locked = try Proxy(try await TestServers.proxies().httpAuthenticated)
    let refused = try await story(
      session.webSocket(server.url("/greet"), options: .with { $0.proxy = .proxy(locked) }))
    #expect(refused.count == 1 && refused[0].hasPrefix("failed Cannot use the proxy"))
  }

  @Test func theTimelineAndTheWireLogShowTheHandshakeAndTheBytes() async throws {
    let socket = session.webSocket(
      server.url("/echo", .plain), settings: WebSocketOptions { $0.reportsFrames = true },
      options: .with { $0.keepsWireLog = true })
    var frames: [String] = []
    try await socket.send("hello")
    for await event in socket.events() {
      if case .frame(let frame) = event {
        frames.append("\(frame.isSent ? ">" : "<") \(frame.kind) \(frame.payloadSize)")
      }
      if case .message = event { try socket.close() }
    }
    #expect(frames == ["> text 5", "< text 5", "> close 2", "< close 2"])
    let hop = try #require(socket.timeline.hops.first)
    #expect(hop.url == server.url("/echo", .plain))
    #expect(hop.requestHeaders.map(\.name).contains("Sec-WebSocket-Key"))
    #expect(hop.responseHeaders.first("Upgrade") == "websocket")
    #expect(hop.sent.body == 11 + 8)
    #expect(hop.received.body == 7 + 4)
    #expect(hop.phases.wait != nil && hop.phases.receive != nil)
    #expect(hop.wire.contains { $0.kind == .receivedHead && $0.text == "HTTP/1.1 101 Switching Protocols" })
    #expect(hop.wire.filter { $0.kind == .sentBody }.map(\.byteCount) == [11, 8])
  }

  @Test func otherRequestsOfTheSessionGoOn() async throws {
    let session = Session.plain { $0.maxConnectionsPerHost = 1 }
    let sockets = (0..<3).map { _ in session.webSocket(server.url("/echo")) }
    for socket in sockets { for await event in socket.events(leaving: false) { if case .opened = event { break } } }
    let response = await session.request(server.url("/refuse?status=404").replacing("ws:", with: "http:"))
      .serializingData().response
    #expect(response.statusCode == 404 || response.statusCode == 426)
    for socket in sockets {
      #expect(socket.isOpen)
      socket.cancel()
    }
  }
}

extension WebSocketRequest {
  /// The events; without cancelling the request when the loop is left.
  fileprivate func events(leaving: Bool) -> AsyncStream<WebSocketEvent> {
    AsyncStream { continuation in onEvent { continuation.yield($0) } }
  }
}

extension WebSocketEvent {
  /// The event in short.
  var line: String {
    switch self {
    case .opened(let opening):
      ["opened", opening.subprotocol, opening.compression.map { _ in "deflate" }].compactMap(\.self).joined(
        separator: " ")
    case .message(.text(let text), _): "text \(text)"
    case .message(.binary(let data), _): "binary \(data.count)"
    case .ping(let payload, _): "ping \(payload.count)"
    case .pong(let payload, _): "pong \(payload.count)"
    case .frame: "frame"
    case .closing(let close): "closing \(close.line)"
    case .waiting(_, let error): "waiting: \(error)"
    case .ended(let end):
      switch end.outcome {
      case .closed(let close): "closed \(close.line), \(close.isClean ? "clean" : "not clean")"
      case .refused: "refused \(end.statusCode ?? 0)"
      case .failed(let error): "failed \(error)"
      }
    }
  }
}

extension WebSocketClose {
  fileprivate var line: String {
    [code.map { String($0.rawValue) }, reason.isEmpty ? nil : reason, isFromServer ? "by server" : nil]
      .compactMap(\.self).joined(separator: " ")
  }
}
