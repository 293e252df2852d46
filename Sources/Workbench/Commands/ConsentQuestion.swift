import Glibc
import RequestModel
import RequestRunner

/// Asks on the terminal whether a collection may read files outside it.
enum ConsentQuestion {
  /// - Returns: `nil` without a terminal.
  @Sendable static func ask(_ sources: [OutsideSource]) -> Consent? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    StandardError.write("This collection wants to send:")
    for source in sources { StandardError.write("  \(source)") }
    StandardError.write("Allow it? once, always or no [no]:")
    switch readLine()?.lowercased() {
    case "o", "once", "y", "yes": return .once
    case "a", "always": return .always
    default: return .no
    }
  }
}
