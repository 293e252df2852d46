/// What OpenSSL and libcurl say of a failed TLS connection, in the user's words.
struct TLSReason {
  private let detail: String

  init(_ detail: String) { self.detail = detail }

  /// The detail without error codes, names of functions and addresses: `error:0A00010B:SSL routines::wrong version number`
  /// is "wrong version number".
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

  /// Whether the server told what it thinks of the client's certificate.
  var isAboutClientCertificate: Bool {
    detail.contains("alert") && Self.clientCertificates.contains { detail.contains($0.phrase) }
  }

  /// `%` in a sentence is the host or the file.
  private typealias Words = (phrase: String, sentence: String)

  private func sentence(_ table: [Words], _ subject: String) -> String? {
    table.first { detail.contains($0.phrase) }?.sentence.replacing("%", with: subject)
  }

  private static let noTLS = "% does not speak TLS on this port — use http:// or another port"
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
    ("alert internal error", "% reported an error of its own during the TLS handshake — try again later"),
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
    ("bad password read", "The client certificate \"%\" needs a password"),
    ("does not match", "The key does not belong to the client certificate \"%\" — give its own key"),
    ("values mismatch", "The key does not belong to the client certificate \"%\" — give its own key"),
    ("No such file", "The client certificate \"%\" cannot be read: there is no such file"),
    ("no start line", "Cannot use the client certificate \"%\": it is not a PEM file, or has no key"),
  ]
}
