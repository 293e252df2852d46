/// Reads the entries of a Hurl file. After an error it continues with the next request.
struct HurlParser {
  private(set) var entries: [HurlEntry] = []
  /// Read errors: the index of the next entry, a sentence with its position, and the method and URL if known.
  private(set) var failures: [(entry: Int, item: String?, text: String)] = []
  /// Comments at the beginning that an empty line separates from the first request.
  private(set) var heading: [String] = []
  /// Comments that belong to no request.
  private(set) var marks: [(entry: Int, comment: String)] = []
  var scanner: HurlScanner
  /// The entry that is read.
  var entry = HurlEntry()
  /// Comments before this index belong to it.
  private var checkedUntil = 0
  /// The line of the last failure.
  private var failedLine = (line: 1, start: 0)

  init(_ text: String) {
    scanner = HurlScanner(text)
    while !scanner.isAtEnd { readEntry() }
  }

  private mutating func readEntry() {
    entry = HurlEntry()
    readComments()
    guard !scanner.isAtEnd else { return }
    let start = scanner.index
    do {
      try readRequestLine()
      try readRequest()
      try readResponse()
      entries.append(entry)
    } catch {
      let item = entry.url.isEmpty ? nil : HurlRequest.name(entry)
      let position = scanner.position(of: error.index, &failedLine)
      failures.append((entries.count, item, "\(position): \(error.text)"))
      skipToNextRequest(after: start)
    }
  }

  private mutating func readComments() {
    while !scanner.isAtEnd {
      if scanner.emptyLine() {
        // An empty line ends the comments that belong to the request.
        if entries.isEmpty, heading.isEmpty { heading = entry.comments }
        entry.comments = []
      } else if let comment = scanner.comment() {
        if comment.trimmed.hasPrefix(KeptMembers.mark) {
          marks.append((entries.count, comment.trimmed))
        } else {
          entry.comments.append(comment.hasPrefix(" ") ? String(comment.dropFirst()) : comment)
        }
      } else {
        scanner.skipSpaces()
        return
      }
    }
  }

  private mutating func skipToNextRequest(after start: Int) {
    scanner.index = max(start, min(scanner.index, scanner.scalars.count))
    let isAtNext = scanner.index > start && scanner.scalars[scanner.index - 1] == "\n" && startsRequest
    if !isAtNext { scanner.skipLine() }
    while !scanner.isAtEnd, !startsRequest { scanner.skipLine() }
  }

  /// Whether a method and a URL are next.
  var startsRequest: Bool {
    let words = scanner.restOfLine.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1, words[0] != "HTTP", words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return false
    }
    return words[1].contains("://") || words[1].hasPrefix("{{")
  }

  private mutating func readRequestLine() throws(HurlProblem) {
    scanner.skipSpaces()
    let start = scanner.index
    let method = scanner.word()
    guard !method.isEmpty, method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
      scanner.next == " " || scanner.next == "\t"
    else { throw HurlProblem(index: start, text: "a method in upper case and a URL expected") }
    scanner.skipSpaces()
    let urlStart = scanner.index
    var url = ""
    while let scalar = scanner.next, scalar != "#", scalar != "\n" {
      if let template = scanner.template() {
        url += template
      } else if scalar == " " || scalar == "\t" {
        break
      } else {
        url.unicodeScalars.append(scalar)
        scanner.index += 1
      }
    }
    guard !url.isEmpty else { throw HurlProblem(index: urlStart, text: "a URL expected") }
    (entry.method, entry.url) = (method, url)
    // Hurl has no WebSockets, but exports of this program do.
    guard ["http://", "https://", "{{", "ws://", "wss://"].contains(where: { url.lowercased().hasPrefix($0) }) else {
      throw HurlProblem(index: urlStart, text: "a URL begins with http://, https:// or {{")
    }
    try scanner.endLine()
  }

  // MARK: The request

  private mutating func readRequest() throws(HurlProblem) {
    var section: String?
    var known: Set<String> = []
    while !scanner.isAtEnd {
      if scanner.emptyLine() { continue }
      if isNextEntry() { return }
      if let comment = scanner.comment() {
        addDisabled(comment, section)
        continue
      }
      scanner.skipSpaces()
      if isResponse || startsRequest { return }
      if let name = try readSectionName(after: &known) {
        section = name
        continue
      }
      let start = scanner.index
      if let name = try scanner.key() {
        try addRow(name, section, at: start)
        try scanner.endLine()
      } else {
        entry.body = try scanner.body()
        return try scanner.endLine()
      }
    }
  }

  /// Whether comments of another request are next: the request follows directly below them.
  mutating func isNextEntry() -> Bool {
    guard scanner.index >= checkedUntil else { return false }
    let start = scanner.index
    defer { scanner.index = start }
    var hasComment = false
    while scanner.comment() != nil { hasComment = true }
    guard hasComment else { return false }
    scanner.skipSpaces()
    if startsRequest { return true }
    checkedUntil = scanner.index
    return false
  }

  var isResponse: Bool {
    guard scanner.looksAt("HTTP") else { return false }
    let after = scanner.peek(4)
    return after == " " || after == "/" || after == "\t"
  }

  /// The name in `[Name]`; `nil` for other text, such as JSON.
  ///
  /// - Parameter earlier: The sections so far. Each may occur once.
  mutating func readSectionName(after earlier: inout Set<String>) throws(HurlProblem) -> String? {
    let line = scanner.restOfLine
    guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return nil }
    let name = String(line.dropFirst().prefix(upTo: end))
    guard let first = name.first, first.isUppercase, name.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
    guard let known = Self.sections[name] else { throw scanner.problem("[\(name)] is not a section") }
    guard earlier.insert(known).inserted else { throw scanner.problem("a second [\(known)]") }
    scanner.index += name.unicodeScalars.count + 2
    try scanner.endLine()
    return known
  }

  private static let sections = [
    "Query": "Query", "QueryStringParams": "Query", "Form": "Form", "FormParams": "Form", "Multipart": "Multipart",
    "MultipartFormData": "Multipart", "Cookies": "Cookies", "Options": "Options", "BasicAuth": "BasicAuth",
    "Captures": "Captures", "Asserts": "Asserts",
  ]

  private mutating func addRow(_ name: String, _ section: String?, at start: Int) throws(HurlProblem) {
    switch section {
    case nil: entry.headers.append(Self.row(name, try scanner.value()))
    case "Query": entry.query.append(Self.row(name, try scanner.value()))
    case "Form": entry.form.add(Self.row(name, try scanner.value()))
    case "Multipart": entry.multipart.add(try part(name))
    case "Cookies": entry.cookies.append((name, try scanner.value()))
    case "Options": entry.addOption(name, try scanner.value())
    case "BasicAuth": entry.login = (name, try scanner.value())
    case .some(let other): throw HurlProblem(index: start, text: "[\(other)] belongs to a response")
    }
  }

  /// Adds a row that is commented out, such as `#X-A: 1`, as one that is off.
  private mutating func addDisabled(_ comment: String, _ section: String?) {
    keepMark(comment)
    guard let first = comment.first, !first.isWhitespace else { return }
    var own = HurlScanner(comment)
    guard let name = try? own.key(), let value = try? own.value() else { return }
    let row: JSONValue = ["name": .string(name), "value": .string(value), "off": true]
    switch section {
    case nil: entry.headers.append(row)
    case "Query": entry.query.append(row)
    case "Form": entry.form.add(row)
    default: break
    }
  }

  mutating func keepMark(_ comment: String) {
    let text = comment.trimmed
    if text.hasPrefix(KeptMembers.mark) { marks.append((entries.count + 1, text)) }
  }

  private static func row(_ name: String, _ value: String) -> JSONValue {
    ["name": .string(name), "value": .string(value)]
  }

  /// A part of a multipart form: text, or `file,path; type`.
  private mutating func part(_ name: String) throws(HurlProblem) -> JSONValue {
    guard scanner.read("file,") else { return Self.row(name, try scanner.value()) }
    scanner.skipSpaces()
    var row: JSONObject = ["name": .string(name), "file": .string(try scanner.fileName())]
    scanner.skipSpaces()
    guard scanner.read(";") else { throw scanner.problem("; expected") }
    scanner.skipSpaces()
    let type = try scanner.value()
    if !type.isEmpty { row["type"] = .string(type) }
    return .object(row)
  }
}

extension [JSONValue]? {
  fileprivate mutating func add(_ row: JSONValue) {
    if self == nil { self = [] }
    self?.append(row)
  }
}
