/// The `authentication` of Insomnia.
struct InsomniaAuth {
  /// `nil` for an inherited one.
  private(set) var value: JSONValue?
  /// Our options that replace the auth.
  private(set) var options = JSONObject()
  /// Members without an equivalent, kept for an export.
  private(set) var rest: JSONValue?

  init(_ value: JSONValue?, _ templates: inout InsomniaTemplates) {
    guard let source = value?.object, !source.members.isEmpty else { return }
    let type = source.text("type") ?? (source.text("username").map { $0.isEmpty ? "" : "basic" } ?? "")
    if type.isEmpty { return }
    if source.flag("disabled") {
      // One that is disabled is inherited.
      if type != "none" { templates.context.note(.dropped, "Auth \(type): it is disabled") }
      rest = Self.withoutCredentials(source, type)
    } else if type == "none" {
      self.value = ["none": [:]]
    } else if type == "netrc" {
      self.value = ["none": [:]]
      options["netrc"] = true
    } else if let shape = InsomniaAuthShape.all.first(where: { $0.type == type }) {
      read(source, shape, &templates)
    } else {
      templates.context.note(.dropped, "Auth: its kind \"\(type)\" is unknown — none is sent")
      self.value = ["none": [:]]
      rest = Self.withoutCredentials(source, type)
    }
  }

  private mutating func read(_ source: JSONObject, _ shape: InsomniaAuthShape, _ templates: inout InsomniaTemplates) {
    guard let kind = AuthKind.named(shape.kind) else { return }
    var members = JSONObject()
    for (theirs, ours) in shape.members {
      guard let value = source[theirs], !value.isEmpty, let field = kind.field(ours) else { continue }
      guard let text = value.scalarText else {
        templates.context.note(.dropped, "Auth \(shape.type): \(theirs) is \(value.kindName)")
        continue
      }
      guard let converted = Self.convert(templates.translated(text), to: field.type) else {
        templates.context.note(.dropped, "Auth \(shape.type): \(theirs) is \"\(text)\", which has no equivalent")
        continue
      }
      members[ours] = converted
    }
    adapt(&members, source, shape, &templates)
    for theirs in shape.unsupported where !(source[theirs]?.isEmpty ?? true) && source.text(theirs) != "false" {
      templates.context.note(.dropped, "Auth \(shape.type): \(theirs) has no equivalent")
    }
    if value == nil, rest == nil { value = .object([shape.kind: .object(members)]) }
  }

  /// The auth to keep for an export. It is written to a file and so must not contain literal credentials.
  private static func withoutCredentials(_ source: JSONObject, _ type: String) -> JSONValue {
    let shape = InsomniaAuthShape.all.first { $0.type == type }
    let fields = shape.flatMap { AuthKind.named($0.kind) }
    let harmless = (shape?.members ?? []).filter { fields?.field($0.ours)?.isSecret == false }.map(\.theirs)
    let kept = Set(harmless + ["type", "disabled", "grantType", "usePkce", "addTo", "useISO88591", "algorithm"])
    let members = source.members.filter { member in
      kept.contains(member.key.value) || member.value.string?.contains("{{") == true
    }
    return .object(JSONObject(members: members))
  }

  private static func convert(_ text: String, to type: FieldType) -> JSONValue? {
    switch type {
    case .flag: ["true": true, "false": false][text].map(JSONValue.bool)
    case .choice(let choices): choices.contains(text) ? .string(text) : nil
    case .json: (try? JSONText(text).value) ?? .string(text)
    default: .string(text)
    }
  }

  /// Converts the members that need more than a new name.
  private mutating func adapt(
    _ members: inout JSONObject, _ source: JSONObject, _ shape: InsomniaAuthShape, _ templates: inout InsomniaTemplates
  ) {
    switch shape.type {
    case "basic":
      guard source.flag("useISO88591") else { return }
      templates.context.note(.changed, "Auth basic: it is sent in UTF-8, not ISO 8859-1")
    case "bearer":
      let prefix = templates.translated(source.text("prefix") ?? "")
      guard !prefix.isEmpty, prefix != "Bearer" else { return }
      let token = members.text("token") ?? ""
      let text = prefix == Self.noPrefix ? token : prefix + " " + token
      value = ["header": ["name": "Authorization", "value": .string(text)]]
    case "apikey": members["in"] = Self.places[source.text("addTo") ?? ""].map(JSONValue.string)
    case "hawk":
      // Insomnia always writes it.
      if members.text("algorithm") == "sha256" { members["algorithm"] = nil }
    case "oauth2": adaptOAuth2(&members, source, &templates.context)
    default: break
    }
  }

  static let noPrefix = "NO_PREFIX"
  static let places = ["queryParams": "query", "cookie": "cookie"]

  private mutating func adaptOAuth2(
    _ members: inout JSONObject, _ source: JSONObject, _ context: inout InterchangeContext
  ) {
    let usesPKCE = source.flag("usePkce")
    switch source.text("grantType") ?? "authorization_code" {
    case "authorization_code":
      members["grant_type"] = .string(usesPKCE ? "authorization_code_with_pkce" : "authorization_code")
    case "client_credentials": members["grant_type"] = "client_credentials"
    case "password": members["grant_type"] = "password_credentials"
    case "implicit": members["grant_type"] = "implicit"
    case let grant:
      context.note(.dropped, "Auth oauth2: its grant \"\(grant)\" has no equivalent")
      rest = Self.withoutCredentials(source, "oauth2")
      return
    }
    if usesPKCE, source.text("pkceMethod") == "plain" {
      context.note(.changed, "Auth oauth2: PKCE uses S256, not plain")
    }
    if source.flag("credentialsInBody") { members["client_authentication"] = "body" }
    if members.text("headerPrefix") == Self.noPrefix { members["headerPrefix"] = "" }
    if source.text("grantType") != "password" {
      members["username"] = nil
      members["password"] = nil
    }
    if source.text("grantType") == "implicit", source.text("responseType")?.contains("id_token") == true {
      context.note(.changed, "Auth oauth2: the access token is sent, not the identity token")
    }
  }
}

/// A kind of auth in Insomnia and ours, with the names of its members.
struct InsomniaAuthShape: Sendable {
  let type: String
  let kind: String
  let members: [(theirs: String, ours: String)]
  /// Members that ours does not have.
  var unsupported: [String] = []

  static let all = [
    InsomniaAuthShape(type: "basic", kind: "basic", members: [("username", "username"), ("password", "password")]),
    InsomniaAuthShape(type: "digest", kind: "digest", members: [("username", "username"), ("password", "password")]),
    InsomniaAuthShape(type: "ntlm", kind: "ntlm", members: [("username", "username"), ("password", "password")]),
    InsomniaAuthShape(type: "bearer", kind: "bearer", members: [("token", "token")]),
    InsomniaAuthShape(type: "singleToken", kind: "bearer", members: [("token", "token")]),
    InsomniaAuthShape(type: "apikey", kind: "apikey", members: [("key", "key"), ("value", "value")]),
    InsomniaAuthShape(
      type: "hawk", kind: "hawk",
      members: [
        ("id", "authId"), ("key", "authKey"), ("algorithm", "algorithm"), ("validatePayload", "includePayloadHash"),
        ("ext", "extraData"),
      ]),
    InsomniaAuthShape(
      type: "iam", kind: "awsv4",
      members: [
        ("accessKeyId", "accessKey"), ("secretAccessKey", "secretKey"), ("sessionToken", "sessionToken"),
        ("region", "region"), ("service", "service"),
      ]),
    InsomniaAuthShape(
      type: "asap", kind: "asap",
      members: [
        ("issuer", "iss"), ("subject", "sub"), ("audience", "aud"), ("keyId", "kid"), ("privateKey", "privateKey"),
        ("addintionalClaims", "claims"), ("additionalClaims", "claims"),
      ]),
    InsomniaAuthShape(
      type: "oauth1", kind: "oauth1",
      members: [
        ("consumerKey", "consumerKey"), ("consumerSecret", "consumerSecret"), ("tokenKey", "token"),
        ("tokenSecret", "tokenSecret"), ("signatureMethod", "signatureMethod"), ("privateKey", "privateKey"),
        ("callback", "callback"), ("verifier", "verifier"), ("realm", "realm"), ("nonce", "nonce"),
        ("timestamp", "timestamp"), ("version", "version"), ("includeBodyHash", "includeBodyHash"),
      ]),
    InsomniaAuthShape(
      type: "oauth2", kind: "oauth2",
      members: [
        ("authorizationUrl", "authUrl"), ("accessTokenUrl", "accessTokenUrl"), ("redirectUrl", "redirect_uri"),
        ("clientId", "clientId"), ("clientSecret", "clientSecret"), ("username", "username"), ("password", "password"),
        ("scope", "scope"), ("audience", "audience"), ("resource", "resource"), ("tokenPrefix", "headerPrefix"),
        ("accessToken", "accessToken"),
      ],
      unsupported: ["state", "code", "refreshToken", "origin"]),
  ]
}
