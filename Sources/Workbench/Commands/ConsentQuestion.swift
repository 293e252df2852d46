import Glibc
import RequestModel

/// Asks on the terminal whether a collection may use outside resources.
enum ConsentQuestion {
  /// - Returns: `nil` without a terminal.
  @Sendable static func ask(_ request: PermissionRequest) -> Consent? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    StandardError.write(request.sentence)
    for detail in request.details {
      if !detail.heading.isEmpty { StandardError.write("  \(detail.heading):") }
      StandardError.write(lines: detail.lines.map { (detail.heading.isEmpty ? "  " : "    ") + $0 })
    }
    StandardError.write("Allow it? once, always or no [no]:")
    switch readLine()?.lowercased() {
    case "o", "once", "y", "yes": return .once
    case "a", "always": return .always
    default: return .no
    }
  }
}
