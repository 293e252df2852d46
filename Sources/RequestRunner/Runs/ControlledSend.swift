internal import RequestModel
internal import RequestRuns

/// A request of a run that was sent, and that the run's control can cancel.
struct ControlledSend: Sendable {
  fileprivate var sending: Sending
  fileprivate var run: Run?
  fileprivate var registration: Int?
  fileprivate let control: RunControl

  /// Whether later requests can be sent before its end.
  var isSettled: Bool { if case .settled = sending { true } else { false } }

  /// Waits for the end.
  func end(observe: (RunEvent) -> Void = { _ in }) async -> (Exchange, RunDirection) {
    let exchange = await sending.end { event in
      observe(event)
      return true
    }
    if let registration { control.finished(registration) }
    return (exchange, run?.direction ?? RunDirection())
  }
}

extension WorkspaceSender {
  /// Sends a request and waits until later ones can be sent, or for its end.
  ///
  /// - Parameter overlap: `nil` to wait for the end.
  func begin(
    _ request: SavedRequest, at address: Address, sink: BodySink?, _ control: RunControl,
    _ overlap: SendOverlap? = nil, willStart: (Run) -> Void = { _ in },
    observe: (RunEvent) -> Void = { _ in }
  ) async -> ControlledSend {
    var (run, registration): (Run?, Int?)
    let sending = await begin(
      request, at: address, sink: sink, overlap,
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
    return ControlledSend(sending: sending, run: run, registration: registration, control: control)
  }

  /// Sends a request and waits for its end.
  func send(
    _ request: SavedRequest, at address: Address, sink: BodySink?, _ control: RunControl
  ) async -> (Exchange, RunDirection) {
    await begin(request, at: address, sink: sink, control).end()
  }
}
