/// Auth of Bruno and ours. Names are compared without case and underscores, as its formats spell them differently.
enum BrunoAuth {
  /// The names of members, ours and Bruno's, for each kind.
  private static let members: [String: [(ours: String, theirs: String)]] = [
    "basic": [("username", "username"), ("password", "password")],
    "bearer": [("token", "token")],
    "digest": [("username", "username"), ("password", "password")],
    "ntlm": [("username", "username"), ("password", "password"), ("domain", "domain")],
    "wsse": [("username", "username"), ("password", "password")],
    "apikey": [("key", "key"), ("value", "value"), ("in", "placement")],
    "awsv4": [
      ("accessKey", "accessKeyId"), ("secretKey", "secretAccessKey"), ("sessionToken", "sessionToken"),
      ("region", "region"), ("service", "service"),
    ],
    "oauth1": [
      ("consumerKey", "consumerKey"), ("consumerSecret", "consumerSecret"), ("token", "accessToken"),
      ("tokenSecret", "accessTokenSecret"), ("signatureMethod", "signatureMethod"), ("privateKey", "privateKey"),
      ("in", "placement"), ("callback", "callbackUrl"), ("verifier", "verifier"), ("realm", "realm"),
      ("nonce", "nonce"), ("timestamp", "timestamp"), ("version", "version"), ("includeBodyHash", "includeBodyHash"),
    ],
    "edgegrid": [
      ("accessToken", "accessToken"), ("clientToken", "clientToken"), ("clientSecret", "clientSecret"),
      ("headersToSign", "headersToSign"), ("maxBodySize", "maxBodySize"), ("baseURL", "baseURL"), ("nonce", "nonce"),
      ("timestamp", "timestamp"),
    ],
    "oauth2": [
      ("grant_type", "grantType"), ("authUrl", "authorizationUrl"), ("accessTokenUrl", "accessTokenUrl"),
      ("redirect_uri", "callbackUrl"), ("clientId", "clientId"), ("clientSecret", "clientSecret"),
      ("client_authentication", "credentialsPlacement"), ("username", "username"), ("password", "password"),
      ("scope", "scope"), ("addTokenTo", "tokenPlacement"), ("headerPrefix", "tokenHeaderPrefix"),
      ("refreshTokenUrl", "refreshTokenUrl"),
    ],
  ]

  private static let kinds = ["akamai-edgegrid": "edgegrid", "edgegrid": "edgegrid"]

  /// Values of members that are choices, ours and Bruno's. The first of several with the same key counts.
  private static let values: [String: [(ours: String, theirs: String)]] = [
    "apikey.in": [("query", "queryparams"), ("query", "query")],
    "oauth2.grant_type": [("password_credentials", "password"), ("password_credentials", "resource_owner_password")],
    "oauth2.client_authentication": [("header", "basic_auth_header"), ("body", "body")],
    "oauth2.addTokenTo": [("queryParams", "url"), ("queryParams", "query")],
  ]

  private static func canonical(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

  // MARK: Reading

  /// - Parameter extras: Receives members that only Bruno has.
  static func read(
    _ value: JSONValue?, _ extras: inout JSONObject, _ context: inout InterchangeContext
  ) -> JSONValue? {
    guard let auth = value?.object, let mode = auth.text("mode"), mode != "inherit", !mode.isEmpty else { return nil }
    for member in auth.members where member.key.value != "mode" && member.key.value != mode && !member.value.isEmpty {
      context.note(.dropped, "Auth \(member.key.value): it is not the chosen one")
    }
    if mode == "none" { return ["none": [:]] }
    let kind = kinds[mode] ?? mode
    guard let known = members[kind], let shape = AuthKind.named(kind) else {
      context.note(.dropped, "Auth: its kind \"\(mode)\" is unknown — none is sent")
      return ["none": [:]]
    }
    var result = JSONObject()
    var kept = JSONObject()
    for member in (auth[mode] ?? auth[kind])?.object?.members ?? [] where !member.value.isEmpty {
      let name = canonical(member.key.value)
      let text = member.value.scalarText
      let pair = known.first { canonical($0.theirs) == name || canonical($0.theirs) == oauth1Names[kind + name] }
      guard let pair, let field = shape.field(pair.ours) else {
        if !isDefault(name, text) { kept[member.key.value] = member.value }
        continue
      }
      result[pair.ours] = text.flatMap { convert($0, field, kind) }
    }
    if kind == "oauth2" {
      readFlow(&result, &kept, &context)
      // Anything but the header is the body.
      if result["client_authentication"] == nil, result.text("grant_type") != "implicit" {
        result["client_authentication"] = "body"
      }
      noteEncoding(result, &context)
    }
    if let profile = kept["profileName"] { context.note(.dropped, "Auth awsv4: the profile \(profile.compact)") }
    if !kept.members.isEmpty { extras["auth"] = .object(kept) }
    return .object([kind: .object(result.ordered(by: shape.fields.map(\.name)))])
  }

  /// The header that Bruno adds for an auth and that replaces a written one; `nil` without one.
  static func header(of auth: JSONValue?) -> String? {
    guard let member = auth?.object?.members.first, let content = member.value.object else { return nil }
    switch member.key.value {
    case "basic", "bearer", "awsv4", "edgegrid": return "Authorization"
    case "wsse": return "X-WSSE"
    case "oauth1": return content.text("in") ?? "header" == "header" ? "Authorization" : nil
    case "oauth2": return content.text("addTokenTo") == "queryParams" ? nil : "Authorization"
    case "apikey":
      let name = content.text("key") ?? ""
      return content.text("in") ?? "header" == "header" && !name.isEmpty && !name.hasBraces ? name : nil
    default: return nil
    }
  }

  private static let oauth1Names = ["oauth1tokensecret": "accesstokensecret"]

  private static func convert(_ text: String, _ field: Field, _ kind: String) -> JSONValue? {
    let text = values[kind + "." + field.name]?.first { $0.theirs == text }?.ours ?? text
    switch field.type {
    case .flag: return text == "true" ? true : text == "false" ? false : nil
    case .number: return (try? JSONText(text).value).flatMap { $0.number.map(JSONValue.number) }
    case .choice(let choices): return choices.contains(text) || text.contains("{{") ? .string(text) : nil
    default: return .string(text)
    }
  }

  /// Notes that we percent-encode the client's id and secret in the Basic header (RFC 6749, 2.3.1). Bruno does not.
  private static func noteEncoding(_ auth: JSONObject, _ context: inout InterchangeContext) {
    guard auth.text("client_authentication") == "header" else { return }
    let login = [auth.text("clientId"), auth.text("clientSecret")].compactMap(\.self)
    guard login.contains(where: { !$0.hasBraces && !PercentEncoding.form($0).isExactly($0) }) else { return }
    context.note(.changed, "Auth oauth2: the client's id and secret are percent-encoded in the Basic header")
  }

  private static func readFlow(
    _ auth: inout JSONObject, _ kept: inout JSONObject, _ context: inout InterchangeContext
  ) {
    if kept["pkce"]?.scalarText == "true", auth.text("grant_type") == "authorization_code" {
      auth["grant_type"] = "authorization_code_with_pkce"
    }
    kept["pkce"] = nil
    if auth.text("addTokenTo") == "queryParams", let key = kept.text("tokenQueryKey"), key != "access_token" {
      context.note(.dropped, "Auth oauth2: the parameter of the token is \"\(key)\"")
    }
    guard let additional = kept["additionalParameters"]?.object else { return }
    var rest = JSONObject()
    for member in additional.members {
      let ours = ["authorization": "authRequestParams", "token": "tokenRequestParams"][member.key.value]
      var rows: [JSONValue] = []
      var others: [JSONValue] = []
      for row in member.value.objects {
        let isCarried = ours != nil && row.text("sendIn") == (ours == "authRequestParams" ? "queryparams" : "body")
        if isCarried {
          rows.append(.object(BrunoRows.row(row)))
        } else {
          others.append(.object(row))
          context.note(
            .dropped, "Auth oauth2: the parameter \"\(row.text("name") ?? "")\" of the \(member.key.value) request")
        }
      }
      if let ours, !rows.isEmpty { auth[ours] = .array(rows) }
      if !others.isEmpty { rest[member.key.value] = .array(others) }
    }
    kept["additionalParameters"] = rest.members.isEmpty ? nil : .object(rest)
  }

  /// Whether the value is one that Bruno always writes.
  private static func isDefault(_ name: String, _ text: String?) -> Bool {
    let defaults = [
      "credentialsid": "credentials", "tokenquerykey": "access_token", "autofetchtoken": "true",
      "autorefreshtoken": "false", "tokensource": "access_token", "privatekeytype": "text", "pkce": "false",
    ]
    return defaults[name].map { $0 == text } ?? false
  }

  // MARK: Writing

  /// - Returns: Bruno's `auth` with its `mode`.
  static func written(_ value: JSONValue?, extras: JSONObject?, _ context: inout InterchangeContext) -> JSONObject {
    guard let auth = value?.object, let kind = AuthKind.all.first(where: { auth[$0.name] != nil }) else {
      return ["mode": "inherit"]
    }
    if kind.name == "none" { return ["mode": "none"] }
    var source = auth[kind.name]?.object ?? JSONObject()
    var name = kind.name
    if name == "header" {
      name = "apikey"
      source = ["key": source["name"] ?? "", "value": source["value"] ?? "", "in": "header"]
    }
    guard let known = members[name] else {
      context.note(.dropped, "Auth \(name): Bruno does not have it")
      return ["mode": "none"]
    }
    var result = JSONObject()
    for member in source.members {
      let ours = member.key.value
      guard let pair = known.first(where: { $0.ours == ours }), let text = member.value.scalarText else {
        if !["authRequestParams", "tokenRequestParams"].contains(ours) {
          context.note(.dropped, "Auth \(name): \(ours) has no equivalent")
        }
        continue
      }
      result[pair.theirs] = .string(values[name + "." + ours]?.first { $0.ours == text }?.theirs ?? text)
    }
    if name == "apikey", source.text("in") == "cookie" {
      context.note(.dropped, "Auth apikey: Bruno does not send keys in cookies")
    }
    if name == "oauth2" { writeFlow(&result, source, &context) }
    for member in extras?["auth"]?.object?.members ?? [] { merge(member, into: &result) }
    let mode = name == "edgegrid" ? "akamai-edgegrid" : name
    return ["mode": .string(mode), mode: .object(result)]
  }

  private static func merge(_ member: JSONMember, into auth: inout JSONObject) {
    guard let kept = member.value.object, var own = auth[member.key.value]?.object else {
      auth[member.key.value] = member.value
      return
    }
    for inner in kept.members {
      own[inner.key.value] = .array((own[inner.key.value]?.array ?? []) + (inner.value.array ?? []))
    }
    auth[member.key.value] = .object(own)
  }

  private static func writeFlow(_ auth: inout JSONObject, _ source: JSONObject, _ context: inout InterchangeContext) {
    let grant = auth.text("grantType") ?? "client_credentials"
    auth["grantType"] = .string(grant)
    if grant == "authorization_code_with_pkce" {
      auth["grantType"] = "authorization_code"
      auth["pkce"] = true
    } else if grant == "device_code" {
      context.note(.dropped, "Auth oauth2: Bruno does not have the device grant")
    }
    if let way = auth.text("credentialsPlacement"), way == "mtls" || way == "private_key_jwt" {
      context.note(.dropped, "Auth oauth2: Bruno does not have the client authentication \(way)")
      auth["credentialsPlacement"] = nil
    }
    if auth["credentialsPlacement"] == nil, grant != "implicit" { auth["credentialsPlacement"] = "basic_auth_header" }
    var additional = JSONObject()
    for (ours, theirs, place) in [
      ("authRequestParams", "authorization", "queryparams"), ("tokenRequestParams", "token", "body"),
    ] {
      let rows = source[ours].objects.map { row -> JSONValue in
        var row = BrunoRows.written(row)
        row["sendIn"] = .string(place)
        return .object(row)
      }
      additional[theirs] = rows.asMember
    }
    if !additional.members.isEmpty { auth["additionalParameters"] = .object(additional) }
  }
}
