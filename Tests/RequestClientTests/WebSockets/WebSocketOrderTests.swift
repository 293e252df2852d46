import Dispatch
import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

/// The order of events where the network is as fast as can be, and what is known about answers to pings.
@Suite(.timeLimit(.minutes(1)))
struct WebSocketOrderTests {
  /// Connects and passes each event, until `act` returns `false`.
  private func follow(
    _ transport: UpgradedTransport, _ act: (WebSocketRequest, WebSocketEvent) throws -> Bool
  ) async throws {
    let session = Session(configuration: SessionConfiguration(), transport: transport)
    defer { withExtendedLifetime(session) {} }
    let socket = session.webSocket(
      "ws://localhost/", settings: WebSocketOptions { ($0.compression, $0.closeTimeout) = (nil, .seconds(30)) })
    for await event in socket.events() {
      if try !act(socket, event) { return }
    }
  }

  @Test func aCloseIsReportedBeforeTheEndThatItsFrameBrings() async throws {
    var lines: [String] = []
    try await follow(UpgradedTransport(readsOutput: true)) { socket, event in
      lines.append(event.line)
      if case .opened = event { try socket.close() }
      return true
    }
    #expect(lines == ["opened", "closing 1000", "closed 1000, clean"])
  }

  @Test func aCloseAfterAViolationIsReportedToo() async throws {
    var lines: [String] = []
    try await follow(UpgradedTransport(readsOutput: true, sending: ServerFrames.frame(3))) { _, event in
      lines.append(event.line)
      return true
    }
    #expect(
      lines == ["opened", "closing 1002", "failed The server broke the WebSocket protocol: an unknown opcode 3"])
  }

  @Test func pingsWithoutAnAnswerSaySo() async throws {
    let pings = (0..<103).flatMap { _ in ServerFrames.frame(9) }
    var answers: [Bool] = []
    try await follow(UpgradedTransport(readsOutput: false, sending: pings)) { _, event in
      if case .ping(_, let details) = event { answers.append(details.isAnswered) }
      return answers.count < 103
    }
    #expect(answers == Array(repeating: true, count: 100) + Array(repeating: false, count: 3))
  }

  @Test func timersThatAreOverAreForgotten() async throws {
    var headers = HTTPHeaders()
    let settings = WebSocketOptions()
    let connection = WebSocketConnection(
      try WebSocketHandshake(&headers, settings), WebSocketOutbox(onWritten: { _ in }, onRoom: {}), settings,
      start: .now)
    for _ in 0..<100 { connection.schedule(after: .zero) { false } }
    connection.schedule(after: .seconds(3600)) { false }
    await until { connection.timerCount == 1 }
    connection.end(.webSocket(.notOpen))
    #expect(connection.timerCount == 0)
  }
}

/// Accepts a handshake, and answers a close frame within the call that hands it over.
private final class UpgradedTransport: Transport {
  private let readsOutput: Bool
  private let bytes: [UInt8]

  /// - Parameters:
  ///   - readsOutput: Whether the client's frames are read.
  ///   - bytes: The frames that follow the handshake.
  init(readsOutput: Bool, sending bytes: [UInt8] = []) { (self.readsOutput, self.bytes) = (readsOutput, bytes) }

  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> any Transfer {
    let transfer = UpgradedTransfer(hop, receiver)
    if readsOutput, let output = hop.upgrade?.output { output.attach { transfer.read(output) } }
    DispatchQueue.global().async { [bytes] in transfer.begin(bytes) }
    return transfer
  }
}

private final class UpgradedTransfer: Transfer {
  private let hop: HopRequest
  private let receiver: any HopReceiver
  private let isOver = Mutex(false)

  init(_ hop: HopRequest, _ receiver: any HopReceiver) { (self.hop, self.receiver) = (hop, receiver) }

  func begin(_ bytes: [UInt8]) {
    let accept = WebSocketHandshake.acceptance(of: hop.headers.first("Sec-WebSocket-Key") ?? "")
    let head = ResponseHead(
      status: 101, reason: "", httpVersion: "HTTP/1.1",
      headers: ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept])
    if let work = receiver.hopReceived(head) { CallbackQueue.run(work) }
    if !bytes.isEmpty { receive(bytes) }
  }

  /// Reads the client's frames, the last of which may be a close frame.
  func read(_ output: any UpgradeOutput) {
    var isClose = false
    _ = output.write { bytes in
      isClose = bytes.first == 0x88
      return bytes.count
    }
    guard isClose else { return }
    receive(ServerFrames.close(1000))
    finish(nil)
  }

  private func receive(_ bytes: [UInt8]) { bytes.withUnsafeBytes { _ = receiver.hopReceived($0) } }

  private func finish(_ error: RequestError?) {
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    guard isFirst else { return }
    var line = Timeline.Hop(attempt: hop.attempt, method: hop.method, url: hop.url.description, start: .zero)
    line.status = 101
    if let rest = receiver.hopFinished(HopReport(hop: line, error: error)) { CallbackQueue.run(rest) }
  }

  func cancel() { DispatchQueue.global().async { self.finish(.explicitlyCancelled) } }
  func pause() {}
  func resume() {}
}
