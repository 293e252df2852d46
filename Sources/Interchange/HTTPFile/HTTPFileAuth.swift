import Foundation

/// The auth of an `Authorization` header as REST Client, JetBrains and httpyac write it.
enum HTTPFileAuth {
  /// - Returns: `nil` for a header that is sent unchanged.
  static func read(_ header: String) -> JSONValue? {
    let words = words(header)
    guard let scheme = words.first?.lowercased(), words.count > 1 else { return bare(header) }
    let rest = Array(words.dropFirst())
    switch scheme {
    case "basic": return login("basic", rest) ?? encodedLogin(rest)
    case "digest": return login("digest", rest)
    case "ntlm": return ntlm(rest)
    case "bearer": return rest.count == 1 ? ["bearer": ["token": .string(rest[0])]] : nil
    case "aws": return aws(rest)
    case "oauth2", "openid": return oauth2(rest)
    default: return nil
    }
  }

  private static func bare(_ header: String) -> JSONValue? {
    ["openid", "oauth2"].contains(header.trimmed.lowercased()) ? oauth2([]) : nil
  }

  /// The words; spaces within `{{…}}` separate none.
  private static func words(_ text: String) -> [String] {
    var words = [""]
    for piece in HTTPFileText.pieces(text) {
      if piece.isTemplate {
        words[words.count - 1] += piece.text
        continue
      }
      for character in piece.text {
        if character.isWhitespace { words.append("") } else { words[words.count - 1].append(character) }
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// `user password`, where the password may have spaces, or `user:password`.
  private static func login(_ kind: String, _ words: [String]) -> JSONValue? {
    var (name, password) = (words[0], words.dropFirst().joined(separator: " "))
    if words.count == 1 {
      guard let colon = Self.colon(in: words[0]) else { return nil }
      name = String(words[0][..<colon])
      password = String(words[0][words[0].index(after: colon)...])
    }
    return .object([kind: ["username": .string(name), "password": .string(password)]] as JSONObject)
  }

  /// The first colon outside of templates.
  private static func colon(in text: String) -> String.Index? {
    for piece in HTTPFileText.pieces(text) where !piece.isTemplate {
      if let colon = piece.text.firstIndex(of: ":") { return colon }
    }
    return nil
  }

  private static func encodedLogin(_ words: [String]) -> JSONValue? {
    guard words.count == 1, let data = Data(base64Encoded: words[0]), let text = String(data: data, encoding: .utf8),
      let colon = text.firstIndex(of: ":"), text.allSatisfy({ !$0.isNewline })
    else { return nil }
    return [
      "basic": [
        "username": .string(String(text[..<colon])), "password": .string(String(text[text.index(after: colon)...])),
      ]
    ]
  }

  private static func ntlm(_ words: [String]) -> JSONValue? {
    guard words.count >= 2 else { return login("ntlm", words) }
    var members: JSONObject = ["username": .string(words[0]), "password": .string(words[1])]
    if words.count > 2 { members["domain"] = .string(words[2]) }
    return ["ntlm": .object(members)]
  }

  /// `AWS accessKey secretKey token: t region: r service: s`.
  private static func aws(_ words: [String]) -> JSONValue? {
    guard words.count >= 2 else { return nil }
    var values: [String: String] = [:]
    var key: String?
    for word in words.dropFirst(2) {
      if let name = awsMembers.first(where: { word.lowercased().hasPrefix($0.name + ":") })?.name {
        let value = String(word.dropFirst(name.count + 1))
        if value.isEmpty { key = name } else { values[name] = value }
      } else if let name = key {
        values[name] = word
        key = nil
      }
    }
    var members: JSONObject = ["accessKey": .string(words[0]), "secretKey": .string(words[1])]
    for (name, member) in awsMembers { members[member] = values[name].map { .string($0) } }
    return ["awsv4": .object(members)]
  }

  /// The names of values in the header, and ours.
  static let awsMembers = [
    (name: "token", member: "sessionToken"), (name: "region", member: "region"), (name: "service", member: "service"),
  ]

  /// `openid FLOW PREFIX` of httpyac, whose settings are variables with that prefix.
  private static func oauth2(_ words: [String]) -> JSONValue? {
    let flow = words.first ?? "client_credentials"
    guard let grant = grants[flow] else { return nil }
    let prefix = words.count > 1 ? words[1] : "oauth2"
    var members: JSONObject = ["grant_type": .string(grant)]
    for (member, name) in oauth2Members(of: grant) { members[member] = .string("{{\(prefix)_\(name)}}") }
    return ["oauth2": .object(members)]
  }

  private static func oauth2Members(of grant: String) -> [(String, String)] {
    var members: [(String, String)] = []
    if grant.hasPrefix("authorization_code") || grant == "implicit" {
      members.append(("authUrl", "authorizationEndpoint"))
    }
    if grant == "device_code" { members.append(("deviceAuthUrl", "deviceCodeEndpoint")) }
    if grant != "implicit" { members.append(("accessTokenUrl", "tokenEndpoint")) }
    members.append(("clientId", "clientId"))
    if grant != "implicit" { members.append(("clientSecret", "clientSecret")) }
    if grant == "password_credentials" { members += [("username", "username"), ("password", "password")] }
    return members
  }

  private static let grants = [
    "client_credentials": "client_credentials", "client": "client_credentials", "password": "password_credentials",
    "authorization_code": "authorization_code_with_pkce", "code": "authorization_code_with_pkce",
    "device_code": "device_code", "implicit": "implicit",
  ]
}
