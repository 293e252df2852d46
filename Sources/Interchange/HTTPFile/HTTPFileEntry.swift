/// The parts of a region, before any conversion.
struct HTTPFileEntry {
  var title: String
  /// The number of its first line, from 1.
  var line: Int
  var metadata: [(key: String, value: String)] = []
  var comments: [String] = []
  var variables: [HTTPFileVariable] = []
  var request: HTTPFileRequestLine?
  /// The parameters of a query that is on lines of its own.
  var query: [JSONValue] = []
  var headers: [JSONValue] = []
  var body: [String] = []
  /// The lines of the body that REST Client reads as variables of the file, too.
  var bodyVariables: [HTTPFileVariable] = []
  var curl: String?
  var scripts: [Script] = []
  /// The text of each assertion after `??`.
  var asserts: [String] = []
  /// Saved responses: `<> file`.
  var responses: [String] = []
  /// A response that is written below the request.
  var inlineResponse: [String] = []
  /// Sentences about parts that we cannot represent.
  var problems: [String] = []
  /// The problems of lines that cannot be read, each a sentence.
  var failures: [String] = []

  struct Script: Equatable {
    enum Place { case before, after }

    var place: Place
    /// `nil` for the lines of `text`.
    var file: String?
    var text: [String] = []
    /// Whether it is one of httpyac: `{{` … `}}`.
    var isBlock = false
    /// Whether it is for every request of the file.
    var isGlobal = false
    /// Whether the line above it is `# @lang lua`.
    var hasLuaAbove = false

    /// Whether it is one of rest.nvim or Kulala in Lua, by that line, its file or its first comment.
    var isLua: Bool {
      let first = text.first { !$0.trimmed.isEmpty }?.trimmed ?? ""
      return hasLuaAbove || file?.hasSuffix(".lua") == true || first.hasPrefix("--")
    }
  }

  /// The name that other requests refer to it by.
  var identifier: String? { value("name") }

  func value(_ keys: String...) -> String? {
    metadata.first { keys.contains($0.key) }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  func has(_ keys: String...) -> Bool { metadata.contains { keys.contains($0.key) } }

  func header(_ name: String) -> String? {
    headers.first { $0.object?.text("name")?.lowercased() == name && $0.object?.flag("off") != true }?.object?
      .text("value")
  }

  /// Returns the header and removes it.
  mutating func takeHeader(_ name: String) -> String? {
    guard let value = header(name) else { return nil }
    headers.removeAll { $0.object?.text("name")?.lowercased() == name && $0.object?.flag("off") != true }
    return value
  }
}

extension HTTPFileEntry {
  /// The row of `Name: value`; of a comment only if it looks like one.
  static func header(_ text: String, isOff: Bool) -> JSONValue? {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
    let name = String(text[..<colon]).trimmed
    let isToken = name.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && !"\"(),/;<=>?@[\\]".utf8.contains($0)
    }
    guard isToken, !name.isEmpty, name.contains("{") == name.contains("}}") else { return nil }
    let value = text[text.index(after: colon)...]
    // In a comment, a URL or a word such as `TODO:` is not a header.
    if isOff, value.hasPrefix("//") || !(value.isEmpty || value.startsWithBlank) { return nil }
    if isOff, !name.contains("-"), !usualHeaders.contains(name.lowercased()) { return nil }
    var row: JSONObject = ["name": .string(name), "value": .string(String(value).trimmed)]
    if isOff { row["off"] = true }
    return .object(row)
  }

  /// Headers of one word.
  private static let usualHeaders: Set = [
    "accept", "age", "allow", "authorization", "connection", "cookie", "date", "etag", "expect", "expires", "forwarded",
    "from", "host", "origin", "pragma", "prefer", "priority", "range", "referer", "te", "trailer", "upgrade", "vary",
    "via", "warning", "dnt",
  ]

  func isHeader(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), !text.hasPrefix("/") else { return false }
    return text[text.index(after: colon)...].startsWithBlank && Self.header(text, isOff: false) != nil
  }

  /// Whether lines of the body may be comments. Messages without a type are texts.
  var allowsComments: Bool {
    let type = (header("content-type") ?? "").lowercased()
    if type.isEmpty, let request, HTTPFileSocket.isSocket(request) { return false }
    return type.isEmpty || type.contains("json") || type.hasPrefix("application/x-www-form-urlencoded")
  }

  /// Continues the value of the last row.
  static func append(_ text: String, to rows: inout [JSONValue]) {
    guard let last = rows.indices.last, var row = rows[last].object else { return }
    row["value"] = .string((row.text("value") ?? "") + text)
    rows[last] = .object(row)
  }

  static func isScriptFile(_ line: String) -> Bool {
    let path = String(line.dropFirst()).trimmed
    return ["js", "mjs", "cjs", "ts", "kts"].contains(where: { path.hasSuffix("." + $0) }) || path.hasPrefix("./")
      || path.hasPrefix("../")
  }

  static func withoutEmptyEnds(_ lines: [String]) -> [String] {
    var lines = lines[...]
    while lines.first?.trimmed.isEmpty == true { lines.removeFirst() }
    while lines.last?.trimmed.isEmpty == true { lines.removeLast() }
    return Array(lines)
  }
}

extension Substring {
  /// Whether a space or a tab is in front.
  fileprivate var startsWithBlank: Bool { first == " " || first == "\t" }
}
