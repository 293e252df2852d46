extension ImportFormat {
  /// URLs, one on each line, as copied from a browser.
  static let urls = ImportFormat("urls", "URLs") { source in
    source.json == nil && !source.isFolder && URLReader.urls(in: source.text) != nil
  } read: { source throws(ImportError) in
    guard let urls = URLReader.urls(in: source.text) else { throw ImportError("Not a list of URLs") }
    let items = urls.map { PortableItem.request(URLReader.request(String($0))) }
    return ImportResult([PortableFolder(name: source.stem ?? "URLs", items: items)])
  }
}

enum URLReader {
  /// The lines of `text`, if each is the URL of a request or a WebSocket.
  static func urls(in text: String) -> [Substring]? {
    let trimmed = text.split(whereSeparator: \.isNewline).map { $0.trimming(while: \.isWhitespace) }
    let lines = trimmed.filter { !$0.isEmpty }
    return !lines.isEmpty && lines.allSatisfy(isURL) ? lines : nil
  }

  private static func isURL(_ line: Substring) -> Bool {
    let start = line.prefix(8).lowercased()
    guard let scheme = ["http://", "https://", "ws://", "wss://"].first(where: { start.hasPrefix($0) }) else {
      return false
    }
    return line.utf8.count > scheme.utf8.count && !line.contains { $0.isWhitespace || $0 == "\"" || $0 == "'" }
  }

  /// A GET of the URL, or its WebSocket. A login in it becomes its auth.
  static func request(_ url: String) -> PortableRequest {
    let (address, login) = withoutLogin(url)
    var document: JSONObject = ["method": "GET", "url": .string(address)]
    if document.isSocket { document["method"] = nil }
    if let login {
      let parts = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { part in
        JSONValue.string(Template.escaping(String(decoding: PercentEncoding.decode(part), as: UTF8.self)))
      }
      document["auth"] = ["basic": ["username": parts[0], "password": parts.count > 1 ? parts[1] : ""]]
    }
    return PortableRequest(name: name(of: address), document: document)
  }

  private static func withoutLogin(_ url: String) -> (url: String, login: String?) {
    guard let start = url.schemeMark?.upperBound else { return (url, nil) }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return (url, nil) }
    return (String(url[..<start]) + url[url.index(after: at)...], String(authority[..<at]))
  }

  /// The last part of the path, else the host.
  private static func name(of url: String) -> String {
    let address = String(url.prefix { $0 != "?" && $0 != "#" })
    let path = address.schemeMark.map { address[$0.upperBound...] } ?? address[...]
    return path.split(separator: "/").last.map(String.init) ?? "request"
  }
}
