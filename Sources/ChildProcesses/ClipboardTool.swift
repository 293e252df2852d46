internal import Foundation
internal import Glibc
internal import RequestBasics
internal import Subprocess

/// A program that takes text into the clipboard.
struct ClipboardTool {
  /// Its name, and what it is started with.
  let command: [String]

  enum Outcome: Equatable {
    case copied
    /// It is not installed.
    case missing
    /// Its own words for why it did not take the text.
    case failed(String)
  }

  /// A tool that waits for a display server which does not answer would wait forever.
  private static let patience = Duration.seconds(3)
  /// What is read of its complaints.
  private static let errorLimit = 4096
  /// What a shell says where there is no such program.
  private static let notFound: Int32 = 127

  func copy(_ text: String) async -> Outcome {
    // Files and no pipes: `xclip` and `wl-copy` leave a process behind that keeps what it was given open.
    guard let input = AnonymousFile(), let errors = AnonymousFile(), Array(text.utf8).withUnsafeBytes(input.append)
    else {
      return .failed("no temporary file")
    }
    let outcome = await withTaskGroup(of: Outcome?.self) { group in
      group.addTask { await run(input, errors) }
      group.addTask {
        // Ended early where the tool is done first.
        try? await Task.sleep(for: Self.patience)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    return outcome ?? .failed("no response for \(Self.patience.components.seconds) s")
  }

  private func run(_ input: AnonymousFile, _ errors: AnonymousFile) async -> Outcome {
    var options = PlatformOptions()
    // A group of its own, so that all of it ends when the patience does.
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
