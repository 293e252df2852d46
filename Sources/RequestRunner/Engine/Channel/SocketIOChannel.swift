internal import Dispatch
internal import RequestModel
internal import Synchronization

/// The channel of Socket.IO over the channel of a WebSocket. Its messages are events and acknowledgements.
final class SocketIOChannel: ExchangeChannel {
  private struct State {
    var session: SocketIOSession
    var failure: Failure?
    var report: (@Sendable (ChannelArrival) -> Void)?
  }

  private let socket: any ExchangeChannel
  private let namespace: String
  private let state: Mutex<State>

  /// How long a server may take to connect the namespace, in seconds.
  private let patience: Double
  private static let usualPatience = 20.0

  /// Packets of the protocol itself; the exchange does not know them.
  private static let own = SendID(-1)

  /// - Parameter timeout: That of the request in seconds; 0 is no limit.
  init(_ socket: any ExchangeChannel, _ settings: SocketIOSettings, timeout: Double?) {
    self.socket = socket
    patience = timeout.flatMap { $0 > 0 ? min($0, Self.usualPatience) : nil } ?? Self.usualPatience
    namespace = settings.namespace
    state = Mutex(State(session: SocketIOSession(namespace: settings.namespace, auth: settings.auth)))
  }

  func open(_ report: @escaping @Sendable (ChannelArrival) -> Void) {
    state.withLock { $0.report = report }
    socket.open { [self] in take($0) }
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

  private func sendOwn(_ packet: String) { socket.perform(.send(Self.own, .text(packet))) }

  private func take(_ arrival: ChannelArrival) {
    switch arrival {
    case .opened(let head):
      state.withLock { $0.session.opened(head) }
      DispatchQueue(label: "workbench.socket-io").asyncAfter(deadline: .now() + patience) {
        [weak self] in
        self?.expire()
      }
    case .received(let message):
      for step in state.withLock({ $0.session.receive(message) }) { perform(step) }
    case .accepted(Self.own), .rejected(Self.own, _): break
    case .ended(let failure): end(failure)
    case .accepted, .rejected, .answered, .hop, .refused: tell(arrival)
    }
  }

  private func perform(_ step: SocketIOSession.Step) {
    switch step {
    case .send(let packet): sendOwn(packet)
    case .report(let arrival): tell(arrival)
    case .end(let reason):
      if let reason { state.withLock { $0.failure = Failure(.other, reason) } }
      socket.perform(.close(nil))
    }
  }

  private func expire() {
    guard !state.withLock(\.session.isConnected) else { return }
    let seconds = patience.rounded() == patience ? "\(Int(patience))" : "\(patience)"
    perform(.end("Socket.IO did not connect within \(seconds) s"))
  }

  private func end(_ failure: Failure?) {
    tell(.ended(failure ?? state.withLock(\.failure)))
    state.withLock { $0.report = nil }
  }

  private func tell(_ arrival: ChannelArrival) { state.withLock(\.report)?(arrival) }
}
