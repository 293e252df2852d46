/// Parts of a request v1 in the shape of v2.1.
enum PostmanV1Parts {
  static func url(_ source: JSONObject) -> JSONValue {
    var url: JSONObject = ["raw": .string(source.text("url") ?? "")]
    let parameters = source["queryParams"].objects.map(parameter)
    if !parameters.isEmpty {
      let names = Set(parameters.compactMap { $0.text("key") })
      // Those that only the URL has come last.
      let others = PostmanURL(url["raw"], isAsIs: true).query.compactMap(\.object).filter {
        !names.contains($0.text("name") ?? "")
      }
      url["query"] = .array((parameters + others.map(renamed)).map(JSONValue.object))
    }
    var variables = (source["pathVariableData"]?.array ?? []).filter { $0.object != nil }
    let named = Set(variables.compactMap { $0.object?.text("key") })
    for member in source["pathVariables"]?.object?.members ?? [] where !named.contains(member.key.value) {
      variables.append(["key": .string(member.key.value), "value": member.value])
    }
    if !variables.isEmpty { url["variable"] = .array(variables) }
    return .object(url)
  }

  /// `equals` says whether there is a value.
  private static func parameter(_ source: JSONObject) -> JSONObject {
    var row = source
    guard let equals = source["equals"] else { return row }
    row["equals"] = nil
    if equals == true { row["value"] = row["value"] ?? "" == .null ? "" : row["value"] ?? "" }
    if equals == false, row["value"]?.isEmpty != false { row["value"] = .null }
    return row
  }

  private static func renamed(_ row: JSONObject) -> JSONObject {
    JSONObject(
      members: row.members.map { $0.key.means("name") ? JSONMember(key: JSONString("key"), value: $0.value) : $0 })
  }

  /// The rows, and the lines of the text that have no row.
  static func headers(_ source: JSONObject) -> [JSONValue] {
    if let list = source["headers"]?.array { return list }
    let rows = source["headerData"].objects.map(header)
    let names = Set(rows.map { $0.text("key") ?? "" })
    var context = InterchangeContext()
    let lines = PostmanRows.headers(source["headers"], &context).compactMap(\.object)
    let others = lines.filter { !names.contains($0.text("name") ?? "") }.map { row in
      var row = renamed(row)
      if row["off"] != nil { (row["off"], row["disabled"]) = (nil, true) }
      return row
    }
    return (rows + others).map(JSONValue.object)
  }

  /// `//` in front of a name disables the header.
  private static func header(_ source: JSONObject) -> JSONObject {
    guard let name = source.text("key"), name.hasPrefix("//") else { return source }
    var row = source
    row["key"] = .string(String(name.dropFirst(2).drop { $0 == " " }))
    row["disabled"] = true
    return row
  }

  static func body(_ source: JSONObject) -> JSONObject? {
    let data = source["data"].flatMap { $0.isEmpty ? nil : $0 }
    let rawData = source["rawModeData"].flatMap { $0.isEmpty ? nil : $0 }
    let raw = rawData?.string ?? (rawData?.array?.count == 1 ? rawData?.array?[0].string : nil)
    guard let mode = mode(source, data, rawData, raw) else { return nil }
    var body: JSONObject = ["mode": .string(mode)]
    switch mode {
    case "raw": body["raw"] = .string(raw ?? data?.string ?? "")
    case "file": body["file"] = ["src": raw.map(JSONValue.string) ?? .null]
    case "graphql": body["graphql"] = source["graphqlModeData"] ?? .null
    default: body[mode] = data?.string ?? rawData?.string != nil ? data ?? rawData : .array(parameters(data ?? rawData))
    }
    if let options = source["dataOptions"] { body["options"] = options }
    if source.flag("dataDisabled") { body["disabled"] = true }
    return body
  }

  private static let modes = [
    "urlencoded": "urlencoded", "params": "formdata", "raw": "raw", "binary": "file", "graphql": "graphql",
  ]

  private static func mode(_ source: JSONObject, _ data: JSONValue?, _ rawData: JSONValue?, _ raw: String?) -> String? {
    if let mode = source.text("dataMode").flatMap({ modes[$0] }) { return mode }
    guard data != nil || rawData != nil else { return nil }
    return raw == nil && (data ?? rawData)?.array != nil ? "formdata" : "raw"
  }

  /// Fields of a form; the path of a file is its `value`.
  private static func parameters(_ value: JSONValue?) -> [JSONValue] {
    value.objects.filter { !($0.text("key") ?? "").isEmpty }.map { source in
      var row = source
      if row.text("enabled") == "false" { row["disabled"] = true }
      row["enabled"] = nil
      if row["description"]?.isEmpty == true { row["description"] = nil }
      if row.text("type") == "file", let path = row["value"], !path.isEmpty {
        row["src"] = path.string != nil || path.array != nil ? path : .null
        row["value"] = nil
      }
      return .object(row)
    }
  }
}

/// The auth of a request or folder v1: as in v2.1, or a helper with attributes of other names.
enum PostmanV1Auth {
  static func read(_ source: JSONObject) -> JSONValue? {
    if let auth = source["auth"], auth != .null { return auth }
    guard let helper = source.filledText("currentHelper") else { return nil }
    if helper == "normal" || helper == "noauth" { return ["type": "noauth"] }
    let kind = helpers[helper] ?? helper
    guard AuthKind.named(kind) != nil else { return nil }
    let value = source["helperAttributes"]
    let attributes = value?.object ?? value?.string.flatMap { try? JSONText($0).value.object } ?? JSONObject()
    let members = attributes.members.filter { !["id", "time"].contains($0.key.value) && !isTimestamp($0) }
    var auth: JSONObject = ["type": .string(kind)]
    auth[kind] = .object(
      JSONObject(
        members: members.map { member in
          JSONMember(key: renames[kind]?[member.key.value].map { JSONString($0) } ?? member.key, value: member.value)
        }))
    return .object(auth)
  }

  /// Whether it says when the attributes were saved: a number, where the parameter of a signature is text.
  private static func isTimestamp(_ member: JSONMember) -> Bool {
    member.key.means("timestamp") && member.value.number != nil || member.key.means("saveToRequest")
  }

  private static let helpers = [
    "basicAuth": "basic", "bearerAuth": "bearer", "digestAuth": "digest", "hawkAuth": "hawk", "ntlmAuth": "ntlm",
    "oAuth1": "oauth1", "oAuth2": "oauth2", "awsSigV4": "awsv4", "apikeyAuth": "apikey", "edgegridAuth": "edgegrid",
    "jwtAuth": "jwt", "asapAuth": "asap",
  ]

  private static let renames = [
    "oauth1": ["header": "addParamsToHeader", "auto": "autoAddParam", "includeEmpty": "addEmptyParamsToSign"],
    "hawk": ["hawk_id": "authId", "hawk_key": "authKey", "ext": "extraData", "dlg": "delegation"],
    "oauth2": [
      "authorization_url": "authUrl", "access_token_url": "accessTokenUrl", "client_id": "clientId",
      "client_secret": "clientSecret", "local_access_token": "requestAccessTokenLocally",
    ],
  ]
}
