internal import Foundation

/// The signature of OAuth 1.0a (RFC 5849, section 3.4).
struct OAuth1Signing {
  typealias Pair = (name: String, value: String)

  static let methods = [
    "HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "PLAINTEXT",
  ]

  private let values: FieldValues
  private let context: any KindContext
  private let method: String

  init(_ values: FieldValues, _ context: any KindContext) {
    (self.values, self.context) = (values, context)
    method = values["signatureMethod"]
  }

  /// The parameters of the protocol but the signature.
  func parameters(for message: OutgoingMessage) async throws(Failure) -> [Pair] {
    let now = String(Int(context.now.timeIntervalSince1970))
    var pairs: [Pair] = [
      ("oauth_consumer_key", values["consumerKey"]), ("oauth_token", values["token"]),
      ("oauth_signature_method", method), ("oauth_timestamp", values["timestamp"].isEmpty ? now : values["timestamp"]),
      ("oauth_nonce", values["nonce"].isEmpty ? context.randomHex(16) : values["nonce"]),
      ("oauth_version", values["version"]), ("oauth_callback", values["callback"]),
      ("oauth_verifier", values["verifier"]),
    ]
    if !values.flag("addEmptyParamsToSign") { pairs.removeAll { $0.value.isEmpty } }
    if values.flag("includeBodyHash"), !message.isForm {
      pairs.append(("oauth_body_hash", try await context.bodyHash(with: digest).base64EncodedString()))
    }
    return pairs
  }

  func signature(of message: OutgoingMessage, _ parameters: [Pair]) throws(Failure) -> String {
    let key = [values["consumerSecret"], values["tokenSecret"]].map(PercentEncoding.component).joined(separator: "&")
    let text = Data(baseString(of: message, parameters).utf8)
    switch method {
    case "PLAINTEXT": return key
    case "RSA-SHA1": return try signed(text, .rsaSHA1)
    case "RSA-SHA256": return try signed(text, .rs256)
    default:
      return try context.authenticationCode(of: text, key: Data(key.utf8), with: digest).base64EncodedString()
    }
  }

  private func signed(_ text: Data, _ algorithm: SignatureAlgorithm) throws(Failure) -> String {
    try context.signature(of: text, key: values["privateKey"], with: algorithm).base64EncodedString()
  }

  private var digest: DigestAlgorithm {
    switch method {
    case "HMAC-SHA256", "RSA-SHA256": .sha256
    case "HMAC-SHA512": .sha512
    default: .sha1
    }
  }

  /// RFC 5849, section 3.4.1.
  func baseString(of message: OutgoingMessage, _ parameters: [Pair]) -> String {
    let address = message.address
    let form = message.isForm ? URLQuery.decoded(String(decoding: message.body ?? Data(), as: UTF8.self)) : []
    let pairs: [Pair] = parameters + URLQuery.decoded(address.query ?? "") + form
    let encoded = pairs.map { [PercentEncoding.component($0.name), PercentEncoding.component($0.value)] }
    let joined = encoded.sorted { $0.lexicographicallyPrecedes($1) }.map { $0.joined(separator: "=") }
      .joined(separator: "&")
    let url = address.scheme + "://" + message.host.lowercased() + address.path
    return [message.method.uppercased(), url, joined].map(PercentEncoding.component).joined(separator: "&")
  }
}
