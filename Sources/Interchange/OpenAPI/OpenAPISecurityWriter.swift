enum OpenAPISecurityWriter {
  static func scheme(_ kind: String, _ members: JSONObject) -> JSONValue? {
    switch kind {
    case "basic", "bearer", "digest", "negotiate": return ["type": "http", "scheme": .string(kind)]
    case "jwt", "asap": return ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]
    case "apikey":
      return [
        "type": "apiKey", "name": .string(members.text("key") ?? ""), "in": .string(members.text("in") ?? "header"),
      ]
    case "header": return ["type": "apiKey", "name": .string(members.text("name") ?? ""), "in": "header"]
    case "oauth2": return ["type": "oauth2", "flows": .object(flows(members))]
    default: return nil
    }
  }

  private static func flows(_ members: JSONObject) -> JSONObject {
    let scopes = (members.text("scope") ?? "").split(separator: " ").map {
      JSONMember(key: JSONString(String($0)), value: "")
    }
    var flow: JSONObject = ["scopes": .object(JSONObject(members: scopes))]
    let names = ["implicit": "implicit", "password_credentials": "password", "client_credentials": "clientCredentials"]
    let name = names[members.text("grant_type") ?? "client_credentials"] ?? "authorizationCode"
    if let refresh = members.filledText("refreshTokenUrl") { flow["refreshUrl"] = .string(refresh) }
    if ["implicit", "authorizationCode"].contains(name) {
      flow["authorizationUrl"] = .string(members.text("authUrl") ?? "")
    }
    if name != "implicit" { flow["tokenUrl"] = .string(members.text("accessTokenUrl") ?? "") }
    return [name: .object(flow)]
  }
}
