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
      "Cannot use the client certificate \"\(file)\": \(detail) — check the files and the password"
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
    case .bodyTooLarge(let limit): "The body is larger than \(limit) bytes — raise the limit for bodies"
    case .headTooLarge(let limit): "The response's headers are larger than \(limit) bytes — raise the limit for heads"
    case .unresolvableHost(let host): "Cannot find host \"\(host)\" — check the URL or the variable that holds it"
    case .proxyFailed(let detail): "Cannot reach the proxy — check http_proxy and https_proxy: \(detail)"
    case .refused(let host, let port): "\(host):\(port) refused the connection — is the server running?"
    case .unreachable(let host, let port, let reason): "Cannot reach \(host):\(port): \(reason) — check the network"
    case .connectionLost(let host, let bytes): Self.connectionLost(host, bytes)
    case .tls(let failure, let host): failure.sentence(host)
    case .protocolError(let detail): "The answer is not valid HTTP: \(detail) — is this an HTTP server's port?"
    case .undecodableBody(let detail):
      "The body cannot be decompressed: \(detail) — send \"Accept-Encoding: identity\" to see it as it is"
    case .transportFailed(let code, let detail): "The transfer failed: \(detail) (libcurl \(code))"
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

  private static func connectionLost(_ host: String, _ bytes: Int) -> String {
    bytes == 0
      ? "\(host) closed the connection before its answer was whole — try again"
      : "\(host) closed the connection after \(bytes) bytes of the body — try again"
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

extension Header.Problem {
  fileprivate func sentence(_ header: Header) -> String {
    switch self {
    case .emptyName: "A header has no name — name it or remove it"
    case .nameCharacter: "\"\(header.name)\" cannot be a header's name — use letters, digits and hyphens"
    case .valueCharacter: "The value of the header \"\(header.name)\" has a control character — remove it"
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
    case .notStapled: "\(host) did not prove that its certificate is not revoked — it has to staple an OCSP answer"
    case .clientCertificateRefused(let detail):
      "\(host) refused the client certificate: \(detail) — give one that it trusts"
    case .notYetValid: "The certificate of \(host) is not valid yet — check this machine's clock"
    case .revoked: "The certificate of \(host) was revoked — the server needs a new one"
    case .hostMismatch: "The certificate is not for \(host) — check the host's name"
    case .certificate(let detail): "The certificate of \(host) is not accepted: \(detail) — \(remedy)"
    case .handshake(let detail): "No TLS connection to \(host): \(detail) — does this port speak TLS?"
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
  var inSeconds: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
