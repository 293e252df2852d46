package import Foundation

/// nginx with TLS and HTTP/2. Its certificates are signed by an authority created for this run.
///
/// `/echo` returns the request, `/upload` the length of the received body, and `/range.bin` is `rangeBytes`.
/// `?rate=300k` limits the bytes per second.
package struct Nginx: Sendable {
  /// Plain HTTP/1.1. `/redirect-to-other` redirects to `otherURL`.
  package let url: String
  /// Another origin on the same host.
  package let otherURL: String
  /// HTTP/2 with prior knowledge, without TLS.
  package let http2URL: String
  /// TLS with HTTP/2 for `localhost` and `127.0.0.1`.
  package let tlsURL: String
  package let expiredURL: String
  /// Its certificate is for `other.example`.
  package let wrongHostURL: String
  /// Requires a client certificate signed by the authority, else responds with 400. `/client` returns its subject.
  package let mutualTLSURL: String
  /// Its certificate is `selfSignedCertificate`, which the authority did not sign.
  package let selfSignedURL: String
  /// Supports TLS 1.2 only.
  package let tls12URL: String
  /// A unix socket that serves the same as `url`.
  package let socketPath: String

  private let folder: URL
  private let process: ServerProcess

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let ports = try (0..<9).map { _ in try RawServer.freePort() }
    let configuration = Self.configuration(folder.path, ports)
    try configuration.write(to: folder.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
    process = try await ServerProcess(
      python: Self.script, arguments: [folder.path, Self.password] + ports.map { "\($0)" })
    url = "http://127.0.0.1:\(ports[0])"
    otherURL = "http://127.0.0.1:\(ports[1])"
    http2URL = "http://127.0.0.1:\(ports[2])"
    tlsURL = "https://localhost:\(ports[3])"
    expiredURL = "https://localhost:\(ports[4])"
    wrongHostURL = "https://localhost:\(ports[5])"
    mutualTLSURL = "https://localhost:\(ports[6])"
    selfSignedURL = "https://localhost:\(ports[7])"
    tls12URL = "https://localhost:\(ports[8])"
    socketPath = folder.appending(path: "nginx.socket").path
  }

  /// The password of `clientKeyEncrypted` and `clientP12`.
  package static let password = "open sesame"

  /// The authority that signed all certificates except `selfSignedCertificate`.
  package var certificateAuthority: String { path("authority.pem") }
  /// The certificate of `tlsURL`, for `localhost`.
  package var serverCertificate: String { path("good.pem") }
  package var serverKey: String { path("good.key") }
  package var selfSignedCertificate: String { path("self.pem") }
  package var selfSignedKey: String { path("self.key") }
  package var clientCertificate: String { path("client.pem") }
  package var clientKey: String { path("client.key") }
  package var clientKeyEncrypted: String { path("client-encrypted.key") }
  /// Certificate and key in one file, PKCS #12.
  package var clientP12: String { path("client.p12") }
  /// The same as OpenSSL 1 and other old programs write it: encrypted by RC2 and 3DES.
  package var clientLegacyP12: String { path("client-legacy.p12") }

  /// The contents of `/range.bin`: 1 MiB of pseudo-random bytes, the same in every run.
  package var rangeBytes: Data {
    get throws { try Data(contentsOf: folder.appending(path: "files/range.bin")) }
  }

  /// Serves `contents` at a unique URL, with `ETag`, `Last-Modified` and ranges.
  package func serve(_ contents: Data) throws -> ServedFile {
    let name = "\(UUID().uuidString).bin"
    return try ServedFile(url: "\(url)/\(name)", file: folder.appending(path: "files/\(name)"), contents: contents)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }
}
