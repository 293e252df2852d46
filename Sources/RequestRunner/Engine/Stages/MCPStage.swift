internal import Foundation

extension SendPipeline {
  /// Opens a session with the MCP server of a request.
  ///
  /// - Returns: The request with the headers of the session.
  mutating func openMCPSession(for bare: AssembledRequest) async throws -> AssembledRequest {
    try Task.checkCancellation()
    let messages = SessionMessages(bare: bare, kinds: kinds())
    let requests = MCPRequests(escape: { $0 }, deliver: { await messages.outcome(of: $0) })
    var session = MCPSession(requests, idPrefix: "session-")
    defer {
      Self.shown(session.notes).forEach(run.warn)
      mcpSession = session
    }
    // Anyone who has the ID of a session can use it.
    run.mask.addSecrets([], headers: [MCPRequests.sessionHeader.lowercased()])
    try await session.open(as: MCPSession.client)
    let ids = session.headers.filter { $0.name.isExactly(MCPRequests.sessionHeader) }.map(\.value)
    run.mask.addSecrets(Set(ids))
    var prepared = bare.prepared
    prepared.headers = prepared.headers.filter { !MCPRequests.sets($0.name) } + session.headers
    prepared.credentialHeaders.insert(MCPRequests.sessionHeader.lowercased())
    return AssembledRequest(bare.assembly, prepared)
  }

  /// Requests the pages of tools after the first one in the same session, as cursors may belong to it. They are
  /// messages of the exchange.
  mutating func listFurtherTools() async {
    guard run.job.listsAllTools, var session = mcpSession, let pages = firstTools else { return }
    let known = session.notes.count
    await session.listTools(after: pages, run)
    Self.shown(Array(session.notes.dropFirst(known))).forEach(run.warn)
    mcpSession = session
  }

  /// The page of tools in the response; `nil` without one.
  private var firstTools: MCPToolPages? {
    guard let received = run.record.received, let head = received.head else { return nil }
    return MCPToolPages(first: Response(head, body: LogEvent.Body(received.body)).eventsOrBody)
  }

  /// Limits the notes to report. A server may send any number of them, of any length.
  static func shown(_ notes: [String]) -> [String] {
    let shown = notes.prefix(20).map { $0.count > 1_000 ? String($0.prefix(1_000)) + "…" : $0 }
    return notes.count > shown.count ? shown + ["\(notes.count - shown.count) more notes about the session"] : shown
  }

  /// Ends the session. After a cancelled run, this is left to the server.
  mutating func closeMCPSession() async {
    guard var session = mcpSession, !Task.isCancelled else { return }
    mcpSession = nil
    let known = session.notes.count
    await session.close()
    for note in Self.shown(Array(session.notes.dropFirst(known))) { run.emit(.warning(run.maskedValue(note))) }
  }
}

extension MCPSession {
  /// The name and the version of this client.
  static var client: JSONObject { ["name": "workbench", "version": .string(ClientVersion.current)] }

  /// Requests the pages of tools after the first one, and logs why one is missing.
  mutating func listTools(after first: MCPToolPages, _ run: RunContext) async {
    var pages = first
    let (limit, start) = (run.job.listTime, ContinuousClock.now)
    do throws(Failure) {
      while let cursor = pages.next, pages.end == nil {
        guard start.duration(to: .now) < limit else {
          throw Failure(.timedOut, "The list of tools took longer than \(Formatting.duration(limit))")
        }
        let page = try await call("tools/list", ["cursor": .string(cursor)])
        try pages.add(page, size: JSONValue.object(page).compact.utf8.count)
      }
    } catch {
      let reason = (Task.isCancelled ? "Cancelled" : error.sentence) + MCPToolPages.leftOut
      var line = LogEvent.ConsoleLine("warn", reason)
      line.endsToolList = true
      run.log(.console(line))
    }
  }
}

extension MCPToolPages {
  /// - Parameter texts: Those of the first page.
  /// - Returns: `nil` if they are no page.
  init?(first texts: [Data]) {
    self.init()
    guard (try? add(texts)) == true else { return nil }
  }
}

extension RunContext {
  /// Adds a further page of a list, or its request, to the messages of the exchange.
  func logPage(_ direction: LogEvent.Message.Direction, _ content: Data) {
    let type = String(validating: content, as: UTF8.self) == nil ? "binary" : "text"
    log(.message(LogEvent.Message(direction, type: type, LogEvent.Body(content))))
  }
}

/// Sends the messages of a session to the URL of the request, with its headers, options and credentials.
private struct SessionMessages: Sendable {
  let bare: AssembledRequest
  let kinds: RunKinds

  func outcome(of message: MCPRequests.Message) async -> Outcome {
    let run = kinds.run
    if message.isPage, let content = message.content {
      run.logPage(.sent, Data(JSONValue.object(content).compact.utf8))
    }
    do throws(Failure) {
      let response = try await response(to: message)
      if message.isPage { for text in response.eventsOrBody where !text.isEmpty { run.logPage(.received, text) } }
      return .completed(response)
    } catch {
      return .failed(error, partial: nil)
    }
  }

  private func response(to message: MCPRequests.Message) async throws(Failure) -> Response {
    let run = self.kinds.run
    // The exchange is recorded before the session ends.
    let isEnd = message.content == nil
    let purpose: Timeline.Hop.Purpose? = isEnd ? nil : .session
    var prepared = prepared(message)
    if isEnd { prepared.options.timeout = Self.patience }
    var kinds = self.kinds
    (kinds.own, kinds.body, kinds.obtainsTokens) = (prepared, prepared.body, !isEnd)
    let authenticated = try await AssembledRequest(bare.assembly, prepared).authenticated(kinds)
    let response = try await run.send(
      authenticated.prepared, redirector: authenticated.redirector, for: purpose, isLater: message.isPage)
    guard response.status == 401, !isEnd, run.login.mayRenew,
      let renewed = await run.renewed(authenticated.bare, kinds)
    else { return response }
    return try await run.send(
      renewed, redirector: authenticated.redirector, for: purpose, isLater: message.isPage)
  }

  /// The timeout for ending a session, in seconds. The user, who has the response already, is not asked to log in for it.
  private static let patience = 5.0
  /// The longest response, in bytes, unless the request has a limit.
  private static let longest = 8 << 20

  private func prepared(_ message: MCPRequests.Message) -> PreparedRequest {
    var prepared = bare.prepared
    prepared.method = message.method
    prepared.headers.removeAll { MCPRequests.sets($0.name) || $0.name.lowercased() == "content-type" }
    prepared.headers += message.headers
    prepared.credentialHeaders.insert(MCPRequests.sessionHeader.lowercased())
    prepared.options.maxBody = prepared.options.maxBody ?? Self.longest
    prepared.patience = prepared.patience ?? MCPRequests.patience(for: message)
    prepared.body = nil
    if let content = message.content {
      prepared.headers.append(Header("Content-Type", "application/json"))
      prepared.body = .data(Data(JSONValue.object(content).compact.utf8))
    }
    return prepared
  }
}

extension MCPRequests.Message {
  /// Whether it requests a further page of a list. The request itself is for the first one.
  fileprivate var isPage: Bool { content?["method"]?.string == "tools/list" }
}
