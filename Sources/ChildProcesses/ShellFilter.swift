package import Foundation
internal import Glibc
internal import RequestBasics
internal import Subprocess
internal import Synchronization

/// Runs a shell command with a body as standard input.
package enum ShellFilter {
  package struct Result: Sendable {
    package let output: Data
    /// How the command failed, with the first line of standard error; `nil` on success.
    package let remark: String?
    /// Whether the command succeeded, even if it wrote to standard error.
    let isSuccess: Bool
  }

  /// The number of bytes of standard error to keep.
  private static let errorLimit = 4096
  /// The maximum output in bytes. The command is killed if it writes more.
  private static let outputLimit = 256_000_000
  /// The process groups of running commands.
  private static let groups = Mutex<Set<pid_t>>([])

  package static func endAll() {
    for group in groups.withLock(\.self) { kill(-group, SIGKILL) }
  }

  /// Runs the command. Cancelling the task kills it.
  ///
  /// - Parameter show: Receives the output so far from time to time.
  package static func run(
    _ command: String, on body: Data, show: @Sendable (Data) -> Void
  ) async throws(ChildProcessError) -> Result {
    var options = PlatformOptions.ownSession
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(500))
    ]
    // Uses a file, as the command may not read all of its input.
    guard let input = AnonymousFile(), body.withUnsafeBytes(input.append) else {
      throw ChildProcessError(
        "Cannot run \"\(command)\": no temporary file for the body — free some space, or set TMPDIR")
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
        // Concurrently: a full pipe on standard error would block the command.
        async let complaints = beginning(of: execution.standardError)
        let output = try await collect(execution.standardOutput, show)
        if output.isCut { kill(-group, SIGKILL) }
        return (output, errors: try await complaints)
      }
      let (output, errors) = result.closureResult
      let remark = remark(result.terminationStatus, errors, isCut: output.isCut)
      return Result(
        output: output.bytes, remark: remark ?? (output.bytes.isEmpty ? "no output" : nil),
        isSuccess: result.terminationStatus.isSuccess && !output.isCut)
    } catch {
      throw ChildProcessError("Cannot run \"\(command)\": \(SystemText.reason(of: error))")
    }
  }

  private struct Output {
    var bytes = Data()
    var isCut = false
  }

  private static func collect(
    _ output: SubprocessOutputSequence, _ show: (Data) -> Void
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
      show(collected.bytes)
      // Showing the output takes at most a tenth of the time.
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
