internal import CPrograms
internal import Foundation

/// Runs programs in this program's terminal, which must have been left before.
package enum TerminalProgram {
  /// How a program ended.
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
    /// It could not be started.
    case notStarted
  }

  /// Runs a command. If it fails, its output stays on the screen until the user has read it.
  ///
  /// - Returns: Whether it succeeded.
  package static func run(_ command: [String]) async -> Bool {
    let script = """
      "$@"
      code=$?
      [ $code -eq 0 ] || { printf '\\nPress Enter to return. '; read -r _; }
      exit $code
      """
    return await end(of: ["sh", "-c", script, "sh"] + command) == .exited(0)
  }

  /// Runs a program and waits for its end.
  static func end(of words: [String]) async -> End {
    let arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    let process = cprograms_start_in_terminal(arguments)
    guard process > 0 else { return .notStarted }
    return await withCheckedContinuation { continuation in
      // A thread of its own, as the user may take hours.
      Thread.detachNewThread {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        continuation.resume(returning: signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal))
      }
    }
  }
}
