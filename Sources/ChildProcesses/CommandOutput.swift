internal import Foundation
internal import RequestBasics

/// Runs a command and returns its output.
package enum CommandOutput {
  /// Runs a shell command line without input.
  ///
  /// Cancelling the task ends the command and everything it started, as does the timeout.
  ///
  /// - Parameter folder: The working directory.
  /// - Returns: The standard output of the command.
  /// - Throws: A sentence with the first line of standard error. It omits the output, which may be a secret.
  package static func read(
    _ line: String, in folder: String, timeout: Duration
  ) async throws(ChildProcessError) -> String {
    guard let result = try await result(of: "cd \(ShellText.quoted(folder)) || exit\n\(line)", timeout) else {
      throw ChildProcessError("Cannot run \"\(line)\": not done after \(Formatting.duration(timeout))")
    }
    guard result.isSuccess else {
      throw ChildProcessError("Cannot run \"\(line)\": \(result.remark ?? "no output")")
    }
    guard let text = String(validating: result.output, as: UTF8.self) else {
      throw ChildProcessError("Cannot use the output of \"\(line)\": it is not UTF-8 text")
    }
    return text
  }

  /// - Returns: `nil` after the timeout.
  private static func result(
    of command: String, _ timeout: Duration
  ) async throws(ChildProcessError) -> ShellFilter.Result? {
    let first = await withTaskGroup(of: Result<ShellFilter.Result, ChildProcessError>?.self) { group in
      group.addTask {
        do throws(ChildProcessError) {
          return .success(try await ShellFilter.run(command, on: Data(), show: { _ in }))
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await Task.sleep(for: timeout)  // Cancelled as soon as the command ends.
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    return try first?.get()
  }
}
