public import Foundation

extension RequestError: CustomStringConvertible, LocalizedError {
  /// What failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .invalidURL(let text, let problem): "\"\(text)\" is not a URL: \(problem.sentence)"
    case .invalidHeader(let header, let problem): problem.sentence(header)
    case .createRequestFailed(let error): "The request could not be made: \(error.sentence)"
    case .parameterEncodingFailed(let failure): failure.description
    case .parameterEncoderFailed(let failure): failure.description
    case .requestAdaptationFailed(let error): "The request could not be adapted: \(error.sentence)"
    case .invalidResumeData(let error):
      "The download cannot go on, its resume data are damaged: \(error.sentence) — start it anew"
    case .invalidProxy(let text):
      "\"\(text)\" is not a proxy — write scheme://host:port, such as socks5h://localhost:1080"
    case .unusableTrust(let failure): failure.description
    case .unusableClientCertificate(let file, let detail):
      TLSReason(detail).certificateFileSentence(file)
    case .unsupported(let feature): "The installed libcurl has no \(feature) — use another setting or another libcurl"
    case .bodyFailed(let failure): failure.description
    case .unreadableCertificateAuthorities(let file):
      "Cannot read certificate authorities from \"\(file)\" — give a PEM file"
    case .explicitlyCancelled: "Cancelled"
    case .sessionDeinitialized: "The session ended before the answer came — keep it as long as its requests"
    case .timedOut(.connect, let host, let limit):
      "No connection to \(host) in \(limit.inSeconds) — is the server running, and the network?"
    case .timedOut(.read, let host, let limit):
      "Nothing came from \(host) for \(limit.inSeconds) — raise the limit or try again"
    case .timedOut(.total, let host, let limit):
      "No response from \(host) in \(limit.inSeconds) — raise \"timeout\" or cancel"
    case .bodyTooLarge(let limit): "The body is larger than \(limit) bytes — raise maxBodySize"
    case .headTooLarge(let limit): "The response's headers are larger than \(limit) bytes — raise maxHeadSize"
    case .unresolvableHost(let host): "Cannot find host \"\(host)\" — check the URL or the variable that holds it"
    case .proxyFailed(let detail):
      "Cannot reach the proxy — check http_proxy and https_proxy: \(TLSReason(detail).words)"
    case .refused(let host, let port): "\(host):\(port) refused the connection — is the server running?"
    case .unreachable(let host, let port, let reason): "Cannot reach \(host):\(port): \(reason) — check the network"
    case .connectionLost(let host, let bytes): Self.connectionLost(host, bytes, method: nil)
    case .tls(let failure, let host): failure.sentence(host)
    case .protocolError(let detail): "The answer is not valid HTTP: \(detail) — is this an HTTP server's port?"
    case .undecodableBody(let detail):
      "The body cannot be decompressed: \(detail) — send \"Accept-Encoding: identity\" to see it as it is"
    case .transportFailed(let code, let detail): "The transfer failed: \(TLSReason(detail).words) (libcurl \(code))"
    case .tooManyRedirects(let limit): "More than \(limit) redirects — raise \"maxRedirects\" or don't follow them"
    case .redirectLoop(let url): "The redirects lead back to \(url) — don't follow them to see where it starts"
    case .redirectRefused(let location, let problem):
      "The redirect to \"\(location)\" was not followed: \(problem.sentence)"
    case .downloadNotWritten(let file, let reason): "Cannot write the download to \"\(file.path)\": \(reason)"
    case .downloadedFileMoveFailed(let error, let source, let destination):
      "The download cannot go to \"\(destination.path)\": \(error.sentence) — it is in \"\(source.path)\""
    case .streamSerializationFailed(let error): "A value of the stream cannot be read: \(error.sentence)"
    case .streamHandlerFailed(let error): "The stream was ended by its handler: \(error.sentence)"
    case .requestRetryFailed(let error, let original):
      "The request could not be tried again: \(error.sentence) — before that: \(original)"
    case .responseValidationFailed(let failure): failure.sentence
    case .responseSerializationFailed(let failure): failure.sentence
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }

  /// The description, more exact where the message's method is known.
  package func sentence(method: HTTPMethod) -> String {
    guard case .connectionLost(let host, let bytes) = self else { return description }
    return Self.connectionLost(host, bytes, method: method)
  }

  private static func connectionLost(_ host: String, _ bytes: Int, method: HTTPMethod?) -> String {
    if bytes > 0 { return "\(host) closed the connection after \(bytes) bytes of the body — try again" }
    let event = "\(host) closed the connection before its response was complete"
    return switch method {
    case nil: "\(event) — it may have processed the request, so repeat it only if that is safe"
    case let method? where method.isIdempotent: "\(event) — try again"
    case let method?: "\(event) — it may have processed the \(method.rawValue), so check before sending it again"
    }
  }
}

extension RequestURL.Problem {
  fileprivate var sentence: String {
    switch self {
    case .empty: "it is empty"
    case .noScheme: "it has no scheme — begin with http:// or https://"
    case .noHost: "it names no host"
    case .unsupportedScheme(let scheme): "\"\(scheme)\" is neither http nor https"
    case .badHost(let host): "\"\(host)\" cannot be a host"
    case .badPort(let port): "\"\(port)\" is not a port — give a number from 1 to 65535"
    case .space: "it has a space — write %20"
    case .controlCharacter: "it has a control character"
    }
  }
}

extension HTTPHeader.Problem {
  fileprivate func sentence(_ header: HTTPHeader) -> String {
    switch self {
    case .emptyName: "A header has no name — name it or remove it"
    case .nameCharacter: "\"\(header.name)\" cannot be a header's name — use letters, digits and hyphens"
    case .valueCharacter: "The value of the header \"\(header.name)\" has a control character — remove it"
    case .wrongLength(body: let length?):
      "\(header.name): \(header.value) is not the length of the body, which is \(length) — remove the header"
    case .wrongLength(body: nil):
      "\(header.name) cannot be given for a stream of unknown length — remove the header or give the stream a length"
    case .secondLength:
      "A message cannot have a second Content-Length or Transfer-Encoding — remove \(header.name): \(header.value)"
    case .transferEncoding:
      "\(header.name): \(header.value) cannot be sent — use \"chunked\" with a body, or remove the header"
    }
  }
}

extension RequestError.TLSFailure {
  fileprivate func sentence(_ host: String) -> String {
    let remedy = "trust its authority or turn off TLS verification for this request"
    return switch self {
    case .untrusted: "The certificate of \(host) is not signed by a trusted authority — \(remedy)"
    case .selfSigned: "The certificate of \(host) is self-signed — \(remedy)"
    case .expired: "The certificate of \(host) has expired — the server needs a new one"
    case .pinMismatch: "The certificate of \(host) has none of the pinned keys — is this the right server?"
    case .notStapled: "\(host) did not prove that its certificate is not revoked — it has to staple an OCSP response"
    case .clientCertificateRefused(let detail): TLSReason(detail).clientCertificateSentence(host)
    case .notYetValid: "The certificate of \(host) is not valid yet — check this machine's clock"
    case .revoked: "The certificate of \(host) was revoked — the server needs a new one"
    case .hostMismatch: "The certificate is not for \(host) — check the host's name"
    case .certificate(let detail): "The certificate of \(host) is not accepted: \(TLSReason(detail).words) — \(remedy)"
    case .handshake(let detail): TLSReason(detail).handshakeSentence(host)
    }
  }
}

extension RequestError.ValidationFailure {
  fileprivate var sentence: String {
    switch self {
    case .unacceptableStatusCode(let code): "The status \(code) is not acceptable"
    case .unacceptableContentType(let acceptable, let received):
      "The content type \(received) is not acceptable — expected \(acceptable.joined(separator: ", "))"
    case .missingContentType(let acceptable):
      "The response has no content type — expected \(acceptable.joined(separator: ", "))"
    case .customValidationFailed(let error): "The response is not acceptable: \(error.sentence)"
    }
  }
}

extension RequestError.SerializationFailure {
  fileprivate var sentence: String {
    switch self {
    case .inputDataNilOrZeroLength: "The response has no body"
    case .invalidEmptyResponse(let type): "The response has no body, and \(type) cannot be made of nothing"
    case .inputFileNil: "There is no file: no body has begun to come"
    case .inputFileReadFailed(let file, let error): "Cannot read the downloaded \"\(file.path)\": \(error.sentence)"
    case .stringSerializationFailed(let encoding): "The body is not text in \(encoding)"
    case .decodingFailed(let error): "The body does not decode: \(error.sentence)"
    case .customSerializationFailed(let error): "The body could not be read: \(error.sentence)"
    }
  }
}

extension Error {
  fileprivate var sentence: String { (self as? any LocalizedError)?.errorDescription ?? String(describing: self) }
}

extension Duration {
  /// `30 s`, `0.25 s`
  package var inSeconds: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
