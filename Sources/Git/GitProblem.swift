/// A failure of git, as a sentence for the user.
package struct GitProblem: Error, CustomStringConvertible, Equatable {
  package enum Kind: Equatable, Sendable {
    /// git is not installed.
    case missing
    case noRepository
    /// The repository has no files to show.
    case bare
    /// A partial clone lacks the object.
    case incomplete
    /// git trusts repositories of other users only if configured to.
    case unsafe
    /// git, ssh or a signing tool wants to prompt.
    case asks
    case cancelled
    /// The output exceeded its limit.
    case tooLong
    /// It did not end in time.
    case tooSlow
    case other
  }

  package let kind: Kind
  package let description: String
  /// All that git and the hooks of the repository wrote.
  package let output: String

  /// Masks the credentials in URLs.
  init(_ kind: Kind, _ description: String, output: String = "") {
    self.kind = kind
    self.description = SecretParameter.maskingURLs(in: description)
    self.output = SecretParameter.maskingURLs(in: output)
  }

  static let missing = GitProblem(.missing, "git is not installed: install it to see changes and share collections")
  static let cancelled = GitProblem(.cancelled, "Cancelled")

  /// - Parameters:
  ///   - what: What was attempted, such as `push`.
  ///   - isOffline: Whether git was forbidden to use any protocol.
  init(_ what: String, status: Int32, _ output: String, isOffline: Bool = false) {
    let lines = output.split(whereSeparator: \.isNewline).map(String.init)
    let kind = Self.kind(of: output, isOffline)
    self.init(kind, "Cannot \(what): \(Self.reason(kind, lines) ?? "git ended with status \(status)")", output: output)
  }

  private static func kind(of output: String, _ isOffline: Bool) -> Kind {
    func says(_ phrases: [String]) -> Bool { phrases.contains { output.contains($0) } }
    if says(["dubious ownership", "unsafe repository"]) { return .unsafe }
    if says(["not a git repository"]) { return .noRepository }
    if says(["must be run in a work tree", "cannot use bare repository"]) { return .bare }
    if says(["from promisor remote"]) || isOffline && says(endsOfFetches) { return .incomplete }
    return says(questions) ? .asks : .other
  }

  /// The output of a forbidden fetch that fails before git names the missing object. git is then ended by the broken
  /// pipe, or reports only that.
  private static let endsOfFetches = ["fatal: transport '", "promisor-remote: could not"]

  /// Messages that indicate a prompt for a password, a passphrase or a confirmation without a terminal.
  private static let questions = [
    "terminal prompts disabled", "could not read Username", "could not read Password", "Host key verification failed",
    "Permission denied (publickey", "ssh_askpass", "Inappropriate ioctl for device", "gpg failed to sign",
    "No such device or address", "/dev/tty",
  ]

  private static func reason(_ kind: Kind, _ lines: [String]) -> String? {
    switch kind {
    case .unsafe:
      let advice = lines.first { $0.contains("safe.directory") && $0.contains("git config") }
      return "the repository belongs to another user"
        + (advice.map { " — if you trust it, run \($0.drop { $0.isWhitespace })" } ?? "")
    case .asks: return "git has to ask for a password or a confirmation"
    case .bare: return "this is a bare repository, which has no files to change"
    case .incomplete:
      return "this partial clone lacks the content, and nothing is fetched to show it — run git show or git checkout"
    default: break
    }
    // The last message of git; a hook or the server may have written before. A damaged object is reported by the
    // process that reads it, and then by its parents.
    let own =
      lines.firstIndex { $0.hasPrefix("error: object ") }
      ?? lines.lastIndex { line in ["fatal: ", "error: ", "ERROR: "].contains { line.hasPrefix($0) } }
    if let own {
      let parts = lines[own].split(separator: ": ", maxSplits: 1)
      return withList(String(parts.count == 2 ? parts[1] : parts[0]), lines[(own + 1)...])
    }
    if let plain = lines.firstIndex(where: { line in plainReasons.contains { line.hasPrefix($0) } }) {
      // The reason may be wrapped.
      let isWhole = lines[plain].hasSuffix(".")
      return isWhole || plain + 1 == lines.count ? lines[plain] : lines[plain] + " " + lines[plain + 1]
    }
    // An indented line is an example, or belongs to one above.
    let line = lines.last { $0.first?.isWhitespace == false } ?? lines.last
    return line.map { String($0.drop { $0.isWhitespace }) }
  }

  /// Reasons that git writes without a mark, before advice and examples.
  private static let plainReasons = [
    "There is no tracking information", "You are not currently on a branch", "Your configuration specifies to ",
    "You asked to pull from the remote", "There is no candidate for ", "There are no candidates for ",
  ]

  /// A message that ends with a colon with the indented lines after it, such as names of files.
  private static func withList(_ message: String, _ lines: ArraySlice<String>) -> String {
    guard message.hasSuffix(":") else { return message }
    let list = lines.prefix { $0.first?.isWhitespace == true }.map { String($0.drop { $0.isWhitespace }) }
    let rest = list.count > 3 ? ["\(list.count - 3) more"] : []
    return list.isEmpty ? message : message + " " + (list.prefix(3) + rest).joined(separator: ", ")
  }
}
