/// Where a document was fetched from. URLs of its servers may be relative to that.
struct OpenAPILocation: Equatable {
  let scheme: String
  /// The host with its port, without credentials.
  let authority: String
  private let path: String

  /// - Returns: `nil` unless the text is a URL with a host.
  init?(_ url: String) {
    guard let end = url.endOfScheme, let colon = url.firstIndex(of: ":") else { return nil }
    let rest = url[end...].prefix { $0 != "?" && $0 != "#" }
    let login = rest.prefix { $0 != "/" }
    scheme = url[..<colon].lowercased()
    authority = String(login.lastIndex(of: "@").map { login[login.index(after: $0)...] } ?? login)
    path = String(rest[login.endIndex...])
    if authority.isEmpty { return nil }
  }

  /// The URL without credentials, query and fragment.
  var text: String { origin + path }

  var origin: String { "\(scheme)://\(authority)" }

  /// The URL that a reference without a scheme means, RFC 3986 section 5.2. An empty one is the root of the host.
  func resolved(_ reference: String) -> String {
    if reference.isEmpty || reference.hasPrefix("/") { return origin + reference }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    return origin + (folder + reference).removingDotSegments
  }
}
