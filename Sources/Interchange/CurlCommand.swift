/// A sent request as a `curl` command.
package enum CurlCommand {
  /// - Parameter options: How it was sent; those that curl has by default are left out.
  package static func text(for request: SentRequest, options: RequestOptions = RequestOptions()) -> String {
    let hasBody = !request.body.isEmpty || request.headers.first("Content-Length") == "0"
    let headers = request.headers.filter { !isMadeByCurl($0, for: request) }
    var line = CURLCommandLine(
      url: request.url, method: request.method, headers: headers.map { ($0.name, $0.value) },
      body: hasBody ? CURLBody(request.body) : CURLBody())
    line.transport = CurlTransportOptions(options: options, url: request.url).arguments
    return line.text
  }

  /// Returns whether curl sends this header by default.
  private static func isMadeByCurl(_ header: Header, for request: SentRequest) -> Bool {
    switch header.name.lowercased() {
    case "content-length": header.value == String(request.body.count)
    case "host": header.value == authority(of: request.url)
    default: false
    }
  }

  private static func authority(of url: String) -> String {
    let scalars = url.unicodeScalars
    guard let scheme = scalars.firstRange(of: "://".unicodeScalars) else { return "" }
    let authority = scalars[scheme.upperBound...].prefix { !"/?#".unicodeScalars.contains($0) }
    return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
  }
}
