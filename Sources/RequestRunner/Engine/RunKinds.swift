internal import Foundation
internal import RequestClient
internal import RequestModel

/// What auth and body kinds may use of a run.
struct RunKinds: KindContext {
  let context: RunContext
  /// The body to be sent, once it is known.
  var body: HTTPBody?

  var now: Date { context.job.startedAt }

  func random(_ count: Int) -> Data {
    var generator = SystemRandomNumberGenerator()
    return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  func hash(_ data: Data, with algorithm: DigestAlgorithm) throws(Failure) -> Data {
    let algorithm = HashAlgorithm(algorithm)
    guard algorithm.isAvailable else {
      throw Failure(.unprepared, "This machine's libcrypto does not allow \(algorithm)")
    }
    return algorithm.hash(data)
  }

  func authenticationCode(of data: Data, key: Data) -> Data {
    MessageAuthentication.hmacSHA256(key: key, message: data)
  }

  func bodyHash(with algorithm: DigestAlgorithm) throws(Failure) -> Data {
    try hash(body?.data ?? body?.beginning(limit: .max).bytes ?? Data(), with: algorithm)
  }

  func mask(_ secret: String) { context.mask.learn([secret]) }

  func send(_ message: OutgoingMessage) async throws(Failure) -> Response {
    guard !context.job.isPreview else {
      throw Failure(.unprepared, "A preview sends nothing, and the credentials need a request to \(message.url)")
    }
    var prepared = PreparedRequest(
      method: message.method, url: message.url, headers: message.headers, body: message.body.map(HTTPBody.data),
      files: [], options: RequestOptions(), secrets: [],
      credentialHeaders: Set(message.credentials.map { $0.name.lowercased() }), maskedHeaders: [])
    // On the same way as the request itself, as far as that is known.
    if let own = context.assembled?.1 {
      (prepared.options, prepared.certificates) = (own.options, own.certificates)
      (prepared.socket, prepared.systemTrust, prepared.ownHost) = (own.socket, own.systemTrust, own.host)
    }
    let composed = try ClientRequest(prepared, session: context.client)
    let request = composed.createRequest()
    let answer = await context.response(of: request, composed.responseSerializer)
    if let error = answer.error { throw error.failure(of: composed.method) }
    guard let head = answer.head else { throw Failure(.other, "No response received") }
    var response = Response(head)
    response.body = answer.data ?? Data()
    return response
  }
}

extension HashAlgorithm {
  init(_ algorithm: DigestAlgorithm) {
    switch algorithm {
    case .md5: self = .md5
    case .sha256: self = .sha256
    }
  }
}

extension RunContext {
  /// Sends a request beside the run's own; cancelling the run cancels it.
  fileprivate func response(
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
