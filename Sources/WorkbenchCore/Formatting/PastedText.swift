/// Classifies pasted text without parsing it.
enum PastedText {
  /// Whether an import may understand the text. The importer itself decides outside of the program's state.
  static func mayBeImported(_ text: String) -> Bool {
    guard let first = text.first(where: { !$0.isWhitespace }) else { return false }
    if "{[<".contains(first) { return true }
    return ["curl", "://", "fetch(", ": ", ":\n", "HTTP/"].contains { text.containsExactly($0) }
  }

  /// Whether it begins with a command of curl, possibly after a prompt.
  static func isCurl(_ text: String) -> Bool {
    let words = text.split(maxSplits: 4, whereSeparator: \.isWhitespace)
    return words.first { !["$", "%", "#", ">", "sudo", "time"].contains($0) } == "curl" && words.last != "curl"
  }
}
