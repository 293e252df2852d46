import Foundation
import MockServer
import RequestModel
import Synchronization
import TestSupport
import Testing

/// TLS as curl and OpenSSL's own client see it.
struct TLSTests {
  private static let echo: MockServer.Handler = { request in
    MockReply(status: 200, body: .bytes(Array("\(request.target) \(request.body.count)".utf8)), source: "")
  }

  /// A server with a certificate of a new authority, and a folder with `ca.pem`.
  private func serving(
    _ handler: @escaping MockServer.Handler = echo, log: @escaping @Sendable (MockLogEntry) -> Void = { _ in },
    _ body: (UInt16, String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let authority = try CertificateAuthority()
    try Data(authority.identity.certificates).write(to: URL(fileURLWithPath: folder + "/ca.pem"))
    let identity = try authority.issue(for: ServerName.all(host: "127.0.0.1"))
    let server = MockServer(tls: try TLSContext(identity), log: log, handler: handler)
    let port = try await server.start()
    do { try await body(port, folder) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private struct Outcome: Equatable {
    var status: Int32 = 0
    var text: String

    init(_ text: String) { self.text = text }

    init(status: Int32, text: String) { (self.status, self.text) = (status, text) }
  }

  private func shell(_ script: String, in folder: String) async throws -> Outcome {
    let status = try await ChildProcess.shell("cd '\(folder)' && { \(script) ; } > out 2>&1")
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/out")), as: UTF8.self)
    return Outcome(status: status, text: text)
  }

  @Test(arguments: ["localhost", "127.0.0.1"]) func curlTrustsTheAuthority(host: String) async throws {
    try await serving { (port: UInt16, folder: String) async throws in
      let get = "curl -s --noproxy '*' https://\(host):\(port)/a"
      #expect(try await shell("\(get) --cacert ca.pem -d hello", in: folder) == Outcome("/a 5"))
      #expect(try await shell(get, in: folder).status == 60)
      #expect(
        try await shell("\(get) --cacert ca.pem --http2 -o body -w '%{http_version}'", in: folder) == Outcome("1.1"))
    }
  }

  @Test func theProtocolIsHTTP1AndTheCertificateNamesThisMachine() async throws {
    try await serving { (port: UInt16, folder: String) async throws in
      let client = "openssl s_client -connect 127.0.0.1:\(port) -CAfile ca.pem -verify_return_error"
      let session = try await shell(
        "printf 'GET /x HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n' | \(client) -alpn h2,http/1.1 -ign_eof",
        in: folder)
      #expect(session.text.contains("ALPN protocol: http/1.1") && session.text.contains("Verify return code: 0 (ok)"))
      #expect(session.text.contains("\r\n\r\n/x 0"))
      #expect(try await shell("\(client) -alpn h2 </dev/null", in: folder).text.contains("no application protocol"))
      #expect(try await shell("\(client) -tls1_1 </dev/null", in: folder).status != 0)
      let names = try await shell(
        "\(client) </dev/null 2>/dev/null | openssl x509 -noout -ext subjectAltName", in: folder)
      #expect(names.text.contains("DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1"))
    }
  }

  @Test func plainHTTPGetsAHintAndTheEnd() async throws {
    try await serving { (port: UInt16, _: String) async throws in
      let answer = try await exchange(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && answer.contains("https://"))
    }
  }

  @Test func slowAndBrokenHandshakesDelayNobody() async throws {
    let lines = Mutex<[String]>([])
    try await serving(log: { entry in lines.withLock { $0.append(entry.line(at: "T")) } }) {
      (port: UInt16, folder: String) async throws in
      let silent = try (0..<20).map { _ in try Held(port) }
      let broken = try await blocking {
        let client = try RawClient(port: port)
        try client.send([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0])
        return try client.receiveAll()
      }
      #expect(broken.first == 0x15)  // An alert.
      let script = "curl -s --noproxy '*' --max-time 5 --cacert ca.pem https://localhost:\(port)/a"
      #expect(try await shell(script, in: folder) == Outcome("/a 0"))
      #expect(silent.count == 20)
    }
    #expect(lines.withLock(\.self).contains { $0.hasPrefix("T TLS handshake ") && $0.contains(" ms failed — ") })
  }

  /// A client that starts a handshake and says nothing more.
  private final class Held {
    let client: RawClient

    init(_ port: UInt16) throws {
      client = try RawClient(port: port)
      try client.send([0x16, 3, 1])
    }
  }

  @Test func largeBodiesAndTruncatedOnesArriveAsTheyAre() async throws {
    let handler: MockServer.Handler = { request in
      var reply = MockReply(status: 200, body: .bytes([UInt8](repeating: 65, count: 3_000_000)), source: "")
      if request.path == "/half" { reply.failure = .truncate }
      return reply
    }
    try await serving(handler) { (port: UInt16, folder: String) async throws in
      let get = "curl -s --noproxy '*' --cacert ca.pem -o body -w '%{size_download}' https://localhost:\(port)"
      #expect(try await shell("\(get)/a; \(get)/b", in: folder).text == "30000003000000")
      let half = try await shell("\(get)/half", in: folder)
      #expect(half.text == "1500000" && half.status != 0)
    }
  }

  @Test func anAuthorityIsReadFromItsTextsOnly() throws {
    let (one, other) = (try CertificateAuthority().identity, try CertificateAuthority().identity)
    #expect(CertificateAuthority(one)?.identity == one)
    #expect(CertificateAuthority(PEMIdentity(certificates: one.certificates, key: other.key)) == nil)
    #expect(CertificateAuthority(PEMIdentity(certificates: Array("x".utf8), key: one.key)) == nil)
    #expect(CertificateAuthority(PEMIdentity(certificates: [], key: [])) == nil)
    let server = try #require(try CertificateAuthority(one)?.issue(for: ServerName.all(host: "::1")))
    #expect(CertificateAuthority(server) == nil)
    #expect(throws: TLSError.self) { try TLSContext(PEMIdentity(certificates: server.certificates, key: other.key)) }
  }

  @Test(arguments: [
    ("localhost", true), ("::1", true), ("fe80::1%eth0", true), ("a,DNS:evil", false), ("", false), ("a b", false),
  ]) func namesOfCertificatesCannotHideOthers(text: String, isName: Bool) {
    #expect((ServerName(text) != nil) == isName)
  }
}
