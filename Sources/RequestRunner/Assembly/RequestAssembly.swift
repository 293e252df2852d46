import Foundation

/// Turns a stored request into the request to send, part by part in order of dependency.
package struct RequestAssembly: Sendable {
  let request: SavedRequest
  let folders: [FolderSettings]
  /// The folder of the request file, the base of relative paths.
  let baseFolder: String
  let inherited: InheritedOptions
  let access: ReadAccess
  var resolver: Resolver
  let scope: VariableScope
  /// Credentials written in the request itself, and values derived from secrets.
  var credentials = LiteralCredentials()
  /// Lower-case names of headers that use a secret.
  private var secretHeaders: Set<String> = []
  var files: [OpenFile] = []
  /// Headers to omit. Only the request itself can omit headers.
  var omittedHeaders: HeaderNames = []
  /// Unix sockets to connect to, links resolved.
  var sockets: [String] = []
  /// The login for the host from `.netrc`, if the request has no credentials.
  var netrcLogin: Netrc.Login?
  /// The resolved fields of the auth kind.
  var authValues: FieldValues?
  /// The sentence for a written header that is sent in place of the auth; `nil` if there is none.
  var replacedAuth: String?
  /// The message after the auth kind changed it.
  var added: OutgoingMessage?
  /// The index at which credentials are inserted among the headers: before those that the body adds.
  var authPlace = 0
  /// Whether the request follows Postman's rules.
  var sendsAsPostman = false
  /// Whether the request is read from a file of another program, none of which sends `Accept-Language`.
  var isForeign = false
  /// Whether files without permission are left out with a warning.
  var leavesOutRefusedFiles = false
  /// Whether a script has set the URL.
  var hasScriptedURL = false
  /// Whether the URL is built by Postman's rules.
  var hasPostmanURL = false
  /// The values of path parameters in the URL.
  var pathValues: [ExactText: String] = [:]
  /// The URL by Postman's rules, before it was escaped.
  var writtenURL: String?
  /// The body with its variables replaced.
  var writtenBody: RequestBody?
  /// Whether the body's files are opened. Otherwise the request has no body from files.
  var opensFiles = true
  /// What the user has to allow before the user's own command runs for a secret.
  var withheldSecret: @Sendable (Variable) -> [OutsideSource] = { _ in [] }
  /// What the user's own command did instead of printing a secret.
  var secretFailure: @Sendable (Variable) -> String? = { _ in nil }
  /// Whether the request is sent, and not just shown.
  var isSent = true
  /// The body created by the body kind.
  var encoded: OutgoingBody.Content?
  /// Path parameters of the URL without a value.
  private var emptyPathNames: [String] = []
  private var knownEmptyPathNames: Set<ExactText> = []
  /// Warnings for the console about parts that are sent although they look like mistakes.
  var warnings: [String] = []
  /// Files and environment variables that the request needs but may not read.
  package private(set) var refused: [OutsideSource] = []

  package init(
    _ request: SavedRequest, folders: [FolderSettings] = [], scope: VariableScope, dynamic: DynamicVariables,
    baseFolder: String, inherited: InheritedOptions = InheritedOptions(), access: ReadAccess, outside: OutsideValues
  ) {
    self.request = request
    self.folders = folders
    self.baseFolder = baseFolder
    self.inherited = inherited
    self.access = access
    self.scope = scope
    resolver = Resolver(scope: scope, dynamic: dynamic, outside: outside)
  }

  /// Fills in all templates and returns the request without its credentials.
  ///
  /// - Throws: A `Failure` of kind `.unprepared` that names the missing variables, the unreadable file, or the files
  ///   that need permission.
  package mutating func resolve(_ kinds: any KindContext) async throws(Failure) -> PreparedRequest {
    if request.kind == .program { return try await resolvedProgram(kinds) }
    var options = effectiveOptions()
    if options.sendsUnknownAsText { resolver.keepsUnknown = true }
    // Postman does not send Accept-Language.
    if sendsAsPostman { options.omittedHeaders += ["Accept-Language"] + (omitsLength ? ["Content-Length"] : []) }
    let method = sendsAsPostman ? resolver.resolve(request.method).uppercased() : resolver.resolve(request.method)
    let url = url(asIs: options.sendsURLAsIs)
    try checkUnknownNames()
    omittedHeaders = HeaderNames(options.omittedHeaders)
    var headers = headers()
    addHeaders(of: options, to: &headers)
    if sendsAsPostman { addPostmanHeaders(to: &headers) }
    authValues = sendsAsPostman ? postmanAuthValues(url) : authValues(beside: &headers)
    var body = try await body(&headers, kinds, method)
    if sendsAsPostman { body = postmanBody(body, method) }
    let subprotocols = subprotocols()
    try checkVariables()
    if isSent, !resolver.keepsTemplates, let sentence = missingPathValues { throw Failure(.unprepared, sentence) }
    let certificates = try certificates(options)
    let socket = socket(options)
    warnOfUnknownNames()
    var address = try completed(url, asIs: options.sendsURLAsIs)
    let socketIO = try socketIO(&address)
    try checkVariables()
    // Generated code has the option instead of the credentials.
    if options.usesNetrc, auth.kind == .none, opensFiles {
      netrcLogin = try readNetrc(options.netrcFile, for: address)
    }
    try checkAccess()
    var prepared = PreparedRequest(
      method: method, url: address, headers: headers, body: body, files: files,
      options: sent(options), secrets: secrets, credentialHeaders: secretHeaders.union(credentials.headers),
      maskedHeaders: credentials.headers)
    (prepared.certificates, prepared.socket) = (certificates, socket)
    (prepared.subprotocols, prepared.isWebSocket) = (subprotocols, request.kind == .webSocket)
    (prepared.socketIO, prepared.systemTrust) = (socketIO, inherited.systemTrust)
    prepared.sendsReferer = sendsReferer
    prepared.redirectMethod = redirectMethod(options)
    return prepared
  }

  /// The options without `Accept-Language` of the program. Those of folders are among the headers already.
  private func sent(_ options: RequestOptions) -> RequestOptions {
    guard isForeign else { return options }
    return with(options) { $0.omittedHeaders.append("Accept-Language") }
  }

  mutating func warnOfUnknownNames() {
    guard resolver.keepsUnknown, !missingVariables.isEmpty else { return }
    let names = missingVariables.map { "{{\($0)}}" }.joined(separator: ", ")
    warnings.append("No value for \(names): sent as it is written")
  }

  private func redirectMethod(_ options: RequestOptions) -> RedirectMethod {
    switch (options.keepsMethod, sendsAsPostman || options.sendsGetAfterRedirects) {
    case (true, true): .unchanged
    case (true, false): .same
    case (false, true): .get
    case (false, false): .standard
    }
  }

  /// Variables without a value, if they are the reason why the request cannot be sent.
  var missingVariables: [String] {
    resolver.excess == nil && resolver.circles.isEmpty && !isMaskedByHistory ? resolver.missing : []
  }

  /// Names without a value, including declared secrets.
  var unresolvedNames: [String] { missingVariables + resolver.missingOutside.map(\.name) }

  private var isMaskedByHistory: Bool { resolver.missing.contains(KeptRequest.placeholder) }

  mutating func checkVariables() throws(Failure) {
    if isMaskedByHistory {
      throw Failure(
        .unprepared,
        "History does not store credentials — retype the masked ones, or send the request from its file")
    }
    if !resolver.keepsTemplates, let sentence = secretRefusal {
      refused += withheldSecrets
      throw Failure(.unprepared, sentence)
    }
    let problem = variableProblem
    if let sentence = resolver.keepsTemplates ? problem.flaw : problem.sentence {
      throw Failure(.unprepared, sentence)
    }
  }

  /// Refuses names without a value in a URL, even if they count as text elsewhere.
  private func checkUnknownNames() throws(Failure) {
    let problem = variableProblem
    if resolver.keepsUnknown, isSent, let missing = problem.missing { throw Failure(.unprepared, missing) }
  }

  /// The missing values because of which a previewed request could not be sent.
  var missingValues: String? {
    variableProblem.sentence ?? missingPathValues
  }

  /// The reason why the path cannot be sent: the name of a parameter in it would address another resource.
  private var missingPathValues: String? {
    guard !emptyPathNames.isEmpty, !sendsAsPostman else { return nil }
    let names = emptyPathNames.map { "\"\($0)\"" }.joined(separator: ", ")
    return emptyPathNames.count == 1
      ? "The path parameter \(names) has no value — type one, or \":\(emptyPathNames[0])\" to send that text"
      : "The path parameters \(names) have no values — type them"
  }

  mutating func checkAccess() throws(Failure) {
    let programs = request.kind == .program ? [OutsideSource.program(request.commandLine)] : []
    let files = (files.map(\.path) + sockets + messageFiles).map(OutsideSource.file)
    let variables = resolver.outsideVariables.compactMap(\.source.environmentVariable)
    for source in programs + files + variables.map(OutsideSource.environmentVariable)
    where !access.allows(source) && !refused.contains(source) {
      refused.append(source)
    }
    if !refused.isEmpty { throw Failure(.unprepared, OutsideSource.refusal(of: refused)) }
  }

  /// The files of the messages that exist, with links resolved. Nobody is asked once the connection is open.
  private var messageFiles: [String] {
    guard request.kind.takesMessages else { return [] }
    var trial = self
    let messages = request.messages + request.steps.compactMap(\.ownMessage)
    return messages.compactMap(\.file).compactMap { path in
      let place = trial.file(trial.resolver.resolve(path))
      return try? OpenFile(place.path).path  // Sending the message reports the error.
    }
  }

  /// The values that templates need from outside of the files, found by replacing all templates.
  func outsideNeeds() -> (variables: [Variable], responses: [ResponseReference]) {
    var trial = self
    let options = trial.effectiveOptions()
    if request.kind != .program {
      _ = trial.url(asIs: options.sendsURLAsIs)
      _ = trial.headers()
      _ = trial.values(of: auth)
    }
    if request.kind.takesMessages {
      _ = trial.subprotocols()
      if request.speaksSocketIO { _ = trial.resolver.resolve(request.socketAuth) }
      for message in request.messages { _ = trial.resolver.resolve(message.file ?? message.text) }
    } else if let body = request.body {
      trial.resolveFiles(of: body, trial.values(of: body))
    }
    for text in request.steps.flatMap(\.templates) { _ = trial.resolver.resolve(text) }
    return (trial.resolver.outsideVariables, trial.resolver.responses)
  }

  // MARK: URL

  /// The URL with the values known before any are fetched; `nil` if it cannot be sent.
  func knownURL() -> String? {
    if request.kind == .program { return request.url }
    var trial = self
    let isAsIs = trial.effectiveOptions().sendsURLAsIs
    let url = trial.url(asIs: isAsIs)
    return try? trial.completed(url, asIs: isAsIs)  // The error is that of the request.
  }

  /// Returns the URL with path parameters filled in and query rows appended.
  private mutating func url(asIs: Bool) -> String {
    if hasPostmanURL { return postmanURL(asIs: asIs) }
    let address = resolver.resolve(pathFilled(request.url, asIs))
    credentials.note(url: address)
    let rows = request.query.filter { !$0.isOff }
    return URLQuery.appending(resolved(rows), to: address, asIs: asIs)
  }

  /// Replaces `:name` segments. Runs before variables are replaced, as their values may contain colons.
  private mutating func pathFilled(_ url: String, _ asIs: Bool) -> String {
    guard url.containsExactly("/:") || url.startsExactly(with: ":") else { return url }
    var values = Dictionary(request.pathNames.map { (ExactText($0), "") }) { first, _ in first }
    // A value may also belong to the host.
    for row in request.pathParameters.reversed() where !row.value.isEmpty || values[ExactText(row.name)] != nil {
      values[ExactText(row.name)] = row.value
    }
    let end = url.unicodeScalars.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    let segments = url[..<end].parts(separatedBy: "/").map { filled($0, values, asIs) }
    return segments.joined(separator: "/") + url[end...]
  }

  private mutating func filled(_ segment: String, _ values: [ExactText: String], _ asIs: Bool) -> String {
    let scalars = segment.unicodeScalars
    guard scalars.first == ":" else { return segment }
    let name = scalars.dropFirst().prefix { $0 != "." }
    guard let written = values[ExactText(String(name))] else { return segment }
    let value = resolver.resolve(written)
    guard !value.isEmpty else {
      noteEmptyPath(String(name))
      return segment
    }
    pathValues[ExactText(String(name))] = value
    // Keep the segment itself: the source of an import had no path parameters.
    if value.isExactly(":" + String(name)) { return segment }
    return (asIs ? value : PercentEncoding.component(value)) + String(scalars[name.endIndex...])
  }

  mutating func noteEmptyPath(_ name: String) {
    if knownEmptyPathNames.insert(ExactText(name)).inserted { emptyPathNames.append(name) }
  }

  /// Adds `http://` to a URL without a scheme, such as `localhost:8080/x`.
  private func completed(_ url: String, asIs: Bool) throws(Failure) -> String {
    let trimmed = url.trimmingWhitespace
    guard !trimmed.isEmpty else { throw Failure(.unprepared, "The URL is empty — type one first") }
    var whole = trimmed.schemeMark == nil ? "http://" + trimmed : trimmed
    // The handshake is one of HTTP.
    if request.kind == .webSocket, RequestKind.hasWebSocketScheme(whole) { whole = "http" + whole.dropFirst(2) }
    if request.removesDots, !whole.containsExactly("{{") {
      let shorter = URLDots.removed(from: whole)
      try checkSecrets(in: whole, withoutDots: shorter)
      whole = shorter
    }
    let (host, rest) = Self.split(whole)
    try checkSecrets(in: whole, hostEnd: host.utf8.count)
    // A template without a value in the host would be kept as text, which cannot be resolved. Previews show it.
    if sendsAsPostman, isSent, host.containsExactly("{{"), let sentence = missingValues {
      throw Failure(.unprepared, sentence)
    }
    // Postman's rules were applied already.
    if asIs || hasPostmanURL { return whole }
    return host + URLEscapes.escaping(rest, keepsTemplates: resolver.keepsTemplates)
  }

  /// Splits a URL after its host and port.
  private static func split(_ url: String) -> (host: String, rest: String) {
    let scalars = url.unicodeScalars
    let start = url.schemeMark?.upperBound ?? url.startIndex
    let end = scalars[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? url.endIndex
    return (String(url[..<end]), String(url[end...]))
  }

  /// The subprotocols that a WebSocket offers.
  private mutating func subprotocols() -> [String] {
    guard request.kind == .webSocket else { return [] }
    return resolver.resolve(request.subprotocols).split(separator: ",").map { String($0).trimmingWhitespace }
      .filter { !$0.isEmpty }
  }

  // MARK: Headers

  /// Returns the headers of the folders, outer first, and of the request. Inner headers replace outer ones of the same
  /// name.
  private mutating func headers() -> [Header] {
    let omitted = omittedHeaders
    var layers = folders.map { $0.headers.filter { !omitted.contains($0.name) } }
    layers.append(request.headers)
    var headers: [Header] = []
    for layer in layers {
      let own = layer.filter { !$0.isOff }.map { header($0.name, $0.value) }
      let names = Set(own.map { $0.name.lowercased() })
      headers.removeAll { names.contains($0.name.lowercased()) }
      headers += own
    }
    return headers
  }

  /// Adds headers for options. Headers of the request take precedence.
  private func addHeaders(of options: RequestOptions, to headers: inout [Header]) {
    func isWanted(_ name: String) -> Bool { headers.first(name) == nil && !omittedHeaders.contains(name) }
    if !options.asksForCompression, isWanted("Accept-Encoding") {
      headers.append(Header("Accept-Encoding", "identity"))
    }
    if options.expectsContinue, request.body != nil, isWanted("Expect") {
      headers.append(Header("Expect", "100-continue"))
    }
  }

  private mutating func header(_ name: String, _ value: String) -> Header {
    let uses = resolver.usesOfSecrets
    let header = Header(resolver.resolve(name), resolver.resolve(value))
    if resolver.usesOfSecrets > uses { secretHeaders.insert(header.name.lowercased()) }
    credentials.note(header)
    return header
  }
}
