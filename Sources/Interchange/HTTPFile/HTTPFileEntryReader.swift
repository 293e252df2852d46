import Foundation

/// Reads a region line by line.
struct HTTPFileEntryReader {
  private(set) var entry: HTTPFileEntry
  private var phase = Phase.head
  private var rest: ArraySlice<String>
  private let firstLine: Int
  /// The lines that continue the last header, or the last parameter of the query.
  private var continued: [String] = []
  /// The last line of the body with text.
  private var lastText: String?
  /// Whether the body may have comments, once its headers are read.
  private var allowsComments: Bool?

  private enum Phase { case head, target, headers, body }

  init(_ region: HTTPFileRegion) {
    entry = HTTPFileEntry(title: region.title, line: region.line)
    firstLine = region.line + (region.title.isEmpty ? 0 : 1)
    rest = region.lines[...]
    while let line = rest.popFirst() { step(line) }
    endContinued()
    while entry.body.last?.trimmed.isEmpty == true { entry.body.removeLast() }
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
    let trimmed = line.trimmed
    if trimmed.isEmpty || readScript(line, .before) { return }
    if let comment = HTTPFileComment(line) { return applyComment(comment) }
    if let variable = HTTPFileVariable(trimmed) { return entry.variables.append(variable) }
    if trimmed.hasPrefix("/*") { return skipBlockComment(trimmed) }
    if trimmed.hasPrefix("< ") {
      let file = String(trimmed.dropFirst(2)).trimmed
      return entry.scripts.append(.init(place: .before, file: file))
    }
    if trimmed.hasPrefix("curl ") || trimmed.hasPrefix("$ curl ") { return readCurl(line) }
    if trimmed.hasPrefix("import ") || trimmed.hasPrefix("run ") {
      return entry.problems.append("\(trimmed): \(Self.reason(ofRunning: trimmed))")
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
    while let next = rest.first, !next.trimmed.isEmpty, !HTTPFileRequestLine.startsRequest(next) {
      rest = rest.dropFirst()
    }
  }

  /// Why a line that imports a file, or runs a file or a request, has no effect.
  private static func reason(ofRunning line: String) -> String {
    let words = line.split(separator: " ")
    if words[0] == "import" || words.dropFirst().first.map({ HTTPFiles.isHTTPFile(String($0)) }) == true {
      return "import that file too"
    }
    return "no request sends another one: those of this file are sent in its order"
  }

  /// How many lines of the region are read, without the last one.
  private var entryOffset: Int { rest.startIndex - 1 }

  private mutating func applyComment(_ comment: HTTPFileComment) {
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
        let text = String(line[..<end.lowerBound]).trimmed
        if !text.isEmpty { entry.comments.append(text) }
        return
      }
      if !line.trimmed.isEmpty { entry.comments.append(line.trimmed) }
      guard let next = rest.popFirst() else { return }
      line = next
    }
  }

  private mutating func readCurl(_ line: String) {
    var lines = [line]
    var hasOpenQuote = Self.quotes(line) % 2 == 1
    // An open quote or a backslash continues the command over an empty line.
    while let next = rest.first,
      !next.trimmed.isEmpty || hasOpenQuote || lines.last?.hasSuffix("\\") == true
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
      HTTPFileEntry.append(continued.joined(), to: &entry.query)
    } else {
      HTTPFileEntry.append(" " + continued.joined(separator: " "), to: &entry.headers)
    }
    continued = []
  }

  // MARK: The request

  private mutating func target(_ line: String) {
    let trimmed = line.trimmed
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
      entry.query.append(HTTPFileQuery.row(String(pair).trimmed, isOff: isOff))
    }
  }

  private mutating func header(_ line: String) {
    let trimmed = line.trimmed
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
        applyComment(comment)
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
    let trimmed = line.trimmed
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
      entry.scripts.append(.init(place: .after, file: String(trimmed.dropFirst()).trimmed))
    } else if line.hasPrefix("<>") {
      entry.responses.append(String(trimmed.dropFirst(2)).trimmed)
    } else if line.hasPrefix("?? ") {
      entry.asserts.append(String(trimmed.dropFirst(2)).trimmed)
    } else if entry.body.isEmpty, allowsComments, let variable = HTTPFileVariable(trimmed) {
      entry.variables.append(variable)
    } else if !(entry.body.isEmpty && trimmed.isEmpty) {
      if let variable = HTTPFileVariable(trimmed) { entry.bodyVariables.append(variable) }
      if !trimmed.isEmpty { lastText = line }
      entry.body.append(line)
    }
  }

  /// - Returns: Whether the line begins a script, which is read to its end.
  private mutating func readScript(_ line: String, _ place: HTTPFileEntry.Script.Place) -> Bool {
    if HTTPFileScript.isBlockStart(line) {
      let event = line.trimmed.dropFirst(2)
      var script = HTTPFileEntry.Script(place: event.hasSuffix("request") ? .before : place, isBlock: true)
      if ["response", "responseLogging", "after", "streaming"].contains(where: event.hasSuffix) {
        script.place = .after
      }
      script.isGlobal = event.contains("+")
      while let next = rest.popFirst(), next.trimmed != "}}" { script.text.append(next) }
      entry.scripts.append(script)
      return true
    }
    guard var text = HTTPFileScript.inline(line) else { return false }
    var script = HTTPFileEntry.Script(place: line.hasPrefix("<") ? .before : .after)
    script.hasLuaAbove = isLuaAnnounced
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

  /// Whether the last line with text is `# @lang lua`.
  private var isLuaAnnounced: Bool {
    let metadata = lastText == nil ? entry.metadata.last : lastText.flatMap { HTTPFileComment($0)?.metadata }
    return metadata.map { $0.key == "lang" && $0.value == "lua" } ?? false
  }
}
