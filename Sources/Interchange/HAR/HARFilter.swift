/// Which entries of an archive become requests: those of an API, by default.
package struct HARFilter: Equatable, Sendable {
  /// Leaves out images, fonts, styles, scripts and media, unless a script has fetched them.
  package var skipsStaticFiles = true
  /// Leaves out the OPTIONS requests that a browser sends before others.
  package var skipsPreflights = true
  /// Makes one request of entries with the same method, URL and body; their responses are its examples.
  package var mergesRepeats = true
  /// Which of the others to import; all without conditions.
  package var conditions = HARConditions()

  package static let standard = HARFilter()

  package init() {}
}

/// Why an entry is left out.
enum HARExclusion: String, CaseIterable {
  case staticFile = "images, fonts, styles, scripts and media"
  case preflight = "CORS preflights, which browsers send themselves"
  case tunnel = "CONNECT requests of a proxy"
  case otherScheme = "URLs that are not HTTP, such as data: and chrome-extension:"
  case otherwise = "left out by the filter"
}

extension HARFilter {
  func exclusion(of entry: JSONObject, _ request: JSONObject) -> HARExclusion? {
    let url = request.text("url") ?? ""
    let method = request.text("method")?.uppercased() ?? ""
    if method == "CONNECT" { return .tunnel }
    if let scheme = Self.scheme(of: url), !["http", "https", "ws", "wss"].contains(scheme) { return .otherScheme }
    if !conditions.matches(entry, request) { return .otherwise }
    if skipsPreflights, Self.isPreflight(entry, request, method) { return .preflight }
    let skipsFiles = skipsStaticFiles && conditions.types.isEmpty
    return skipsFiles && method == "GET" && Self.isStatic(entry, url) ? .staticFile : nil
  }

  private static func isPreflight(_ entry: JSONObject, _ request: JSONObject, _ method: String) -> Bool {
    guard method == "OPTIONS" else { return false }
    let headers = request["headers"]?.array ?? []
    return entry.text("_resourceType") == "preflight"
      || headers.contains { $0.object?.text("name")?.lowercased() == "access-control-request-method" }
  }

  /// The letters before the first colon, in lower case; `nil` for none, or for a host and a port.
  private static func scheme(of url: String) -> String? {
    guard let (scheme, rest) = url.cut(at: ":"), let first = scheme.first, first.isASCII, first.isLetter else {
      return nil
    }
    guard scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else { return nil }
    return rest.hasPrefix("//") || rest.first?.isNumber != true ? scheme.lowercased() : nil
  }

  private static func isStatic(_ entry: JSONObject, _ url: String) -> Bool {
    let kind = entry.text("_resourceType")
    if let kind, fetchedByScript.contains(kind) { return false }
    if let kind, staticKinds.contains(kind) { return true }
    let type = entry["response"]?.object?["content"]?.object?.text("mimeType")?.lowercased() ?? ""
    let essence = type.prefix { $0 != ";" }.filter { $0 != " " }
    if !essence.isEmpty, essence != "x-unknown" { return isStatic(type: essence) }
    return staticExtensions.contains(HARNames.fileExtension(of: url))
  }

  private static func isStatic(type: String) -> Bool {
    ["image/", "font/", "audio/", "video/", "application/font", "application/x-font"].contains { type.hasPrefix($0) }
      || staticTypes.contains(type)
  }

  /// Chrome's names of how a resource was requested.
  private static let fetchedByScript: Set = ["xhr", "fetch", "eventsource", "ping"]
  private static let staticKinds: Set = [
    "stylesheet", "script", "image", "font", "media", "manifest", "texttrack", "signed-exchange",
  ]
  private static let staticTypes: Set = [
    "text/css", "text/javascript", "application/javascript", "application/x-javascript", "application/ecmascript",
    "application/wasm", "application/vnd.ms-fontobject", "application/manifest+json", "text/vtt",
  ]
  private static let staticExtensions: Set = [
    "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico", "bmp", "css", "js", "mjs", "map", "woff", "woff2", "ttf",
    "otf", "eot", "mp3", "mp4", "m4a", "webm", "ogg", "wav", "wasm", "webmanifest",
  ]
}
