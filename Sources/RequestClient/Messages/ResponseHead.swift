/// The head of an answer, its header lines as they came.
public struct ResponseHead: Sendable, Hashable {
  /// The status code, 100 to 999 where the server keeps to the standard.
  public var status: Int
  /// As it came; the registered phrase for HTTP versions that send none.
  public var reason: String
  /// `HTTP/1.1`, `HTTP/2` …
  public var httpVersion: String
  /// In order, with duplicates and the letters' case of the wire.
  public var headers: HTTPHeaders

  package init(status: Int, reason: String, httpVersion: String, headers: HTTPHeaders) {
    self.status = status
    self.reason = reason.isEmpty && httpVersion != "HTTP/1.1" ? RegisteredReason.phrase(for: status) : reason
    self.httpVersion = httpVersion
    self.headers = headers
  }

  /// The head in the standard type, made anew each time. Headers whose names are no tokens are only in `headers`.
  public var response: HTTPResponse {
    var fields = HTTPFields()
    fields.reserveCapacity(headers.count)
    for header in headers {
      if let name = HTTPField.Name(header.name) { fields.append(HTTPField(name: name, value: header.value)) }
    }
    return HTTPResponse(
      status: .init(code: min(max(status, 0), 999), reasonPhrase: reason), headerFields: fields)
  }
}
