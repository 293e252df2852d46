import ArgumentParser
import Foundation
import Glibc
import RequestModel
import RequestRuns
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
    if reports.contains(where: { $0.format == .github }),
      let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
    {
      let target = try ReportTarget(path: path, appends: true, isSafe: false)
      opened.append(Report(reporter: GitHubSummary(), target: target))
    }
    includesLines = reports.contains { $0.format == .cli && $0.path == nil }
    state = Mutex(State(reports: opened))
    write { $0.begin(facts) }
  }

  /// - Returns: Whether the reports could be written.
  func add(_ result: RunResult, _ exchange: Exchange?) -> Bool {
    state.withLock { $0.worst = max($0.worst, Self.code(result)) }
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
    case .failed: return Self.max(worst == CommandExit.interrupted ? nil : worst, CommandExit.unfinished)
    case .broken: return Self.max(worst, CommandExit.broken)
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

  private func max(_ a: ExitCode?, _ b: ExitCode?) -> ExitCode? { Self.max(a, b) }

  private static func max(_ a: ExitCode?, _ b: ExitCode?) -> ExitCode? {
    guard let a, let b else { return a ?? b }
    return a.rawValue >= b.rawValue ? a : b
  }
}

/// The target of a report. Files are written in large parts.
private final class ReportTarget: Sendable {
  private let file: FileHandle?
  private let path: String
  /// Whether its control characters are colours and line ends alone, so that a terminal may get them.
  private let isSafe: Bool
  private let pending = Mutex((data: Data(), written: ContinuousClock.now))
  private static let partSize = 1 << 16
  /// Output this long after the last write is written immediately, so that a slow run that is killed leaves nearly all
  /// of its report.
  private static let partTime = Duration.seconds(1)

  /// - Parameter path: `nil` for standard output.
  init(path: String?, appends: Bool = false, isSafe: Bool) throws {
    self.isSafe = isSafe
    guard let path else {
      (file, self.path) = (nil, "")
      return
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (appends ? O_APPEND : O_TRUNC), 0o644)
    guard descriptor >= 0 else {
      throw CommandExit.fail("Cannot write the report \(path): \(String(cString: strerror(errno)))", CommandExit.usage)
    }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    self.path = path
  }

  func write(_ text: String) throws(OutputProblem) {
    guard !text.isEmpty else { return }
    guard let file else {
      if isSafe { return try StandardOutput.write(Data(text.utf8)) }
      return try StandardOutput.write(text: text)
    }
    let now = ContinuousClock.now
    let part = pending.withLock { pending -> Data? in
      pending.data.append(contentsOf: text.utf8)
      guard pending.data.count >= Self.partSize || pending.written + Self.partTime <= now else { return nil }
      defer { pending = (Data(), now) }
      return pending.data
    }
    if let part { try write(part, to: file) }
  }

  func close() throws(OutputProblem) {
    guard let file else { return }
    try write(pending.withLock(\.data), to: file)
  }

  private func write(_ data: Data, to file: FileHandle) throws(OutputProblem) {
    do { try file.write(contentsOf: data) } catch {
      throw OutputProblem(code: errno, to: "the report \(path)")
    }
  }
}
