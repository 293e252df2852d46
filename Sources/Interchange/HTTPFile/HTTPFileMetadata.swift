/// The settings of a request in `# @name value` lines.
enum HTTPFileMetadata {
  /// The options of a request.
  static func options(_ entry: HTTPFileEntry, _ context: inout InterchangeContext) -> JSONObject {
    var options = JSONObject()
    if entry.has("no-redirect", "noRedirect") { options["followRedirects"] = false }
    options["timeout"] = seconds(entry.value("timeout"), &context)
    options["connectTimeout"] = seconds(entry.value("connection-timeout", "connectionTimeout"), &context)
    if entry.has("no-reject-unauthorized", "noRejectUnauthorized") { options["verifyTLS"] = false }
    if let version = entry.request?.version {
      if version.contains("Prior") {
        options["http"] = "2-prior-knowledge"
      } else if version.hasPrefix("2") {
        options["http"] = "2"
      } else if version.hasPrefix("3") {
        context.note(.changed, "HTTP/\(version): the version is chosen by the program")
      }
    }
    if entry.has("no-cookie-jar", "noCookieJar") { options["cookies"] = false }
    if let proxy = entry.value("proxy") { options["proxy"] = .string(proxy) }
    if entry.has("noproxy", "no-proxy", "noProxy") { options["proxy"] = "none" }
    if entry.has("no-auto-encoding") { options["urlAsIs"] = true }
    return options
  }

  /// `10`, `10 s`, `500 ms`, `2 m`.
  private static func seconds(_ text: String?, _ context: inout InterchangeContext) -> JSONValue? {
    guard let text else { return nil }
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let unit = String(text.dropFirst(digits.count)).trimmed
    guard let number = Double(digits), number.isFinite, number < 1e9,
      let factor = ["": 1, "s": 1, "ms": 0.001, "m": 60][unit]
    else {
      context.note(.dropped, "@timeout \(text): it is not a time")
      return nil
    }
    let seconds = number * factor
    let isWhole = seconds == seconds.rounded()
    return .number(JSONNumber(text: isWhole ? String(Int(seconds)) : String(seconds)))
  }

  /// Metadata that has an equivalent in a request, or only affects how a response is shown.
  static let understood: Set = [
    "name", "title", "description", "no-redirect", "noRedirect", "timeout", "connection-timeout", "connectionTimeout",
    "no-reject-unauthorized", "noRejectUnauthorized", "no-cookie-jar", "noCookieJar", "proxy", "noproxy", "no-proxy",
    "noProxy", "no-auto-encoding", "tag", "tags", "prompt", "workbench",
  ]

  private static let harmless: Set = [
    "no-log", "noLog", "no-response-view", "noResponseView", "noStreamingLog", "no-streaming-log", "save", "openWith",
    "extension", "debug", "verbose", "lang", "language", "responseRef", "postRedirectGet", "injectVariables",
  ]

  /// The metadata to keep for an export, unchanged. Adds a note for metadata that affects how the request is sent.
  static func kept(_ entry: HTTPFileEntry, _ context: inout InterchangeContext) -> [JSONValue] {
    entry.metadata.filter { !understood.contains($0.key) }.map { key, value in
      let text = value.isEmpty ? "@" + key : "@\(key) \(value)"
      if !harmless.contains(key) { context.note(.dropped, text + (reasons[key].map { ": " + $0 } ?? "")) }
      return .string(text)
    }
  }

  private static let reasons = [
    "disabled": "the request can be sent here", "note": "nothing is asked before it is sent",
    "ref": "the other request is sent where its response is used",
    "forceRef": "the other request is sent where its response is used", "loop": "it is sent once",
    "sleep": "it is sent at once", "import": "import that file too", "rateLimit": "it is sent at once",
    "no-client-cert": "certificates are chosen by host", "noClientCert": "certificates are chosen by host",
  ]

  static func tags(_ entry: HTTPFileEntry) -> [JSONValue] {
    entry.metadata.filter { $0.key == "tag" || $0.key == "tags" }.flatMap { _, value in
      value.split(separator: ",").map { .string(String($0).trimmed) }
    }
  }
}
