internal import DequeModule
internal import Foundation

/// The state machine of an exchange that accepts input while it runs.
///
///     connecting ─► open ─► halfClosed ─► closing ─► ended
///          └─────────┴──── close, cancel ────▲
///
/// Any state changes to `ended` when the channel has ended.
struct ExchangeState {
  enum Input {
    case arrived(ChannelArrival)
    case send(SendID, ChannelMessage)
    case finishSending
    case close(CloseReason?)
    case cancel
    /// The content of a message was made, or could not be.
    case prepared(SendID, ChannelMessage)
    case unprepared(SendID, String)
    /// Refuses all messages: the exchange has no channel, or its channel has ended.
    case refuse(String)
    /// The channel did not end in time.
    case expire
  }

  enum Action: Equatable {
    case perform(ChannelCommand)
    /// Make the content of a message, which is next.
    case prepare(SendID, ChannelMessage)
    case log(LogEvent.Content)
    case phase(ExchangePhase)
    /// The message was not sent. The text is a sentence with the reason.
    case refuse(SendID, String)
    /// The channel must end within a time limit.
    case expireLater
    case end(Exchange.Ending)
  }

  private(set) var phase = ExchangePhase.connecting
  /// Messages waiting for the one before.
  private var outbox = Deque<Outgoing>()
  /// The message passed to the channel but not accepted yet.
  private var unaccepted: Outgoing?
  private var finishesSending = false
  private var closes = false
  private var closeReason: CloseReason?
  private var isCancelled = false
  /// The reason why no messages are sent.
  private var refusal: String?
  /// Whether messages without variables are prepared, too: the channel has a form of its own for them.
  var preparesAll = false

  private struct Outgoing {
    let id: SendID
    var message: ChannelMessage
  }

  /// The failure of a connection that does not accept the close frame or messages queued before it.
  static let stuck = Failure(
    .timedOut, "The connection did not close in time, so it was cut: the server does not take what is sent to it")

  /// The failure after the close was handed to the connection: it may still wait there, or the end behind unread messages.
  static let unclosed = Failure(
    .timedOut,
    "The connection did not close in time, so it was cut: the server takes no close, or sends more than can be read")

  /// The maximum number of waiting messages.
  static let outboxLimit = 1000

  mutating func apply(_ input: Input) -> [Action] {
    switch input {
    case .send(let id, let message): return enqueue(Outgoing(id: id, message: message))
    case .refuse(let reason):
      refusal = refusal ?? reason
      return refuseAll(reason)
    case _ where phase == .ended: return []
    case .arrived(let arrival): return receive(arrival)
    case .finishSending:
      finishesSending = true
      return sendNext()
    case .close(let reason): return close(reason)
    case .cancel: return cancel()
    case .prepared(let id, let message): return prepared(id, message)
    case .unprepared(let id, let reason): return reject(id, reason)
    case .expire:
      let failure = phase == .closing ? Self.unclosed : Self.stuck
      return [.perform(.cancel)] + end(isCancelled ? .cancelled : .failed(failure))
    }
  }

  // MARK: Out

  private mutating func enqueue(_ outgoing: Outgoing) -> [Action] {
    if let reason = refusal ?? reasonNotToSend { return [.refuse(outgoing.id, reason)] }
    outbox.append(outgoing)
    return sendNext()
  }

  private var reasonNotToSend: String? {
    switch phase {
    case .ended: "The exchange has ended"
    case .closing: "The connection is being closed"
    case .halfClosed: "The sending side is closed"
    case .connecting, .open:
      if closes || finishesSending {
        "The sending side is closed"
      } else if outbox.count >= Self.outboxLimit {
        "\(Self.outboxLimit) messages wait to be sent already"
      } else {
        nil
      }
    }
  }

  /// Sends the next message, and closes after the last one if requested.
  private mutating func sendNext() -> [Action] {
    guard phase == .open || phase == .halfClosed, unaccepted == nil else { return [] }
    if let next = outbox.popFirst() {
      unaccepted = next
      let isReady = next.message.template == nil && !preparesAll
      return [isReady ? .perform(.send(next.id, next.message)) : .prepare(next.id, next.message)]
    }
    if closes { return [.perform(.close(closeReason))] + enter(.closing) }
    if finishesSending, phase == .open { return [.perform(.finishSending)] + enter(.halfClosed) }
    return []
  }

  private mutating func prepared(_ id: SendID, _ message: ChannelMessage) -> [Action] {
    guard unaccepted?.id == id else { return [] }
    unaccepted?.message = message
    return [.perform(.send(id, message))]
  }

  private mutating func reject(_ id: SendID, _ reason: String) -> [Action] {
    guard unaccepted?.id == id else { return [] }
    unaccepted = nil
    return [.refuse(id, reason)] + sendNext()
  }

  /// Closes once the connection is open and the waiting messages are sent.
  private mutating func close(_ reason: CloseReason?) -> [Action] {
    guard !closes, !isCancelled else { return [] }
    (closes, closeReason) = (true, reason)
    return phase == .connecting ? [] : [.expireLater] + sendNext()
  }

  private mutating func cancel() -> [Action] {
    guard !isCancelled else { return [] }
    isCancelled = true
    return [.perform(.cancel), .expireLater] + enter(.closing)
  }

  // MARK: In

  private mutating func receive(_ arrival: ChannelArrival) -> [Action] {
    switch arrival {
    case .opened(let head):
      guard phase == .connecting else { return [] }
      let beginning = (head.map { [Action.log(.head($0))] } ?? []) + enter(.open)
      return beginning + (closes ? [.expireLater] : []) + sendNext()
    case .accepted(let id):
      guard let sent = unaccepted, sent.id == id else { return [] }
      unaccepted = nil
      return [.log(.message(LogEvent.Message(.sent, sent.message)))] + sendNext()
    case .rejected(let id, let reason): return reject(id, reason)
    case .received(let message):
      return [.log(.message(LogEvent.Message(.received, message)))]
    case .answered(let message):
      return [.log(.message(LogEvent.Message(.sent, message)))]
    case .hop(let hop): return [.log(.hop(hop))]
    case .warned(let text): return [.log(.console(LogEvent.ConsoleLine("warn", text)))]
    case .refused(let response): return refused(response)
    case .ended(let failure):
      return end(isCancelled ? .cancelled : failure.map { .failed($0) } ?? .completed)
    }
  }

  /// Keeps the response of a server that did not open the connection.
  private mutating func refused(_ response: Response) -> [Action] {
    guard phase == .connecting else { return [] }
    let status = "\(response.status) \(response.reason)".trimmingWhitespace
    let reason = "The server did not open the connection: \(status)"
    refusal = refusal ?? reason
    let body = LogEvent.Body(response.body, omission: response.omission)
    return [.log(.head(response.head)), .log(.body(body))] + refuseAll(reason)
  }

  // MARK: The end

  private mutating func enter(_ next: ExchangePhase) -> [Action] {
    guard phase != next else { return [] }
    phase = next
    return [.phase(next)]
  }

  private mutating func end(_ ending: Exchange.Ending) -> [Action] {
    refuseAll("The exchange has ended") + enter(.ended) + [.end(ending)]
  }

  private mutating func refuseAll(_ reason: String) -> [Action] {
    let waiting = [unaccepted].compactMap(\.self) + Array(outbox)
    unaccepted = nil
    outbox = []
    return waiting.map { .refuse($0.id, reason) }
  }
}

extension LogEvent.Message {
  fileprivate init(_ direction: Direction, _ message: ChannelMessage) {
    self.init(direction, type: message.type, LogEvent.Body(message.content))
  }
}
