internal import Foundation
internal import Glibc
package import RequestBasics
internal import Subprocess
internal import Synchronization

/// A program that the shell runs.
package struct LineProgram: ProgramLines {
  private let input: StandardInputWriter
  private var output: SubprocessOutputSequence.Iterator
  private let group: pid_t
  private var received: [UInt8] = []
  /// The number of bytes at the start of `received` without a line end.
  private var searched = 0

  /// The most bytes of a line.
  private static let lineLimit = 64 << 20
  /// The time for ending, after the end of the input and after SIGTERM.
  private static let patience = Duration.seconds(2)
  /// The time between SIGTERM and SIGKILL after a cancellation, for which the screen waits when it quits.
  private static let cancelledPatience = Duration.milliseconds(200)

  /// Runs a shell command line for the duration of `work`. Then its input ends; a program that stays is killed.
  ///
  /// Cancelling the task ends the program.
  ///
  /// - Parameters:
  ///   - folder: The working directory; `nil` shares that of this program.
  ///   - errors: The descriptor of this program that it gets as standard error; `nil` shares standard error.
  package static func run<Result: Sendable>(
    _ line: String, in folder: String? = nil, errors: Int32? = nil,
    _ work: @Sendable (inout LineProgram) async -> Result
  ) async throws(ChildProcessError) -> Result {
    var options = PlatformOptions.ownSession
    options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: cancelledPatience)]
    let state = Mutex<(group: pid_t?, ending: Task<Void, Never>?)>((nil, nil))
    defer {
      let (group, ending) = state.withLock(\.self)
      ending?.cancel()
      if let group { kill(-group, SIGKILL) }
    }
    let redirection = errors.map { "exec 2>/proc/\(getpid())/fd/\($0)\n" } ?? ""
    let script = redirection + (folder.map { "cd \(ShellText.quoted($0)) || exit\n" } ?? "") + line
    do {
      return try await Subprocess.run(
        .name("sh"), arguments: ["-c", script], platformOptions: options, input: .inputWriter, output: .sequence,
        error: .currentStandardError
      ) { execution in
        var program = LineProgram(
          input: execution.standardInputWriter, output: execution.standardOutput.makeAsyncIterator(),
          group: execution.processIdentifier.value)
        let group = program.group
        state.withLock { $0.group = group }
        let result = await work(&program)
        // The end of its input is the end of the closure.
        state.withLock { $0.ending = Task { await end(group) } }
        return result
      }.closureResult
    } catch {
      throw ChildProcessError("Cannot run \"\(line)\": \(SystemText.reason(of: error))")
    }
  }

  package func send(_ line: [UInt8], within time: Duration?) async -> SentLine {
    let (isOver, watchdog) = limit(time)
    defer { watchdog?.cancel() }
    let isDone = (try? await input.write(line + [0x0A])) != nil
    return isOver.set() ? (isDone ? .done : .end) : .late
  }

  /// Kills the program after a time, unless the flag is set before.
  private func limit(_ time: Duration?) -> (isOver: OnceFlag, watchdog: Task<Void, Never>?) {
    let isOver = OnceFlag()
    let watchdog = time.map { time in
      Task { [group] in
        guard (try? await Task.sleep(for: time)) != nil, isOver.set() else { return }
        kill(-group, SIGKILL)
      }
    }
    return (isOver, watchdog)
  }

  package mutating func next(within time: Duration?) async -> ReceivedLine {
    let (isOver, watchdog) = limit(time)
    defer { watchdog?.cancel() }
    while true {
      if let end = received[searched...].firstIndex(of: 0x0A) {
        let line = Array(received[..<end])
        received.removeSubrange(...end)
        searched = 0
        return isOver.set() ? .line(line) : .late
      }
      searched = received.count
      if received.count > Self.lineLimit {
        kill(-group, SIGKILL)
        return .tooLong
      }
      guard let piece = try? await output.next() else { return isOver.set() ? .end : .late }
      piece.withUnsafeBytes { received.append(contentsOf: $0) }
    }
  }

  /// Terminates a program that outlives its input.
  private static func end(_ group: pid_t) async {
    for signal in [SIGTERM, SIGKILL] where (try? await Task.sleep(for: patience)) != nil { kill(-group, signal) }
  }
}
