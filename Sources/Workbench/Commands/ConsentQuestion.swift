import Glibc

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
    let files = request.sources.count(where: \.isFile)
    let forFiles = files == 0 ? "" : files == 1 ? "file (always for this file), " : "files (always for these files), "
    StandardError.write("Allow it? once, \(forFiles)always or no [no]:")
    switch readLine()?.lowercased() {
    case "o", "once", "y", "yes": return .once
    case "f", "file", "files": return files == 0 ? .no : .files
    case "a", "always": return .always
    default: return .no
    }
  }
}
