internal import Foundation

/// Signs messages with AWS Signature Version 4.
package struct AWSSigning: Sendable {
  private let accessKey: String
  private let secretKey: String
  private let sessionToken: String
  private let scope: AWSScope
  /// Whether the percent-encoded path is encoded again for signing. Required by all services except S3.
  package var encodesPathTwice: Bool
  /// Whether `.`, `..` and empty parts of the path are resolved for signing. Required by all services except S3.
  package var normalizesPath: Bool
  /// Whether the digest of the body is sent in its own header. Required by S3.
  package var sendsPayloadHash: Bool
  package var leavesPayloadOut = false

  package init(accessKey: String, secretKey: String, sessionToken: String, scope: AWSScope) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
    self.scope = scope
    encodesPathTwice = !scope.isStorage
    normalizesPath = !scope.isStorage
    sendsPayloadHash = scope.isStorage
  }

  private static let algorithm = "AWS4-HMAC-SHA256"
  private static let payloadHeader = "X-Amz-Content-Sha256"
  private static let unsignedPayload = "UNSIGNED-PAYLOAD"

  // MARK: In headers

  package func signHeaders(_ message: inout OutgoingMessage, _ context: any KindContext) async throws(Failure) {
    let time = UTCTime(context.now).basic
    message.addHeader("X-Amz-Date", time)
    if !sessionToken.isEmpty {
      message.headers.removeAll { $0.name.lowercased() == "x-amz-security-token" }
      message.addCredential("X-Amz-Security-Token", sessionToken)
    }
    let given = message.headers.first(Self.payloadHeader)
    let hash: String
    if let given { hash = given } else { hash = try await payloadHash(context) }
    if given == nil, sendsPayloadHash || leavesPayloadOut { message.addHeader(Self.payloadHeader, hash) }
    let canonical = canonical(message, payloadHash: hash)
    let signature = try signature(of: canonical, time, context)
    message.hide(signature)
    message.addCredential(
      "Authorization",
      "\(Self.algorithm) Credential=\(accessKey)/\(place(time)), SignedHeaders=\(canonical.signedHeaders), "
        + "Signature=\(signature)")
  }

  private func payloadHash(_ context: any KindContext) async throws(Failure) -> String {
    leavesPayloadOut ? Self.unsignedPayload : try await context.bodyHash(with: .sha256).hex
  }

  // MARK: In the query

  /// - Parameter expires: For how many seconds the signature is good.
  package func signQuery(
    _ message: inout OutgoingMessage, expires: Int, _ context: any KindContext
  ) async throws(Failure) {
    let time = UTCTime(context.now).basic
    message.removeQuery(Self.ownParameters)
    let names = canonical(message, payloadHash: "").signedHeaders
    message.addCredentialQuery("X-Amz-Algorithm", Self.algorithm, isSecret: false)
    message.addCredentialQuery("X-Amz-Credential", "\(accessKey)/\(place(time))", isSecret: false)
    message.addCredentialQuery("X-Amz-Date", time, isSecret: false)
    message.addCredentialQuery("X-Amz-Expires", String(expires), isSecret: false)
    message.addCredentialQuery("X-Amz-SignedHeaders", names, isSecret: false)
    if !sessionToken.isEmpty { message.addCredentialQuery("X-Amz-Security-Token", sessionToken) }
    // S3 does not know the body of a request that is signed in advance.
    let hash = scope.isStorage ? Self.unsignedPayload : try await payloadHash(context)
    let signature = try signature(of: canonical(message, payloadHash: hash), time, context)
    message.addCredentialQuery("X-Amz-Signature", signature)
  }

  private static let ownParameters: Set = [
    "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-expires", "x-amz-signedheaders", "x-amz-security-token",
    "x-amz-signature",
  ]

  // MARK: The signature

  private func canonical(_ message: OutgoingMessage, payloadHash: String) -> AWSCanonicalRequest {
    let address = message.address
    return AWSCanonicalRequest(
      method: message.method,
      path: AWSCanonicalRequest.path(address.path, normalizes: normalizesPath, encodesTwice: encodesPathTwice),
      query: address.query, headers: message.headers.map { ($0.name, $0.value) }, host: address.hostAndPort,
      payloadHash: payloadHash)
  }

  private func place(_ time: String) -> String { "\(time.prefix(8))/\(scope.region)/\(scope.service)/aws4_request" }

  private func signature(
    of canonical: AWSCanonicalRequest, _ time: String, _ context: any KindContext
  ) throws(Failure) -> String {
    let digest = try context.hash(Data(canonical.text.utf8), with: .sha256).hex
    var key = Data("AWS4\(secretKey)".utf8)
    for part in [String(time.prefix(8)), scope.region, scope.service, "aws4_request"] {
      key = try context.authenticationCode(of: Data(part.utf8), key: key)
    }
    let text = [Self.algorithm, time, place(time), digest].joined(separator: "\n")
    return try context.authenticationCode(of: Data(text.utf8), key: key).hex
  }
}
