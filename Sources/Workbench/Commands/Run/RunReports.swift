import Foundation
import Glibc
import Synchronization

/// The reports of a run, written while it runs.
final class RunReports: Sendable {
  private struct Report {
    var reporter: any RunReporter
    let target: ReportTarget
  }

  private struct State {
    var reports: [Report] = []
    var problem: OutputProblem?
    var worst: ExitCode?
  }

  private let state: Mutex<State>
  /// Whether the text lines go to standard output.
  let includesLines: Bool

  /// Opens all files, and begins the reports.
  init(_ reports: [RunOutputOptions.Report], _ facts: RunFacts) throws {
    var opened = try reports.map { report in
      let target = try ReportTarget(path: report.path, isSafe: report.format == .cli)
      let usesColour = report.path == nil && TerminalText.usesColour
      return Report(reporter: report.reporter(usesColour: usesColour), target: target)
    }
    if let path = RunOutputOptions.Report.summaryPath(of: reports) {
      let target = try ReportTarget(path: path, appends: true, isSafe: false)
      opened.append(Report(reporter: GitHubSummary(), target: target))
    }
    includesLines = reports.contains { $0.format == .cli && $0.path == nil }
    state = Mutex(State(reports: opened))
    write { $0.begin(facts) }
  }

  /// - Returns: Whether the reports could be written.
  func add(_ result: RunResult, _ exchange: Exchange?) -> Bool {
    state.withLock { $0.worst = CommandExit.worse($0.worst, Self.code(result)) }
    write { $0.report(result, exchange) }
    return problem == nil
  }

  func end(_ totals: RunTotals) {
    write { $0.end(totals) }
    state.withLock { state in
      for report in state.reports {
        do throws(OutputProblem) { try report.target.close() } catch { state.problem = state.problem ?? error }
      }
    }
  }

  /// The reason why a report could not be written.
  var problem: OutputProblem? { state.withLock(\.problem) }

  private func write(_ text: (inout any RunReporter) -> String) {
    state.withLock { state in
      for index in state.reports.indices {
        do throws(OutputProblem) {
          try state.reports[index].target.write(text(&state.reports[index].reporter))
        } catch {
          state.problem = state.problem ?? error
        }
      }
    }
  }

  // MARK: Exit codes

  /// The exit code of the run; `nil` if everything passed.
  func code(_ totals: RunTotals, isInterrupted: Bool) -> ExitCode? {
    if isInterrupted || totals.ending == .interrupted { return CommandExit.interrupted }
    let worst = state.withLock(\.worst)
    switch totals.ending {
    // A request that was cancelled together with the run does not count as interrupted.
    case .failed: return CommandExit.worse(worst == CommandExit.interrupted ? nil : worst, CommandExit.unfinished)
    case .broken: return CommandExit.worse(worst, CommandExit.broken)
    case .interrupted, .bailed, .stopped, nil: return worst
    }
  }

  private static func code(_ result: RunResult) -> ExitCode? {
    switch result.outcome {
    case .completed, .skipped: result.isFailure ? CommandExit.checkFailed : nil
    case .broken: CommandExit.broken
    case .failed: CommandExit.unfinished
    case .cancelled: CommandExit.interrupted
    }
  }
}

/// The target of a report. Files are written in large parts beside their place, and replace an old report once they are
/// complete.
private final class ReportTarget: Sendable {
  private struct State {
    var pending = Data()
    var written = ContinuousClock.now
    var isFailed = false
    var isClosed = false
  }

  /// `nil` for standard output.
  private let descriptor: Int32?
  /// `nil` for a file that is appended to.
  private let draft: OutputDraft?
  private let path: String
  /// Whether its control characters are colours and line ends alone, so that a terminal may get them.
  private let isSafe: Bool
  private let state = Mutex(State())
  private static let partSize = 1 << 16
  /// Output this long after the last write is written immediately, so that a slow run that is killed leaves nearly all
  /// that it appends.
  private static let partTime = Duration.seconds(1)

  /// - Parameter path: `nil` for standard output.
  init(path: String?, appends: Bool = false, isSafe: Bool) throws {
    self.isSafe = isSafe
    self.path = path ?? ""
    guard let path else {
      (descriptor, draft) = (nil, nil)
      return
    }
    let draft: OutputDraft? = try appends ? nil : ReportTarget.draft(path)
    let descriptor = draft?.descriptor ?? open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0o644)
    guard descriptor >= 0 else { throw ReportTarget.unusable(path, errno) }
    (self.descriptor, self.draft) = (descriptor, draft)
  }

  deinit { if !state.withLock(\.isClosed) { discard() } }

  private static func draft(_ path: String) throws -> OutputDraft {
    do throws(OutputProblem) { return try OutputDraft(path) } catch { throw unusable(path, error.code) }
  }

  private static func unusable(_ path: String, _ code: Int32) -> any Error {
    CommandExit.usageError("Cannot write the report \(path): \(String(cString: strerror(code)))")
  }

  func write(_ text: String) throws(OutputProblem) {
    guard !text.isEmpty else { return }
    guard let descriptor else {
      if isSafe { return try StandardOutput.write(Data(text.utf8)) }
      return try StandardOutput.write(text: text)
    }
    let now = ContinuousClock.now
    let part = state.withLock { state -> Data? in
      state.pending.append(contentsOf: text.utf8)
      guard state.pending.count >= Self.partSize || state.written + Self.partTime <= now else { return nil }
      defer { (state.pending, state.written) = (Data(), now) }
      return state.pending
    }
    if let part { try write(part, to: descriptor) }
  }

  /// Puts a complete report in its place. One that could not be written leaves the old one.
  func close() throws(OutputProblem) {
    guard let descriptor else { return }
    let (rest, isFailed) = state.withLock { state in
      state.isClosed = true
      return (state.pending, state.isFailed)
    }
    guard !isFailed else { return discard() }
    do throws(OutputProblem) {
      try write(rest, to: descriptor)
    } catch {
      discard()
      throw error
    }
    if let draft { try draft.keep() } else { Glibc.close(descriptor) }
  }

  private func write(_ data: Data, to descriptor: Int32) throws(OutputProblem) {
    do throws(OutputProblem) {
      try Descriptor.write(data, to: descriptor)
    } catch {
      state.withLock { $0.isFailed = true }
      throw OutputProblem(code: error.code, target: path)
    }
  }

  private func discard() {
    if let draft { draft.discard() } else if let descriptor { Glibc.close(descriptor) }
  }
}
