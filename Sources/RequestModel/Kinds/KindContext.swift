package import Foundation

/// The services available to auth and body kinds while a request is prepared. Implemented by the runner and by tests.
package protocol KindContext: LoginContext {
  var now: Date { get }

  /// Returns cryptographically secure random bytes.
  func random(_ count: Int) -> Data

  func hash(_ data: Data, with algorithm: DigestAlgorithm) throws(Failure) -> Data

  /// Returns the HMAC-SHA-256 of `data`, RFC 2104.
  func authenticationCode(of data: Data, key: Data) -> Data

  /// Returns the digest of the request body, including bodies read from files.
  func bodyHash(with algorithm: DigestAlgorithm) async throws(Failure) -> Data

  /// Masks `secret` from now on, wherever the exchange is shown or stored.
  func mask(_ secret: String)

  /// Sends an auxiliary request, such as one for a token. It is not recorded in history.
  func send(_ message: OutgoingMessage) async throws(Failure) -> Response
}

package enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
  case md5, sha256
}

/// The values of a kind's fields with their variables replaced, without disabled rows.
package struct FieldValues: Sendable {
  private let values: [String: JSONValue]

  package init(_ values: [String: JSONValue]) { self.values = values }

  /// The text of a field; empty if it has none.
  package subscript(name: String) -> String { values[name]?.string ?? "" }

  package func optional(_ name: String) -> String? { values[name]?.string }

  package func json(_ name: String) -> JSONValue? { values[name] }

  package func rows(_ name: String) -> [Parameter] {
    (values[name]?.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }
  }
}

/// An HTTP request about to be sent, as seen and changed by an auth kind.
package struct OutgoingMessage: Equatable, Sendable {
  package var method: String
  package var url: String
  package var headers: [Header]
  /// `nil` if there is none, or if it is read from files while it is sent.
  package var body: Data?
  /// The added credentials. They are masked everywhere and not sent to another origin.
  package private(set) var credentials: [Header] = []

  package init(method: String, url: String, headers: [Header] = [], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Adds a credential header, unless the user wrote a header of that name.
  package mutating func addCredential(_ name: String, _ value: String) {
    credentials.append(Header(name, value))
    if headers.first(name) == nil { headers.append(Header(name, value)) }
  }

  /// Adds a query parameter to the URL.
  package mutating func addQuery(_ name: String, _ value: String) {
    url = URLQuery.appending([Parameter(name, value)], to: url)
  }
}

/// The encoded body of a request.
package struct OutgoingBody: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case bytes(Data)
    /// The path of a file, relative to the request file.
    case file(String)
    /// `multipart/form-data`, RFC 7578: each row has a `value` or a `file`.
    case parts([Parameter])
  }

  package var content: Content
  /// The Content-Type, unless the request sets one; `nil` derives it from the file name or the parts.
  package var contentType: String?

  package init(_ content: Content, contentType: String?) {
    self.content = content
    self.contentType = contentType
  }

  package static func text(_ text: String, contentType: String) -> OutgoingBody {
    OutgoingBody(.bytes(Data(text.utf8)), contentType: contentType)
  }
}
