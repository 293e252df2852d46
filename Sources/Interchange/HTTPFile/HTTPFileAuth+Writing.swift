import Foundation

extension HTTPFileAuth {
  /// The header that says how a request is authenticated, as REST Client and JetBrains read it.
  static func header(_ auth: JSONObject, _ context: inout InterchangeContext) -> JSONObject? {
    guard let kind = auth.members.first?.key.value, let members = auth[kind]?.object else { return nil }
    switch kind {
    case "basic": return authorization(basic(members))
    case "bearer": return authorization("Bearer " + (members.text("token") ?? ""))
    case "digest": return authorization("Digest " + login(members))
    case "ntlm":
      context.note(.changed, "NTLM: only httpyac understands it")
      return authorization("NTLM " + login(members) + (members.text("domain").map { " " + $0 } ?? ""))
    case "awsv4": return authorization(aws(members))
    case "header": return ["name": .string(members.text("name") ?? ""), "value": .string(members.text("value") ?? "")]
    case "apikey": return apiKey(members)
    case "oauth2": return oauth2(members, &context)
    default:
      context.note(.dropped, "Auth: HTTP files have no \(AuthKind.named(kind)?.shape.title ?? kind)")
      return nil
    }
  }

  private static func authorization(_ value: String) -> JSONObject {
    ["name": "Authorization", "value": .string(value)]
  }

  private static func login(_ members: JSONObject) -> String {
    (members.text("username") ?? "") + " " + (members.text("password") ?? "")
  }

  /// Returns `Basic user password` if both are words, else the encoded header.
  private static func basic(_ members: JSONObject) -> String {
    let texts = [members.text("username") ?? "", members.text("password") ?? ""]
    let areWords = texts.allSatisfy { text in
      !text.isEmpty && !HTTPFileText.pieces(text).contains { !$0.isTemplate && $0.text.contains(where: \.isWhitespace) }
    }
    if areWords { return "Basic " + texts.joined(separator: " ") }
    let text = texts.joined(separator: ":")
    return "Basic " + (text.contains("{{") ? text : Data(text.utf8).base64EncodedString())
  }

  private static func aws(_ members: JSONObject) -> String {
    var words = ["AWS", members.text("accessKey") ?? "", members.text("secretKey") ?? ""]
    for (name, member) in awsMembers {
      if let value = members.filledText(member) { words.append(name + ":" + value) }
    }
    return words.joined(separator: " ")
  }

  private static func apiKey(_ members: JSONObject) -> JSONObject? {
    let (key, value) = (members.text("key") ?? "", members.text("value") ?? "")
    switch members.text("in") {
    case "query": return nil
    case "cookie": return ["name": "Cookie", "value": .string(key + "=" + value)]
    default: return ["name": .string(key), "value": .string(value)]
    }
  }

  private static func oauth2(_ members: JSONObject, _ context: inout InterchangeContext) -> JSONObject? {
    if let token = members.filledText("accessToken") {
      context.note(.changed, "OAuth 2.0: the access token is not refreshed")
      return authorization((members.text("headerPrefix") ?? "Bearer") + " " + token)
    }
    context.note(.dropped, "OAuth 2.0: set it up in the environment of the other program")
    return nil
  }
}
