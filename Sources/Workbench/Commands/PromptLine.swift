import Glibc

/// Asks on the terminal for the value of a variable.
enum PromptLine {
  /// - Returns: The typed text, or the suggestion for an empty line; `nil` without a terminal to ask on.
  @Sendable static func ask(_ question: PromptQuestion) -> String? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    let suggestion = question.suggestion.isEmpty || question.isSecret ? "" : " [\(question.suggestion)]"
    let text = "\(question.question)\(suggestion):"
    guard let line = question.isSecret ? hiddenLine(text) : shownLine(text) else { return nil }
    return line.isEmpty ? question.suggestion : line
  }

  private static func shownLine(_ text: String) -> String? {
    StandardError.write(text)
    return readLine()
  }

  private static func hiddenLine(_ text: String) -> String? {
    // Pasting several lines has already reported an error.
    guard let bytes = try? HiddenLine(prompt: text).read() else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
