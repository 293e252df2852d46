import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TLSTests {
  let session = Session.plain()
  let nginx: Nginx

  init() async throws { nginx = try await TestServers.nginx() }

  private func trusting(_ change: (inout TransferOptions) -> Void = { _ in }) -> TransferOptions {
    .with {
      $0.serverTrust = .authorities(file: URL(filePath: nginx.certificateAuthority))
      change(&$0)
    }
  }

  @Test func aTrustedServerUsesHTTP2() async throws {
    let response = await session.request(nginx.tlsURL + "/echo", options: trusting()).serializingString().response
    #expect(response.value == "GET HTTP/2.0 [] [] []\n")
    #expect(response.head?.httpVersion == "HTTP/2")
    #expect(response.response?.status.reasonPhrase == "OK")
    let hop = try #require(response.timeline.hops.first)
    #expect(hop.connection?.httpVersion == "HTTP/2")
    #expect(hop.requestHeaders.map(\.name) == [":authority"])
    #expect(hop.phases.tls != nil)
    let tls = try #require(hop.connection?.tls)
    #expect(tls.version == "TLSv1.3")
    #expect(!tls.cipher.isEmpty)
    #expect(tls.isVerified)
    #expect(tls.certificates.first?.subject.contains("good") == true)
    #expect(tls.certificates.first?.issuer.contains("Test Authority") == true)
    #expect(tls.certificates.first?.validUntil.contains("2049") == true)
  }

  @Test func aReusedConnectionStillKnowsItsHandshake() async throws {
    let first = await session.request(nginx.tlsURL + "/echo", options: trusting()).serializingString().response
    let second = await session.request(nginx.tlsURL + "/echo", options: trusting()).serializingString().response
    #expect(second.timeline.hops[0].connection?.isReused == true)
    #expect(second.timeline.hops[0].connection?.tls == first.timeline.hops[0].connection?.tls)
    #expect(second.timeline.hops[0].phases.tls == nil)
  }

  @Test func theHTTPVersionCanBeChosen() async throws {
    let older = trusting { $0.httpVersion = .http1 }
    #expect(
      await session.request(nginx.tlsURL + "/echo", options: older).serializingString().response.value
        == "GET HTTP/1.1 [] [] []\n")
    let newer = TransferOptions.with { $0.httpVersion = .http2PriorKnowledge }
    #expect(
      await session.request(nginx.http2URL + "/echo", options: newer).serializingString().response.value
        == "GET HTTP/2.0 [] [] []\n")
    let either = trusting { $0.httpVersion = .http2 }
    #expect(
      await session.request(nginx.tlsURL + "/echo", options: either).serializingString().response.value
        == "GET HTTP/2.0 [] [] []\n")
  }

  @Test func anUntrustedCertificateIsAnErrorUnlessVerificationIsOff() async throws {
    let response = await session.request(nginx.tlsURL + "/echo").serializingString().response
    guard case .tls(.untrusted, host: "localhost") = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
    let options = TransferOptions.with { $0.serverTrust = .disabled }
    let unverified = await session.request(nginx.tlsURL + "/echo", options: options).serializingString().response
    #expect(unverified.error == nil)
    #expect(unverified.timeline.hops[0].connection?.tls?.isVerified == false)
    // The unverified connection must not be reused by a request with verification.
    guard case .tls = await session.request(nginx.tlsURL + "/echo").serializingString().response.error else {
      Issue.record("an unverified connection was reused")
      return
    }
  }

  @Test func anExpiredCertificateAndAWrongNameAreReported() async throws {
    let expired = await session.request(nginx.expiredURL, options: trusting()).serializingString().response
    guard case .tls(.expired, _) = expired.error else {
      Issue.record("\(String(describing: expired.error))")
      return
    }
    let other = await session.request(nginx.wrongHostURL, options: trusting()).serializingString().response
    #expect(other.error?.description == "The certificate is not for localhost — check the host's name")
  }

  @Test func aMissingAuthorityFileIsNamed() async throws {
    let options = TransferOptions.with { $0.serverTrust = .authorities(file: URL(filePath: "/nowhere/ca.pem")) }
    let response = await session.request(nginx.tlsURL, options: options).serializingString().response
    guard case .unreadableCertificateAuthorities(file: "/nowhere/ca.pem") = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
  }

  @Test func plainTextOnATLSPortIsAHandshakeFailure() async throws {
    let url = nginx.url.replacing("http:", with: "https:")
    guard case .tls(.handshake, _) = await session.request(url).serializingString().response.error else {
      Issue.record("no handshake failure")
      return
    }
  }
}
