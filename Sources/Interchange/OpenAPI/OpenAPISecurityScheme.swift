/// A security scheme as an auth kind.
struct OpenAPISecurityScheme {
  let name: String
  let node: OpenAPINode
  let origin: String
  let state: OpenAPIImport

  func auth(_ scopes: [String]) -> JSONValue? {
    switch node.text("type")?.lowercased() {
    case "http": return http
    case "apikey":
      let place = node.text("in") ?? "header"
      guard ["header", "query", "cookie"].contains(place) else {
        drop("a key in \"\(place)\" is unknown")
        return nil
      }
      return ["apikey": ["key": .string(node.text("name") ?? ""), "value": secret("apiKey"), "in": .string(place)]]
    case "oauth2": return oauth2(scopes)
    case "openidconnect":
      let url = node.text("openIdConnectUrl") ?? ""
      state.notes.noteAll(
        .changed, "Security \"\(name)\": OpenID Connect is not discovered, put a token of \(url) into the variable")
      return ["bearer": ["token": secret("bearerToken")]]
    case "mutualtls":
      drop("it needs a client certificate: set clientCertificate in the options")
      return nil
    default:
      drop("its type \"\(node.text("type") ?? "")\" is unknown")
      return nil
    }
  }

  /// The variable of a key, which is declared if it was not.
  var keyVariable: String { variable("apiKey", isSecret: true) }

  private func drop(_ reason: String) { state.notes.noteAll(.dropped, "Security \"\(name)\": \(reason)") }

  private var http: JSONValue? {
    let scheme = node.text("scheme") ?? ""
    switch scheme.lowercased() {
    case "basic", "digest", "ntlm":
      return [scheme.lowercased(): ["username": plain("username"), "password": secret("password")]]
    case "negotiate": return ["negotiate": [:]]
    case "bearer": return ["bearer": ["token": secret("bearerToken")]]
    case "":
      drop("it has no scheme")
      return nil
    default:
      state.notes.noteAll(.changed, "Security \"\(name)\": the scheme \"\(scheme)\" became a header")
      let value = "\(scheme) {{\(variable("authorization", isSecret: true))}}"
      return ["header": ["name": "Authorization", "value": .string(value)]]
    }
  }

  // MARK: OAuth 2

  private static let flows = [
    ("authorizationCode", "authorization_code"), ("clientCredentials", "client_credentials"),
    ("deviceAuthorization", "device_code"), ("password", "password_credentials"), ("implicit", "implicit"),
  ]

  private func oauth2(_ scopes: [String]) -> JSONValue? {
    let flows = node["flows"]
    let found = Self.flows.filter { flows?[$0.0]?.isObject == true }
    guard let (flow, grant) = found.first, let settings = flows?[flow] else {
      drop("it has no flow that is known")
      return nil
    }
    if found.count > 1 {
      let others = found.dropFirst().map(\.0).joined(separator: ", ")
      state.notes.noteAll(.dropped, "Security \"\(name)\": other flows than \(flow): \(others)")
    }
    let hasPKCE = node.flag("x-usePkce") || settings.raw("x-usePkce").map { $0 != false } == true
    var auth: JSONObject = [
      "grant_type": .string(hasPKCE && flow == "authorizationCode" ? grant + "_with_pkce" : grant)
    ]
    auth.append("authUrl", url(settings, "authorizationUrl"))
    auth.append("deviceAuthUrl", url(settings, "deviceAuthorizationUrl"))
    auth.append("accessTokenUrl", url(settings, "tokenUrl"))
    auth.append("refreshTokenUrl", url(settings, "refreshUrl"))
    auth["clientId"] = plain("clientId")
    if flow != "implicit" { auth["clientSecret"] = secret("clientSecret") }
    if flow == "password" {
      auth["username"] = plain("username")
      auth["password"] = secret("password")
    }
    if !scopes.isEmpty { auth["scope"] = .string(scopes.joined(separator: " ")) }
    return ["oauth2": .object(auth)]
  }

  /// A URL of a flow; a relative one is relative to the server.
  private func url(_ settings: OpenAPINode, _ key: String) -> JSONValue? {
    guard let text = settings.text(key), !text.isEmpty else { return nil }
    guard !text.contains("://"), !text.hasPrefix("{{") else { return .string(text) }
    return .string(origin + (text.hasPrefix("/") ? "" : "/") + text)
  }

  // MARK: Variables

  private func plain(_ wanted: String) -> JSONValue { .string("{{\(variable(wanted, isSecret: false))}}") }
  private func secret(_ wanted: String) -> JSONValue { .string("{{\(variable(wanted, isSecret: true))}}") }

  private func variable(_ wanted: String, isSecret: Bool) -> String {
    let description = node.text("description").map { OpenAPIText.name($0, limit: 200) }
    return state.variables.name(
      for: "security \(name) \(wanted)", wanted: wanted, or: "\(name)-\(wanted)", description: description,
      isSecret: isSecret)
  }
}
