import Foundation

extension OutgoingRequest {
  /// Puts a URL-encoded text where `destination` says. An empty one leaves a query alone and makes an empty body.
  mutating func setForm(_ form: String, at destination: ParameterDestination) {
    if destination.isQuery(for: method) {
      guard !form.isEmpty else { return }
      url.query = [url.query, form].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "&")
    } else {
      setBody(Data(form.utf8), contentType: "application/x-www-form-urlencoded; charset=utf-8")
    }
  }

  /// Replaces the body; the content type is only added where the request has none.
  mutating func setBody(_ data: Data, contentType: String) {
    body = .data(data)
    if headers.first("Content-Type") == nil { headers.append(.contentType(contentType)) }
  }
}
