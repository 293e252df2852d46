internal import Foundation
internal import Glibc
internal import RequestBasics
internal import Subprocess

/// A program that copies standard input to the clipboard.
struct ClipboardTool {
  /// The program and its arguments.
  let command: [String]

  enum Outcome: Equatable {
    case copied
    /// The program is not installed.
    case missing
    /// The program's error message.
    case failed(String)
  }

  /// The timeout. Tools wait forever for a display server that does not respond.
  private static let patience = Duration.seconds(3)
  /// The maximum number of bytes read from standard error.
  private static let errorLimit = 4096
  /// The shell's exit status for a missing program.
  private static let notFound: Int32 = 127

  func copy(_ text: String) async -> Outcome {
    // Uses files, as `xclip` and `wl-copy` leave a process behind that would keep pipes open.
    guard let input = AnonymousFile(), let errors = AnonymousFile(), Array(text.utf8).withUnsafeBytes(input.append)
    else {
      return .failed("no temporary file")
    }
    let outcome = await withTaskGroup(of: Outcome?.self) { group in
      group.addTask { await run(input, errors) }
      group.addTask {
        // Cancelled if the tool finishes first.
        try? await Task.sleep(for: Self.patience)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    return outcome ?? .failed("no response for \(Self.patience.components.seconds) s")
  }

  /// The maximum number of bytes read from the clipboard.
  private static let textLimit = 64 << 20

  /// The output of the program; `nil` if it is missing or fails.
  func text() async -> String? {
    await withTaskGroup(of: String?.self) { group in
      group.addTask { await read() }
      group.addTask {
        try? await Task.sleep(for: Self.patience)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  private func read() async -> String? {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200))
    ]
    let result = try? await Subprocess.run(
      .name(command[0]), arguments: Arguments(Array(command.dropFirst())), platformOptions: options, input: .none,
      output: .string(limit: Self.textLimit), error: .discarded)
    guard let result, result.terminationStatus == .exited(0) else { return nil }
    return result.standardOutput
  }

  private func run(_ input: AnonymousFile, _ errors: AnonymousFile) async -> Outcome {
    var options = PlatformOptions()
    // A separate process group, so that the timeout kills all of it.
    options.processGroupID = 0
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200))
    ]
    let script = "exec <\(input.path) >/dev/null 2>>\(errors.path); exec \"$@\""
    let result = try? await Subprocess.run(
      .name("sh"), arguments: Arguments(["-c", script, "sh"] + command), platformOptions: options, input: .none,
      output: .discarded, error: .discarded)
    switch result?.terminationStatus {
    case .exited(0): return .copied
    case .exited(Self.notFound), nil: return .missing
    case .exited(let code): return .failed(Self.firstLine(errors) ?? "exit \(code)")
    case .signaled(let signal): return .failed(Self.firstLine(errors) ?? "ended by signal \(signal)")
    }
  }

  private static func firstLine(_ errors: AnonymousFile) -> String? {
    guard let file = FileHandle(forReadingAtPath: errors.path), let bytes = try? file.read(upToCount: errorLimit) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
  }
}
