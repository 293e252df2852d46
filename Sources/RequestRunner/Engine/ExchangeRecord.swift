internal import Foundation
internal import Synchronization

/// The exchange of a run so far: its unmasked parts, and the masked exchange derived from them.
final class ExchangeRecord: Sendable {
  private struct State {
    var request: SavedRequest
    var hasScriptedURL = false
    var received: ReceivedMessage?
    /// Messages, checks and console lines.
    var logged: [LogEvent] = []
    var messages: KeptMessages
    /// Messages in addition to the request itself.
    var earlierHops: [Timeline.Hop] = []
    /// Messages that followed it.
    var laterHops: [Timeline.Hop] = []
    /// The start of the transfer; `nil` if nothing was sent.
    var transferStart: Duration?
    /// The end of a connection that accepted messages.
    var transferEnd: Duration?
    var ending: Exchange.Ending?
    /// Why the exchange is ended early by something other than the user.
    var interruption: Failure?
    /// Whether history stores it.
    var isKept = true
    /// The masked exchange, the version of its mask, and the number of events of `logged` that it includes.
    var masked: (version: Int, logged: Int, exchange: Exchange)?
  }

  private let job: SendEngine.Job
  private let mask: LiveMask
  private let state: Mutex<State>

  init(_ job: SendEngine.Job, _ mask: LiveMask) {
    (self.job, self.mask) = (job, mask)
    state = Mutex(State(request: job.request, messages: KeptMessages(limit: job.messageLimit)))
  }

  private func change(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      state.masked = nil
    }
  }

  // MARK: Parts

  /// Whether history stores the exchange.
  var isKept: Bool {
    get { state.withLock(\.isKept) }
    set { state.withLock { $0.isKept = newValue } }
  }

  var received: ReceivedMessage? { state.withLock(\.received) }

  var wasSent: Bool { transferStart != nil }

  /// The start of the transfer; `nil` if nothing was sent.
  var transferStart: Duration? { state.withLock(\.transferStart) }

  func set(_ request: ResolvedRequest) {
    state.withLock { state in
      // Most hooks change nothing, and masking the exchange takes time.
      if state.request == request.request, state.hasScriptedURL == request.hasScriptedURL { return }
      (state.request, state.hasScriptedURL, state.masked) = (request.request, request.hasScriptedURL, nil)
    }
  }

  /// Adds an event, unless it is a message that is too much.
  func add(_ event: LogEvent) -> KeptMessages.Verdict {
    state.withLock { state in
      let verdict = state.messages.keepIfRoom(event)
      if verdict == .kept { state.logged.append(event) }
      return verdict
    }
  }

  /// The unmasked events from a place on, up to a number of bytes: at least one, if there is one.
  func events(from start: Int, size: Int) -> [LogEvent] {
    state.withLock { state in
      var rest = size
      return Array(
        state.logged.dropFirst(start).prefix { event in
          defer { rest -= event.memorySize }
          return rest > 0
        })
    }
  }

  /// The unmasked events so far.
  var logged: ExchangeLog { ExchangeLog(state.withLock(\.logged)) }

  /// The unmasked events or lines of a stream, without comments.
  var streamMessages: [LogEvent.Message] { state.withLock { $0.logged.compactMap(\.streamMessage) } }

  /// The messages that were too much.
  var leftOutMessages: Int { state.withLock { $0.messages.leftOut } }

  /// The pings and pongs that were too many.
  var leftOutControls: Int { state.withLock { $0.messages.leftOutControls } }

  /// Whether the response is complete, or the connection has ended regularly.
  var isComplete: Bool { state.withLock { $0.received?.isWhole ?? ($0.ending == .completed) } }

  func beginTransfer(at time: Duration) { change { $0.transferStart = time } }

  func endTransfer(at time: Duration) { change { $0.transferEnd = time } }

  func receive(_ message: ReceivedMessage) {
    if message.prepared.login != nil { mask.addSecrets(message.logins) }
    change { $0.received = message }
  }

  /// Adds messages sent in addition to the request, such as one for a token.
  ///
  /// - Parameter isLater: Whether they followed the request.
  func addHops(_ hops: [Timeline.Hop], from start: Duration, isLater: Bool = false) {
    let moved = hops.map { $0.moved(by: start) }
    change { state in
      if isLater {
        state.laterHops += moved
      } else {
        state.earlierHops = (state.earlierHops + moved).sorted { $0.start < $1.start }
      }
    }
  }

  /// The unmasked events of a connection that accepted messages, and its duration; `nil` for an HTTP exchange.
  var conversation: (log: ExchangeLog, duration: Duration)? {
    state.withLock { state in
      guard state.received == nil, let start = state.transferStart, let end = state.transferEnd else { return nil }
      return (ExchangeLog(state.logged), end - start)
    }
  }

  /// Gives the sent request of a connection the headers of its first hop, which are those on the wire.
  func takeSentHeaders() {
    change { state in
      let hops = state.logged.compactMap { if case .hop(let hop) = $0.content { hop } else { nil } }
      guard let headers = hops.first?.requestHeaders, !headers.isEmpty,
        let index = state.logged.firstIndex(where: { if case .request = $0.content { true } else { false } }),
        case .request(var sent) = state.logged[index].content
      else { return }
      sent.headers = headers
      state.logged[index].content = .request(sent)
    }
  }

  /// Keeps the messages so far as the beginning of the exchange, because the request is sent again.
  func beginAgain() {
    guard let received else { return }
    let start = state.withLock { $0.earlierHops.isEmpty ? .zero : $0.transferStart ?? .zero }
    addHops(received.response.timeline.hops, from: start)
  }

  func end(_ ending: Exchange.Ending) {
    state.withLock { state in
      // What was received tells how it ended, unless it failed afterwards.
      let isKnown = if case .failed = ending { false } else { state.received != nil && state.ending == nil }
      state.ending = ending
      if !isKnown { state.masked = nil }
    }
  }

  /// Records why the exchange is ended early, which is the user's wish otherwise.
  func interrupt(because failure: Failure) { change { $0.interruption = failure } }

  // MARK: The exchange

  /// The request as written. A method and a URL set by scripts may contain secrets, which would be shown for a request
  /// without a connection.
  var shownRequest: SavedRequest {
    let (request, hasScriptedURL) = state.withLock { ($0.request, $0.hasScriptedURL) }
    guard hasScriptedURL else { return request }
    var shown = request
    shown.method = mask.current.masked(value: shown.method)
    shown.url = mask.current.masked(value: shown.url)
    return shown
  }

  /// The exchange so far, masked with all secrets known at this time.
  var exchange: Exchange {
    let version = mask.version
    let (kept, logged) = state.withLock { ($0.masked, $0.logged) }
    if let kept, kept.version == version, kept.logged == logged.count { return kept.exchange }
    var exchange: Exchange
    if let kept, kept.version == version {
      exchange = kept.exchange
      exchange.log.events += logged[kept.logged...].map(mask.current.masked)
    } else {
      exchange = masked()
      exchange.log.events += logged.map(mask.current.masked)
    }
    state.withLock { [exchange] in $0.masked = (version, logged.count, exchange) }
    return exchange
  }

  /// The exchange without its log.
  private func masked() -> Exchange {
    let (received, ending) = state.withLock { ($0.received, $0.ending) }
    let (earlier, start, end) = state.withLock { ($0.earlierHops, $0.transferStart ?? .zero, $0.transferEnd) }
    let interruption = state.withLock { $0.transferStart == nil ? nil : $0.interruption }
    var exchange = Exchange(
      id: job.id, request: shownRequest, origin: job.origin, environment: job.environment, startedAt: job.startedAt,
      ending: ending ?? .cancelled, duration: end.map { $0 - start } ?? .zero, log: ExchangeLog())
    received?.describe(in: &exchange, mask)
    if received != nil, case .failed(let failure) = ending { exchange.ending = .failed(failure) }
    if let interruption, exchange.ending == .cancelled {
      exchange.ending = .failed(mask.current.masked(interruption))
    }
    if !earlier.isEmpty {
      exchange.precede(with: mask.current.masked(Timeline(hops: earlier)).hops, until: start)
    }
    let later = state.withLock(\.laterHops)
    if !later.isEmpty { exchange.timeline.hops += mask.current.masked(Timeline(hops: later)).hops }
    return exchange
  }
}
