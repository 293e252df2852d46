internal import Foundation

extension RequestError: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .invalidURL(let text, .unsupportedScheme(let scheme)):
      "Cannot send to \"\(text)\": \(UnsupportedScheme.sentence(scheme))"
    case .invalidURL(let text, let problem): "\"\(text)\" is not a URL: \(problem.sentence)"
    case .invalidHeader(let header, let problem): problem.sentence(header)
    case .createRequestFailed(let error): "The request could not be created: \(error.sentence)"
    case .parameterEncodingFailed(let failure): failure.description
    case .parameterEncoderFailed(let failure): failure.description
    case .requestAdaptationFailed(let error): "The request could not be adapted: \(error.sentence)"
    case .invalidResumeData(let error):
      "The download cannot be resumed, its resume data is damaged: \(error.sentence) — start it over"
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
    default: transferDescription
    }
  }

  private var transferDescription: String {
    switch self {
    case .sessionDeinitialized: "The session ended before the response arrived — keep it as long as its requests"
    case .timedOut(.connect, let host, let limit):
      "No connection to \(host) in \(limit.inSeconds) — is the server running, and the network?"
    case .timedOut(.read, let host, let limit):
      "No data from \(host) for \(limit.inSeconds) — raise the limit or try again"
    case .timedOut(.total, let host, let limit):
      "The response from \(host) was not complete in \(limit.inSeconds) — raise \"timeout\" or try again"
    case .bodyTooLarge(let limit): "The response body is larger than \(limit) bytes — raise maxBodySize"
    case .headTooLarge(let limit): "The headers or trailers of the response exceed the limit of \(limit) bytes"
    case .unresolvableHost(let host): "Cannot find host \"\(host)\" — check the URL or the variable that holds it"
    case .noAddress(let host, let version):
      "Cannot find an IPv\(version.rawValue) address of \"\(host)\" — check the URL, or remove ipVersion"
    case .proxyFailed(let detail):
      "Cannot use the proxy: \(TLSReason(detail).words) — check its address, or http_proxy and https_proxy"
    case .refused(let host, let port): "\(host):\(port) refused the connection — is the server running?"
    case .localLimit(let reason):
      "No connection could be opened: \(reason) — send fewer requests at a time, or raise the limit with ulimit -n"
    case .unreachable(let host, let port, let reason): "Cannot reach \(host):\(port): \(reason) — check the network"
    case .otherIPVersion(let host, let version):
      "\(host) is not an IPv\(version.rawValue) address — remove ipVersion, or use the other version"
    case .connectionLost(let host, let bytes): Self.connectionLost(host, bytes, method: nil)
    case .tls(let failure, let host): failure.sentence(host)
    case .protocolError(let detail): ProtocolReason(detail).sentence
    case .undecodableBody(let detail):
      "The body cannot be decompressed: \(detail) — send \"Accept-Encoding: identity\" to see it as it is"
    case .transportFailed(let code, let detail): "The transfer failed: \(TLSReason(detail).words) (libcurl \(code))"
    default: outcomeDescription
    }
  }

  private var outcomeDescription: String {
    switch self {
    case .tooManyRedirects(let limit): "More than \(limit) redirects — raise \"maxRedirects\" or don't follow them"
    case .redirectRefused(let location, let problem):
      "The redirect to \"\(location)\" was not followed: \(problem.sentence)"
    case .downloadNotWritten(let file, let reason): "Cannot write the download to \"\(file.path)\": \(reason)"
    case .downloadedFileMoveFailed(let error, let source, let destination):
      "The download cannot be moved to \"\(destination.path)\": \(error.sentence) — it is in \"\(source.path)\""
    case .streamSerializationFailed(let error): "A value of the stream cannot be parsed: \(error.sentence)"
    case .streamHandlerFailed(let error): "The stream was ended by its handler: \(error.sentence)"
    case .webSocket(let failure): failure.description
    case .requestRetryFailed(let error, let original):
      "The request could not be retried: \(error.sentence) — before that: \(original)"
    case .responseValidationFailed(let failure): failure.sentence
    case .responseSerializationFailed(let failure): failure.sentence
    // Those above.
    case .invalidURL, .invalidHeader, .createRequestFailed, .parameterEncodingFailed, .parameterEncoderFailed,
      .requestAdaptationFailed, .invalidResumeData, .invalidProxy, .unusableTrust, .unusableClientCertificate,
      .unsupported, .bodyFailed, .unreadableCertificateAuthorities, .explicitlyCancelled, .sessionDeinitialized,
      .timedOut, .bodyTooLarge, .headTooLarge, .unresolvableHost, .noAddress, .proxyFailed, .refused, .localLimit,
      .unreachable, .otherIPVersion, .connectionLost, .tls, .protocolError, .undecodableBody, .transportFailed:
      ""
    }
  }

  /// A more precise description if the method is known.
  package func sentence(method: HTTPMethod) -> String {
    if case .connectionLost(let host, let bytes) = self { return Self.connectionLost(host, bytes, method: method) }
    guard let warning = Self.repetitionWarning(for: method) else { return description }
    return switch self {
    case .timedOut(.read, let host, let limit): "No data from \(host) for \(limit.inSeconds) — \(warning)"
    case .timedOut(.total, let host, let limit):
      "The response from \(host) was not complete in \(limit.inSeconds) — raise \"timeout\"; \(warning)"
    default: description
    }
  }

  private static func connectionLost(_ host: String, _ bytes: Int, method: HTTPMethod?) -> String {
    let end = bytes > 0 ? "after \(bytes) bytes of the response body" : "before its response was complete"
    let event = "\(host) closed the connection \(end)"
    guard let method else {
      return "\(event) — it may have processed the request, so repeat it only if that is safe"
    }
    return "\(event) — \(repetitionWarning(for: method) ?? "try again")"
  }

  /// Advice after a message that the server may have processed; `nil` if repeating it does no harm.
  package static func repetitionWarning(for method: HTTPMethod) -> String? {
    method.isIdempotent ? nil : "it may have processed the \(method.rawValue), so check before sending it again"
  }
}

extension RequestURL.Problem {
  fileprivate var sentence: String {
    switch self {
    case .empty: "it is empty"
    case .noScheme: "it has no scheme — begin with http:// or https://"
    case .noHost: "it names no host"
    case .unsupportedScheme(let scheme): UnsupportedScheme.sentence(scheme)
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
    case .nameCharacter: "\"\(header.name)\" cannot be a header name — use letters, digits and hyphens"
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
    case .invalidEmptyResponse(let type): "The response has no body, and \(type) has no empty value"
    case .inputFileNil: "There is no file: no body was received"
    case .inputFileReadFailed(let file, let error): "Cannot read the downloaded \"\(file.path)\": \(error.sentence)"
    case .stringSerializationFailed(let encoding): "The body is not text in \(encoding)"
    case .decodingFailed(let error): "The body cannot be decoded: \(error.sentence)"
    case .customSerializationFailed(let error): "The body could not be parsed: \(error.sentence)"
    }
  }
}

extension Error {
  /// Its description for users.
  var sentence: String { (self as? any LocalizedError)?.errorDescription ?? String(describing: self) }
}

extension Duration {
  /// `30 s`, `0.25 s`
  package var inSeconds: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}

/// Plain descriptions of libcurl's errors about HTTP.
private struct ProtocolReason {
  private let detail: String

  init(_ detail: String) { self.detail = detail }

  var sentence: String {
    if let streamError {
      return "The server ended the HTTP/2 stream with an error: \(streamError) — try again, or with HTTP/1.1"
    }
    let sentence = "The response is not valid HTTP: \(detail)"
    return isHTTP ? sentence : sentence + " — is this an HTTP server's port?"
  }

  /// The name in `HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)`.
  private var streamError: String? {
    guard detail.hasPrefix("HTTP/2 stream "), let start = detail.firstRange(of: "not closed cleanly: ") else {
      return nil
    }
    let name = detail[start.upperBound...]
    return String(name[..<(name.firstRange(of: " (err ")?.lowerBound ?? name.endIndex)])
  }

  /// Whether the server speaks HTTP as far as this part of the response.
  private var isHTTP: Bool { ["HTTP/2", "chunked-encoding", "Content-"].contains { detail.contains($0) } }
}

/// Plain descriptions of the TLS errors of OpenSSL and libcurl.
struct TLSReason {
  private let detail: String

  init(_ detail: String) { self.detail = detail }

  /// The detail without error codes, function names and addresses: `error:0A00010B:SSL routines::wrong version number`
  /// becomes "wrong version number".
  var words: String {
    var text = detail[...]
    for prefix in ["OpenSSL SSL_connect: ", "OpenSSL SSL_read: ", "OpenSSL SSL_write: ", "SSL certificate problem: "] {
      if text.hasPrefix(prefix) { text = text.dropFirst(prefix.count) }
    }
    if let end = text.firstRange(of: " in connection to ") { text = text[..<end.lowerBound] }
    if let end = text.firstRange(of: ", errno ") { text = text[..<end.lowerBound] }
    guard let start = text.firstRange(of: "error:") else { return String(text) }
    // error:CODE:library:function:reason
    let parts = text[start.lowerBound...].split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
    return text[..<start.lowerBound].replacing("OpenSSL error ", with: "") + (parts.count == 5 ? String(parts[4]) : "")
  }

  func handshakeSentence(_ host: String) -> String {
    sentence(Self.handshakes, host) ?? "No TLS connection to \(host): \(words) — does this port speak TLS?"
  }

  func clientCertificateSentence(_ host: String) -> String {
    sentence(Self.clientCertificates, host)
      ?? "\(host) refused the client certificate: \(words) — give one that it trusts"
  }

  func certificateFileSentence(_ file: String) -> String {
    sentence(Self.certificateFiles, file)
      ?? "Cannot use the client certificate \"\(file)\": \(words) — check the files and the password"
  }

  /// Whether the server rejected or asked for a client certificate.
  var isAboutClientCertificate: Bool {
    detail.contains("alert") && Self.clientCertificates.contains { detail.contains($0.phrase) }
  }

  /// `%` in a sentence is replaced by the host or the file.
  private typealias Words = (phrase: String, sentence: String)

  private func sentence(_ table: [Words], _ subject: String) -> String? {
    table.first { detail.contains($0.phrase) }?.sentence.replacing("%", with: subject)
  }

  private static let noTLS = "% does not speak TLS on this port — use http://, ws:// or another port"
  private static let noVersion =
    "% and this client share no TLS version — change the TLS versions you allow, or update the server"
  private static let noCipher =
    "% refused the TLS handshake: no cipher suits both sides, or it requires a client certificate"
  private static let weak = "The TLS keys of % are too weak — the server needs new ones"
  private static let closed = "% closed the connection during the TLS handshake — does this port speak TLS?"

  private static let handshakes: [Words] = [
    ("wrong version number", noTLS), ("http request", noTLS), ("packet length too long", noTLS),
    ("unsupported protocol", noVersion), ("alert protocol version", noVersion), ("no protocols available", noVersion),
    ("version too low", noVersion), ("wrong ssl version", noVersion), ("inappropriate fallback", noVersion),
    ("handshake failure", noCipher), ("no shared cipher", noCipher), ("insufficient security", noCipher),
    ("no ciphers available", noCipher), ("no suitable", noCipher), ("illegal parameter", noCipher),
    ("unrecognized name", "% has no certificate for this name — check the host's name"),
    ("no application protocol", "% accepts none of the offered HTTP versions — choose another one"),
    ("key too small", weak), ("md too weak", weak), ("bad dh value", weak),
    ("legacy renegotiation", "% uses an insecure old form of TLS — the server needs an update"),
    ("alert internal error", "% reported an internal error during the TLS handshake — try again later"),
    ("unexpected eof", closed), ("SSL_ERROR_SYSCALL", closed), ("SSL_ERROR_ZERO_RETURN", closed),
    ("reset by peer", closed), ("Broken pipe", closed),
  ]

  private static let clientCertificates: [Words] = [
    ("certificate required", "% requires a client certificate — give one that it trusts"),
    ("certificate expired", "% refused the client certificate, which has expired — give a new one"),
    ("certificate revoked", "% refused the client certificate, which was revoked — give a new one"),
    ("unknown ca", "% does not trust the authority of the client certificate — give one that it trusts"),
    ("unsupported certificate", "% does not accept this kind of client certificate — give another one"),
    ("bad certificate", "% requires a client certificate that it trusts — give one, or another one"),
    ("certificate unknown", "% refused the client certificate — give one that it trusts"),
    ("access denied", "% refused access with this client certificate — give another one"),
    ("decrypt error", "% could not verify the client certificate — does its key belong to it?"),
  ]

  private static let certificateFiles: [Words] = [
    ("bad decrypt", "The password of the client certificate \"%\" is wrong"),
    ("mac verify failure", "The password of the client certificate \"%\" is wrong"),
    (
      "::unsupported",
      "The client certificate \"%\" is encrypted by an old cipher — install openssl-provider-legacy, or export it anew"
    ),
    ("bad password read", "The client certificate \"%\" needs a password"),
    ("does not match", "The key does not belong to the client certificate \"%\" — give its own key"),
    ("values mismatch", "The key does not belong to the client certificate \"%\" — give its own key"),
    ("No such file", "The client certificate \"%\" cannot be read: there is no such file"),
    ("no start line", "Cannot use the client certificate \"%\": it is not a PEM file, or has no key"),
  ]
}
