internal import Foundation
internal import Subprocess

/// A program that copies standard input to the clipboard.
struct ClipboardTool {
  /// The program and its arguments.
  let command: [String]
  /// Where the text is afterwards, for messages; `nil` names the program.
  private let place: String?

  init(command: [String], place: String? = nil) { (self.command, self.place) = (command, place) }

  /// tmux since 3.2. It keeps the text in a buffer, and asks the terminal around it to copy the text, too.
  static let tmux = ClipboardTool(
    command: ["tmux", "load-buffer", "-w", "-"], place: "to tmux (clipboard if allowed)")

  var destination: String { place ?? "with \(command[0])" }

  enum Outcome: Equatable {
    case copied
    /// The program is not installed.
    case missing
    /// The program's error message.
    case failed(String)
  }

  /// The timeout. Tools wait forever for a display server that does not respond.
  private static let patience = Duration.seconds(3)

  /// - Parameter environment: Names the folders that have the program, and the display or server that it talks to.
  func copy(_ text: String, _ environment: [String: String]) async -> Outcome {
    guard let program = BackgroundProgram(command, environment: environment) else { return .missing }
    let control = ProgramControl()
    let queue = DispatchQueue(label: "workbench.clipboard", attributes: .concurrent)
    let seconds = Int(Self.patience.components.seconds)
    queue.asyncAfter(deadline: .now() + .seconds(seconds)) { control.cancel() }
    return await withCheckedContinuation { continuation in
      // It blocks its thread.
      queue.async { continuation.resume(returning: Self.copy(text, program, control)) }
    }
  }

  private static func copy(_ text: String, _ program: BackgroundProgram, _ control: ProgramControl) -> Outcome {
    do throws(ChildProcessError) {
      let output = try program.run(on: Data(text.utf8), control)
      if output.status == 0 { return .copied }
      if control.isCancelled { return .failed("no response for \(patience.components.seconds) s") }
      return .failed(output.errors.split(whereSeparator: \.isNewline).first.map(String.init) ?? reason(output.status))
    } catch {
      return .failed(error.description)
    }
  }

  /// - Parameter status: As a shell shows it.
  private static func reason(_ status: Int32) -> String {
    status > 128 ? "ended by signal \(status - 128)" : "exit \(status)"
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
    var options = PlatformOptions.ownSession
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200))
    ]
    let result = try? await Subprocess.run(
      .name(command[0]), arguments: Arguments(Array(command.dropFirst())), platformOptions: options, input: .none,
      output: .string(limit: Self.textLimit), error: .discarded)
    guard let result, result.terminationStatus == .exited(0) else { return nil }
    return result.standardOutput
  }
}
