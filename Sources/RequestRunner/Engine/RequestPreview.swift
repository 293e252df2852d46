package import Foundation

/// A request as it would be sent.
package struct RequestPreview: Equatable, Sendable {
  /// The request line and headers, one line each. Empty if `problem` prevents creating them.
  package var head: [String] = []
  package var body = Data()
  /// The omitted part at the end of `body`.
  package var omission: BodyOmission?
  /// The same as a message; `nil` without a head.
  package var sent: SentRequest?
  /// The effective options.
  package var options = RequestOptions()
  /// Names without a value, which are kept in the text as written.
  package var unresolved: [String] = []
  /// Templates with a value that is fetched only when the request is sent, each with its source: `{{token}} (command)`.
  /// They are kept in the text as written.
  package var unfetched: [String] = []
  /// The kind of authentication, and the file that declares it.
  package var auth = ""
  /// The sentence for a header that is sent in place of the auth; `nil` if there is none.
  package var replacedAuth: String?
  /// The route to the server, unless it is direct.
  package var route: [String] = []
  /// The values fetched before the request is sent, if its credentials are not known yet.
  package var awaited: String?
  /// Whether sending opens a session with an MCP server over HTTP first, whose headers are missing here.
  package var opensMCPSession = false
  /// The reason why the request could not be sent.
  package var problem: String?

  /// The HTTP text.
  package var text: String {
    guard !head.isEmpty else { return "" }
    let rest = omission.map { "\n… \(Formatting.bytes($0.byteCount)) more\n" } ?? ""
    return (head + ["", ""]).joined(separator: "\n") + String(decoding: body, as: UTF8.self) + rest
  }

  /// Notes on the text, one sentence each.
  package var notes: [String] {
    let missing = unresolved.isEmpty ? [] : ["No value: " + unresolved.map { "{{\($0)}}" }.joined(separator: ", ")]
    let later = unfetched.isEmpty ? [] : ["Fetched when it is sent: " + unfetched.joined(separator: ", ")]
    let session = opensMCPSession ? ["Session: sending opens one with the MCP server first, and adds its headers"] : []
    let credentials = replacedAuth ?? (auth.isEmpty ? nil : "Auth: " + auth)
    return missing + later + session + (credentials.map { [$0] } ?? []) + route.map { "Route: " + $0 }
      + (awaited.map { [$0] } ?? []) + (problem.map { ["Cannot be sent: " + $0] } ?? [])
  }
}

extension SendEngine {
  /// Runs all steps before the transport. Sends and fetches nothing: no request or token request is sent, no command is
  /// run, and no `.env` file is read.
  ///
  /// - Parameter masksSecrets: Whether secrets are masked in the request. They are always masked in sentences.
  package func preview(_ job: Job, masksSecrets: Bool = true) async -> RequestPreview {
    let job = with(job) { ($0.isPreview, $0.keepsTemplates) = (true, true) }
    let context = RunContext(job, services: services, session: session, another: run) { _ in }
    var pipeline = SendPipeline(context)
    var preview = RequestPreview()
    do {
      try await pipeline.resolve()
      try await pipeline.assembleForPreview(&preview)
    } catch {
      let sentence = context.mask.current.masked(error.previewSentence)
      if context.login.isMissing { preview.awaited = sentence } else { preview.problem = sentence }
    }
    preview.auth = pipeline.resolved.kind == .program ? "" : pipeline.authSentence
    preview.replacedAuth = pipeline.assembled?.assembly.replacedAuth
    pipeline.describe(&preview, masksSecrets)
    return preview
  }
}

extension SendPipeline {
  /// Assembles and authenticates the request. Templates without a value are kept as written.
  fileprivate mutating func assembleForPreview(_ preview: inout RequestPreview) async throws {
    var assembly = resolved.assembly
    defer {
      run.mask.addSecrets(assembly.secrets, headers: assembly.credentialHeaders)
      (preview.unresolved, preview.unfetched) = (assembly.unresolvedNames, assembly.resolver.unfetched)
    }
    var prepared = try await assembly.resolve(kinds())
    assembled = AssembledRequest(assembly, prepared)
    preview.problem = (assembly.secretRefusal ?? assembly.missingValues).map { run.mask.current.masked($0) }
    try await assembly.authenticate(&prepared, kinds(for: prepared))
    assembled = AssembledRequest(assembly, prepared)
    preview.opensMCPSession = resolved.opensMCPSession && !prepared.isProgram
    if !assembly.resolver.unfetched.isEmpty { try ValueFetch(resolved).checkAccess() }
  }

  /// `Bearer, from shop/folder.json`
  fileprivate var authSentence: String {
    let (request, folder) = (resolved.request, resolved.inputs.folders.last { $0.auth != nil })
    let auth = request.auth ?? folder?.auth ?? RequestAuth.none
    guard request.auth == nil, let path = folder?.path else { return auth.kind.shape.title }
    return auth.kind.shape.title + ", from " + path
  }

  fileprivate func describe(_ preview: inout RequestPreview, _ masksSecrets: Bool) {
    guard let prepared = assembled?.prepared else { return }
    let mask = run.mask.current
    let sent = masksSecrets ? mask.masked(prepared.sent) : prepared.sent
    if prepared.isProgram { return describe(sent, &preview) }
    var url: RequestURL?
    do {
      url = try RequestURL(prepared.url)
    } catch {
      // A URL with a template in it may become valid.
      if preview.unresolved.isEmpty, preview.unfetched.isEmpty {
        preview.problem = preview.problem ?? mask.masked(error.description)
        return
      }
    }
    let jarCookies = url.flatMap { cookies(for: $0, prepared) }
    let head = prepared.head(to: url, cookies: jarCookies, run.client)
    preview.head = (masksSecrets ? mask.masked(head) : head).map(\.text)
    (preview.body, preview.omission) = (sent.body, sent.omission)
    preview.sent = SentRequest(
      method: sent.method, url: sent.url, headers: Self.headers(preview.head), body: sent.body,
      omission: sent.omission)
    preview.options =
      masksSecrets ? prepared.options.mapTexts { $0.isSecret ? SecretMask.mark : mask.masked($1) } : prepared.options
    preview.route = url.map { TransferRoute(prepared).facts(to: $0).map { mask.masked($0) } } ?? []
  }

  /// A program gets the body, and has no head.
  private func describe(_ sent: SentRequest, _ preview: inout RequestPreview) {
    preview.head = [sent.url]
    (preview.body, preview.omission) = (sent.body, sent.omission)
    preview.sent = sent
  }

  /// The lines after the first one.
  private static func headers(_ head: [String]) -> [Header] {
    head.dropFirst().compactMap { line in line.cut(at: ":").map { Header($0.before, String($0.after.dropFirst())) } }
  }

  private func cookies(for url: RequestURL, _ prepared: PreparedRequest) -> String? {
    guard prepared.options.usesCookies else { return nil }
    run.syncCookies()
    return run.client.configuration.cookieJar?.cookieHeader(for: url, at: run.job.startedAt)
  }
}

extension PreparedRequest {
  /// The host with its port, and the path with the query, as far as they can be derived from a URL with templates.
  private var rawTarget: (host: String, path: String) {
    let rest = url.schemeMark.map { url[$0.upperBound...] } ?? url[...]
    let host = rest.prefix { !"/?#".contains($0) }
    let path = rest[host.endIndex...].prefix { $0 != "#" }
    return (String(host), path.hasPrefix("/") ? String(path) : "/" + path)
  }

  private func target(in url: RequestURL) -> (host: String, path: String) {
    (url.port.map { "\(url.host):\($0)" } ?? url.host, url.query.map { url.path + "?" + $0 } ?? url.path)
  }

  /// The request line and the headers in the order in which the client sends them.
  ///
  /// - Parameter url: `nil` if the URL is not valid yet.
  fileprivate func head(to url: RequestURL?, cookies: String?, _ client: Session) -> [HeadLine] {
    let (host, path) = url.map(target) ?? rawTarget
    var lines: [HeadLine] = []
    func add(_ name: String, _ value: String) { lines.append(HeadLine(name: name, value: value)) }
    func has(_ name: String) -> Bool { lines.contains { $0.name.lowercased() == name.lowercased() } }
    let isStream =
      isWebSocket && (options.httpVersion == .http2PriorKnowledge || options.httpVersion == .http2 && isSecure)
    let version = options.httpVersion == .http2PriorKnowledge || isStream ? "HTTP/2" : "HTTP/1.1"
    add("", "\(isStream ? "CONNECT" : method) \(path) \(version)")
    if headers.first("Host") == nil { add("Host", host) }
    var own = HTTPHeaders(headers)
    if let cookies, own.contains(name: "Cookie") { own.addStoredCookies(cookies) }
    for header in own { add(header.name, header.value) }
    let omitted = HeaderNames(options.omittedHeaders)
    for header in client.configuration.defaultHeaders where !has(header.name) && !omitted.contains(header.name) {
      add(header.name, header.value)
    }
    if let url, let user = url.user, !has("Authorization") {
      let header = HTTPHeader.authorization(username: user, password: url.password ?? "")
      add(header.name, header.value)
    }
    if let cookies, !has("Cookie") { add("Cookie", cookies) }
    // Besides a random key.
    if isWebSocket {
      let upgrade = isStream ? [] : [("Upgrade", "websocket"), ("Connection", "Upgrade")]
      for (name, value) in upgrade + [("Sec-WebSocket-Version", "13")] where !has(name) { add(name, value) }
      let offer = subprotocols.joined(separator: ", ")
      if !offer.isEmpty, !has("Sec-WebSocket-Protocol") { add("Sec-WebSocket-Protocol", offer) }
    }
    if !has("Content-Length"), !has("Transfer-Encoding") {
      if let length = body?.knownLength {
        add("Content-Length", String(length))
      } else if body != nil {
        add("Transfer-Encoding", "chunked")
      } else if ["POST", "PUT", "PATCH"].contains(method), !omitted.contains("Content-Length") {
        add("Content-Length", "0")
      }
    }
    return lines
  }
}

/// The request line, which has no name, or a header.
private struct HeadLine {
  var name: String
  var value: String

  var text: String { name.isEmpty ? value : name + ": " + value }
}

extension SecretMask {
  fileprivate func masked(_ head: [HeadLine]) -> [HeadLine] {
    head.map { line in
      if line.name.isEmpty { return HeadLine(name: "", value: masked(value: line.value)) }
      let header = masked(Header(line.name, line.value))
      return HeadLine(name: header.name, value: header.value)
    }
  }
}

extension Error {
  fileprivate var previewSentence: String { (self as? Failure)?.sentence ?? String(describing: self) }
}
