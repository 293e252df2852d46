internal import Foundation

/// The services of a run for auth and body kinds.
struct RunKinds: KindContext {
  let run: RunContext
  /// The storage of tokens.
  var tokens: KeptTokens?
  /// The request itself, once it is known.
  var own: PreparedRequest?
  /// The request body, once it is known.
  var body: HTTPBody?
  /// Whether a missing token may be fetched, for which the user may have to log in.
  var obtainsTokens = true

  var now: Date { run.now }

  var typedAuth: String? { run.job.options.typedOptions["auth"] }

  func random(_ count: Int) -> Data { Data.random(count: count) }

  func hash(_ data: Data, with algorithm: DigestAlgorithm) throws(Failure) -> Data {
    try available(algorithm).hash(data)
  }

  func authenticationCode(of data: Data, key: Data, with algorithm: DigestAlgorithm) throws(Failure) -> Data {
    MessageAuthentication.hmac(try available(algorithm), key: key, message: data)
  }

  private func available(_ algorithm: DigestAlgorithm) throws(Failure) -> HashAlgorithm {
    let algorithm = HashAlgorithm(algorithm)
    guard algorithm.isAvailable else { throw Self.refusal(algorithm) }
    return algorithm
  }

  private static func refusal(_ algorithm: HashAlgorithm) -> Failure {
    Failure(.unprepared, "This machine's libcrypto does not allow \(algorithm)")
  }

  func signature(of data: Data, key: String, with algorithm: SignatureAlgorithm) throws(Failure) -> Data {
    do {
      return try SigningScheme(algorithm).sign(data, key: key)
    } catch {
      throw Failure(.unprepared, error.sentence(algorithm))
    }
  }

  func bodyHash(_ range: HashedBody) throws(Failure) -> Data {
    let algorithm = try available(range.algorithm)
    guard let hash = StreamingHash(algorithm) else { throw Self.refusal(algorithm) }
    hash.update(range.prefix)
    try body?.forEachChunk(limit: range.limit, hash.update)
    hash.update(range.suffix)
    return hash.finish()
  }

  func mask(_ secret: String) { run.mask.addSecrets([secret]) }

  func hasClientCertificate(for url: String) -> Bool {
    let prepared = prepared(OutgoingMessage(method: "POST", url: url))
    return (try? TransferRoute(prepared).transferOptions(to: prepared.host))?.clientCertificate != nil
  }

  /// An auxiliary request that uses the same route as the request itself, if that is known.
  private func prepared(_ message: OutgoingMessage) -> PreparedRequest {
    var prepared = PreparedRequest(
      method: message.method, url: message.url, headers: message.headers, body: message.body.map(HTTPBody.data),
      files: [], options: RequestOptions(), secrets: [],
      credentialHeaders: Set(message.credentials.map { $0.name.lowercased() }), maskedHeaders: [], login: message.login)
    if let own {
      (prepared.options, prepared.certificates) = (own.options, own.certificates)
      (prepared.socket, prepared.systemTrust, prepared.ownHost) = (own.socket, own.systemTrust, own.host)
      prepared.typedOptions = own.typedOptions
    }
    // A redirect could carry the secrets of the body to another server.
    prepared.options.followsRedirects = false
    return prepared
  }

  func send(_ message: OutgoingMessage) async throws(Failure) -> Response {
    guard !run.job.isPreview else {
      run.login.isMissing = true
      throw Failure(.unprepared, "No token yet: sending fetches one from \(message.url) first")
    }
    return try await run.send(prepared(message), for: .authentication)
  }
}

extension HashAlgorithm {
  init(_ algorithm: DigestAlgorithm) {
    switch algorithm {
    case .md5: self = .md5
    case .sha1: self = .sha1
    case .sha256: self = .sha256
    case .sha384: self = .sha384
    case .sha512: self = .sha512
    }
  }
}

extension SigningScheme {
  fileprivate init(_ algorithm: SignatureAlgorithm) {
    switch algorithm {
    case .rs256: self = .rsa(.sha256)
    case .rs384: self = .rsa(.sha384)
    case .rs512: self = .rsa(.sha512)
    case .ps256: self = .rsaPSS(.sha256)
    case .ps384: self = .rsaPSS(.sha384)
    case .ps512: self = .rsaPSS(.sha512)
    case .es256: self = .ecdsa(.sha256, curve: "prime256v1")
    case .es384: self = .ecdsa(.sha384, curve: "secp384r1")
    case .es512: self = .ecdsa(.sha512, curve: "secp521r1")
    case .edDSA: self = .ed25519
    case .rsaSHA1: self = .rsa(.sha1)
    }
  }
}

extension SigningScheme.Problem {
  fileprivate func sentence(_ algorithm: SignatureAlgorithm) -> String {
    switch self {
    case .noKey: "The private key is not a key in PEM or a JWK, or it has a passphrase — paste all of it, without one"
    case .unusableJWK(let reason): "The private key cannot be used as a JWK: \(reason)"
    case .otherKind(let needed): "\(algorithm.rawValue) needs an \(needed) private key, and this one is not"
    case .refused: "This machine's libcrypto does not sign with \(algorithm.rawValue)"
    }
  }
}

extension HTTPBody {
  /// Reads the body without keeping it.
  fileprivate func forEachChunk(limit: Int, _ take: (UnsafeRawBufferPointer) -> Void) throws(Failure) {
    guard isReplayable else { throw Self.unhashable }
    do throws(BodyFailure) {
      let reader = try open(whenReady: {})
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
      defer { buffer.deallocate() }
      var rest = limit
      while rest > 0 {
        switch try reader.read(into: buffer) {
        case .bytes(let count):
          take(UnsafeRawBufferPointer(rebasing: buffer.prefix(min(count, rest))))
          rest -= count
        case .end: return
        case .wait: throw BodyFailure.notReplayable
        }
      }
    } catch .notReplayable {
      throw Self.unhashable
    } catch {
      throw Failure(.unprepared, error.description)
    }
  }

  private static var unhashable: Failure {
    Failure(
      .unprepared, "The body is made while it is sent, so it cannot be signed — sign without the body, or send a file")
  }
}

extension RunContext {
  /// Sends an auxiliary request; cancelling the run cancels it.
  ///
  /// - Parameters:
  ///   - purpose: Its purpose in the timeline; `nil` leaves it out.
  ///   - isLater: Whether it follows the request itself.
  func send(
    _ prepared: PreparedRequest, redirector: Redirector? = nil, for purpose: Timeline.Hop.Purpose?,
    isLater: Bool = false
  ) async throws(Failure) -> Response {
    let composed = try ClientRequest(prepared, session: client, mask: mask.current, redirector: redirector)
    let request = composed.authenticated(composed.createRequest())
    let start = elapsed
    let answer = await received(of: request, composed.responseSerializer)
    if let purpose {
      record.addHops(answer.timeline.hops.map { $0.sent(for: purpose) }, from: start, isLater: isLater)
    }
    if let error = answer.error { throw prepared.failure(error, of: composed.method) }
    guard let head = answer.head else { throw Failure(.other, "No response received") }
    return with(Response(head)) { $0.body = answer.data ?? Data() }
  }

  private func received(
    of request: DataRequest, _ serializer: RawResponseSerializer
  ) async -> ClientResponse<Data> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        request.response(responseSerializer: serializer) { continuation.resume(returning: $0) }
        request.resume()
      }
    } onCancel: {
      request.cancel()
    }
  }
}
