import Foundation
import Glibc
import Synchronization

/// A load run of the command, with its progress and reports.
struct LoadSession {
  let name: String
  let settings: LoadSettings
  let thresholds: [LoadThreshold]
  let reports: [RunOutputOptions.Report]
  let interruption: Interruption

  /// The interval of progress lines that cannot be redrawn, in seconds.
  private static let lineStep = 10

  private let lines = LoadLines(usesColour: TerminalText.usesColour)

  func run(
    _ plan: RunPlan, senders: [String: WorkspaceSender], data: DataFile?, _ options: LoadRun.Options,
    redraws: Bool
  ) async throws -> (RunOutcome, FailedOutputs) {
    if let broken = plan.items.first(where: { $0.problem != nil }) {
      throw CommandExit.fail(broken.problem ?? "", CommandExit.broken)
    }
    let load = LoadRun(plan, senders: senders, data: data, settings, options)
    if let refusal = load.refusal { throw CommandExit.usageError(refusal) }
    let startedAt = Date()
    StandardError.write(lines: load.notes + lines.beginning(settings, requests: plan.items.count))
    let control = RunControl()
    interruption.begin { control.cancel() }
    let report = await measure(load, control, redraws)
    interruption.end()
    if let note = load.sharingNote { StandardError.write(note) }
    let checks = thresholds.map { $0.check(report) }
    return (outcome(report, checks, startedAt), write(report, checks, startedAt))
  }

  private func outcome(_ report: LoadReport, _ checks: [LoadCheck], _ startedAt: Date) -> RunOutcome {
    var outcome = RunOutcome(name: name, startedAt: startedAt)
    (outcome.totals.requests, outcome.totals.failedRequests) = (report.total.finished, report.total.failed)
    outcome.totals.duration = report.elapsed
    (outcome.totals.checks, outcome.totals.failedChecks) = (checks.count, checks.count { !$0.isPassed })
    if report.isInterrupted {
      outcome.code = CommandExit.interrupted
    } else if let problem = report.problem {
      outcome.code = report.isFileBroken ? CommandExit.broken : CommandExit.unfinished
      outcome.failure = problem.visibleLine
    } else if let failed = checks.first(where: { !$0.isPassed }) {
      outcome.code = CommandExit.checkFailed
      outcome.failure = "\(failed.name): \(failed.detail)".visibleLine
    }
    return outcome
  }

  // MARK: Progress

  private func measure(_ load: LoadRun, _ control: RunControl, _ redraws: Bool) async -> LoadReport {
    let text = Mutex<String?>(nil)
    let count = Mutex(0)
    let line = redraws ? ProgressLine { text.withLock(\.self) } : nil
    defer { line?.clear() }
    return await load.run(control) { [lines] report, inFlight in
      count.withLock { $0 += 1 }
      if redraws {
        let progress = lines.progress(report, inFlight: inFlight, width: ProgressLine.terminalWidth)
        text.withLock { $0 = progress }
      } else if count.withLock({ $0.isMultiple(of: Self.lineStep) }) {
        StandardError.write(lines.progress(report, inFlight: inFlight, width: nil))
      }
    }
  }

  // MARK: Reports

  private func write(_ report: LoadReport, _ checks: [LoadCheck], _ startedAt: Date) -> FailedOutputs {
    var outputs = FailedOutputs()
    for target in reports {
      let text =
        target.format == .json
        ? report.json(name: name, startedAt: UTCTime.milliseconds(startedAt), checks)
        : (target.path == nil ? lines : LoadLines(usesColour: false)).summary(report, checks)
          .map { $0 + "\n" }.joined()
      outputs.write { try write(text, to: target) }
    }
    return outputs
  }

  private func write(_ text: String, to target: RunOutputOptions.Report) throws {
    guard let path = target.path else {
      // The lines are safe, and have colours.
      guard target.format == .json else { return try StandardOutput.write(Data(text.utf8)) }
      return try StandardOutput.write(text: text)
    }
    do throws(OutputProblem) {
      try NamedFile.write(Data(text.utf8), to: path)
    } catch {
      throw CommandExit.fail("Cannot write the report \(path): \(error.reason)", CommandExit.unfinished)
    }
  }
}
