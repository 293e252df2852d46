internal import Dispatch
internal import Foundation
internal import RequestModel

/// Receives the redirect of a login at a loopback address, RFC 8252, section 7.3.
final class RedirectListener {
  /// The redirect URL with its port.
  let url: String
  private let source: any DispatchSourceRead

  /// Starts to listen.
  ///
  /// - Parameter take: Called with the address of each request. Returns whether it is the redirect of this login.
  /// - Returns: `nil` if the URL is not a loopback address. The user then pastes the address.
  /// - Throws: `Failure` if the port is in use.
  init?(_ redirect: String, take: @escaping @Sendable (String) -> Bool) throws(Failure) {
    guard let parts = URLComponents(string: redirect), parts.scheme == "http",
      let host = parts.host, ["127.0.0.1", "localhost"].contains(host.lowercased())
    else { return nil }
    let (descriptor, port) = try Self.listen(on: parts.port ?? 0, for: redirect)
    var own = parts
    own.port = port
    url = own.string ?? redirect
    let visit = RedirectVisit(origin: "http://\(host):\(port)", path: parts.path.isEmpty ? "/" : parts.path, take: take)
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "workbench.redirect"))
    source.setEventHandler {
      let connection = accept(descriptor, nil, nil)
      if connection >= 0 { visit.serve(connection) }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    self.source = source
  }

  deinit { source.cancel() }

  private static func listen(on port: Int, for redirect: String) throws(Failure) -> (descriptor: CInt, port: Int) {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    address.sin_port = UInt16(clamping: port).bigEndian
    var (yes, size) = (CInt(1), socklen_t(MemoryLayout<sockaddr_in>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && Foundation.listen(descriptor, 8) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isListening else {
      let reason = String(cString: strerror(errno)).lowercased()
      close(descriptor)
      throw Failure(
        .unprepared, "Cannot wait for the login at \(redirect): \(reason) — use a redirect URL with another port")
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}

/// One request of the browser.
private struct RedirectVisit: Sendable {
  let origin: String
  let path: String
  let take: @Sendable (String) -> Bool

  private static let headLimit = 1 << 16

  func serve(_ connection: CInt) {
    defer { close(connection) }
    // A browser also opens connections on which it sends nothing.
    var patience = timeval(tv_sec: 1, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(connection, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    guard let request = read(connection) else { return }
    let (status, page) = response(to: request)
    let bytes = Array(
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
    _ = send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }

  private func response(to request: (method: Substring, target: String, body: String)) -> (String, String) {
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

  private func read(_ connection: CInt) -> (method: Substring, target: String, body: String)? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < Self.headLimit {
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
      if let request = Self.parsed(String(decoding: bytes, as: UTF8.self)) { return request }
    }
    return nil
  }

  /// - Returns: `nil` until the request is complete.
  private static func parsed(_ text: String) -> (method: Substring, target: String, body: String)? {
    guard let end = text.firstRangeExactly(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    let length = lines.dropFirst().lazy.compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
      return Int(parts[1].drop { $0 == " " })
    }
    let body = String(text[end.upperBound...])
    return body.utf8.count < length.first ?? 0 ? nil : (words[0], String(words[1]), body)
  }
}
