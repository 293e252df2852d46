internal import Foundation

/// The `auth` of Postman: a kind and its parameters, a list in v2.1 and an object in v2.0.
///
/// Our kinds and their members have Postman's names, so that most of it is a matter of types.
package enum PostmanAuth {
  /// The auth of a script's request in our format, and its unusable parts; `nil` without auth.
  package static func read(_ value: JSONValue?) -> (auth: JSONValue?, problems: [String]) {
    var rest = JSONObject()
    var context = InterchangeContext()
    let auth = read(value, rest: &rest, &context)
    return (auth, context.notes.map(\.text))
  }

  /// The auth of a file in Postman's form, for scripts; `nil` for none.
  package static func written(_ value: JSONValue?) -> JSONValue? {
    var writer = PostmanWriter(includesSecrets: false)
    var object = JSONObject()
    writer.addAuth(value, JSONObject(), to: &object)
    return object["auth"]
  }

  /// - Parameter rest: Gets the parameters that have no equivalent.
  /// - Returns: `nil` for an inherited one.
  static func read(
    _ value: JSONValue?, rest: inout JSONObject, _ context: inout InterchangeContext
  ) -> JSONValue? {
    guard let auth = value?.object, let type = auth.filledText("type") else { return nil }
    if type == "noauth" { return ["none": [:]] }
    if type == "inherit" { return nil }
    guard let kind = AuthKind.named(type), !Self.unknown.contains(type) else {
      context.note(.dropped, "Auth: its kind \"\(type)\" is unknown — none is sent")
      return ["none": [:]]
    }
    var members = JSONObject()
    for (name, value) in parameters(auth[type], of: type) where !value.isEmpty || name == "headerPrefix" {
      guard let field = kind.field(name) else {
        if !isDefault(name, value) { context.note(.dropped, "Auth \(type): \(name) has no equivalent") }
        if name != "saveHelperData", name != "showPassword" { rest[name] = value }
        continue
      }
      // A key may be an object, a JWK.
      let value = field.name == "privateKey" && value.object != nil ? .string(value.compact) : value
      guard let converted = convert(value, to: field.type) else {
        context.note(.dropped, "Auth \(type): \(name) is \(value.scalarText.map { "\"\($0)\"" } ?? value.kindName)")
        continue
      }
      members[name] = converted
    }
    return .object([type: .object(members.ordered(by: kind.fields.map(\.name)))])
  }

  /// The header that an auth of our files adds in Postman, in place of one that is written; `nil` for none.
  static func header(of auth: JSONValue?) -> String? {
    guard let member = auth?.object?.members.first, let content = member.value.object else { return nil }
    switch member.key.value {
    case "none": return nil
    case "apikey":
      let name = content.text("key") ?? ""
      return content.text("in") ?? "header" == "header" && content.text("value") != nil && !name.hasBraces ? name : nil
    case "bearer": return content.text("token") == nil ? nil : "Authorization"
    case "oauth1": return content.text("in") ?? "header" == "header" ? "Authorization" : nil
    case "oauth2":
      return content.text("accessToken") == nil || content.text("addTokenTo") == "queryParams" ? nil : "Authorization"
    case "jwt": return content.text("addTokenTo") == "query" ? nil : "Authorization"
    case "awsv4": return content["addAuthDataToQuery"] == true ? nil : "Authorization"
    default: return "Authorization"
    }
  }

  /// Our kinds that Postman does not have.
  private static let unknown: Set = ["none", "header", "negotiate", "wsse"]

  private static func parameters(_ value: JSONValue?, of type: String) -> [(name: String, value: JSONValue)] {
    let rows = value.objects
    let listed = rows.compactMap { row in row.text("key").map { ($0, row["value"] ?? .null) } }
    let members = value?.object?.members.map { ($0.key.value, $0.value) }
    var result: [(name: String, value: JSONValue)] = (members ?? listed).map { (renames[type]?[$0.0] ?? $0.0, $0.1) }
    if type == "oauth1", let index = result.firstIndex(where: { $0.name == "addParamsToHeader" }) {
      let isInHeader = result.remove(at: index).value.scalarText == "true"
      result.append(("in", isInHeader ? "header" : "body"))
    }
    for (index, (name, value)) in result.enumerated() {
      if type == "jwt", name == "addTokenTo", value.scalarText == "queryParam" { result[index].value = "query" }
      if name == "headerPrefix", let prefix = value.string {
        result[index].value = .string(prefix.trimmingCharacters(in: .whitespaces))
      }
    }
    return result
  }

  /// Members whose names differ from Postman's.
  private static let renames = [
    "edgegrid": ["baseUri": "baseURL"], "jwt": ["headers": "header"], "awsv4": ["serviceName": "service"],
    "oauth1": ["timeStamp": "timestamp"], "hawk": ["appId": "app"],
    "oauth2": [
      "grantType": "grant_type", "clientAuth": "client_authentication", "callBackUrl": "redirect_uri",
      "redirectUri": "redirect_uri",
    ],
    "asap": ["additionalClaims": "claims", "issuer": "iss", "audience": "aud", "subject": "sub", "expiry": "exp"],
  ]

  /// Parameters that Postman writes whether or not they were changed.
  private static func isDefault(_ name: String, _ value: JSONValue) -> Bool {
    ["disableRetryRequest", "tokenName", "useBrowser", "autoAddParam", "showPassword", "saveHelperData", "state"]
      .contains(name) || value.scalarText == "false" || name == "algorithm" && value.scalarText == "MD5"
  }

  private static func convert(_ value: JSONValue, to type: FieldType) -> JSONValue? {
    switch type {
    case .text, .scalar, .file: return value.scalarText.map(JSONValue.string)
    case .choice(let values): return value.scalarText.flatMap { values.contains($0) ? .string($0) : nil }
    case .lines: return value.scalarText.map(JSONValue.textLines)
    case .flag: return value.scalarText.flatMap { ["true": true, "false": false][$0] }.map(JSONValue.bool)
    case .number(let rule):
      let number = value.number ?? value.string.flatMap { try? JSONText($0).value.number }
      return number.flatMap { number in number.double.map(rule.allows) == true ? .number(number) : nil }
    case .json: return value.string.flatMap { try? JSONText($0).value } ?? value
    case .rows: return .array(PostmanRows.rows(value))
    case .names, .strings, .object, .kinds: return nil
    }
  }
}
