/// The head of an answer: the parsed response, and its header lines as they came.
public struct ResponseHead: Sendable, Hashable {
  /// The status and the fields whose names are tokens. HTTP/2 has no reason phrase; the registered one is put in.
  public var response: HTTPResponse
  /// In order, with duplicates and the letters' case of the wire.
  public var headers: HTTPHeaders
  /// `HTTP/1.1`, `HTTP/2` …
  public var httpVersion: String

  package init(status: Int, reason: String, httpVersion: String, headers: HTTPHeaders) {
    var fields = HTTPFields()
    fields.reserveCapacity(headers.count)
    for header in headers {
      // A name that is no token has no place in the fields; it stays in `headers`.
      if let name = HTTPField.Name(header.name) { fields.append(HTTPField(name: name, value: header.value)) }
    }
    let phrase = reason.isEmpty && httpVersion != "HTTP/1.1" ? RegisteredReason.phrase(for: status) : reason
    response = HTTPResponse(status: .init(code: min(max(status, 0), 999), reasonPhrase: phrase), headerFields: fields)
    self.headers = headers
    self.httpVersion = httpVersion
  }
}
