internal import Foundation

/// Responds to the requests of the browser.
struct RedirectVisit: Sendable {
  let origin: String
  let path: String
  let take: @Sendable (String) -> Bool

  /// The bytes of the response to a request.
  func reply(to request: RedirectRequest) -> [UInt8] {
    let (status, page) = response(to: request)
    return Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Cache-Control: no-store\r
      Referrer-Policy: no-referrer\r
      Content-Length: \(page.utf8.count)\r
      Connection: close\r
      \r
      \(page)
      """.utf8)
  }

  private func response(to request: RedirectRequest) -> (String, String) {
    let own = request.target.unicodeScalars.prefix { $0 != "?" }
    guard String(Substring(own)).isExactly(path) else { return ("404 Not Found", "<p>Nothing here.</p>") }
    if request.method == "POST", take(origin + path + "#" + request.body) { return ("200 OK", Self.done) }
    guard request.method == "GET" else { return ("400 Bad Request", Self.unexpected) }
    if take(origin + request.target) { return ("200 OK", Self.done) }
    // The fragment of an implicit login stays in the browser unless the page sends it.
    return request.target.isExactly(path) ? ("200 OK", Self.fragment) : ("400 Bad Request", Self.unexpected)
  }

  private static let done = "<p>Logged in. You can close this window and go back to the workbench.</p>"
  private static let unexpected = "<p>This redirect does not belong to the current login.</p>"
  private static let fragment = """
    <p id="note">Passing the login on.</p>
    <script>
    fetch(location.pathname, { method: "POST", body: location.hash.slice(1) }).then(response => response.text())
      .then(text => { document.body.innerHTML = text; history.replaceState(null, "", location.pathname) })
    </script>
    """
}

/// A request of the browser, possibly incomplete.
struct RedirectRequest {
  private(set) var method = ""
  private(set) var target = ""
  private var bytes: [UInt8] = []
  /// The start and the length of the body, once the head is complete.
  private var content: (start: Int, count: Int)?

  private static let limit = 1 << 16
  private static let headEnd = Array("\r\n\r\n".utf8)

  enum Progress { case incomplete, complete, invalid }

  var body: String { content.map { String(decoding: bytes[$0.start...], as: UTF8.self) } ?? "" }

  /// Adds received bytes. Each byte is examined once, however few arrive at a time.
  mutating func append(_ received: some Sequence<UInt8>) -> Progress {
    let searched = max(0, bytes.count - Self.headEnd.count + 1)
    bytes += received
    guard bytes.count <= Self.limit else { return .invalid }
    if content == nil {
      guard let end = bytes[searched...].firstRange(of: Self.headEnd) else { return .incomplete }
      guard parseHead(bytes[..<end.lowerBound], bodyStart: end.upperBound) else { return .invalid }
    }
    guard let content else { return .invalid }
    return bytes.count - content.start < content.count ? .incomplete : .complete
  }

  private mutating func parseHead(_ head: ArraySlice<UInt8>, bodyStart: Int) -> Bool {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return false }
    (method, target) = (String(words[0]), String(words[1]))
    let length = lines.dropFirst().lazy.compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
      return Int(parts[1].drop { $0 == " " })
    }
    content = (bodyStart, max(0, length.first ?? 0))
    return true
  }
}
