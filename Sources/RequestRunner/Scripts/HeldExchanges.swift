internal import Synchronization

/// The exchanges of the requests that the scripts of a job send, which history stores at the end of the job: a script may
/// send a value before it sets it as a secret. Until then, history has the note made before sending.
final class HeldExchanges: Sendable {
  private typealias Held = (run: RunContext, extent: RequestOptions.History)

  private struct State {
    var held: [Held] = []
    /// About the memory that they take, in bytes.
    var size = 0
    var isReleased = false
    var hasWarned = false

    mutating func takeAll() -> [Held] {
      defer { (held, size) = ([], 0) }
      return held
    }
  }

  /// The size in bytes from which on exchanges are stored before the job ends.
  private static let limit = 64 << 20
  /// About the memory of an exchange without its body, in bytes.
  private static let exchangeSize = 16 << 10

  private let run: RunContext
  private let reports: HeldReports
  /// The exchanges of the job that sent the request of this one.
  private let outer: HeldExchanges?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - run: The run of the scripts.
  ///   - reports: Those of the job, with the secrets that it sets.
  init(_ run: RunContext, _ reports: HeldReports) {
    (self.run, outer) = (run, run.job.heldExchanges)
    self.reports = reports
  }

  /// Holds the exchange of a run that has ended, until the job ends.
  func hold(_ run: RunContext, _ extent: RequestOptions.History) {
    let size = Self.exchangeSize + (run.record.received?.body.count ?? 0)
    let (due, isFull) = state.withLock { state -> ([Held], Bool) in
      state.held.append((run, extent))
      state.size += size
      let isFull = state.size > Self.limit
      return (isFull || state.isReleased ? state.takeAll() : [], isFull && !state.isReleased)
    }
    if isFull { storeEarly() }
    store(due)
  }

  /// Stores what was held, masked with the secrets known by now.
  func release() {
    store(
      state.withLock { state in
        state.isReleased = true
        return state.takeAll()
      })
  }

  /// Adds the secrets that the job and those around it have set so far to the mask of a run that the job has sent.
  func addSecrets(to other: LiveMask) {
    reports.maskSecrets()
    other.addSecrets(of: run.mask)
    outer?.addSecrets(to: other)
  }

  /// Masks the secrets that the job has set so far, and warns once about later ones.
  private func storeEarly() {
    reports.maskSecrets()
    let isFirst = state.withLock { state in
      defer { state.hasWarned = true }
      return !state.hasWarned
    }
    guard isFirst else { return }
    let reason = "The requests of the scripts take more than \(Formatting.bytes(Self.limit))"
    reports.receive(.console(.warn, reason + ": secrets set after that are not masked in history"))
  }

  private func store(_ held: [Held]) {
    var problems: Set<String> = []
    for (sent, extent) in held {
      sent.mask.addSecrets(of: run.mask)
      if let outer {
        outer.hold(sent, extent)
      } else if let problem = sent.store(extent), problems.insert(problem).inserted {
        run.emit(.warning("Not kept in history: \(problem)"))
      }
    }
  }
}
