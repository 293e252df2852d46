extension StringProtocol {
  /// The beginning of a line for an error message. Omits the text after a name, because it may be a credential, and
  /// reports include the message.
  var excerpt: String {
    let line = String(prefix(1000))
    if TokenShape.isAny(in: line) { return "…" }
    let start = String(line.prefix(40))
    guard let mark = start.firstIndex(where: { $0 == ":" || $0 == "=" }) else { return start }
    let name = String(start[...mark])
    return name.count < line.count ? name + "…" : name
  }
}

/// A syntax error in a source, and its position.
package struct SourceError: Error, Equatable, CustomStringConvertible {
  package let position: TextPosition
  package let problem: String

  package var description: String { "\(position): \(problem)" }
}
