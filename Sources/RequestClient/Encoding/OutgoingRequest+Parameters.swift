import Foundation

extension OutgoingRequest {
  /// Puts a URL-encoded text where `destination` says. An empty one leaves a query or a body alone, and makes an empty
  /// body where there is none.
  ///
  /// - Returns: `false` where it would have replaced a body.
  mutating func setForm(_ form: String, at destination: ParameterDestination) -> Bool {
    if destination.isQuery(for: method) {
      guard !form.isEmpty else { return true }
      url.query = [url.query, form].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "&")
    } else if body == nil {
      setBody(Data(form.utf8), contentType: "application/x-www-form-urlencoded; charset=utf-8")
    } else {
      return form.isEmpty
    }
    return true
  }

  /// Sets the body; the content type is only added where the request has none.
  mutating func setBody(_ data: Data, contentType: String) {
    body = .data(data)
    if headers.first("Content-Type") == nil { headers.append(.contentType(contentType)) }
  }
}
