/// Writes auth as Insomnia's `authentication`.
enum InsomniaAuthWriter {
  /// - Returns: `nil` where it is inherited, or has no equivalent.
  static func write(_ value: JSONValue?, usesNetrc: Bool, _ templates: inout InsomniaTemplateWriter) -> JSONValue? {
    guard let auth = value?.object, let kind = AuthKind.all.first(where: { auth[$0.name] != nil }) else {
      return usesNetrc ? ["type": "netrc"] : nil
    }
    let members = auth[kind.name]?.object ?? JSONObject()
    if kind.name == "none" { return ["type": usesNetrc ? "netrc" : "none"] }
    if kind.name == "header" {
      return [
        "type": "apikey", "key": .string(templates.text(members.text("name") ?? "")),
        "value": .string(templates.text(members.text("value") ?? "")), "addTo": "header",
      ]
    }
    guard let shape = InsomniaAuthShape.all.first(where: { $0.kind == kind.name }) else {
      templates.context.note(.dropped, "Auth \(kind.name): Insomnia does not have it")
      return nil
    }
    var result: JSONObject = ["type": .string(shape.type)]
    for (theirs, ours) in shape.members where theirs != "addintionalClaims" {
      guard let value = members[ours] else { continue }
      result[theirs] = converted(value, &templates)
    }
    adapt(&result, members, kind.name, &templates.context)
    let written = Set(shape.members.map(\.ours) + ["in", "grant_type", "client_authentication"])
    for name in members.keys where !written.contains(name) {
      templates.context.note(.dropped, "Auth \(kind.name): \(name) has no equivalent")
    }
    return .object(result)
  }

  private static func converted(_ value: JSONValue, _ templates: inout InsomniaTemplateWriter) -> JSONValue {
    switch value {
    case .bool: value
    case .string(let string): .string(templates.text(string.value))
    default: .string(templates.json(value).compact)
    }
  }

  private static func adapt(
    _ result: inout JSONObject, _ members: JSONObject, _ kind: String, _ context: inout InterchangeContext
  ) {
    switch kind {
    case "apikey": result["addTo"] = .string(addTo[members.text("in") ?? ""] ?? "header")
    case "hawk": if result["algorithm"] == nil { result["algorithm"] = "sha256" }
    case "oauth1":
      if let place = members.text("in"), place != "header" {
        context.note(.dropped, "Auth oauth1: its parameters are sent in the header, not in the \(place)")
      }
      if let method = result.text("signatureMethod"), !signatures.contains(method) {
        context.note(.dropped, "Auth oauth1: Insomnia does not sign with \(method)")
        result["signatureMethod"] = nil
      }
    case "oauth2": adaptOAuth2(&result, members, &context)
    default: break
    }
  }

  private static let addTo = ["query": "queryParams", "cookie": "cookie", "header": "header"]
  private static let signatures: Set = ["HMAC-SHA1", "RSA-SHA1", "HMAC-SHA256", "PLAINTEXT"]

  private static func adaptOAuth2(
    _ result: inout JSONObject, _ members: JSONObject, _ context: inout InterchangeContext
  ) {
    switch members.text("grant_type") ?? "client_credentials" {
    case "authorization_code_with_pkce":
      result["grantType"] = "authorization_code"
      result["usePkce"] = true
    case "password_credentials": result["grantType"] = "password"
    case "device_code":
      context.note(.dropped, "Auth oauth2: Insomnia has no grant for devices")
      result["grantType"] = "authorization_code"
    case let grant: result["grantType"] = .string(grant)
    }
    switch members.text("client_authentication") ?? "header" {
    case "header": break
    case "body": result["credentialsInBody"] = true
    case let other: context.note(.dropped, "Auth oauth2: Insomnia has no client authentication by \(other)")
    }
    if result.text("tokenPrefix")?.isEmpty == true { result["tokenPrefix"] = .string(InsomniaAuth.noPrefix) }
  }
}
