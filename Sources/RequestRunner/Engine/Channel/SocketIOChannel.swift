internal import Dispatch
internal import Synchronization

/// The channel of Socket.IO over the channel of a WebSocket. Its messages are events and acknowledgements.
final class SocketIOChannel: ExchangeChannel {
  private struct State {
    var session: SocketIOSession
    var failure: Failure?
    /// Own packets that the connection has not taken.
    var unsent = 0
    var report: (@Sendable (ChannelArrival) -> Void)?
  }

  private let socket: any ExchangeChannel
  private let namespace: String
  /// Whether the open connection is one to the server that the request names.
  private let isTrusted: @Sendable () -> Bool
  private let state: Mutex<State>

  /// How long a server may take to connect the namespace, in seconds.
  private let patience: Double
  private static let usualPatience = 20.0
  /// A server may send pings without reading the answers: the last ones are enough.
  private static let mostUnsent = 100

  /// Packets of the protocol itself; the exchange does not know them.
  private static let own = SendID(-1)

  /// - Parameter timeout: That of the request in seconds; 0 is no limit.
  init(
    _ socket: any ExchangeChannel, _ settings: SocketIOSettings, timeout: Double?,
    isTrusted: @escaping @Sendable () -> Bool = { true }
  ) {
    (self.socket, self.isTrusted) = (socket, isTrusted)
    patience = timeout.flatMap { $0 > 0 ? min($0, Self.usualPatience) : nil } ?? Self.usualPatience
    namespace = settings.namespace
    state = Mutex(State(session: SocketIOSession(namespace: settings.namespace, auth: settings.auth, settings.engine)))
  }

  func open(_ report: @escaping @Sendable (ChannelArrival) -> Void) {
    state.withLock { $0.report = report }
    socket.open { [self] in handleArrival($0) }
  }

  func perform(_ command: ChannelCommand) {
    switch command {
    case .send(let id, let message) where message.type != "ping": send(message, id)
    case .close:
      if state.withLock(\.session.isConnected) { sendOwn(SocketIOPacket.disconnect(namespace)) }
      socket.perform(command)
    default: socket.perform(command)
    }
  }

  private func send(_ message: ChannelMessage, _ id: SendID) {
    do throws(Failure) {
      let packet = try state.withLock { (state) throws(Failure) in try state.session.packet(of: message) }
      socket.perform(.send(id, .text(packet)))
    } catch {
      tell(.rejected(id, error.sentence))
    }
  }

  /// - Returns: Whether it is sent, as far as the connection lasts.
  @discardableResult private func sendOwn(_ packet: String) -> Bool {
    let isTaken = state.withLock { state in
      guard state.unsent < Self.mostUnsent else { return false }
      state.unsent += 1
      return true
    }
    if isTaken { socket.perform(.send(Self.own, .text(packet))) }
    return isTaken
  }

  private func handleArrival(_ arrival: ChannelArrival) {
    switch arrival {
    case .opened(let head):
      let isTrusted = isTrusted()
      state.withLock { $0.session.opened(head, isTrusted: isTrusted) }
      DispatchQueue(label: "workbench.socket-io").asyncAfter(deadline: .now() + patience) {
        [weak self] in
        self?.expire()
      }
    case .received(let message):
      perform(state.withLock { $0.session.receive(message) })
    case .accepted(Self.own), .rejected(Self.own, _): state.withLock { $0.unsent -= 1 }
    case .ended(let failure): end(failure)
    case .accepted, .rejected, .answered, .hop, .warned, .refused: tell(arrival)
    }
  }

  private func perform(_ steps: [SocketIOSession.Step]) {
    var isSent = true
    for step in steps {
      switch step {
      case .send(let packet): isSent = sendOwn(packet)
      case .ping(let interval): ping(every: interval)
      case .report(.answered) where !isSent: break
      case .report(let arrival): tell(arrival)
      case .end(let reason): close(reason)
      }
    }
  }

  /// Sends pings until the connection has ended, as the client does in Engine.IO 3. They are not reported: the user has
  /// not sent them.
  private func ping(every interval: Duration) {
    DispatchQueue(label: "workbench.socket-io").asyncAfter(deadline: .now() + interval / .seconds(1)) { [weak self] in
      guard let self, state.withLock({ $0.report != nil }) else { return }
      sendOwn(SocketIOPacket.pingText)
      ping(every: interval)
    }
  }

  /// - Parameter reason: Why the connection fails; the first one counts. `nil` if the server has left the namespace, which
  ///   the client's close frame says.
  private func close(_ reason: String?) {
    if let reason { state.withLock { $0.failure = $0.failure ?? Failure(.other, reason) } }
    socket.perform(.close(reason == nil ? CloseReason(1000, "the server has left the namespace") : nil))
  }

  private func expire() {
    guard !state.withLock(\.session.isConnected) else { return }
    let seconds = patience.rounded() == patience ? "\(Int(patience))" : "\(patience)"
    close("Socket.IO did not connect within \(seconds) s")
  }

  private func end(_ failure: Failure?) {
    tell(.ended(failure ?? state.withLock(\.failure)))
    state.withLock { $0.report = nil }
  }

  private func tell(_ arrival: ChannelArrival) { state.withLock(\.report)?(arrival) }
}
