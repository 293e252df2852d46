/// Reads the text of an `example` block: `name: value` lines and nested `request: {` and `response: {`.
enum BruExample {
  /// A line with its nested text.
  private struct Entry {
    var key: String
    var value: String
    var inner: String?
  }

  static func read(_ text: String) -> JSONObject {
    var example: JSONObject = [:]
    for entry in entries(text) {
      switch (entry.key, entry.inner) {
      case ("request", let inner?): example["request"] = .object(request(inner))
      case ("response", let inner?): example["response"] = .object(response(inner))
      case ("name", nil), ("description", nil): example[entry.key] = .string(entry.value)
      default: break
      }
    }
    return example
  }

  private static func request(_ text: String) -> JSONObject {
    var request = JSONObject()
    var document = BruDocument()
    var mode: String?
    for entry in entries(text) {
      guard let inner = entry.inner else {
        if entry.key == "mode" { mode = entry.value } else { request[entry.key] = .string(entry.value) }
        continue
      }
      if BruDocument.hasText(entry.key) {
        document.blocks.append(.init(name: entry.key, content: .text(inner)))
      } else {
        document.blocks.append(.init(name: entry.key, content: .pairs(pairs(inner))))
      }
    }
    let headers = BruItem.rows(document.pairs("headers"))
    if !headers.isEmpty { request["headers"] = .array(headers) }
    let params =
      BruItem.rows(document.pairs("params:query"), adding: "query")
      + BruItem.rows(document.pairs("params:path"), adding: "path")
    if !params.isEmpty { request["params"] = .array(params) }
    var body = BruItem.body(document, mode: mode)
    if mode == nil, body.members.count > 1 { body["mode"] = .string(body.members[1].key.value) }
    if body.members.count > 1 { request["body"] = .object(body) }
    return request
  }

  private static func response(_ text: String) -> JSONObject {
    var response = JSONObject()
    for entry in entries(text) {
      guard let inner = entry.inner else { continue }
      switch entry.key {
      case "headers": response["headers"] = .array(BruItem.rows(pairs(inner)))
      case "status":
        for pair in pairs(inner) { response[pair.name == "code" ? "status" : "statusText"] = .string(pair.value) }
      case "body": response["body"] = .object(body(inner))
      default: break
      }
    }
    return response
  }

  /// `type:` and `content: '''…'''`, or the text itself in older files.
  private static func body(_ text: String) -> JSONObject {
    let entries = entries(text)
    if let content = entries.first(where: { $0.key == "content" }),
      entries.allSatisfy({ ["type", "content"].contains($0.key) })
    {
      let type = entries.first { $0.key == "type" }?.value
      return ["type": .string(type ?? "text"), "content": .string(content.value)]
    }
    return ["type": "text", "content": .string(text)]
  }

  private static func pairs(_ text: String) -> [BruDocument.Pair] {
    (try? BruParser.pairs(text, textIndent: 2)) ?? []
  }

  /// The entries of the outermost level. Nested text loses its indent.
  private static func entries(_ text: String) -> [Entry] {
    let lines = text.parts(separatedBy: "\n")
    var entries: [Entry] = []
    var index = 0
    while index < lines.count {
      let line = lines[index][...].trimmed
      let indent = lines[index].prefix { $0 == " " }.count
      index += 1
      guard let (key, value) = split(line) else { continue }
      if value == "{" {
        let end = lines[index...].firstIndex { $0.prefix { $0 == " " }.count == indent && $0[...].trimmed == "}" }
        entries.append(
          Entry(key: key, value: "", inner: outdented(lines[index..<(end ?? lines.count)], by: indent + 2)))
        index = (end ?? lines.count) + 1
      } else if value.hasPrefix("'''"), !value.dropFirst(3).contains("'''") {
        let end = lines[index...].firstIndex { $0.contains("'''") } ?? lines.count
        let first = value.dropFirst(3).isEmpty ? [] : [String(value.dropFirst(3))]
        var text = first + outdented(lines[index..<end], by: indent + 2).parts(separatedBy: "\n")
        if index == end, !first.isEmpty { text = first }
        entries.append(Entry(key: key, value: text.joined(separator: "\n")))
        index = end + 1
      } else {
        let isQuoted = value.count >= 6 && value.hasPrefix("'''") && value.hasSuffix("'''")
        entries.append(Entry(key: key, value: isQuoted ? String(value.dropFirst(3).dropLast(3)) : value))
      }
    }
    return entries
  }

  /// Splits `body:json: {` at its last colon and `url: http://a` at the first.
  private static func split(_ line: Substring) -> (key: String, value: String)? {
    if line.hasSuffix("{") {
      let key = line.dropLast().trimmed
      if key.hasSuffix(":"), !key.contains(where: \.isWhitespace) { return (String(key.dropLast()), "{") }
    }
    guard let (key, value) = String(line).cut(at: ":") else { return nil }
    return (String(key[...].trimmed), String(value[...].trimmed))
  }

  private static func outdented(_ lines: ArraySlice<String>, by count: Int) -> String {
    lines.map { line in String(line.dropFirst(min(count, line.prefix { $0 == " " }.count))) }.joined(separator: "\n")
  }
}
