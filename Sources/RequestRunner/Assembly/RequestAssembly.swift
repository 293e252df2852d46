import Foundation
internal import RequestClient
package import RequestModel
internal import RequestStore

/// Turns a stored request into what goes out: one step for each part, in the order they depend on each other.
package struct RequestAssembly: Sendable {
  private let request: SavedRequest
  private let folders: [FolderSettings]
  /// What paths of files are relative to: the folder of the request's own file.
  private let baseFolder: String
  private let access: ReadAccess
  private var resolver: Resolver
  private let scope: VariableScope
  /// Credentials that stand in the request itself, and what was made of secrets and gives them away.
  private var credentials = LiteralCredentials()
  /// Headers that a secret was used in.
  private var secretHeaders: Set<String> = []
  private var files: [OpenFile] = []
  private var authHeader: Header?
  /// Where it goes among the headers: before those that the body adds.
  private var authPlace = 0
  /// What the request would read outside of its collection and may not: then it cannot be prepared.
  package private(set) var refused: [OutsideSource] = []

  package init(
    _ request: SavedRequest, folders: [FolderSettings] = [], scope: VariableScope, dynamic: DynamicVariables,
    baseFolder: String, access: ReadAccess, secretValue: @escaping @Sendable (Variable) -> String?
  ) {
    self.request = request
    self.folders = folders
    self.baseFolder = baseFolder
    self.access = access
    self.scope = scope
    resolver = Resolver(scope: scope, dynamic: dynamic, secretValue: secretValue)
  }

  /// Returns the whole request, credentials included.
  package mutating func prepare() throws(Failure) -> PreparedRequest {
    var prepared = try resolve()
    authenticate(&prepared)
    return prepared
  }

  /// Fills in all templates and returns the request without its credentials.
  ///
  /// - Throws: A `Failure` of kind `.unprepared` that names every missing variable, the unreadable file, or the files that
  ///   need permission.
  package mutating func resolve() throws(Failure) -> PreparedRequest {
    let url = url()
    var headers = headers()
    resolveAuth()
    let headersBeforeBody = headers
    let body = try body(&headers)
    authPlace = zip(headers, headersBeforeBody).prefix { $0 == $1 }.count
    try checkVariables()
    try checkAccess()
    return PreparedRequest(
      method: request.method, url: try completed(url), headers: headers, body: body, files: files,
      options: request.options, secrets: secrets, credentialHeaders: secretHeaders.union(credentials.headers),
      maskedHeaders: credentials.headers)
  }

  /// Adds the credentials to a request made by `resolve`. A header of the request itself wins.
  package func authenticate(_ prepared: inout PreparedRequest) {
    guard let authHeader, prepared.headers.first(authHeader.name) == nil else { return }
    prepared.headers.insert(authHeader, at: min(authPlace, prepared.headers.count))
  }

  /// The mask for everything found so far.
  package var mask: SecretMask { SecretMask(secrets, credentialHeaders: credentials.headers) }

  /// Names, in lower case, of headers whose values are masked.
  var credentialHeaders: Set<String> { credentials.headers }

  /// Values that must not be shown, as far as they are known.
  var secrets: Set<String> { resolver.secrets.union(resolver.secretsInScope).union(credentials.values) }

  /// Variables without a value, where that is what keeps the request from being sent.
  var missingVariables: [String] {
    resolver.excess == nil && resolver.circles.isEmpty && !isMaskedByHistory ? resolver.missing : []
  }

  private var isMaskedByHistory: Bool { resolver.missing.contains(KeptRequest.placeholder) }

  private func checkVariables() throws(Failure) {
    if isMaskedByHistory {
      throw Failure(
        .unprepared,
        "History does not keep credentials — type those that are masked again, or send the request from its file")
    }
    let problem = VariableProblem(resolver, scope, collection: baseFolder)
    if let sentence = problem.sentence { throw Failure(.unprepared, sentence) }
  }

  private mutating func checkAccess() throws(Failure) {
    let files = files.map { OutsideSource.file($0.path) }
    for source in files + resolver.environmentVariables.map(OutsideSource.environmentVariable)
    where !access.allows(source) && !refused.contains(source) {
      refused.append(source)
    }
    guard !refused.isEmpty else { return }
    let names = refused.map(\.description).joined(separator: ", ")
    let sentence =
      "This collection has no permission to read \(names) — allow it in the workbench, or pass --allow-files"
    throw Failure(.unprepared, sentence)
  }

  // MARK: URL

  /// The address with path parameters filled in and the query rows behind what the address itself has.
  private mutating func url() -> String {
    let resolved = resolver.resolve(pathFilled(request.url))
    credentials.note(url: resolved)
    let rows = request.query.filter { !$0.isOff }
    guard !rows.isEmpty else { return resolved }
    var (address, fragment) = (resolved, "")
    if let hash = resolved.unicodeScalars.firstIndex(of: "#") {
      (address, fragment) = (String(resolved[..<hash]), String(resolved[hash...]))
    }
    var pairs: [String] = []
    for row in rows {
      let name = PercentEncoding.component(resolver.resolve(row.name))
      // A row without a value is a bare name, as in `?debug`.
      let hasValue = row.document["value"] != nil && row.document["value"] != .null
      pairs.append(hasValue ? name + "=" + PercentEncoding.component(resolver.resolve(row.value)) : name)
    }
    let isOpen = address.unicodeScalars.last == "?" || address.unicodeScalars.last == "&"
    let joint = !address.unicodeScalars.contains("?") ? "?" : isOpen ? "" : "&"
    return address + joint + pairs.joined(separator: "&") + fragment
  }

  /// Replaces `:name` segments before variables are: a value must not be taken for a parameter.
  private mutating func pathFilled(_ url: String) -> String {
    let values = request.pathParameters
    guard !values.isEmpty else { return url }
    let end = url.unicodeScalars.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    var segments: [String] = []
    for segment in url[..<end].parts(separatedBy: "/") { segments.append(filled(segment, values)) }
    return segments.joined(separator: "/") + url[end...]
  }

  private mutating func filled(_ segment: String, _ values: [Parameter]) -> String {
    let scalars = segment.unicodeScalars
    guard scalars.first == ":" else { return segment }
    let name = scalars.dropFirst().prefix { $0 != "." }
    guard let row = values.first(where: { $0.name.isExactly(String(name)) }), !row.value.isEmpty else { return segment }
    return PercentEncoding.component(resolver.resolve(row.value)) + String(scalars[name.endIndex...])
  }

  /// `localhost:8080/x` means http: what people type.
  private func completed(_ url: String) throws(Failure) -> String {
    let trimmed = url.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else { throw Failure(.unprepared, "The URL is empty — type one first") }
    return trimmed.containsExactly("://") ? trimmed : "http://" + trimmed
  }

  // MARK: Headers

  /// The folders' headers, outer first, then the request's own: a request's header replaces the folders' of that name.
  private mutating func headers() -> [Header] {
    var layers = folders.map(\.headers)
    layers.append(request.headers)
    var headers: [Header] = []
    for layer in layers {
      var own: [Header] = []
      for row in layer where !row.isOff { own.append(header(row.name, row.value)) }
      let names = Set(own.map { $0.name.lowercased() })
      headers.removeAll { names.contains($0.name.lowercased()) }
      headers += own
    }
    return headers
  }

  private mutating func header(_ name: String, _ value: String) -> Header {
    let uses = resolver.usesOfSecrets
    let header = Header(resolver.resolve(name), resolver.resolve(value))
    if resolver.usesOfSecrets > uses { secretHeaders.insert(header.name.lowercased()) }
    credentials.note(header)
    return header
  }

  private mutating func resolveAuth() {
    let auth = request.auth ?? folders.compactMap(\.auth).last ?? .none
    switch auth {
    case .none: break
    case .basic(let username, let password):
      let login = resolver.resolve(username) + ":" + resolver.resolve(password)
      setAuth(Header("Authorization", "Basic " + Data(login.utf8).base64EncodedString()))
    case .bearer(let token): setAuth(Header("Authorization", "Bearer " + resolver.resolve(token)))
    case .header(let name, let value):
      let header = header(name, value)
      setAuth(header)
      credentials.noteCredentials(header)
    }
  }

  private mutating func setAuth(_ header: Header) {
    credentials.note(header)
    authHeader = header
  }

  private func setIfAbsent(_ name: String, _ value: String, in headers: inout [Header]) {
    if headers.first(name) == nil { headers.append(Header(name, value)) }
  }

  // MARK: Body

  private mutating func body(_ headers: inout [Header]) throws(Failure) -> HTTPBody? {
    switch request.body {
    case nil: return nil
    case .json(let value):
      setIfAbsent("Content-Type", "application/json", in: &headers)
      return .data(Data(resolver.resolve(value).compact.utf8))
    case .text(let text, let type):
      setIfAbsent("Content-Type", type ?? "text/plain; charset=utf-8", in: &headers)
      return .data(Data(resolver.resolve(text).utf8))
    case .form(let rows):
      setIfAbsent("Content-Type", "application/x-www-form-urlencoded", in: &headers)
      return .data(Data(form(rows).utf8))
    case .multipart(let rows): return try multipart(rows, &headers)
    case .file(let path, let type):
      let file = file(resolver.resolve(path))
      setIfAbsent("Content-Type", type ?? MIMEType.forExtension(file.pathExtension), in: &headers)
      return .file(try opened(file).url)
    case .graphql(let query, let variables):
      setIfAbsent("Content-Type", "application/json", in: &headers)
      var content: JSONObject = ["query": .string(resolver.resolve(query))]
      if let variables { content["variables"] = try graphQLVariables(variables) }
      return .data(Data(JSONValue.object(content).compact.utf8))
    }
  }

  /// Variables that stand in the file as text become JSON once their own templates are filled in.
  private mutating func graphQLVariables(_ variables: JSONValue) throws(Failure) -> JSONValue {
    guard let text = variables.string else { return resolver.resolve(variables) }
    let resolved = resolver.resolve(text)
    try checkVariables()
    do {
      return try JSONText(resolved).value
    } catch {
      throw Failure(.unprepared, "The GraphQL variables are not JSON at \(error)")
    }
  }

  private mutating func form(_ rows: [Parameter]) -> String {
    var pairs: [String] = []
    for row in rows where !row.isOff {
      pairs.append(
        PercentEncoding.form(resolver.resolve(row.name)) + "=" + PercentEncoding.form(resolver.resolve(row.value)))
    }
    return pairs.joined(separator: "&")
  }

  private mutating func multipart(_ rows: [Parameter], _ headers: inout [Header]) throws(Failure) -> HTTPBody {
    var form = MultipartFormData()
    for row in rows where !row.isOff {
      let name = resolver.resolve(row.name)
      if let path = row.file {
        let file = file(resolver.resolve(path))
        form.append(
          try opened(file).url, withName: name, fileName: file.lastPathComponent,
          mimeType: row.contentType)
      } else {
        form.append(Data(resolver.resolve(row.value).utf8), withName: name, mimeType: row.contentType)
      }
    }
    headers.removeAll { $0.name.lowercased() == "content-type" }
    headers.append(Header("Content-Type", form.contentType))
    return try checked(.multipart(form))
  }

  private func file(_ path: String) -> URL {
    let isInHome = path.startsExactly(with: "~/")
    let home = isInHome ? HomeFolder.path(ProcessInfo.processInfo.environment) : nil
    let expanded = home.map { $0 + String(path.unicodeScalars.dropFirst()) } ?? path
    return URL(fileURLWithPath: expanded.startsExactly(with: "/") ? expanded : baseFolder + "/" + expanded)
  }

  /// What keeps a form from being sent is known before.
  private func checked(_ body: HTTPBody) throws(Failure) -> HTTPBody {
    do {
      _ = try body.open(whenReady: {})
      return body
    } catch {
      throw Failure(.unprepared, error.description)
    }
  }

  /// Files are read while they are sent; that they can be is known before.
  private mutating func opened(_ file: URL) throws(Failure) -> OpenFile {
    // A path without its variables would name another file.
    try checkVariables()
    do {
      let opened = try OpenFile(file.path)
      files.append(opened)
      return opened
    } catch {
      throw Failure(.unprepared, error.description)
    }
  }
}
