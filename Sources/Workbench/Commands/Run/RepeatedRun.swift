import Foundation

/// Runs repeatedly until an interrupt, and handles failures.
struct RepeatedRun {
  let name: String
  let interruption: Interruption
  let run: () async throws -> RunOutcome
  /// Called after a run that did not pass.
  let failed: (RunOutcome) async -> Void

  /// - Returns: The exit code; `nil` if everything passed.
  func once() async throws -> ExitCode? {
    var outcome = RunOutcome(name: name)
    do { outcome = try await run() } catch {
      if outcome.record(error) { await failed(outcome) }
      throw error
    }
    await tellFailure(outcome)
    return outcome.code
  }

  private func tellFailure(_ outcome: RunOutcome) async {
    if outcome.code != nil, outcome.code != CommandExit.interrupted { await failed(outcome) }
  }

  /// Runs once. While files are being edited, a run may be impossible for the moment; the reason is reported.
  ///
  /// - Parameter isFirst: Whether usage errors end the command.
  private func attempt(isFirst: Bool) async throws -> RunOutcome {
    var outcome = RunOutcome(name: name)
    do {
      outcome = try await run()
    } catch let code as ExitCode where code != CommandExit.interrupted && !(isFirst && code == CommandExit.usage) {
      _ = outcome.record(code)
    } catch let error as any Error & CustomStringConvertible where !(error is OutputProblem) {
      StandardError.write(error.description)
      _ = outcome.record(error)
    }
    await tellFailure(outcome)
    return outcome
  }

  // MARK: Intervals

  /// Runs at intervals, and prints a line for each run. A run that takes longer than an interval skips the next one.
  func every(_ interval: Duration) async throws {
    let clock = ContinuousClock()
    var due = clock.now
    var isFirst = true
    while !interruption.isInterrupted {
      let time = Clock(offset: TimeZone.current.secondsFromGMT()).fullText(Date())
      let outcome = try await attempt(isFirst: isFirst)
      isFirst = false
      if outcome.code == CommandExit.interrupted { break }
      try StandardOutput.write(line: "\(time)  \(outcome.line)")
      repeat { due += interval } while due < clock.now
      await wait(clock.now.duration(to: due))
    }
    throw CommandExit.interrupted
  }

  private func wait(_ duration: Duration) async {
    let control = RunControl()
    interruption.begin { control.cancel() }
    await control.wait(duration)
    interruption.end()
  }

  // MARK: Changes

  /// Runs again after each change of the files.
  func watching(_ files: RunFiles) async throws {
    var changes = files.changes().makeAsyncIterator()
    var isFirst = true
    while !interruption.isInterrupted {
      _ = try await attempt(isFirst: isFirst)
      isFirst = false
      if interruption.isInterrupted { break }
      StandardError.write("Waiting for changes — Ctrl+C ends")
      interruption.begin { files.stop() }
      let path = await changes.next()
      interruption.end()
      guard let path else { break }
      StandardError.write("Changed: \(path)")
    }
    throw CommandExit.interrupted
  }
}
