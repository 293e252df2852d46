package import Foundation

/// The services available to auth and body kinds while a request is prepared. Implemented by the runner and by tests.
package protocol KindContext: LoginContext {
  var now: Date { get }
  /// The option of the command line that gives the auth; `nil` if a file does.
  var typedAuth: String? { get }

  /// Returns cryptographically secure random bytes.
  func random(_ count: Int) -> Data

  func hash(_ data: Data, with algorithm: DigestAlgorithm) throws(Failure) -> Data

  /// Returns the HMAC of `data`, RFC 2104.
  func authenticationCode(of data: Data, key: Data, with algorithm: DigestAlgorithm) throws(Failure) -> Data

  /// Returns the signature of `data` by a private key: PEM in any form, or a JSON Web Key.
  func signature(of data: Data, key: String, with algorithm: SignatureAlgorithm) throws(Failure) -> Data

  /// Returns a digest of the request body, including bodies read from files, which are not loaded into memory.
  func bodyHash(_ range: HashedBody) async throws(Failure) -> Data

  /// Masks `secret` in everything shown or stored of the exchange after this call.
  func mask(_ secret: String)

  /// Whether a client certificate belongs to the host of a URL.
  func hasClientCertificate(for url: String) -> Bool

  /// Sends an auxiliary request, such as one for a token. It is not recorded in history.
  func send(_ message: OutgoingMessage) async throws(Failure) -> Response
}

extension KindContext {
  package var typedAuth: String? { nil }

  package func hasClientCertificate(for url: String) -> Bool { false }

  package func bodyHash(with algorithm: DigestAlgorithm) async throws(Failure) -> Data {
    try await bodyHash(HashedBody(algorithm: algorithm))
  }

  /// HMAC-SHA-256.
  package func authenticationCode(of data: Data, key: Data) throws(Failure) -> Data {
    try authenticationCode(of: data, key: key, with: .sha256)
  }

  /// Two lower-case digits for each of `count` random bytes.
  package func randomHex(_ count: Int) -> String { random(count).hex }
}

package enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
  case md5, sha1, sha256, sha384, sha512
}

/// The input of a body's hash: the start of the body between a prefix and a suffix.
package struct HashedBody: Equatable, Sendable {
  package var algorithm: DigestAlgorithm
  package var prefix = Data()
  package var suffix = Data()
  /// How much of the body counts, in bytes.
  package var limit = Int.max
}

/// Signatures of JOSE (RFC 7518, RFC 8037) and of OAuth 1 that need a private key.
package enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"
  case edDSA = "EdDSA"
  /// RSASSA-PKCS1-v1_5 with SHA-1, which only OAuth 1 still asks for.
  case rsaSHA1 = "RSA-SHA1"
}

/// The values of a kind's fields with their variables replaced, without disabled rows.
package struct FieldValues: Sendable {
  private let values: [String: JSONValue]

  package init(_ values: [String: JSONValue]) { self.values = values }

  /// The text of a field; empty if it is not set.
  package subscript(name: String) -> String { values[name]?.string ?? "" }

  package func optional(_ name: String) -> String? { values[name]?.string }

  package func json(_ name: String) -> JSONValue? { values[name] }

  package func flag(_ name: String) -> Bool { values[name]?.bool ?? false }

  package func number(_ name: String) -> Double? { values[name]?.number.flatMap { Double($0.text) } }

  package func rows(_ name: String) -> [Parameter] {
    (values[name]?.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }
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

  package static func text(_ text: String, contentType: String) -> OutgoingBody {
    OutgoingBody(content: .bytes(Data(text.utf8)), contentType: contentType)
  }
}
