internal import Foundation
internal import Synchronization

// The chain of handlers.
extension RequestCore {
  /// Adds a handler; the first one starts a request that starts by itself. One that comes after the end runs with the
  /// kept outcome, sends nothing, and asks no retrier.
  func append(_ link: ChainLink) {
    let (starts, needsDrain) = state.withLock { state in
      register(&state)
      if case .concluded = state.activity {
        state.jobs.append { link.run($0.settledExchange, $0) }
      } else {
        state.chain.links.append(link)
      }
      return (startsWithFirstHandler && state.phase == .initialized, Self.beginDraining(&state))
    }
    if needsDrain { drainSoon() }
    if starts { resume() }
  }

  /// Does something when the last handler was handed over, or now where that has happened. It starts nothing.
  func whenFinished(_ job: @escaping Job) {
    let needsDrain = state.withLock { state in
      if case .concluded = state.activity { state.jobs.append(job) } else { state.chain.finishers.append(job) }
      return Self.beginDraining(&state)
    }
    if needsDrain { drainSoon() }
  }

  /// Tells monitors; to be called without the lock.
  func tell(_ event: () -> RequestEvent) {
    let monitors = state.withLock { $0.monitors }
    if monitors.isEmpty { return }
    let (event, request) = (event(), request)
    for monitor in monitors { monitor.tell(event, of: request) }
  }

  /// What handlers get to see of the attempt that is over.
  var settledExchange: SettledExchange {
    state.withLock { state in
      if let exchange = state.exchange { return exchange }
      let file = downloadFile
      let exchange = SettledExchange(
        request: state.message, head: state.head, data: state.data, encodedData: state.encodedData, fileURL: file?.url,
        resumeData: file?.resumeData,
        timeline: state.timeline, times: state.times, error: state.stopReason ?? state.error)
      state.exchange = exchange
      return exchange
    }
  }
}
