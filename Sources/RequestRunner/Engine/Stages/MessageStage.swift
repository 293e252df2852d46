extension SendPipeline {
  /// Passes messages to the handlers of scripts from the start of the exchange.
  mutating func beginMessageHandlers() {
    guard let scripts = messageScripts else { return }
    messageScripts = nil
    let context = HookContext(
      resolved: resolved, assembled: assembled, received: nil, direction: RunDirection())
    let handlers = MessageHandlers(scripts, context)
    // Weak, as the handlers retain the run.
    run.transfers.follow { [weak handlers] in handlers?.isFull ?? false }
    run.stream.pass(to: handlers)
    messageHandlers = handlers
  }

  /// Waits until the handlers have seen all messages. After a cancelled run, the rest is discarded.
  mutating func endMessageHandlers() async {
    guard let handlers = messageHandlers else { return }
    messageHandlers = nil
    run.stream.pass(to: nil)
    let effects = await handlers.finish()
    if effects.next != .inOrder { direction.next = effects.next }
    if effects.stopsRun { direction.stopsRun = true }
    noteMissingMessages()
  }

  /// Warns if the response cannot have messages for the handlers.
  private func noteMissingMessages() {
    guard lacksMessages else { return }
    run.warn(
      "pm.onMessage: the response has no messages, as it is neither a WebSocket nor a stream of events or lines")
  }

  /// Whether the response is not a stream, or refuses the connection.
  private var lacksMessages: Bool {
    let kind = resolved.kind
    if kind.takesMessages { return run.record.exchange.response.map { !kind.isOpened(by: $0.status) } ?? false }
    guard let received = run.record.received, received.head != nil else { return false }
    return !received.isStream
  }
}
