/// Requests of HTTP files that are not one exchange: `WEBSOCKET url` of JetBrains with its messages in the body, `WS` and
/// `WSS` of httpyac, and `SSE` or `EVENTSOURCE` for a stream of events.
///
/// `===` on a line of its own separates messages; `=== wait-for-server` waits for one of the server first. Content-Type is
/// that of the messages (documentation of JetBrains' HTTP Client and of httpyac).
enum HTTPFileSocket {
  static let method = "WEBSOCKET"
  private static let methods: Set = [method, "WS", "WSS"]
  private static let streamMethods: Set = ["SSE", "EVENTSOURCE"]
  /// Methods of protocols that no request here speaks.
  static let otherMethods = HTTPFileRequestLine.otherProtocols.subtracting(methods).subtracting(streamMethods)

  private static let separator = "==="
  private static let waiting = "=== wait-for-server"

  /// Lines of more signs, or with a word right behind them, are text: headings of Markdown and AsciiDoc.
  private static func isSeparator(_ line: String) -> Bool {
    let trimmed = line.trimmed
    return trimmed == separator || trimmed.hasPrefix(separator + " ") || trimmed.hasPrefix(separator + "\t")
  }

  /// Whether it is a subscription of GraphQL, whose protocol on WebSockets no request here speaks.
  static func isSubscription(_ request: HTTPFileRequestLine) -> Bool {
    request.method == "GRAPHQL" && RequestKind.hasWebSocketScheme(request.target)
  }

  static func isSocket(_ request: HTTPFileRequestLine) -> Bool {
    methods.contains(request.method) || RequestKind.hasWebSocketScheme(request.target)
  }

  /// The request line of a WebSocket or a stream, changed to one of a GET.
  static func adapt(_ entry: inout HTTPFileEntry) {
    guard let request = entry.request else { return }
    if request.method == "WSS", request.target.schemeMark == nil, !request.target.hasPrefix("{{") {
      entry.request?.target = "wss://" + request.target
    }
    if methods.contains(request.method) { entry.request?.method = "GET" }
    guard streamMethods.contains(request.method) else { return }
    entry.request?.method = "GET"
    if entry.header("accept") == nil { entry.headers.append(["name": "Accept", "value": "text/event-stream"]) }
  }

  /// Takes the messages out of the body, and the steps of a run that sends them as JetBrains' client does.
  static func takeMessages(
    from entry: inout HTTPFileEntry, _ templates: inout HTTPFileTemplates
  ) -> (messages: [JSONValue], steps: [JSONValue]) {
    var lines = entry.body
    entry.body = []
    let type = entry.takeHeader("content-type") ?? ""
    // A text may have such lines.
    if type.lowercased().contains("json") { lines.removeAll { HTTPFileComment($0) != nil } }
    let (pieces, lastWaits) = pieces(lines)
    let messages = pieces.enumerated().map { index, piece -> JSONValue in
      var row = message(piece.lines, number: index + 1, type: type, &templates)
      if piece.waits > 0 { row["x-http"] = ["waits": .number(piece.waits)] }
      return .object(row)
    }
    let steps = steps(of: messages, pieces.isEmpty ? 0 : lastWaits)
    let waits = steps.contains { $0.object?["expect"] != nil }
    return (messages, waits || templates.context.isSentAsIs ? steps : [])
  }

  /// The steps that send all messages, and wait for one of the server where the messages say so.
  private static func steps(of messages: [JSONValue], _ lastWaits: Int = 0) -> [JSONValue] {
    let expected: JSONValue = ["expect": "size >= 0", "description": "wait for the server"]
    let steps = messages.compactMap(\.object).flatMap { row -> [JSONValue] in
      Array(repeating: expected, count: waits(before: row)) + [["send": row["name"] ?? ""]]
    }
    return steps + Array(repeating: expected, count: min(lastWaits, mostWaits))
  }

  private static func waits(before row: JSONObject) -> Int {
    min(row["x-http"]?.object?.text("waits").flatMap { Int($0) } ?? 0, mostWaits)
  }

  private static let mostWaits = 100

  /// Whether the messages of an HTTP file say all that the steps do.
  static func holdsSteps(of document: JSONObject) -> Bool {
    document["steps"]?.array == steps(of: document["messages"]?.array ?? [])
  }

  /// The lines of each message, and how many messages of the server are waited for before it, and after the last.
  private static func pieces(_ lines: [String]) -> ([(waits: Int, lines: [String])], lastWaits: Int) {
    var pieces: [(waits: Int, lines: [String])] = [(0, [])]
    for line in lines {
      guard isSeparator(line) else {
        pieces[pieces.count - 1].lines.append(line)
        continue
      }
      let isEmpty = HTTPFileEntry.withoutEmptyEnds(pieces[pieces.count - 1].lines).isEmpty
      if !isEmpty { pieces.append((0, [])) }
      if line.trimmed.dropFirst(separator.count).contains("wait") { pieces[pieces.count - 1].waits += 1 }
    }
    let trimmed = pieces.map { (waits: $0.waits, lines: HTTPFileEntry.withoutEmptyEnds($0.lines)) }
    let last = trimmed.last.map { $0.lines.isEmpty ? $0.waits : 0 } ?? 0
    return (trimmed.filter { !$0.lines.isEmpty }, last)
  }

  private static func message(
    _ lines: [String], number: Int, type: String, _ templates: inout HTTPFileTemplates
  ) -> JSONObject {
    if lines.count == 1, let file = HTTPFileBody.reference(lines[0]) {
      if file.hasVariables { templates.context.note(.changed, "\(file.path): its variables are not replaced") }
      return ["name": .string(SocketMessage.standardName(number)), "file": .string(file.path)]
    }
    let text = templates.translate(lines.joined(separator: "\n"))
    return SocketMessage.row("", number: number, text, type: type, &templates.context)
  }

  // MARK: Writing

  /// The request as its region shows it.
  static func request(_ original: PortableRequest) -> PortableRequest {
    var request = original
    request.document = SocketDocument.asRequest(original.document)
    request.document["method"] = .string(method)
    request.document["messages"] = original.document["messages"]
    return request
  }

  /// The lines of the messages. Their type is a header if all have the same.
  static func lines(
    _ document: JSONObject, _ headers: inout [JSONObject], _ context: inout InterchangeContext,
    translated: (String, inout InterchangeContext) -> String
  ) -> [String] {
    let messages = SocketMessage.written(withoutFiles(document), "an HTTP file", &context)
    let areJSON = !messages.isEmpty && messages.allSatisfy { $0.kind == .json }
    if areJSON {
      headers.append(["name": "Content-Type", "value": "application/json"])
    }
    var lines: [String] = []
    for message in messages {
      var own = message.row.text("path").map { ["< " + $0] } ?? []
      if own.isEmpty {
        own = translated(message.text, &context).split(omittingEmptySubsequences: false) { $0.isNewline }.map(
          String.init)
      }
      if message.row["path"] == nil, let problem = problem(of: own, areJSON: areJSON) {
        context.note(.dropped, "Message \"\(message.name)\": \(problem)")
        continue
      }
      let waits = waits(before: message.row)
      if waits > 0 {
        lines += Array(repeating: waiting, count: waits)
      } else if !lines.isEmpty {
        lines.append(separator)
      }
      lines += own
    }
    return lines
  }

  /// Why the lines would not be read as one message; `nil` if they would.
  private static func problem(of lines: [String], areJSON: Bool) -> String? {
    if lines.contains(where: isSeparator) { return "a line of it begins another message in an HTTP file" }
    let type = areJSON ? ["Content-Type: application/json"] : []
    let head = ["###", "\(method) wss://localhost"] + type + [""]
    let regions = HTTPFileRegions((head + lines).joined(separator: "\n")).regions
    // The first region is the text before `###`.
    guard regions.count == 2 else { return "a line of it begins another request in an HTTP file" }
    let read = HTTPFileEntry.withoutEmptyEnds(HTTPFileEntryReader(regions[1]).entry.body)
    let isFile = read.count == 1 && HTTPFileBody.reference(read[0]) != nil
    let isSame = read == HTTPFileEntry.withoutEmptyEnds(lines) && !isFile
    return isSame ? nil : "a line of it has a meaning of its own in an HTTP file"
  }

  /// The document with messages that are files as texts, as HTTP files refer to them.
  private static func withoutFiles(_ document: JSONObject) -> JSONObject {
    var document = document
    let rows = (document["messages"]?.array ?? []).map { value -> JSONValue in
      guard var row = value.object, let file = row.text("file"), row.text("type") != "binary" else { return value }
      row["file"] = nil
      row["path"] = .string(file)
      return .object(row)
    }
    document["messages"] = .array(rows)
    return document
  }
}
