internal import Foundation
internal import RequestClient
internal import RequestModel

/// The services of a run for auth and body kinds.
struct RunKinds: KindContext {
  let context: RunContext
  /// The request body, once it is known.
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
    var options = context.request.options
    // A redirect could carry the secrets of the body to another server.
    options.followsRedirects = false
    let prepared = PreparedRequest(
      method: message.method, url: message.url, headers: message.headers, body: message.body.map(HTTPBody.data),
      files: [], options: options, secrets: [],
      credentialHeaders: Set(message.credentials.map { $0.name.lowercased() }), maskedHeaders: [])
    let composed = try ClientRequest(prepared, session: context.services.client)
    let request = composed.createRequest()
    let start = context.elapsed
    let received = await context.response(of: request, composed.responseSerializer)
    context.add(Timeline(received.timeline).hops.map(\.forAuthentication), from: start)
    if let error = received.error { throw error.failure(of: composed.method) }
    guard let head = received.head else { throw Failure(.other, "No response received") }
    var response = Response(head)
    response.body = received.data ?? Data()
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
  /// Sends an auxiliary request; cancelling the run cancels it.
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
