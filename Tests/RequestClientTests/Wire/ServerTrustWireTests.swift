import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ServerTrustWireTests {
  let session = Session.plain()
  let nginx: Nginx
  let authority: ServerTrust

  init() async throws {
    nginx = try await TestServers.nginx()
    authority = .authorities(file: URL(filePath: nginx.certificateAuthority))
  }

  private func ask(
    _ url: String, _ trust: ServerTrust?, _ change: (inout TransferOptions) -> Void = { _ in }
  ) async -> ClientResponse<String> {
    let options = TransferOptions.with {
      $0.serverTrust = trust
      change(&$0)
    }
    return await session.request(url + "/echo", options: options).serializingString().response
  }

  private func expectTrust(
    _ url: String, _ trust: ServerTrust, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let response = await ask(url, trust)
    #expect(response.error == nil, sourceLocation: sourceLocation)
    #expect(response.response?.status == .ok, sourceLocation: sourceLocation)
  }

  private func expect(
    _ failure: RequestError.TLSFailure, _ url: String, _ trust: ServerTrust,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let response = await ask(url, trust)
    guard case .tls(failure, host: "localhost") = response.error else {
      Issue.record("\(String(describing: response.error))", sourceLocation: sourceLocation)
      return
    }
    #expect(response.head == nil, sourceLocation: sourceLocation)
  }

  @Test func anAuthorityTrustsItsCertificates() async {
    await expectTrust(nginx.tlsURL, authority)
    await expect(.untrusted, nginx.tlsURL, .system)
    await expect(.selfSigned, nginx.selfSignedURL, authority)
    await expect(.expired, nginx.expiredURL, authority)
    await expect(.hostMismatch, nginx.wrongHostURL, authority)
  }

  @Test func aSelfSignedCertificateIsItsOwnAuthority() async {
    await expectTrust(nginx.selfSignedURL, .authorities(file: URL(filePath: nginx.selfSignedCertificate)))
  }

  @Test func aPinnedKeyIsRequiredBesidesTheAuthority() async throws {
    let pins = try PublicKeyPin.pins(ofCertificatesIn: URL(filePath: nginx.serverCertificate))
    let others = try PublicKeyPin.pins(ofCertificatesIn: URL(filePath: nginx.selfSignedCertificate))
    await expectTrust(nginx.tlsURL, .composite([authority, .pinnedPublicKeys(sha256: pins)]))
    await expectTrust(nginx.tlsURL, .composite([authority, .pinnedPublicKeys(sha256: others + pins)]))
    await expect(.pinMismatch, nginx.tlsURL, .composite([authority, .pinnedPublicKeys(sha256: others)]))
    await expect(.untrusted, nginx.tlsURL, .pinnedPublicKeys(sha256: pins))
  }

  @Test func aPinnedCertificateIsItsKey() async {
    let (good, other) = (URL(filePath: nginx.serverCertificate), URL(filePath: nginx.selfSignedCertificate))
    await expectTrust(nginx.tlsURL, .composite([authority, .pinnedCertificates(files: [good])]))
    await expect(.pinMismatch, nginx.tlsURL, .composite([authority, .pinnedCertificates(files: [other])]))
    // Pins are checked even without an authority.
    await expectTrust(nginx.selfSignedURL, .composite([.disabled, .pinnedCertificates(files: [other])]))
    await expect(.pinMismatch, nginx.selfSignedURL, .composite([.disabled, .pinnedCertificates(files: [good])]))
  }

  @Test func aServerWithoutStaplingFailsWhenItIsRequired() async {
    await expect(.notStapled, nginx.tlsURL, .composite([authority, .revocation]))
  }

  @Test func disabledTrustsEverything() async {
    for url in [nginx.tlsURL, nginx.selfSignedURL, nginx.expiredURL, nginx.wrongHostURL] {
      await expectTrust(url, .disabled)
    }
  }

  @Test func aConnectionIsNotReusedWithStricterTrust() async throws {
    let others = try PublicKeyPin.pins(ofCertificatesIn: URL(filePath: nginx.selfSignedCertificate))
    await expectTrust(nginx.tlsURL, authority)
    await expect(.pinMismatch, nginx.tlsURL, .composite([authority, .pinnedPublicKeys(sha256: others)]))
    await expect(.untrusted, nginx.tlsURL, .system)
  }

  @Test func anUnsatisfiablePolicyIsReportedBeforeAnythingIsSent() async {
    let response = await ask(nginx.tlsURL, .pinnedPublicKeys(sha256: ["short"]))
    guard case .unusableTrust(.invalidPin("short")) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    #expect(response.timeline.hops.isEmpty)
  }

  @Test func eachHostHasItsOwnPolicy() async throws {
    let session = Session.plain { $0.serverTrust = ["localhost": authority, "other.example": .disabled] }
    func error(_ url: String, _ change: (inout TransferOptions) -> Void = { _ in }) async -> RequestError? {
      await session.request(url, options: .with(change)).serializingData().response.error
    }
    #expect(await error(nginx.tlsURL + "/echo") == nil)
    let port = try #require(nginx.selfSignedURL.split(separator: ":").last)
    #expect(await error("https://other.example:\(port)/echo") { $0.resolve = ["other.example": "127.0.0.1"] } == nil)
    // There is no policy for this host, so the system's authorities are used.
    guard case .tls(.untrusted, host: "127.0.0.1") = await error(nginx.tlsURL.replacing("localhost", with: "127.0.0.1"))
    else {
      Issue.record("trusted")
      return
    }
    // A message's own policy wins.
    guard case .tls(.untrusted, _) = await error(nginx.tlsURL, { $0.serverTrust = .system }) else {
      Issue.record("trusted")
      return
    }
  }

  @Test func versionsOfTLSHaveALeastAndAGreatest() async {
    let older = await ask(nginx.tlsURL, authority) { $0.maximumTLSVersion = .v1_2 }
    #expect(older.timeline.hops.first?.connection?.tls?.version == "TLSv1.2")
    let newer = await ask(nginx.tlsURL, authority) { $0.minimumTLSVersion = .v1_3 }
    #expect(newer.timeline.hops.first?.connection?.tls?.version == "TLSv1.3")
    #expect(await ask(nginx.tls12URL, authority).timeline.hops.first?.connection?.tls?.version == "TLSv1.2")
    let refused = await ask(nginx.tls12URL, authority) { $0.minimumTLSVersion = .v1_3 }
    guard case .tls(.handshake(let detail), host: "localhost") = refused.error else {
      Issue.record("\(String(describing: refused.error))")
      return
    }
    #expect(detail.contains("version"))
  }
}
