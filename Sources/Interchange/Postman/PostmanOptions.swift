/// `protocolProfileBehavior`: how Postman sends a request.
package struct PostmanOptions {
  private(set) var options = JSONObject()
  /// Options without an equivalent, kept for an export.
  private(set) var rest = JSONObject()

  init(_ value: JSONValue?, _ context: inout InterchangeContext) {
    for member in value?.object?.members ?? [] where !member.value.isEmpty {
      let name = member.key.value
      if name == "disableBodyPruning" { continue }
      if name == Self.removesReferer {
        rest[name] = member.value
        continue
      }
      if name == "disabledSystemHeaders" {
        readHeaders(member.value.object ?? JSONObject())
      } else if let (ours, converted) = Self.option(name, member.value) {
        options[ours] = converted
        if ours == "followMethod", converted == true, !context.isSentAsIs {
          context.note(
            .changed, "Option \(name): a redirect keeps the method, without the body, which Postman sends again")
        }
      } else {
        context.note(.dropped, "Option \(name) has no equivalent")
        rest[name] = member.value
      }
    }
  }

  /// This program sends a `Referer` after a redirect only if a file says that it is not removed.
  static let removesReferer = "removeRefererHeaderOnRedirect"

  package static func sendsReferer(_ behavior: JSONObject) -> Bool { behavior[removesReferer].flatMap(flag) == false }

  private mutating func readHeaders(_ headers: JSONObject) {
    let omitted = Self.systemHeaders.filter { headers.flag($0.name) }.map(\.ours)
    if !omitted.isEmpty { options["omitHeaders"] = .string(omitted.joined(separator: ", ")) }
    let others = headers.members.filter { member in !Self.systemHeaders.contains { member.key.means($0.name) } }
    if !others.isEmpty { rest["disabledSystemHeaders"] = .object(JSONObject(members: others)) }
  }

  /// Headers that both programs add on their own.
  static let systemHeaders = [
    (name: "user-agent", ours: "User-Agent"), (name: "accept-encoding", ours: "Accept-Encoding"),
    (name: "accept", ours: "Accept"), (name: "cache-control", ours: "Cache-Control"),
    (name: "accept-language", ours: "Accept-Language"), (name: "content-type", ours: "Content-Type"),
  ]

  private static func option(_ name: String, _ value: JSONValue) -> (String, JSONValue)? {
    if name == "protocolVersion" { return versions[value.string ?? ""].map { ("http", .string($0)) } }
    if name == "maxRedirects" {
      return value.scalarText.flatMap(Int.init).flatMap { 0...10_000 ~= $0 ? ("maxRedirects", .number($0)) : nil }
    }
    guard let ours = flags[name], let flag = flag(value) else { return nil }
    return (ours, .bool(ours == "cookies" ? !flag : flag))
  }

  /// A flag: older versions of Postman write 0 and 1.
  private static func flag(_ value: JSONValue) -> Bool? {
    switch value.scalarText {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  static let flags = [
    "strictSSL": "verifyTLS", "followRedirects": "followRedirects", "disableCookies": "cookies",
    "followAuthorizationHeader": "followAuthorization", "followOriginalHttpMethod": "followMethod",
    "disableUrlEncoding": "urlAsIs",
  ]

  static let versions = ["http1": "1.1", "http2": "2", "auto": "auto"]
}
