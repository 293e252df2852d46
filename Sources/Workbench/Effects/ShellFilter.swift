import BodyDocument
import Foundation
import Glibc
import RequestModel
import RequestRunner
import Subprocess
import Synchronization
import WorkbenchCore

/// A body through a command of the user's shell: its input is the body, its output what is shown.
enum ShellFilter {
  /// What is kept of what the command writes to standard error, from the beginning.
  private static let errorLimit = 4096
  /// More than this is no longer shown: the command is ended.
  private static let outputLimit = 256_000_000
  /// The process groups of commands that run.
  private static let groups = Mutex<Set<pid_t>>([])

  static func endAll() {
    for group in groups.withLock(\.self) { kill(-group, SIGKILL) }
  }

  /// Ends with the task that calls it, and the command with it.
  ///
  /// - Parameter show: Gets what has come so far, now and then.
  static func run(
    _ command: String, on body: BodyDocument, show: @Sendable (BodyDocument) -> Void
  ) async -> BodyTaskEvent {
    var options = PlatformOptions()
    // A group of its own, so that all of a pipeline ends together.
    options.processGroupID = 0
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(500))
    ]
    // A file and no pipe: a command need not read all of its input, or any.
    guard let input = AnonymousFile(), body.body.withUnsafeBytes(input.append) else {
      return .filterFailed("Cannot run \"\(command)\": no temporary file for the body — free some space, or set TMPDIR")
    }
    defer { withExtendedLifetime(input) {} }
    do {
      let result = try await Subprocess.run(
        .name("sh"), arguments: ["-c", "exec <\(input.path); \(command)"], platformOptions: options, input: .none,
        output: .sequence, error: .sequence
      ) { execution in
        let group = execution.processIdentifier.value
        _ = groups.withLock { $0.insert(group) }
        defer { _ = groups.withLock { $0.remove(group) } }
        // Both at once: a command whose complaints are not read stops at a full pipe.
        async let complaints = beginning(of: execution.standardError)
        let output = try await collect(execution.standardOutput, show)
        if output.isCut { kill(-group, SIGKILL) }
        return (output, errors: try await complaints)
      }
      let (output, errors) = result.closureResult
      let remark = remark(result.terminationStatus, errors, isCut: output.isCut)
      return .filtered(
        BodyDocument(output.bytes, contentType: nil), remark: remark ?? (output.bytes.isEmpty ? "no output" : nil),
        isComplete: true)
    } catch {
      return .filterFailed("Cannot run \"\(command)\": \(SystemText.reason(of: error))")
    }
  }

  private struct Output {
    var bytes = Data()
    var isCut = false
  }

  private static func collect(
    _ output: SubprocessOutputSequence, _ show: (BodyDocument) -> Void
  ) async throws -> Output {
    var collected = Output()
    let clock = ContinuousClock()
    var next = clock.now + .milliseconds(150)
    for try await piece in output {
      piece.withUnsafeBytes { collected.bytes.append(contentsOf: $0) }
      if collected.bytes.count > outputLimit {
        collected.isCut = true
        break
      }
      guard clock.now >= next else { continue }
      let start = clock.now
      show(BodyDocument(collected.bytes, contentType: nil))
      // However much has come, showing it takes a small part of the time.
      next = clock.now + max(.milliseconds(150), start.duration(to: clock.now) * 10)
    }
    return collected
  }

  private static func beginning(of errors: SubprocessOutputSequence) async throws -> String {
    var kept = Data()
    for try await piece in errors where kept.count < errorLimit {
      piece.withUnsafeBytes { kept.append(contentsOf: $0.prefix(errorLimit - kept.count)) }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static func remark(_ status: TerminationStatus, _ errors: String, isCut: Bool) -> String? {
    let words = errors.split(whereSeparator: \.isNewline).first.map(String.init)
    if isCut { return "cut at \(Formatting.bytes(outputLimit))" }
    switch status {
    case .exited(0): return words
    case .exited(let code): return (["exit \(code)"] + (words.map { [$0] } ?? [])).joined(separator: ": ")
    case .signaled(let signal): return "ended by signal \(signal)"
    }
  }
}
