/// A response that is written below its request, as httpyac keeps them.
enum HTTPFileExample {
  /// Whether the line is one such as `HTTP/1.1 200 - OK`.
  static func isStatusLine(_ line: String) -> Bool {
    guard line.hasPrefix("HTTP/") else { return false }
    let words = line.split(separator: " ")
    return words.count > 1 && words[1].count == 3 && Int(words[1]).map { (100...599).contains($0) } == true
  }

  /// - Returns: `nil` without a status line.
  static func read(_ lines: [String]) -> JSONValue? {
    guard let first = lines.first, isStatusLine(first) else { return nil }
    let words = first.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    let reason = words.dropFirst(2).drop { $0 == "-" }.joined(separator: " ")
    var example: JSONObject = ["name": .string(reason.isEmpty ? words[1] : words[1] + " " + reason)]
    example["status"] = Int(words[1]).map(JSONValue.number)
    if !reason.isEmpty { example["reason"] = .string(reason) }
    let end = lines.firstIndex { $0.trimmed.isEmpty } ?? lines.endIndex
    let headers = lines[1..<max(1, end)].compactMap { HTTPFileEntry.header($0.trimmed, isOff: false) }
    if !headers.isEmpty { example["headers"] = .array(headers) }
    let body = HTTPFileEntry.withoutEmptyEnds(Array(lines[end...]))
    if !body.isEmpty { example["body"] = .textLines(body.joined(separator: "\n")) }
    return .object(example)
  }
}
