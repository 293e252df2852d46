internal import Subprocess

/// Runs programs in this program's terminal, which must have been left before.
package enum TerminalProgram {
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
    let result = try? await Subprocess.run(
      .name("sh"), arguments: Arguments(["-c", script, "sh"] + command), platformOptions: .terminal,
      input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError)
    return result?.terminationStatus.isSuccess ?? false
  }
}
