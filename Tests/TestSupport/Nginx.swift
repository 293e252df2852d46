package import Foundation

/// nginx with TLS and HTTP/2, on certificates of an authority of this run.
///
/// `/echo` tells what it was asked, `/upload` the length of the body that came, `/range.bin` is `rangeBytes`; a
/// `?rate=300k` slows these files down to so many bytes a second.
package struct Nginx: Sendable {
  /// Plain HTTP/1.1. `/redirect-to-other` leads to `otherURL`.
  package let url: String
  /// Another origin on the same host.
  package let otherURL: String
  /// HTTP/2 from the first byte without TLS.
  package let http2URL: String
  /// TLS with HTTP/2 for `localhost` and `127.0.0.1`.
  package let tlsURL: String
  package let expiredURL: String
  /// Its certificate is for `other.example`.
  package let wrongHostURL: String
  /// Asks for a certificate of the authority, answers 400 where none comes; `/client` tells whose it was.
  package let mutualTLSURL: String
  /// Its certificate is `selfSignedCertificate`, which the authority did not sign.
  package let selfSignedURL: String
  /// Speaks TLS 1.2 and no other version.
  package let tls12URL: String
  /// A unix socket that answers as `url` does.
  package let socketPath: String

  private let folder: URL
  private let process: ServerProcess

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let ports = try (0..<9).map { _ in try RawServer.freePort() }
    let configuration = Self.configuration(folder.path, ports)
    try configuration.write(to: folder.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
    process = try ServerProcess(python: Self.script, arguments: [folder.path, "\(ports[0])", Self.password])
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

  /// Opens `clientKeyEncrypted` and `clientP12`.
  package static let password = "open sesame"

  /// The authority that signed all certificates but `selfSignedCertificate`.
  package var certificateAuthority: String { path("authority.pem") }
  /// What `tlsURL` shows, and others at `localhost` may.
  package var serverCertificate: String { path("good.pem") }
  package var serverKey: String { path("good.key") }
  package var selfSignedCertificate: String { path("self.pem") }
  package var clientCertificate: String { path("client.pem") }
  package var clientKey: String { path("client.key") }
  package var clientKeyEncrypted: String { path("client-encrypted.key") }
  /// Certificate and key in one file, PKCS #12.
  package var clientP12: String { path("client.p12") }

  /// What `/range.bin` holds: 1 MiB at random, the same in every run.
  package var rangeBytes: Data {
    get throws { try Data(contentsOf: folder.appending(path: "files/range.bin")) }
  }

  /// Serves `contents` to this test alone, with `ETag`, `Last-Modified` and ranges.
  package func serve(_ contents: Data) throws -> ServedFile {
    let name = "\(UUID().uuidString).bin"
    return try ServedFile(url: "\(url)/\(name)", file: folder.appending(path: "files/\(name)"), contents: contents)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }
}
