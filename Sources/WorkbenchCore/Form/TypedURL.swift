import RequestModel

/// A typed or pasted URL, optionally after a method, as in `POST https://example.com`.
struct TypedURL: Equatable {
  let method: String?
  let url: String

  init(_ text: String) {
    let method = SavedRequest.standardMethods.first { text.startsExactly(with: $0 + " ") }
    let rest = method.map { Substring(text.unicodeScalars.dropFirst($0.unicodeScalars.count + 1)) }
    if let method, let rest, let first = rest.first, !first.isWhitespace {
      (self.method, url) = (method, String(rest))
    } else {
      (self.method, url) = (nil, text)
    }
  }
}

extension SavedRequest {
  /// The methods to choose from.
  static let standardMethods = [
    "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "TRACE", "CONNECT",
  ]
}
