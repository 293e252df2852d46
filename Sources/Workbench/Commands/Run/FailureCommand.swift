import ChildProcesses
import Foundation

/// A command of the user that runs after a failed run.
struct FailureCommand {
  let line: String
  let interruption: Interruption

  /// Runs it in the user's shell, without a terminal. Its output goes to standard error.
  func run(after outcome: RunOutcome) async {
    let own = ProcessInfo.processInfo.environment
    let shell = own["SHELL"].flatMap { $0.isEmpty ? nil : $0 } ?? "/bin/sh"
    let environment = own.merging(outcome.variables) { $1 }
    guard let program = BackgroundProgram([shell, "-c", line], environment: environment) else {
      return StandardError.write("Cannot run the command of --on-failure: there is no shell \(shell) — check SHELL")
    }
    let control = ProgramControl()
    interruption.begin { control.cancel() }
    defer { interruption.end() }
    let task = Task.detached(executorPreference: TaskQueue(label: "workbench.run.failure")) { () -> (String, Int32) in
      do throws(ChildProcessError) {
        let output = try program.run(control)
        return (String(decoding: output.output, as: UTF8.self) + output.errors, output.status)
      } catch {
        return (error.description, Int32(-1))
      }
    }
    let (text, status) = await task.value
    StandardError.write(lines: text.split(separator: "\n").map(String.init))
    if status > 0 { StandardError.write("The command of --on-failure exited with \(status)") }
  }
}
