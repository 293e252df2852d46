internal import RequestClient
package import RequestModel

/// A request as it would be sent, in the parts that code of other languages is made of.
package struct RequestOutline: Equatable, Sendable {
  package var method: String
  /// As on the wire, unless it is none yet.
  package var url: String
  /// Without those that the client adds.
  package var headers: [Header]
  /// Paths of files are relative to the request's file.
  package var content: OutgoingBody.Content?
  package var login: OutgoingMessage.Login?
  package var options: RequestOptions
  /// Names without a value, which stand in the text as they are written.
  package var unresolved: [String]
  /// Why it could not be sent.
  package var problem: String?
}

extension SendEngine {
  /// Does everything that a run does up to the transport, without opening the files of the body. Nothing is sent and
  /// nothing fetched.
  package func outline(_ job: Job) async -> RequestOutline {
    var job = job
    job.isPreview = true
    job.keepsTemplates = true
    var pipeline = SendPipeline(RunContext(job, services: services, session: session, another: run) { _ in })
    var outline = RequestOutline(
      method: job.request.method, url: job.request.url, headers: [], options: job.request.options, unresolved: [])
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
    outline.fill(prepared, assembly.encoded)
    outline.problem = assembly.missingValues
    try await assembly.authenticate(&prepared, kinds(for: prepared))
    outline.fill(prepared, assembly.encoded)
  }
}

extension RequestOutline {
  fileprivate mutating func fill(_ prepared: PreparedRequest, _ content: OutgoingBody.Content?) {
    (method, headers, login, options) = (prepared.method, prepared.headers, prepared.login, prepared.options)
    url = (try? RequestURL(prepared.url))?.description ?? prepared.url
    // An auth kind may have changed the bytes, such as OAuth 1 a form.
    self.content = prepared.body?.data.map(OutgoingBody.Content.bytes) ?? content
  }
}
