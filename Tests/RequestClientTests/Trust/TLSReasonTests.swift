import RequestClient
import Testing

/// Messages of OpenSSL and libcurl with codes, and their descriptions for users.
struct TLSReasonTests {
  private static let handshakes: [(String, String)] = [
    (
      "error:0A00010B:SSL routines::wrong version number",
      "h does not speak TLS on this port — use http://, ws:// or another port"
    ),
    (
      "error:0A0000C6:SSL routines::packet length too long",
      "h does not speak TLS on this port — use http://, ws:// or another port"
    ),
    (
      "error:0A000102:SSL routines::unsupported protocol",
      "h and this client share no TLS version — change the TLS versions you allow, or update the server"
    ),
    (
      "error:0A00042E:SSL routines::tlsv1 alert protocol version",
      "h and this client share no TLS version — change the TLS versions you allow, or update the server"
    ),
    (
      "error:0A000410:SSL routines::sslv3 alert handshake failure",
      "h refused the TLS handshake: no cipher suits both sides, or it requires a client certificate"
    ),
    (
      "error:14094410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure",
      "h refused the TLS handshake: no cipher suits both sides, or it requires a client certificate"
    ),
    (
      "error:0A000458:SSL routines::tlsv1 unrecognized name",
      "h has no certificate for this name — check the host's name"
    ),
    (
      "error:0A00018A:SSL routines::dh key too small", "The TLS keys of h are too weak — the server needs new ones"
    ),
    (
      "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to h:443 ",
      "h closed the connection during the TLS handshake — does this port speak TLS?"
    ),
    (
      "OpenSSL SSL_connect: Connection reset by peer in connection to h:443 ",
      "h closed the connection during the TLS handshake — does this port speak TLS?"
    ),
    (
      "error:0A000126:SSL routines::unexpected eof while reading",
      "h closed the connection during the TLS handshake — does this port speak TLS?"
    ),
    ("error:0A0000FF:SSL routines::something new", "No TLS connection to h: something new — does this port speak TLS?"),
  ]

  @Test(arguments: handshakes)
  func aFailedHandshakeIsDescribedWithoutCodes(_ detail: String, _ sentence: String) {
    #expect(RequestError.tls(.handshake(detail), host: "h").description == sentence)
  }

  private static let clientCertificates: [(String, String)] = [
    (
      "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0",
      "h requires a client certificate — give one that it trusts"
    ),
    (
      "OpenSSL SSL_read: error:0A000415:SSL routines::sslv3 alert certificate expired, errno 0",
      "h refused the client certificate, which has expired — give a new one"
    ),
    (
      "error:0A000418:SSL routines::tlsv1 alert unknown ca",
      "h does not trust the authority of the client certificate — give one that it trusts"
    ),
    (
      "error:0A000412:SSL routines::sslv3 alert bad certificate",
      "h requires a client certificate that it trusts — give one, or another one"
    ),
    (
      "OpenSSL SSL_read: error:0A0000FF:SSL routines::tlsv1 alert something new, errno 0",
      "h refused the client certificate: tlsv1 alert something new — give one that it trusts"
    ),
  ]

  @Test(arguments: clientCertificates)
  func theErrorForARejectedClientCertificateSaysWhatToDo(_ detail: String, _ sentence: String) {
    #expect(RequestError.tls(.clientCertificateRefused(detail), host: "h").description == sentence)
  }

  private static let certificates: [(RequestError.TLSFailure, String)] = [
    (.expired, "The certificate of h has expired — the server needs a new one"),
    (.notYetValid, "The certificate of h is not valid yet — check this machine's clock"),
    (
      .selfSigned,
      "The certificate of h is self-signed — trust its authority or turn off TLS verification for this request"
    ),
    (
      .untrusted,
      "The certificate of h is not signed by a trusted authority — "
        + "trust its authority or turn off TLS verification for this request"
    ),
    (.hostMismatch, "The certificate is not for h — check the host's name"),
    (
      .certificate("SSL certificate problem: EE certificate key too weak"),
      "The certificate of h is not accepted: EE certificate key too weak — "
        + "trust its authority or turn off TLS verification for this request"
    ),
  ]

  @Test(arguments: certificates)
  func aBadCertificateIsReported(_ failure: RequestError.TLSFailure, _ sentence: String) {
    #expect(RequestError.tls(failure, host: "h").description == sentence)
  }

  @Test(arguments: [
    (
      "could not load PEM client certificate from a.pem, OpenSSL error error:0480006C:PEM routines::no start line, "
        + "(no key found, wrong pass phrase, or wrong file format?)",
      "Cannot use the client certificate \"a.pem\": it is not a PEM file, or has no key"
    ),
    (
      "could not parse PKCS12 file, check password, OpenSSL error error:11800071:PKCS12 routines::mac verify failure",
      "The password of the client certificate \"a.pem\" is wrong"
    ),
    (
      "could not parse PKCS12 file, check password, OpenSSL error error:0308010C:digital envelope routines::unsupported",
      "The client certificate \"a.pem\" is encrypted by an old cipher — install openssl-provider-legacy, or export it anew"
    ),
    (
      "could not load it, OpenSSL error error:0480006C:PEM routines::something new",
      "Cannot use the client certificate \"a.pem\": could not load it, something new — check the files and the password"
    ),
  ])
  func anUnusableFileIsNamed(_ detail: String, _ sentence: String) {
    #expect(RequestError.unusableClientCertificate(file: "a.pem", detail: detail).description == sentence)
  }

  @Test func noOtherErrorShowsCodes() {
    let detail = "error:0A00010B:SSL routines::wrong version number"
    #expect(
      RequestError.proxyFailed(detail).description
        == "Cannot use the proxy: wrong version number — check its address, or http_proxy and https_proxy")
    #expect(RequestError.transportFailed(code: 7, detail: detail).description.contains("error:") == false)
  }
}
