/// A request as it would be sent, in the parts from which code is generated.
package struct RequestOutline: Equatable, Sendable {
  package var method: String
  /// The URL as sent, or as written if it is not complete yet.
  package var url: String
  /// The headers without those that the client adds.
  package var headers: [Header]
  /// The body. Paths of files are relative to the request's file.
  package var content: OutgoingBody.Content?
  package var login: OutgoingMessage.Login?
  package var options: RequestOptions
  /// The rest of a WebSocket; `nil` for other requests.
  package var socket: Socket?
  /// Whether sending opens a session with an MCP server first.
  package var opensMCPSession = false
  /// Names without a value, which are kept in the text as written.
  package var unresolved: [String]
  /// The reason why it could not be sent.
  package var problem: String?

  /// The subprotocols and messages of a WebSocket, with variables replaced.
  package struct Socket: Equatable, Sendable {
    package var subprotocols: [String]
    package var messages: [SavedMessage]
    package var isSocketIO = false
    package var hasSteps = false
  }
}

extension SendEngine {
  /// Runs all steps before the transport, without opening the files of the body. Sends and fetches nothing.
  package func outline(_ job: Job) async -> RequestOutline {
    let job = with(job) { ($0.isPreview, $0.keepsTemplates) = (true, true) }
    var pipeline = SendPipeline(RunContext(job, services: services, session: session, another: run) { _ in })
    // Its kind is known also where the rest is not.
    let socket = job.request.kind == .webSocket ? RequestOutline.Socket(subprotocols: [], messages: []) : nil
    var outline = RequestOutline(
      method: job.request.method, url: job.request.url, headers: [], options: job.request.options, socket: socket,
      unresolved: [])
    do {
      try await pipeline.resolve()
      try await pipeline.fill(&outline)
    } catch {
      outline.problem = (error as? Failure)?.sentence ?? String(describing: error)
    }
    return outline
  }
}

extension SendPipeline {
  fileprivate func fill(_ outline: inout RequestOutline) async throws {
    var assembly = resolved.assembly
    assembly.opensFiles = false
    defer { outline.unresolved = assembly.unresolvedNames + assembly.resolver.unfetched }
    var prepared = try await assembly.resolve(kinds())
    outline.opensMCPSession = resolved.opensMCPSession
    outline.fill(prepared, assembly.encoded)
    if prepared.isWebSocket {
      let messages = resolved.request.messages.map { message in
        message.mapTexts { assembly.resolver.resolve($0) }
      }
      outline.socket = RequestOutline.Socket(
        subprotocols: prepared.subprotocols, messages: messages, isSocketIO: prepared.socketIO != nil,
        hasSteps: !resolved.request.steps.isEmpty)
    }
    outline.problem = assembly.secretRefusal ?? assembly.missingValues
    try await assembly.authenticate(&prepared, kinds(for: prepared))
    outline.fill(prepared, assembly.encoded)
  }
}

extension RequestOutline {
  fileprivate mutating func fill(_ prepared: PreparedRequest, _ content: OutgoingBody.Content?) {
    (method, headers, login, options) = (prepared.method, prepared.headers, prepared.login, prepared.options)
    url = (try? RequestURL(prepared.url))?.description ?? prepared.url
    if prepared.isWebSocket, url.lowercased().startsExactly(with: "http") { url = "ws" + url.dropFirst(4) }
    // An auth kind may have changed the bytes, as OAuth 1 does with a form.
    self.content = prepared.body?.data.map(OutgoingBody.Content.bytes) ?? content
  }
}
