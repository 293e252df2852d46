package import Foundation

/// What a kind may use of the world while a request is made ready. The runner provides it; a test may pretend it.
package protocol KindContext: Sendable {
  var now: Date { get }

  /// Bytes that nobody can predict.
  func random(_ count: Int) -> Data

  func hash(_ data: Data, with algorithm: DigestAlgorithm) throws(Failure) -> Data

  /// HMAC-SHA-256, RFC 2104.
  func authenticationCode(of data: Data, key: Data) -> Data

  /// The digest of the body that is about to be sent, also of one that is read from files.
  func bodyHash(with algorithm: DigestAlgorithm) async throws(Failure) -> Data

  /// Masks `secret` from now on, wherever the exchange is shown or kept.
  func mask(_ secret: String)

  /// Sends a request of the kind's own, such as one for a token. It is not recorded in history.
  func send(_ message: OutgoingMessage) async throws(Failure) -> Response
}

package enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
  case md5, sha256
}

/// The values of a kind's fields with their variables replaced. Rows that are off are left out.
package struct FieldValues: Sendable {
  private let values: [String: JSONValue]

  package init(_ values: [String: JSONValue]) { self.values = values }

  /// The text of a field; empty where it has none.
  package subscript(name: String) -> String { values[name]?.string ?? "" }

  package func optional(_ name: String) -> String? { values[name]?.string }

  package func json(_ name: String) -> JSONValue? { values[name] }

  package func rows(_ name: String) -> [Parameter] {
    (values[name]?.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }
  }
}

/// An HTTP request as it is about to be sent: what an auth kind sees and changes.
package struct OutgoingMessage: Equatable, Sendable {
  package var method: String
  package var url: String
  package var headers: [Header]
  /// `nil` where there is none, or where it is read from files while it is sent.
  package var body: Data?
  /// The credentials that were added: masked everywhere, and not sent to another origin.
  package private(set) var credentials: [Header] = []

  package init(method: String, url: String, headers: [Header] = [], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Adds a header that holds a credential. A header of that name that the user wrote stays instead.
  package mutating func addCredential(_ name: String, _ value: String) {
    credentials.append(Header(name, value))
    if headers.first(name) == nil { headers.append(Header(name, value)) }
  }

  /// Adds a parameter to the URL's query.
  package mutating func addQuery(_ name: String, _ value: String) {
    url = URLQuery.appending([Parameter(name, value)], to: url)
  }
}

/// The body of a request as a kind makes it.
package struct OutgoingBody: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case bytes(Data)
    /// The path of a file, relative to the request's own.
    case file(String)
    /// `multipart/form-data`, RFC 7578: each row has a `value` or a `file`.
    case parts([Parameter])
  }

  package var content: Content
  /// The header of a request that has none of its own; `nil` for what the file's name or the parts say.
  package var contentType: String?

  package init(_ content: Content, contentType: String?) {
    self.content = content
    self.contentType = contentType
  }

  package static func text(_ text: String, contentType: String) -> OutgoingBody {
    OutgoingBody(.bytes(Data(text.utf8)), contentType: contentType)
  }
}
