import FoundationEssentials

extension Endpoints {
  static func basic(_ call: Call) -> MockReply {
    hasCredentials(call) ? authenticated(call) : challenge("Basic realm=\"Demo\"")
  }

  static func hiddenBasic(_ call: Call) throws -> MockReply {
    guard hasCredentials(call) else { throw Refusal(404, "Not found") }
    return authenticated(call)
  }

  static func bearer(_ call: Call) -> MockReply {
    guard let token = credentials(call, scheme: "bearer") else { return challenge("Bearer") }
    return .json(["authenticated": true, "token": .string(token)])
  }

  static func challenge(_ scheme: String) -> MockReply {
    MockReply.empty(401, [Header("WWW-Authenticate", scheme)])
  }

  private static func authenticated(_ call: Call) -> MockReply {
    .json(["authenticated": true, "user": .string(call.captures["user"] ?? "")])
  }

  private static func hasCredentials(_ call: Call) -> Bool {
    guard let encoded = credentials(call, scheme: "basic"), let bytes = Data(base64Encoded: encoded) else {
      return false
    }
    let wanted = "\(call.captures["user"] ?? ""):\(call.captures["password"] ?? "")"
    return Array(bytes) == Array(wanted.utf8)
  }

  private static func credentials(_ call: Call, scheme: String) -> String? {
    let parts = (call.request.header("Authorization") ?? "").split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == scheme else { return nil }
    return String(parts[1].trimmed)
  }
}
