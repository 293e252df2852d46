internal import Foundation
internal import Synchronization

// Events on the connections of a load.
extension ConversationWork {
  func observe(_ event: RunEvent, _ number: Int) {
    switch event {
    case .phase(.open): opened(number)
    case .unsent(let id, let reason):
      let sent = state.withLock { $0.connections[number].refuse(id.number) }
      if let sent { fail(sent, on: number, "not sent: \(reason.visibleLine)") }
    case .logged(let event):
      guard case .message(let message) = event.content else { return }
      handleMessage(message, number)
    default: break
    }
  }

  private func opened(_ number: Int) {
    state.withLock { state in
      state.connections[number].phase = .open
      state.open.append(number)
      state.opening -= 1
      state.opened += 1
    }
    signal.signal()
  }

  private func handleMessage(_ message: LogEvent.Message, _ number: Int) {
    let content = message.body.content
    switch (message.type, message.direction) {
    case ("text", .sent), ("binary", .sent): accept(content, number)
    case ("text", .received), ("binary", .received): receive(content, number)
    case ("close", .received):
      let text = String(decoding: content, as: UTF8.self)
      state.withLock { $0.connections[number].closeText = CloseReason(text).map { String($0.code) } ?? "no code" }
    default: break
    }
  }

  private func accept(_ content: Data, _ number: Int) {
    let match = sending.options.match
    let key = match?.key(of: content)
    guard let match, key == nil else { return state.withLock { $0.connections[number].accept(key: key) } }
    let sent = state.withLock { $0.connections[number].refuseFirst() }
    if let sent { fail(sent, on: number, "no answer can be found: the message has no \(match.path)") }
  }

  private func receive(_ content: Data, _ number: Int) {
    var key: String?
    if let match = sending.options.match {
      key = match.key(of: content)
      // It answers no message.
      if key == nil { return }
    }
    let sent = state.withLock { [key] in $0.connections[number].answer(key: key) }
    guard let sent else { return }
    record(sample(sent, number, bytes: content.count, .succeeded))
    sendNext(on: number, after: sending.options.delay)
  }

  private func fail(_ sent: LoadConnection.Sent, on number: Int, _ reason: String) {
    // The user has ended the connection.
    if control.ending == .interrupted { return record(sample(sent, number, .cancelled)) }
    record(with(sample(sent, number, .failed(reason))) { $0.isMeasured = false })
    // Errors must not use up the processors.
    if state.withLock({ $0.gate == nil }) {
      sendNext(on: number, after: max(sending.options.delay, .milliseconds(100)))
    }
  }

  // MARK: Figures

  private func sample(
    _ sent: LoadConnection.Sent, _ number: Int, bytes: Int = 0, _ outcome: LoadSample.Outcome
  ) -> LoadSample {
    let position = state.withLock { $0.connections[number].position }
    return LoadSample(
      request: position, intended: sent.intended, started: sent.started, ended: elapsed, bytes: bytes, outcome)
  }

  private func record(_ sample: LoadSample) {
    let wakes = state.withLock { state in
      let wasFull = state.gate?.isFull == true
      state.recorder.add(sample)
      state.gate?.finished(at: sample.ended)
      state.inFlight -= 1
      return wasFull || state.inFlight == 0
    }
    if wakes { signal.signal() }
  }

  /// Gives up the messages that got no answer in time.
  func expire() {
    let reason = "no answer within \(TimeSpan.text(settings.patience)) after the run"
    for number in state.withLock({ $0.connections.indices }) { giveUp(number, .failed(reason)) }
  }

  /// Ends the messages of a connection that can get no answer any more.
  func giveUp(_ number: Int, _ outcome: LoadSample.Outcome) {
    for sent in state.withLock({ $0.connections[number].takeAll() }) { record(sample(sent, number, outcome)) }
  }

  // MARK: The end of a connection

  func ended(_ number: Int, _ exchange: Exchange?) {
    let (phase, isClosing) = state.withLock { state in
      defer {
        if state.connections[number].phase == .opening { state.opening -= 1 }
        state.connections[number].phase = .ended
        state.connections[number].run = nil
        state.open.removeAll { $0 == number }
      }
      return (state.connections[number].phase, state.isClosing)
    }
    let isInterrupted = control.ending == .interrupted
    // Its messages first: they count as sent.
    giveUp(number, isInterrupted ? .cancelled : .failed(Self.unanswered))
    if !isInterrupted, let reason = loss(exchange, number, wasOpen: phase == .open, isClosing) {
      state.withLock { $0.recorder.addLost($0.connections[number].position, because: reason) }
    }
    let isLast = state.withLock { state in
      state.running -= 1
      return state.start != nil && state.open.isEmpty && state.opening == 0 && !state.isClosing
    }
    if isLast, !isOver { control.end(.failed(Self.allEnded)) }
    signal.signal()
  }

  /// Why the connection counts as an error, in words that others can share; `nil` if it does not.
  private func loss(_ exchange: Exchange?, _ number: Int, wasOpen: Bool, _ isClosing: Bool) -> String? {
    guard let exchange else { return "not connected" }
    if let check = exchange.log.failedChecks.first { return "check failed: \(check.name.visibleLine)" }
    let failure = exchange.outcome.failure
    if isClosing { return nil }
    guard wasOpen else {
      if let failure { return "not connected: \(failure.word)" }
      guard let response = exchange.response else { return "not connected" }
      return "handshake refused: status \(response.status) \(response.reason.visibleLine)".trimmingWhitespace
    }
    if let code = state.withLock({ $0.connections[number].closeText }) { return "closed by the server: \(code)" }
    return failure.map { "connection ended: \($0.word)" } ?? "connection ended"
  }

  /// The figures after the end.
  var report: LoadReport {
    let now = elapsed
    var report = state.withLock { state in
      var report = state.recorder.report(at: now)
      report.mostInFlight = state.mostInFlight
      report.heldBack = state.gate?.heldBack ?? 0
      report.openedConnections = state.opened
      return report
    }
    report.note(control.ending)
    return report
  }
}
