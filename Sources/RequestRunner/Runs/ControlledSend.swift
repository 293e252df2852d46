extension WorkspaceSender {
  /// Sends a request that `control` can cancel, and waits for its end.
  func send(
    _ request: SavedRequest, at address: Address, sink: BodySink?, _ control: RunControl,
    willStart: (Run) -> Void = { _ in }, observe: (RunEvent) -> Void = { _ in }
  ) async -> (Exchange, RunDirection) {
    var (run, registration): (Run?, Int?)
    let exchange = await send(
      request, at: address, sink: sink,
      willStart: { started in
        if let registration { control.finished(registration) }
        run = started
        registration = control.begin { started.cancel() }
        willStart(started)
      }
    ) { event in
      observe(event)
      return true
    }
    if let registration { control.finished(registration) }
    return (exchange, run?.direction ?? RunDirection())
  }
}
