import Foundation
internal import RequestModel

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

/// Reads a region line by line.
struct HTTPFileEntryReader {
  private(set) var entry: HTTPFileEntry
  private var phase = Phase.head
  private var rest: ArraySlice<String>
  private let firstLine: Int
  /// The lines that continue the last header, or the last parameter of the query.
  private var continued: [String] = []
  /// Whether the body may have comments, once its headers are read.
  private var allowsComments: Bool?

  private enum Phase { case head, target, headers, body }

  init(_ region: HTTPFileRegion) {
    entry = HTTPFileEntry(title: region.title, line: region.line)
    firstLine = region.line + (region.title.isEmpty ? 0 : 1)
    rest = region.lines[...]
    while let line = rest.popFirst() { step(line) }
    endContinued()
    while entry.body.last?.trimmedSpaces.isEmpty == true { entry.body.removeLast() }
  }

  private mutating func step(_ line: String) {
    switch phase {
    case .head: head(line)
    case .target: target(line)
    case .headers: header(line)
    case .body: body(line)
    }
  }

  // MARK: Before the request

  private mutating func head(_ line: String) {
    let trimmed = line.trimmedSpaces
    if trimmed.isEmpty || readScript(line, .before) { return }
    if let comment = HTTPFileComment(line) { return add(comment) }
    if let variable = HTTPFileVariable(trimmed) { return entry.variables.append(variable) }
    if trimmed.hasPrefix("/*") { return skipBlockComment(trimmed) }
    if trimmed.hasPrefix("< ") {
      let file = String(trimmed.dropFirst(2)).trimmedSpaces
      return entry.scripts.append(.init(place: .before, file: file))
    }
    if trimmed.hasPrefix("curl ") || trimmed.hasPrefix("$ curl ") { return readCurl(line) }
    if trimmed.hasPrefix("import ") || trimmed.hasPrefix("run ") {
      return entry.problems.append("\(trimmed): import that file too")
    }
    if trimmed.hasPrefix("?? ") { return entry.problems.append("\(trimmed): there is no request before it") }
    if let request = HTTPFileRequestLine(line) {
      entry.request = request
      phase = .target
      return
    }
    let number = firstLine + entryOffset
    entry.failures.append("Line \(number) is not a request line: \(trimmed.excerpt)")
    // Skip the rest of the unreadable block.
    while let next = rest.first, !next.trimmedSpaces.isEmpty, !HTTPFileRequestLine.startsRequest(next) {
      rest = rest.dropFirst()
    }
  }

  /// How many lines of the region are read, without the last one.
  private var entryOffset: Int { rest.startIndex - 1 }

  private mutating func add(_ comment: HTTPFileComment) {
    if let metadata = comment.metadata {
      entry.metadata.append(metadata)
    } else if !comment.text.isEmpty {
      entry.comments.append(comment.text)
    }
  }

  private mutating func skipBlockComment(_ first: String) {
    var line = String(first.dropFirst(2))
    while true {
      if let end = line.firstRange(of: "*/") {
        let text = String(line[..<end.lowerBound]).trimmedSpaces
        if !text.isEmpty { entry.comments.append(text) }
        return
      }
      if !line.trimmedSpaces.isEmpty { entry.comments.append(line.trimmedSpaces) }
      guard let next = rest.popFirst() else { return }
      line = next
    }
  }

  private mutating func readCurl(_ line: String) {
    var lines = [line]
    var hasOpenQuote = Self.quotes(line) % 2 == 1
    // An open quote or a backslash continues the command over an empty line.
    while let next = rest.first,
      !next.trimmedSpaces.isEmpty || hasOpenQuote || lines.last?.hasSuffix("\\") == true
    {
      lines.append(next)
      if Self.quotes(next) % 2 == 1 { hasOpenQuote.toggle() }
      rest = rest.dropFirst()
    }
    entry.curl = lines.joined(separator: "\n")
    phase = .body
  }

  private static func quotes(_ line: String) -> Int { line.count { $0 == "'" } }

  private mutating func endContinued() {
    guard !continued.isEmpty else { return }
    if phase == .target {
      entry.appendToQuery(continued.joined())
    } else {
      entry.appendToHeader(continued.joined(separator: " "))
    }
    continued = []
  }

  // MARK: The request

  private mutating func target(_ line: String) {
    let trimmed = line.trimmedSpaces
    if let comment = HTTPFileComment(line), let first = comment.text.first, "?&".contains(first) {
      return addQuery(comment.text, isOff: true)
    }
    if trimmed.isEmpty || HTTPFileComment(line) != nil || line.hasPrefix("?? ") {
      endContinued()
      phase = .headers
      return header(line)
    }
    if trimmed.hasPrefix("?") || trimmed.hasPrefix("&") { return addQuery(trimmed, isOff: false) }
    if line.first?.isWhitespace == true, !entry.isHeader(trimmed) {
      if entry.query.isEmpty { entry.request?.target += trimmed } else { continued.append(trimmed) }
      return
    }
    endContinued()
    phase = .headers
    header(line)
  }

  private mutating func addQuery(_ text: String, isOff: Bool) {
    endContinued()
    var text = text
    if !isOff, let mark = text.range(of: " HTTP/", options: .backwards) {
      entry.request?.version = String(text[mark.upperBound...])
      text = String(text[..<mark.lowerBound])
    }
    for pair in text.dropFirst().split(separator: "&", omittingEmptySubsequences: true) {
      entry.query.append(HTTPFileQuery.row(String(pair).trimmedSpaces, isOff: isOff))
    }
  }

  private mutating func header(_ line: String) {
    let trimmed = line.trimmedSpaces
    let continues = line.first?.isWhitespace == true && !entry.headers.isEmpty && mayContinue(trimmed)
    if continues { return continued.append(trimmed) }
    if trimmed.isEmpty {
      endContinued()
      phase = .body
    } else if let comment = HTTPFileComment(line) {
      if comment.metadata == nil, let row = HTTPFileEntry.header(comment.text, isOff: true) {
        endContinued()
        entry.headers.append(row)
      } else if comment.metadata != nil {
        add(comment)
      }
    } else if trimmed.hasPrefix("...") {
      entry.problems.append("\(trimmed): the headers of a script")
    } else if let variable = HTTPFileVariable(trimmed) {
      entry.variables.append(variable)
    } else if let row = HTTPFileEntry.header(trimmed, isOff: false) {
      endContinued()
      entry.headers.append(row)
    } else {
      endContinued()
      phase = .body
      body(line)
    }
  }

  /// Whether an indented line may continue the header above: it is not empty, a comment, a variable or `...`.
  private func mayContinue(_ trimmed: String) -> Bool {
    !trimmed.isEmpty && HTTPFileComment(trimmed) == nil && !trimmed.hasPrefix("...") && HTTPFileVariable(trimmed) == nil
  }

  // MARK: After the headers

  private mutating func body(_ line: String) {
    if readScript(line, .after) { return }
    let trimmed = line.trimmedSpaces
    let allowsComments = allowsComments ?? entry.allowsComments
    self.allowsComments = allowsComments
    if HTTPFileExample.isStatusLine(line) {
      entry.inlineResponse = [line] + rest
      rest = []
    } else if trimmed.hasPrefix("/*"), allowsComments {
      skipBlockComment(trimmed)
    } else if line.hasPrefix(">>") {
      entry.problems.append("\(trimmed): the response is not saved to a file")
    } else if line.hasPrefix("> "), HTTPFileEntry.isScriptFile(trimmed) {
      entry.scripts.append(.init(place: .after, file: String(trimmed.dropFirst()).trimmedSpaces))
    } else if line.hasPrefix("<>") {
      entry.responses.append(String(trimmed.dropFirst(2)).trimmedSpaces)
    } else if line.hasPrefix("?? ") {
      entry.asserts.append(String(trimmed.dropFirst(2)).trimmedSpaces)
    } else if entry.body.isEmpty, allowsComments, let variable = HTTPFileVariable(trimmed) {
      entry.variables.append(variable)
    } else if !(entry.body.isEmpty && trimmed.isEmpty) {
      entry.body.append(line)
    }
  }

  /// - Returns: Whether the line begins a script, which is read to its end.
  private mutating func readScript(_ line: String, _ place: HTTPFileEntry.Script.Place) -> Bool {
    if HTTPFileScript.isBlockStart(line) {
      let event = line.trimmedSpaces.dropFirst(2)
      var script = HTTPFileEntry.Script(place: event.hasSuffix("request") ? .before : place, isBlock: true)
      if ["response", "responseLogging", "after", "streaming"].contains(where: event.hasSuffix) {
        script.place = .after
      }
      script.isGlobal = event.contains("+")
      while let next = rest.popFirst(), next.trimmedSpaces != "}}" { script.text.append(next) }
      entry.scripts.append(script)
      return true
    }
    guard var text = HTTPFileScript.inline(line) else { return false }
    var script = HTTPFileEntry.Script(place: line.hasPrefix("<") ? .before : .after)
    while true {
      if let end = text.firstRange(of: "%}") {
        script.text.append(String(text[..<end.lowerBound]))
        break
      }
      script.text.append(text)
      guard let next = rest.popFirst() else { break }
      text = next
    }
    script.text = HTTPFileEntry.withoutEmptyEnds(script.text)
    entry.scripts.append(script)
    return true
  }
}

extension HTTPFileEntry {
  /// The row of `Name: value`; of a comment only if it looks like one.
  static func header(_ text: String, isOff: Bool) -> JSONValue? {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
    let name = String(text[..<colon]).trimmedSpaces
    let isToken = name.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && !"\"(),/;<=>?@[\\]".utf8.contains($0)
    }
    guard isToken, !name.isEmpty, name.contains("{") == name.contains("}}") else { return nil }
    let value = text[text.index(after: colon)...]
    // In a comment, a URL or a word such as `TODO:` is not a header.
    if isOff, value.hasPrefix("//") || !(value.isEmpty || value.startsWithBlank) { return nil }
    if isOff, !name.contains("-"), !usualHeaders.contains(name.lowercased()) { return nil }
    var row: JSONObject = ["name": .string(name), "value": .string(String(value).trimmedSpaces)]
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

  /// Whether lines of the body may be comments.
  var allowsComments: Bool {
    let type = (header("content-type") ?? "").lowercased()
    return type.isEmpty || type.contains("json") || type.hasPrefix("application/x-www-form-urlencoded")
  }

  mutating func appendToHeader(_ text: String) {
    guard let last = headers.indices.last, var row = headers[last].object else { return }
    row["value"] = .string((row.text("value") ?? "") + " " + text)
    headers[last] = .object(row)
  }

  mutating func appendToQuery(_ text: String) {
    guard let last = query.indices.last, var row = query[last].object else { return }
    row["value"] = .string((row.text("value") ?? "") + text)
    query[last] = .object(row)
  }

  static func isScriptFile(_ line: String) -> Bool {
    let path = String(line.dropFirst()).trimmedSpaces
    return ["js", "mjs", "cjs", "ts", "kts"].contains(where: { path.hasSuffix("." + $0) }) || path.hasPrefix("./")
      || path.hasPrefix("../")
  }

  static func withoutEmptyEnds(_ lines: [String]) -> [String] {
    var lines = lines[...]
    while lines.first?.trimmedSpaces.isEmpty == true { lines.removeFirst() }
    while lines.last?.trimmedSpaces.isEmpty == true { lines.removeLast() }
    return Array(lines)
  }
}

extension Substring {
  /// Whether a space or a tab is in front.
  fileprivate var startsWithBlank: Bool { first == " " || first == "\t" }
}

/// Parameters of a query that is on lines of its own.
enum HTTPFileQuery {
  static func row(_ pair: String, isOff: Bool) -> JSONValue {
    var row: JSONObject
    if let mark = pair.firstIndex(of: "=") {
      row = [
        "name": .string(String(pair[..<mark]).trimmedSpaces),
        "value": .string(String(pair[pair.index(after: mark)...]).trimmedSpaces),
      ]
    } else {
      row = ["name": .string(pair)]
    }
    if isOff { row["off"] = true }
    return .object(row)
  }

  /// The decoded rows if encoding them again gives the same text; else the query text and the decoded disabled rows.
  static func decoded(_ rows: [JSONValue]) -> (rows: [JSONValue], text: String) {
    let sent = rows.compactMap(\.object).filter { !$0.flag("off") }
    let areExact = sent.allSatisfy { row in
      [row.text("name"), row.text("value")].allSatisfy { $0.map(isExact) ?? true }
    }
    guard areExact else {
      let pairs = sent.map { ($0.text("name") ?? "") + ($0.text("value").map { "=" + $0 } ?? "") }
      return (rows.filter { $0.object?.flag("off") == true }.map(decodedRow), pairs.joined(separator: "&"))
    }
    return (rows.map(decodedRow), "")
  }

  private static func decodedRow(_ value: JSONValue) -> JSONValue {
    guard var row = value.object else { return value }
    for key in ["name", "value"] { if let text = row.text(key) { row[key] = .string(HTTPFileText.decoded(text)) } }
    return .object(row)
  }

  private static func isExact(_ text: String) -> Bool {
    HTTPFileText.encoded(HTTPFileText.decoded(text)) == HTTPFileText.normalizedEscapes(text)
  }
}
