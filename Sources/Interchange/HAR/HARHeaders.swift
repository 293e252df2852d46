/// The headers of a request that matter when it is sent again.
struct HARHeaders {
  private let kept: [(name: String, value: String)]
  /// Whether headers were left out that every client writes itself.
  let hasOwn: Bool

  init(_ request: JSONObject) {
    let all = Self.pairs(request["headers"])
    var kept = all.filter { !Self.isWrittenByClients($0.name) }
    hasOwn = kept.count < all.count
    let isCookie = { (header: (name: String, value: String)) in header.name.lowercased() == "cookie" }
    // HTTP/2 sends cookies in several headers.
    let sent = kept.filter(isCookie).map(\.value)
    if let first = kept.firstIndex(where: isCookie) {
      kept[first].value = sent.joined(separator: "; ")
      kept = kept.enumerated().filter { $0.offset == first || !isCookie($0.element) }.map(\.element)
    } else if let listed = Self.listedCookies(request) {
      kept.append(("Cookie", listed))
    }
    self.kept = kept
  }

  /// Some tools list cookies only, without the header that they were sent in.
  private static func listedCookies(_ request: JSONObject) -> String? {
    let cookies = request["cookies"].objects
    let pairs = cookies.map { ($0.text("name") ?? "") + "=" + ($0.text("value") ?? "") }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }

  var contentType: String? { kept.first { $0.name.lowercased() == "content-type" }?.value }

  /// - Parameter impliedType: The media type that the body brings itself.
  func rows(impliedType: String?) -> [JSONValue] {
    kept.filter { header in
      guard header.name.lowercased() == "content-type", let impliedType else { return true }
      return header.value.lowercased() != impliedType.lowercased() && !impliedType.hasPrefix("multipart/")
    }.map { .literalRow($0.name, $0.value) }
  }

  static func pairs(_ value: JSONValue?) -> [(name: String, value: String)] {
    value.objects.compactMap { row in
      row.filledText("name").map { ($0, row.text("value") ?? "") }
    }
  }

  private static func isWrittenByClients(_ name: String) -> Bool {
    let name = name.lowercased()
    // A WebSocket offers subprotocols in one.
    if name == SocketDocument.protocolHeader.lowercased() { return false }
    return name.hasPrefix(":") || name.hasPrefix("sec-") || written.contains(name)
  }

  /// Of the connection, of the browser, and conditions of its cache, which would get a 304.
  private static let written: Set = [
    "host", "content-length", "connection", "keep-alive", "proxy-connection", "transfer-encoding", "te", "trailer",
    "upgrade", "http2-settings", "accept-encoding", "upgrade-insecure-requests", "priority", "if-none-match",
    "if-modified-since", "dnt",
  ]
}
