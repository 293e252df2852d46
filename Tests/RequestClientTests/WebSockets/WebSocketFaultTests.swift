import Foundation
@testable import RequestClient
import TestSupport
import Testing

/// Against servers that break the rules, and cancelled at each state.
@Suite(.timeLimit(.minutes(1)))
struct WebSocketFaultTests {
  let session = Session.plain()

  private func story(_ socket: WebSocketRequest) async -> [String] {
    var lines: [String] = []
    for await event in socket.events() { lines.append(event.line) }
    return lines
  }

  private func socket(_ server: RawServer, _ change: (inout WebSocketOptions) -> Void = { _ in }) -> WebSocketRequest {
    session.webSocket(
      "ws://127.0.0.1:\(server.port)/",
      settings: WebSocketOptions { settings in
        settings.closeTimeout = .milliseconds(200)
        change(&settings)
      })
  }

  @Test(arguments: [
    (ServerFrames.frame(3), "an unknown opcode 3", 1002), ([0x81, 0x80], "a masked frame", 1002),
    (ServerFrames.frame(1, [0xFF]), "text that is not UTF-8", 1007),
  ])
  func aViolationIsAnsweredWithItsCode(_ bytes: [UInt8], _ detail: String, _ code: Int) async throws {
    let server = try RawServer { client in
      try client.acceptWebSocket()
      try client.send(bytes)
      try client.readClientFrame()
      client.waitForEnd()
    }
    #expect(
      await story(socket(server))
        == ["opened", "closing \(code)", "failed The server broke the WebSocket protocol: \(detail)"])
    #expect(server.received.last == "8 \(code)")
  }

  @Test func frameBytesBehindTheHeadAreRead() async throws {
    let server = try RawServer { client in
      try client.acceptWebSocket(andSend: ServerFrames.text("at once") + ServerFrames.close(1000))
      try client.readClientFrame()
    }
    #expect(
      await story(socket(server))
        == ["opened", "text at once", "closing 1000 by server", "closed 1000 by server, clean"])
  }

  @Test func halfAFrameIsALostConnection() async throws {
    let server = try RawServer { client in
      try client.acceptWebSocket(andSend: [0x81, 100, 0x61])
    }
    let lost = "failed 127.0.0.1 ended the connection without a close frame"
    #expect(await story(socket(server)) == ["opened", lost])
    let silent = try RawServer { client in
      try client.acceptWebSocket()
      client.waitForEnd()
    }
    #expect(
      await story(socket(silent) { $0.idleTimeout = .milliseconds(100) })
        == ["opened", "failed No data from 127.0.0.1 for 0.1 s — raise the limit or try again"])
  }

  private static let unfinished: [(bytes: [UInt8], size: Int?)] = [
    (ServerFrames.text("ab", isFinal: false) + ServerFrames.rest([0x63], isFinal: false) + ServerFrames.close(1000), 3),
    (ServerFrames.text("a") + [0x82, 100, 1, 2], 2), (ServerFrames.text("ab") + ServerFrames.close(1000), nil),
    ([0x81], nil),
  ]

  @Test(arguments: unfinished)
  func theBytesOfAMessageWithoutItsEndAreCounted(_ bytes: [UInt8], _ size: Int?) async throws {
    let server = try RawServer { client in try client.acceptWebSocket(andSend: bytes) }
    var sizes: [Int?] = []
    for await event in socket(server).events() {
      if case .ended(let end) = event { sizes.append(end.unfinishedSize) }
    }
    #expect(sizes == [size])
  }

  @Test func aHandshakeWithoutAnAnswerIsTimedOut() async throws {
    let server = try RawServer { client in
      try client.readHead()
      client.waitForEnd()
    }
    for change in [{ $0.timeout = .milliseconds(100) }, { $0.readTimeout = .milliseconds(100) }]
      as [(inout TransferOptions) -> Void]
    {
      let socket = session.webSocket("ws://127.0.0.1:\(server.port)/", options: .with(change))
      for await event in socket.events() {
        guard case .ended(let end) = event else { continue }
        #expect(end.error?.isTimeout == true)
        #expect(end.timeline.hops.first?.requestHeaders.first("Upgrade") == "websocket")
      }
    }
  }

  @Test(arguments: [
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: no\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\n\r\n",
  ])
  func anAnswerThatDoesNotFitEndsTheConnection(_ head: String) async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send(head)
      client.waitForEnd()
    }
    let lines = await story(socket(server))
    #expect(lines.count == 1 && lines[0].hasPrefix("failed The server's response does not open a WebSocket: its "))
  }

  @Test(arguments: ["hello\r\n\r\n", "HTTP/1.1 101", ""])
  func whatIsNotHTTPIsAnError(_ text: String) async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send(text)
    }
    let lines = await story(socket(server))
    #expect(lines.count == 1 && lines[0].hasPrefix("failed "))
  }

  @Test func interimHeadsAndAChunkedRefusalAreRead() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 403 Forbidden\r\n")
      try client.send("Transfer-Encoding: chunked\r\n\r\n3\r\nfor\r\n6\r\nbidden\r\n0\r\n\r\n")
      client.waitForEnd()
    }
    let socket = socket(server) { $0.maxRefusalSize = 5 }
    for await event in socket.events() {
      guard case .ended(let end) = event, case .refused(let body) = end.outcome else { continue }
      #expect(body == Data("forbi".utf8))
    }
    #expect(socket.statusCode == 403)
  }

  @Test func aRefusalThatNeverEndsFailsAfterItsTimeLimit() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
      client.waitForEnd()
    }
    let socket = socket(server) { $0.refusalTimeout = .milliseconds(100) }
    #expect(await story(socket) == ["failed The server refused the WebSocket with status 200"])
    #expect(socket.statusCode == 200)
  }

  @Test func aRefusalCutOffIsALostConnection() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 500 Oh\r\nContent-Length: 100\r\n\r\nhalf")
    }
    #expect(
      await story(socket(server)).last
        == "failed 127.0.0.1 closed the connection after 4 bytes of the response body — "
        + "it may have processed the request, so repeat it only if that is safe")
  }

  @Test func aServerThatNeverAnswersACloseIsLeftAfterTheTimeLimit() async throws {
    let server = try RawServer { client in
      try client.acceptWebSocket()
      client.waitForEnd()
    }
    let socket = socket(server)
    var lines: [String] = []
    for await event in socket.events() {
      lines.append(event.line)
      if case .opened = event { try socket.close(code: WebSocketCloseCode(4001)) }
    }
    #expect(lines == ["opened", "closing 4001", "closed 4001, not clean"])
    await #expect { try await socket.send("late") } throws: { "\($0)".hasPrefix("The WebSocket is not open any more") }
  }

  @Test func aSocketThatIsClosedWhenItsConnectionIsLostIsNotCancelled() async throws {
    let server = try RawServer { client in
      try client.acceptWebSocket(andSend: ServerFrames.text("a"))
    }
    let lost = ["opened", "text a", "failed 127.0.0.1 ended the connection without a close frame"]
    // The close frame is sent if it comes before the loss.
    let closed = ["opened", "text a", "closing 1000", "closed 1000, not clean"]
    for delay in 0..<20 {
      let socket = socket(server)
      var lines: [String] = []
      for await event in socket.events() {
        lines.append(event.line)
        guard case .message = event else { continue }
        try await Task.sleep(for: .microseconds(100 * delay))
        try socket.close()
      }
      #expect(lines == lost || lines == closed, "\(lines)")
    }
  }

  @Test func aMissingPongEndsTheConnection() async throws {
    let server = try RawServer { client in
      try client.acceptWebSocket()
      client.waitForEnd()
    }
    #expect(
      await story(socket(server) { ($0.pingInterval, $0.pongTimeout) = (.milliseconds(20), .milliseconds(50)) })
        == ["opened", "failed 127.0.0.1 did not answer a ping within 0.05 s"])
  }

  @Test func aCancelledSocketEndsInEveryState() async throws {
    let server = try RawServer { client in
      try client.acceptWebSocket(andSend: ServerFrames.frame(9) + [0x81, 5, 0x61])
      client.waitForEnd()
    }
    let silent = try RawServer { client in
      try client.readHead()
      client.waitForEnd()
    }
    let before = socket(server)
    before.cancel()
    #expect(await story(before) == ["failed Cancelled"])
    let connecting = socket(silent)
    let ending = Task { await story(connecting) }
    await until { !silent.received.isEmpty }
    connecting.cancel()
    #expect(await ending.value == ["failed Cancelled"])
    let open = socket(server)
    let events = Recorder<String>()
    open.onEvent { events.record($0.line) }
    _ = await events.values(count: 2)
    open.cancel()
    #expect(await events.values(count: 3) == ["opened", "ping 0", "failed Cancelled"])
    let unopened = socket(silent)
    unopened.onEvent { events.record($0.line) }
    try unopened.close()
    #expect(await events.values(count: 4).last == "failed Cancelled")
  }

  @Test func waitingMessagesFailWithTheSocket() async throws {
    let silent = try RawServer { client in
      try client.readHead()
      client.waitForEnd()
    }
    let socket = socket(silent)
    let results = Recorder<String>()
    for _ in 0..<2 { socket.send(.text("x")) { results.record("\($0)") } }
    let waiting = Task { try await socket.send("y") }
    let withdrawn = Task { try await socket.send("z") }
    await until { !silent.received.isEmpty }
    withdrawn.cancel()
    await #expect { try await withdrawn.value } throws: { "\($0)" == "Cancelled" }
    socket.cancel()
    await #expect { try await waiting.value } throws: { "\($0)" == "Cancelled" }
    #expect(await results.values(count: 2).allSatisfy { $0.contains("Cancelled") })
  }

  @Test func onlyWhatMayBeSentIsSent() async throws {
    let socket = session.webSocket("ws://127.0.0.1:1/", shouldAutomaticallyResume: false)
    #expect(throws: RequestError.self) { try socket.close(code: WebSocketCloseCode(1005)) }
    #expect(throws: RequestError.self) { try socket.close(reason: String(repeating: "x", count: 124)) }
    #expect(throws: RequestError.self) { try socket.close(code: nil, reason: "x") }
    for (message, text) in [
      (OutgoingRequest(method: .post, url: try RequestURL("http://127.0.0.1:1/")), "GET"),
      (OutgoingRequest(url: try RequestURL("http://127.0.0.1:1/"), body: .data(Data("x".utf8))), "without a body"),
    ] {
      let lines = await story(session.webSocket(message))
      #expect(lines.count == 1 && lines[0].contains(text))
    }
  }

  @Test func aLostConnectionIsReplacedAndWaitingMessagesArrive() async throws {
    let connections = Recorder<Int>()
    let server = try RawServer { client in
      let number = connections.recordNumbered(0)
      if number == 1 { return }
      try client.acceptWebSocket()
      if number == 0 { return }
      try client.readClientFrame()
      try client.send(ServerFrames.close(number == 2 ? 1012 : 1000))
      client.waitForEnd()
    }
    let socket = socket(server) { $0.reconnection = WebSocketReconnection(delay: .milliseconds(10)) }
    var lines: [String] = []
    for await event in socket.events() {
      lines.append(event.line)
      if case .waiting = event { socket.send(.text("kept")) { _ in } }
    }
    let lost = "waiting: 127.0.0.1 ended the connection without a close frame"
    #expect(lines[...3] == ["opened", lost, lines[2], "opened"])
    #expect(lines[2].hasPrefix("waiting: 127.0.0.1 closed the connection before its response was complete"))
    #expect(
      lines[4...] == [
        "closing 1012 by server", "waiting: The server closed the connection with 1012 service restart", "opened",
        "closing 1000 by server", "closed 1000 by server, clean",
      ])
    #expect(server.received.filter { $0 == "1 4" }.count == 2)
    #expect(socket.timeline.hops.count == 4)
  }

  @Test func attemptsToReconnectAreLimited() async throws {
    let server = try RawServer { client in try client.readHead() }
    let lines = await story(
      socket(server) { $0.reconnection = WebSocketReconnection(delay: .milliseconds(1), maximumAttempts: 2) })
    #expect(lines.map { $0.prefix(6) } == ["waitin", "waitin", "failed"])
  }

  @Test func aSocketThatItsHandlerRetainsIsReleasedAfterItsEnd() async throws {
    let server = try RawServer { client in try client.acceptWebSocket() }
    weak var hub: WebSocketHub?
    do {
      let socket = socket(server)
      hub = socket.hub
      let events = Recorder<String>()
      socket.onEvent { event in withExtendedLifetime(socket) { events.record(event.line) } }
      _ = await events.values(count: 2)
    }
    await until { hub == nil }
  }

  @Test func aSessionThatEndsEndsItsSockets() async throws {
    let server = try RawServer { client in
      try client.acceptWebSocket()
      client.waitForEnd()
    }
    let events = Recorder<String>()
    var session: Session? = Session.plain()
    session?.webSocket("ws://127.0.0.1:\(server.port)/").onEvent { events.record($0.line) }
    _ = await events.values(count: 1)
    session = nil
    #expect(await events.values(count: 2).last?.hasPrefix("failed The session ended") == true)
  }
}

extension RawConnection {
  /// Reads a handshake and accepts it.
  func acceptWebSocket(andSend bytes: [UInt8] = []) throws {
    let head = try readHead()
    let key = head.lines.first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19)
    let answer = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(WebSocketHandshake.acceptance(of: String(key ?? "")))", "", "",
    ]
    try send(Array(answer.joined(separator: "\r\n").utf8) + bytes)
  }

  /// Reads a short frame of the client and records its opcode with the code of a close frame or the payload's size.
  func readClientFrame() throws {
    let head = try readBytes(6)
    let payload = try readBytes(Int(head[1] & 0x7F)).enumerated().map { $1 ^ head[2 + $0 % 4] }
    let opcode = head[0] & 0x0F
    let isCode = opcode == 8 && payload.count >= 2
    note("\(opcode) \(isCode ? Int(payload[0]) << 8 | Int(payload[1]) : payload.count)")
  }
}
