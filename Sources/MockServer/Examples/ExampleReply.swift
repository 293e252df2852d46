internal import Foundation

/// Creates the response described by an example.
struct ExampleReply {
  let reply: MockReply

  init(
    _ example: SavedExample, of operation: MockOperation, _ parts: RequestParts, _ digests: any TemplateDigests,
    _ now: Date
  ) {
    let source = "\(operation.name) · \(example.name)"
    if let script = ExampleScript(example), example.status ?? 101 == 101 {
      reply = Self.reply(script, example, of: operation, parts, digests, source: source)
      return
    }
    let status = example.status ?? 200
    guard status >= 200 else {
      reply = .problem(
        501, "\"\(example.name)\" of \(operation.name) has the status \(status), which is not a whole response",
        source: source)
      return
    }
    let saved = example.headers.filter { Self.isSent($0) }
    let text = example.body ?? ""
    var templates = MockTemplates(
      parts, scope: operation.scope, texts: saved.map(\.value) + [text], digests: digests, now: now)
    let replaces = example.hasTemplates
    let headers = saved.map { Header($0.name, Self.line(replaces ? templates.resolve($0.value) : $0.value)) }
    var made = MockReply(
      status: status, reason: example.reason.map(Self.line), headers: headers,
      body: .bytes(replaces ? templates.resolve(body: text) : Array(text.utf8)), source: source)
    made.remark = templates.problem
    if made.isStream {
      made.eventDelays = example.delays.flatMap { EventDelays($0) }
      made.lastEventID = Self.lastEventID(parts.request, made)
    }
    if example.delays != nil, made.eventDelays == nil { made.remark = made.remark ?? Self.wrongDelays(made) }
    if let file = example.bodyFile { made.takeBody(of: file, operation) }
    made.addContentType()
    made.delay = example.delay ?? 0
    made.failure = example.failure
    reply = made
  }

  /// The ID of the last event that the client of an event stream has; `nil` for a stream without events.
  private static func lastEventID(_ request: MockRequest, _ reply: MockReply) -> String? {
    guard StreamFormat(contentType: reply.headers.first("Content-Type")) == .events else { return nil }
    return request.header("Last-Event-ID").flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func wrongDelays(_ reply: MockReply) -> String {
    if reply.conversation != nil { return "\"delays\" is ignored: each message has its own \"delay\"" }
    return reply.isStream
      ? "\"delays\" is not a list of numbers from 0 to 3600000, in milliseconds"
      : "\"delays\" is ignored: the content type is not a stream of events or lines"
  }

  /// Answers with a conversation. In its templates, the request's body is the message of the client.
  private static func reply(
    _ script: ExampleScript, _ example: SavedExample, of operation: MockOperation, _ parts: RequestParts,
    _ digests: any TemplateDigests, source: String
  ) -> MockReply {
    let (replaces, texts) = (example.hasTemplates, script.texts)
    let conversation = MockConversation(subprotocols: operation.subprotocols) { received, position in
      let group = if let received { script.group(for: received, behind: position) } else { Int?.some(0) }
      guard let index = group else { return ([], position) }
      var asked = parts
      asked.request = MockRequest(parts.request, body: received?.bytes ?? [])
      var templates = MockTemplates(asked, scope: operation.scope, texts: texts, digests: digests, now: Date())
      let answers = script.groups[index].messages.map { row in
        ExampleScript.message(row) { replaces ? templates.resolve(body: $0) : Array($0.utf8) }
      }
      return (answers, index)
    }
    let headers = example.headers.filter { Self.isSent($0) }.map { Header($0.name, line($0.value)) }
    var made = MockReply(status: 101, headers: headers, source: source)
    made.conversation = conversation
    made.remark = script.problem ?? (example.delays == nil ? nil : wrongDelays(made))
    made.delay = example.delay ?? 0
    made.failure = example.failure
    return made
  }

  /// Headers of the connection and the transfer, which this server sets itself.
  private static let own: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "te", "trailer", "transfer-encoding",
    "upgrade", "content-length", "content-encoding", "date",
  ]

  private static func isSent(_ header: Header) -> Bool {
    !own.contains(header.name.lowercased()) && header.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }
      && !header.name.isEmpty
  }

  /// The value without line breaks.
  private static func line(_ value: String) -> String {
    String(String.UnicodeScalarView(value.unicodeScalars.filter { $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }))
  }
}

extension MockReply {
  fileprivate mutating func takeBody(of file: String, _ operation: MockOperation) {
    guard let path = operation.bodyFiles[file] else {
      self = .problem(
        500, "The body of an example of \(operation.name) is in \"\(file)\", which is not a file of the collection",
        source: source)
      return
    }
    body = .file(path, within: operation.folder)
  }

  fileprivate mutating func addContentType() {
    guard case .bytes(let bytes) = body, !bytes.isEmpty, headers.first("Content-Type") == nil else { return }
    let isJSON = (try? JSONText(bytes)) != nil
    headers.append(Header("Content-Type", isJSON ? "application/json" : "text/plain; charset=utf-8"))
  }
}
