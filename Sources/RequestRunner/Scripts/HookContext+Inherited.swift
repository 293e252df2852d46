// What requests inherit, and scripts of Bruno see as theirs.
extension HookContext {
  /// The request before it is sent, with the headers of the folders, the auth and the body.
  var requestToSend: ScriptRequest {
    var made = ScriptRequest(request)
    let folders = resolved.inputs.folders
    var rows: [Parameter] = []
    func add(_ nearer: [Parameter]) {
      let names = Set(nearer.filter { !$0.isOff }.map { $0.name.lowercased() })
      rows.removeAll { names.contains($0.name.lowercased()) }
      rows += nearer
    }
    let authRows = auth?.rowOfScripts.map { [$0] } ?? []
    let authFolder = request.auth == nil ? folders.lastIndex { $0.auth != nil } : nil
    for (index, folder) in folders.enumerated() {
      // In one place, the header is sent.
      if index == authFolder { add(authRows) }
      add(folder.headers.filter { !$0.isBrunoDefault })
    }
    if request.auth != nil { add(authRows) }
    made.inheritedHeaders = rows.map(ScriptRow.init)
    made.authHeader = auth?.headerOfScripts
    let hasType = rows.contains { !$0.isOff && $0.name.lowercased() == "content-type" }
    made.bodyType = hasType ? nil : request.body?.typeOfScripts
    return made
  }

  /// The kind of the auth, which may be that of a folder.
  var authKind: String? { auth?.kind.name }

  private var auth: RequestAuth? { request.auth ?? resolved.inputs.folders.compactMap(\.auth).last }

  /// Leaves out headers that a script has removed, beside those that are left out already. The auth is removed with its
  /// header.
  mutating func omitHeaders(_ names: [String]) {
    guard !names.isEmpty else { return }
    let layers = resolved.inputs.folders.map(\.options.omittedHeaders) + [request.options.omittedHeaders]
    request.options.omittedHeaders = (layers.last { !$0.isEmpty } ?? []) + names
    guard let auth, let header = auth.header?.lowercased(), names.contains(where: { $0.lowercased() == header }) else {
      return
    }
    // The script may have logged it.
    if let secret = auth.secretOfScripts { mask.addSecrets([secret]) }
    request.auth = RequestAuth.none
  }

  /// Removes an `Authorization` header that a script of Bruno has set beside Basic auth, which Bruno adds after scripts.
  mutating func keepBasicAuth() {
    func isReplaced(_ row: Parameter) -> Bool { !row.isOff && row.name.lowercased() == "authorization" }
    guard auth?.kind == .basic, request.headers.contains(where: isReplaced) else { return }
    request.headers.removeAll(where: isReplaced)
    warn("The Authorization header that the script has set is not sent: as in Bruno, Basic auth replaces it")
  }
}

extension RequestAuth {
  /// The header with the credentials, as it is written; `nil` if they are sent elsewhere, or once the server asks for
  /// them.
  fileprivate var header: String? {
    let isInHeader: Bool
    switch kind {
    case .basic, .bearer, .hawk, .edgeGrid, .asap: isInHeader = true
    case .awsV4: isInHeader = self["addAuthDataToQuery"]?.bool != true
    case .oauth1: isInHeader = text("in") != "query" && text("in") != "body"
    case .jwt: isInHeader = text("addTokenTo") != "query"
    case .oauth2: isInHeader = text("addTokenTo") != "queryParams"
    case .wsse: return "X-WSSE"
    case .header: return text("name")
    case .apiKey: return text("in") == "query" || text("in") == "cookie" ? nil : text("key")
    default: isInHeader = false
    }
    return isInHeader ? "Authorization" : nil
  }

  /// The header that Bruno adds before scripts run. Other credentials are added after them.
  fileprivate var headerOfScripts: String? {
    kind == .bearer || kind == .apiKey || kind == .wsse ? header : nil
  }

  /// That header, with its templates. A digest exists only once it is sent.
  fileprivate var rowOfScripts: Parameter? {
    guard let name = headerOfScripts, !name.isEmpty else { return nil }
    switch kind {
    case .bearer: return Parameter(name, "Bearer " + text("token"))
    case .apiKey: return Parameter(name, text("value"))
    default: return nil
    }
  }

  /// The credentials in that header, if they are not those of variables.
  fileprivate var secretOfScripts: String? {
    let secret = kind == .bearer ? text("token") : kind == .apiKey ? text("value") : ""
    return secret.isEmpty || secret.containsExactly("{{") ? nil : secret
  }
}

extension RequestBody {
  /// The media type that Bruno has among the headers before scripts run.
  fileprivate var typeOfScripts: String? {
    switch kind.name {
    case "json", "graphql", "jsonrpc": "application/json"
    case "text": text("type", else: "text/plain")
    case "form": "application/x-www-form-urlencoded"
    case "multipart": "multipart/form-data"
    case "file": text("type", else: "application/octet-stream")
    default: nil
    }
  }
}
