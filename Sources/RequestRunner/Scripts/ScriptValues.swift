internal import BodyDocument
internal import Foundation
internal import Interchange

// Requests and responses in the form that scripts see, which is Postman's.
extension HookContext {
  func scriptJob(_ event: ScriptJob.Event, _ scripts: [ScriptSource]) -> ScriptJob {
    var job = ScriptJob(event, scripts: scripts)
    job.goesOnAfterErrors = event == .postResponse || self.job.rules.sendsAsPostman
    job.depth = self.job.callers.count
    job.hasPostmanRules = self.job.rules.sendsAsPostman
    if let time = self.job.options.scriptTime { job.limits.time = time }
    job.info.requestName = request.name ?? self.job.origin?.address.stem ?? ""
    // A request without an id is identified by its path.
    job.info.requestID = request.foreignID ?? request.id?.text ?? self.job.origin?.address.stemPath ?? ""
    job.info.description = request.docs
    job.info.tags = request.tags
    job.info.isInRun = self.job.options.iteration != nil
    job.info.iteration = self.job.options.iteration?.index ?? 0
    job.info.iterationCount = self.job.options.iteration?.count ?? 1
    job.variables = scriptVariables
    job.info.location = scriptLocation
    job.request = event == .preRequest ? requestToSend : writtenRequest
    job.request?.authKind = authKind
    let folders = resolved.inputs.folders
    job.collectionName = (folders.last(where: \.isTop) ?? folders.first).flatMap(Self.name(of:))
    job.seed = (0..<2).flatMap { _ in withUnsafeBytes(of: UInt64.random(in: .min ... .max), Array.init) }
    job.cookies = assembled.map { run.scriptCookies(for: $0.prepared.url) } ?? []
    if event == .postResponse, let received, received.isWhole, let head = received.head {
      var response = ScriptResponse(head, received.body, received.duration)
      response.headerSize = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
      response.trailers = received.trailers.map { ScriptRow($0.name, $0.value) }
      response.cookies = job.cookies
      if received.isStream { addMessages(run.record.logged.messages, to: &response) }
      job.response = response
      job.body = received.body
    } else if event == .postResponse, let (log, duration) = run.record.conversation, let answer = log.response {
      var response = ScriptResponse(answer.head, answer.body, duration)
      addMessages(log.messages, to: &response)
      response.cookies = job.cookies
      job.response = response
      job.body = answer.body
    }
    return job
  }

  /// The job that calls the handlers of an earlier one with messages.
  func messageJob(_ messages: [ScriptMessage]) -> ScriptJob {
    var job = ScriptJob(.message, scripts: [])
    job.depth = self.job.callers.count
    job.hasPostmanRules = self.job.rules.sendsAsPostman
    if let time = self.job.options.scriptTime { job.limits.time = time }
    job.variables = scriptVariables
    job.messages = messages
    return job
  }

  /// The name of a folder; that on disk if its file has none.
  private static func name(of folder: FolderSettings) -> String? {
    folder.name ?? folder.folder.map { Address($0).name }
  }

  /// The bytes and the number of messages that a script gets.
  private static let (messageSize, messageCount) = (16_000_000, 100_000)

  /// Adds the messages of a WebSocket or a stream.
  private func addMessages(_ all: [LogEvent], to response: inout ScriptResponse) {
    var (messages, size) = ([ScriptMessage](), 0)
    for event in all {
      guard case .message(let message) = event.content else { continue }
      var made = ScriptMessage(message, at: event.time)
      size += message.body.content.count + (message.part.map { $0.event.utf8.count + $0.id.utf8.count } ?? 0)
      if size > Self.messageSize || messages.count == Self.messageCount { break }
      made.readMeaning(of: message)
      size += made.meaning?.utf8.count ?? 0
      messages.append(made)
    }
    response.messages = messages
    response.omittedMessages = all.count - messages.count + run.record.leftOutMessages
  }

  /// The names of the collection, of the folders in it and of the request.
  private var scriptLocation: [String] {
    guard let origin = job.origin else { return [request.name ?? ""] }
    let inputs = resolved.inputs
    let names = Dictionary(inputs.folders.compactMap { folder in folder.folder.map { ($0, folder.name) } }) { $1 }
    let top = inputs.inherited.folder ?? origin.root
    var folder = Address(origin.root + "/" + origin.address.path).parent
    var location: [String] = []
    while folder.isInside(Address(top)) {
      location.insert((names[folder.path] ?? nil) ?? folder.name, at: 0)
      folder = folder.parent
    }
    return location + [request.name ?? origin.address.stem]
  }

  /// The request as sent.
  private var writtenRequest: ScriptRequest {
    var written = ScriptRequest(request)
    guard let assembled else { return written }
    let hop = received?.response.timeline.hops.first
    written.method = hop?.method ?? assembled.prepared.method
    written.url = assembled.assembly.writtenURL ?? assembled.prepared.url
    written.pathVariables = written.pathVariables.compactMap { row in
      assembled.assembly.pathValues[ExactText(row.key)].map { ScriptRow(row.key, $0) }
    }
    let headers = hop?.requestHeaders ?? assembled.prepared.headers
    let sent = headers.map { ScriptRow($0.name, $0.value) }
    written.headers = unsentHeaders(of: assembled.assembly.folders, beside: sent) + sent
    written.body = assembled.assembly.writtenBody.flatMap(ScriptBody.init) ?? written.body
    return written
  }

  /// The headers that are off, which header lists of scripts include. Inner ones replace outer ones of the same name.
  private func unsentHeaders(of folders: [FolderSettings], beside sent: [ScriptRow]) -> [ScriptRow] {
    var names = Set(sent.map { $0.key.lowercased() })
    let rows = request.headers + folders.reversed().flatMap(\.headers)
    return rows.filter { $0.isOff && names.insert($0.name.lowercased()).inserted }.map { ScriptRow($0) }
  }
}

extension RunContext {
  func scriptCookies(for url: String) -> [ScriptCookie] {
    guard let jar = client.configuration.cookieJar, !jar.isEmpty, let url = try? RequestURL(url) else { return [] }
    return jar.cookies(for: url, at: now).map(ScriptCookie.init)
  }
}

extension ScriptCookie {
  init(_ cookie: Cookie) {
    self.init(cookie.name, cookie.value)
    (domain, path) = (cookie.domain, cookie.path)
    (isSecure, isHTTPOnly) = (cookie.isSecure, cookie.isHTTPOnly)
    expires = cookie.expires.map { UTCTime($0).extended }
  }
}

extension ScriptResponse {
  init(_ head: Response.Head, _ body: Data, _ time: Duration) {
    self.init(code: head.status, reason: head.reason)
    headers = head.headers.map { ScriptRow($0.name, $0.value) }
    responseTime = time
    bodySize = body.count
    readMeaning(of: body, head)
  }

  /// The longest JSON that a script gets in place of bytes, in bytes.
  private static let longestMeaning = 16_000_000

  /// Reads the JSON that a body of MessagePack or CBOR means, which `pm.response.json()` returns.
  private mutating func readMeaning(of body: Data, _ head: Response.Head) {
    let type = head.headers.first("Content-Type")
    guard !body.isEmpty, BodyDocument.mayMeanJSON(body, contentType: type) else { return }
    if let json = BodyDocument.meaning(of: body, contentType: type) {
      meaning =
        json.count > Self.longestMeaning
        ? .failure(UnreadBody("\(Formatting.bytes(json.count)) of JSON are too much for a script"))
        : .success(String(decoding: json, as: UTF8.self))
      return
    }
    let document = BodyDocument(body, contentType: type)
    if document.format.isBinaryDocument { meaning = .failure(UnreadBody(document.notice ?? "")) }
  }
}

extension ScriptMessage {
  init(_ message: LogEvent.Message, at time: Duration) {
    let part = message.part
    self.init(
      isSent: message.direction == .sent, type: part?.kind.rawValue ?? message.type, time: time,
      content: message.body.content)
    if let part, part.kind == .event { (event, id) = (part.event, part.id) }
  }

  /// Decodes the values of a binary message, which its `json()` returns.
  mutating func readMeaning(of message: LogEvent.Message) {
    meaning = message.meaning.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension ScriptRow {
  init(_ row: Parameter) {
    self.init(row.name, row.value, isDisabled: row.isOff)
    if let file = row.file { (type, source) = ("file", file) }
    contentType = row.contentType
  }
}

extension Parameter {
  fileprivate init(_ row: ScriptRow) {
    self.init(row.key, row.value, off: row.isDisabled)
    if let file = row.source {
      document["value"] = nil
      document["file"] = .string(file)
    }
    if let type = row.contentType { document["type"] = .string(type) }
  }
}

extension ScriptRequest {
  init(_ request: SavedRequest) {
    self.init(
      method: request.method, url: request.writtenURL, headers: request.headers.map(ScriptRow.init),
      body: request.body.flatMap(ScriptBody.init), auth: PostmanAuth.written(request.document["auth"]))
    pathVariables = request.pathParameters.map(ScriptRow.init)
    disabledQuery = request.query.filter(\.isOff).map(ScriptRow.init)
  }
}

extension ScriptBody {
  /// JSON has the layout in which it is sent, so that a script can sign it.
  fileprivate init?(_ body: RequestBody) {
    switch body.kind.name {
    case "json": self = .raw(body["json"]?.compact ?? "")
    case "text": self = .raw(body.text("text"))
    case "form": self = .urlencoded(body.rows("form").map(ScriptRow.init))
    case "multipart": self = .formdata(body.rows("multipart").map(ScriptRow.init))
    case "file": self = .file(body["file"]?.string ?? "")
    case "graphql":
      let operation = body.text("operationName")
      self = .graphql(
        query: body.text("query"), variables: body["variables"]?.templateText,
        operation: operation.isEmpty ? nil : operation)
    case "jsonrpc":
      guard let json = body.jsonrpcAsJSON else { return nil }
      self = .raw(json.kind == .text ? json.text("text") : json["json"]?.compact ?? "")
    default: return nil
    }
  }

  /// - Parameters:
  ///   - type: The media type of text.
  ///   - isStructured: Whether JSON replaces JSON, with the same layout; other text keeps its bytes.
  fileprivate func requestBody(type: String?, isStructured: Bool = false) -> RequestBody {
    switch self {
    case .raw(let text):
      guard type?.contains("json") ?? true, let value = try? JSONText(text).value else {
        return .text(text, type: type)
      }
      return isStructured ? .json(value) : .text(text, type: type ?? "application/json")
    case .urlencoded(let rows): return .form(rows.map(Parameter.init))
    case .formdata(let rows):
      return RequestBody(.multipart, ["multipart": .array(rows.map { .object(Parameter($0).document) })])
    case .file(let path): return RequestBody(.file, ["file": .string(path)])
    case .graphql(let query, let variables, let operation):
      let value = variables.map { (try? JSONText($0).value) ?? .string($0) }
      return .graphql(query: query, variables: value, operation: operation)
    }
  }
}

extension SavedRequest {
  /// The request of `pm.sendRequest`.
  init(_ request: ScriptRequest) {
    self.init(method: request.method, url: request.url)
    headers = request.headers.map(Parameter.init)
    pathParameters = request.pathVariables.map(Parameter.init)
    body = request.body?.requestBody(type: request.mediaType)
    auth = PostmanAuth.read(request.auth).auth.flatMap(Self.auth)
  }

  fileprivate static func auth(_ document: JSONValue) -> RequestAuth? {
    (try? SavedRequest(document: ["url": "", "auth": document]))?.auth
  }

  /// The URL with the rows of the query table, in the form that scripts read and write: hardly anything is escaped.
  fileprivate var writtenURL: String {
    let rows = query.filter { !$0.isOff }.map { row -> Parameter in
      guard !row.isAsIs, !options.sendsURLAsIs else { return row }
      var written = row
      written.name = Self.escaped(row.name, "&=#%+")
      if row.hasValue { written.value = Self.escaped(row.value, "&#%+") }
      return written
    }
    return URLQuery.appending(rows, to: url, asIs: true)
  }

  private static func escaped(_ text: String, _ characters: String) -> String {
    characters.unicodeScalars.sorted { a, _ in a == "%" }.reduce(text) { text, scalar in
      text.replacing(String(scalar), with: PercentEncoding.encode(Array(String(scalar).utf8)))
    }
  }

  /// Applies a script's changes except for those to the auth. All other parts stay as in the file.
  mutating func apply(_ changed: ScriptRequest, over former: ScriptRequest) {
    if changed.method != former.method { method = changed.method }
    if changed.url != former.url {
      query = query.filter(\.isOff)
      url = changed.url
    }
    if changed.pathVariables != former.pathVariables { pathParameters = changed.pathVariables.map(Parameter.init) }
    if changed.headers != former.headers { headers = changed.headers.map(Parameter.init) }
    if changed.body != former.body {
      let type = changed.mediaType ?? (body?.kind == .text ? body?["type"]?.string : nil)
      body = changed.body?.requestBody(type: type, isStructured: body?.kind == .json || body?.kind == .jsonrpc)
    }
  }
}

extension HookContext {
  /// Applies the auth written by a script. Warns about parts that cannot be used.
  mutating func takeAuth(_ written: JSONValue) {
    let (auth, problems) = PostmanAuth.read(written)
    for problem in problems { warn("pm.request.auth: \(problem)") }
    request.auth = auth.flatMap(SavedRequest.auth)
  }
}

extension ScriptRequest {
  fileprivate var mediaType: String? {
    headers.first { $0.key.lowercased() == "content-type" && !$0.isDisabled }?.value
  }
}
