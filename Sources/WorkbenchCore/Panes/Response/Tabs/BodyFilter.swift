package enum BodyFilter: Equatable, Sendable {
  /// JSONPath (RFC 9535).
  case path(JSONPathQuery)
  /// A shell command that reads the body from standard input.
  case command(String)

  /// A leading `|` makes it a command; everything else is a path.
  package init(_ text: String) throws(Problem) {
    let text = text.trimmingSpaces
    if text.unicodeScalars.first == "|" {
      self = .command(String(text.unicodeScalars.dropFirst()).trimmingSpaces)
      return
    }
    do throws(JSONPathProblem) {
      self = .path(try JSONPathQuery(text))
    } catch {
      throw Problem(error.description)
    }
  }
}
