// Auth and options.
extension PostmanWriter {
  mutating func addAuth(_ value: JSONValue?, _ rest: JSONObject, to object: inout JSONObject) {
    guard let auth = value?.object, let kind = AuthKind.all.first(where: { auth[$0.name] != nil }) else {
      // A kind that this program does not know.
      if let kept = rest["auth"]?.object, kept["type"] != nil { object["auth"] = .object(kept) }
      return
    }
    let members = auth[kind.name]?.object ?? JSONObject()
    switch kind.name {
    case "none": object["auth"] = ["type": "noauth"]
    case "header":
      let value = members["value"] ?? ""
      context.note(.changed, "Auth: the header \(members.text("name") ?? "") is written as an API key")
      set("apikey", ["key": members["name"] ?? "", "value": value, "in": "header"], &object)
    case "negotiate", "wsse":
      context.note(.dropped, "Auth: Postman has no \(kind.shape.title)")
    default: set(kind.name, parameters(members, of: kind, rest["auth"]?.object ?? JSONObject()), &object)
    }
  }

  private func set(_ kind: String, _ parameters: JSONObject, _ object: inout JSONObject) {
    let rows = parameters.members.map { member -> JSONValue in
      ["key": .string(member.key.value), "value": member.value, "type": .string(Self.kind(of: member.value))]
    }
    var auth: JSONObject = ["type": .string(kind)]
    auth[kind] = .array(rows)
    object["auth"] = .object(auth)
  }

  private static func kind(of value: JSONValue) -> String {
    switch value {
    case .string: "string"
    case .bool: "boolean"
    default: "any"
    }
  }

  private mutating func parameters(_ members: JSONObject, of kind: AuthKind, _ rest: JSONObject) -> JSONObject {
    var parameters = JSONObject()
    for member in members.members {
      let name = member.key.value
      switch (kind.name, name) {
      case ("oauth1", "in"):
        if member.value == "query" { context.note(.changed, "Auth oauth1: the query in place of the body") }
        parameters["addParamsToHeader"] = .bool(member.value == "header")
      case ("apikey", "in"):
        if member.value == "cookie" { context.note(.changed, "Auth apikey: Postman has no cookie; it is a header") }
        parameters[name] = member.value == "query" ? "query" : "header"
      case ("oauth2", "authRequestParams"), ("oauth2", "tokenRequestParams"):
        parameters[name] = .array(member.value.objects.map(Self.requestParameter))
      case ("jwt", "addTokenTo"): parameters[name] = member.value == "query" ? "queryParam" : member.value
      case ("jwt", "payload"), ("jwt", "header"), ("asap", "claims"):
        parameters[name] = .string(member.value.string ?? member.value.compact)
      default: parameters[name] = member.value
      }
    }
    for member in rest.members where parameters[member.key.value] == nil { parameters.members.append(member) }
    return parameters
  }

  private static func requestParameter(_ source: JSONObject) -> JSONValue {
    var row = row(source)
    row["disabled"] = nil
    row["enabled"] = .bool(source["off"] != true)
    row["send_as"] = "request_body"
    return .object(row)
  }

  mutating func behavior(_ options: JSONObject, _ rest: JSONObject) -> JSONObject {
    var behavior = JSONObject()
    for member in options.members {
      let name = member.key.value
      if let theirs = PostmanOptions.flags.first(where: { $0.value == name })?.key, let flag = member.value.bool {
        behavior[theirs] = .bool(name == "cookies" ? !flag : flag)
      } else if name == "maxRedirects" {
        behavior[name] = member.value
      } else if name == "http",
        let version = PostmanOptions.versions.first(where: { $0.value == member.value.string })?.key
      {
        behavior["protocolVersion"] = .string(version)
      } else if name == "omitHeaders" {
        addHeaders(member.value.string ?? "", to: &behavior)
      } else {
        context.note(.dropped, "Option \(name) has no equivalent")
      }
    }
    for member in rest["protocolProfileBehavior"]?.object?.members ?? [] {
      if member.key.means("disabledSystemHeaders"), let own = behavior["disabledSystemHeaders"]?.object {
        behavior["disabledSystemHeaders"] = .object(
          JSONObject(members: own.members + (member.value.object?.members ?? [])))
      } else if behavior[member.key.value] == nil {
        behavior.members.append(member)
      }
    }
    return behavior
  }

  private mutating func addHeaders(_ names: String, to behavior: inout JSONObject) {
    var headers = JSONObject()
    for name in names.split(whereSeparator: { $0 == "," || $0 == " " }) {
      headers[name.lowercased()] = true
    }
    behavior["disabledSystemHeaders"] = .object(headers)
  }
}
