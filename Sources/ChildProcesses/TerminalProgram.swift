internal import Subprocess

/// Programs that use the terminal of this one, which must have left it.
package enum TerminalProgram {
  /// Runs a command whose output stays on the screen until it is read if it fails.
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
      .name("sh"), arguments: Arguments(["-c", script, "sh"] + command), input: .currentStandardInput,
      output: .currentStandardOutput, error: .currentStandardError)
    return result?.terminationStatus.isSuccess ?? false
  }
}
