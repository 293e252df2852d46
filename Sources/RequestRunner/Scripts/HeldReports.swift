internal import Synchronization

/// The console lines and test results of a job, which are logged at its end: a script may log a value before it sets it
/// as a secret.
final class HeldReports: Sendable {
  private struct State {
    var reports: [(event: ScriptEvent, time: Duration)] = []
    /// The values that the job has set as secrets.
    var secrets: Set<String> = []
    /// The bytes of all texts.
    var size = 0
    /// The bytes of the secrets.
    var secretSize = 0
    var isReleased = false

    mutating func hold(_ event: ScriptEvent, at time: Duration) {
      if case .secret(let value) = event { return hold(value.secretTexts) }
      size += event.size
      // A script can report more than the program has memory for.
      let isFull = size > HeldReports.limit
      reports.append((isFull ? event.mappingTexts { $0.omittingTooLong } : event, time))
    }

    /// Holds the texts of a secret, however much was reported.
    private mutating func hold(_ texts: Set<String>) {
      for text in texts where secretSize <= HeldReports.limit && secrets.insert(text).inserted {
        secretSize += text.utf8.count
      }
    }
  }

  /// The size in bytes from which on texts are left out that are too long to be shown, and secrets no longer held.
  private static let limit = 64 << 20

  private let run: RunContext
  private let state = Mutex(State())

  init(_ run: RunContext) { self.run = run }

  /// Holds an event until the job ends.
  func receive(_ event: ScriptEvent) {
    let time = run.elapsed
    let isReleased = state.withLock { state in
      if !state.isReleased { state.hold(event, at: time) }
      return state.isReleased
    }
    if isReleased { log(event, at: time) }
  }

  /// Masks the secrets that the job has set so far.
  func maskSecrets() { run.mask.addSecrets(state.withLock(\.secrets)) }

  /// Logs what was held, masked with the secrets known by now and those of the job.
  func release() {
    let (reports, secrets) = state.withLock { state in
      defer { (state.reports, state.isReleased) = ([], true) }
      return (state.reports, state.secrets)
    }
    run.mask.addSecrets(secrets)
    for (event, time) in reports { log(event, at: time) }
  }

  private func log(_ event: ScriptEvent, at time: Duration) {
    if let content = event.mappingTexts(run.limited).content { run.log(LogEvent(content, at: time)) }
  }
}

extension ScriptEvent {
  /// The bytes of its texts that are reported.
  fileprivate var size: Int {
    switch self {
    case .console(_, let text): text.utf8.count
    case .test(let test): test.name.utf8.count + (test.message?.utf8.count ?? 0) + (test.stack?.utf8.count ?? 0)
    case .secret: 0
    }
  }

  fileprivate func mappingTexts(_ change: (String) -> String) -> ScriptEvent {
    switch self {
    case .console(let level, let text): return .console(level, change(text))
    case .test(var test):
      (test.name, test.message, test.stack) = (change(test.name), test.message.map(change), test.stack.map(change))
      return .test(test)
    case .secret: return self
    }
  }

  /// `nil` for a secret.
  fileprivate var content: LogEvent.Content? {
    switch self {
    case .console(let level, let text): return .console(LogEvent.ConsoleLine(level.rawValue, text))
    case .test(let test):
      let detail = [test.message, test.stack.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
      let name = test.name + (test.status == .skipped ? LogEvent.Check.skippedMark : "")
      return .check(LogEvent.Check(name, isPassed: test.status != .failed, detail: detail))
    case .secret: return nil
    }
  }
}

extension String {
  /// A note in place of a text that is too long to be shown whole.
  fileprivate var omittingTooLong: String {
    utf8.count > RunContext.longestText ? "(\(Formatting.bytes(utf8.count)) left out)" : self
  }
}
