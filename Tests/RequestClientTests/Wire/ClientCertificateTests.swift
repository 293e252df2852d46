import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ClientCertificateTests {
  let session = Session.plain()
  let nginx: Nginx

  init() async throws { nginx = try await TestServers.nginx() }

  private func ask(_ certificate: ClientCertificate?) async -> ClientResponse<String> {
    let options = TransferOptions.with {
      $0.serverTrust = .authorities(file: URL(filePath: nginx.certificateAuthority))
      $0.clientCertificate = certificate
    }
    return await session.request(nginx.mutualTLSURL + "/client", options: options).serializingString().response
  }

  private func pem(key: String, password: String? = nil) -> ClientCertificate {
    ClientCertificate(
      certificate: URL(filePath: nginx.clientCertificate), key: URL(filePath: key), password: password)
  }

  @Test func aClientCertificateAndItsKeyAreSent() async {
    #expect(await ask(pem(key: nginx.clientKey)).value == "CN=client\n")
    #expect(await ask(pem(key: nginx.clientKeyEncrypted, password: Nginx.password)).value == "CN=client\n")
    let p12 = ClientCertificate(certificate: URL(filePath: nginx.clientP12), password: Nginx.password)
    #expect(await ask(p12).value == "CN=client\n")
  }

  @Test func aPKCS12FileOfAnOldProgramIsRead() async {
    let p12 = ClientCertificate(certificate: URL(filePath: nginx.clientLegacyP12), password: Nginx.password)
    #expect(await ask(p12).value == "CN=client\n")
  }

  @Test func aWrongPasswordNamesTheFileAndNotThePassword() async {
    let p12 = ClientCertificate(certificate: URL(filePath: nginx.clientP12), password: "guess")
    for certificate in [pem(key: nginx.clientKeyEncrypted, password: "guess"), pem(key: nginx.clientKeyEncrypted), p12]
    {
      let response = await ask(certificate)
      expect(response.error) {
        if case .unusableClientCertificate(file: certificate.certificate.path, let detail) = $0 {
          !detail.isEmpty && !detail.contains("guess")
        } else {
          false
        }
      }
    }
  }

  @Test func aMissingFileIsNamed() async {
    let certificate = ClientCertificate(certificate: URL(filePath: "/nowhere/client.pem"))
    expect(await ask(certificate).error) {
      if case .unusableClientCertificate(file: "/nowhere/client.pem", _) = $0 { true } else { false }
    }
  }

  @Test func aMismatchedKeyIsReportedBeforeAnythingIsSent() async {
    let response = await ask(pem(key: nginx.serverKey))
    expect(response.error) { if case .unusableClientCertificate = $0 { true } else { false } }
    #expect(response.timeline.hops.first?.status == nil)
  }

  @Test func aServerRespondsToAMissingClientCertificate() async {
    let response = await ask(nil)
    #expect(response.error == nil)
    #expect(response.response?.status.code == 400)
    #expect(response.value?.contains("No required SSL certificate was sent") == true)
  }

  @Test func aConnectionWithAClientCertificateIsNotReusedWithoutIt() async {
    #expect(await ask(pem(key: nginx.clientKey)).response?.status == .ok)
    #expect(await ask(nil).response?.status.code == 400)
  }
}
