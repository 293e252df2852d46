/// A header value with parameters: `multipart/form-data; boundary="x"`.
struct HeaderValue: Sendable {
  /// The part before the parameters, in lower case.
  let name: String
  private var parameters: [String: String] = [:]

  init(_ text: String) {
    let parts = Self.split(text)
    name = (parts.first ?? "").lowercased()
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { parameters[pair[0].trimmed.lowercased()] = Self.unquoted(String(pair[1].trimmed)) }
    }
  }

  subscript(parameter: String) -> String? { parameters[parameter] }

  /// Splits at semicolons outside quotes.
  private static func split(_ text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == ";", !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && isQuoted && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts.map { String($0.trimmed) }
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { result.append(character) }
    }
    return result
  }
}
