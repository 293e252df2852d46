import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct NginxTests {
  let nginx: Nginx

  init() async throws { nginx = try await TestServers.nginx() }

  @Test func aClientCertificateIsRequested() async throws {
    let url = nginx.mutualTLSURL + "/client"
    let authority = nginx.certificateAuthority
    let certificate = ["--cacert", authority, url, "--cert", nginx.clientCertificate, "--key"]
    #expect(try await Curl.data(certificate + [nginx.clientKey]) == Data("CN=client\n".utf8))
    #expect(
      try await Curl.data(certificate + [nginx.clientKeyEncrypted, "--pass", Nginx.password])
        == Data("CN=client\n".utf8))
    let bundle = nginx.clientP12 + ":" + Nginx.password
    #expect(try await Curl.run("--cacert", authority, url, "--cert-type", "P12", "--cert", bundle) == "CN=client\n")
    #expect(try await Curl.run("--cacert", authority, url, "-o", "/dev/null", "-w", "%{http_code}") == "400")
  }

  @Test func anEncryptedKeyNeedsItsPassword() async throws {
    #expect(
      try await Curl.status(
        "--cacert", nginx.certificateAuthority, nginx.mutualTLSURL, "--cert", nginx.clientCertificate,
        "--key", nginx.clientKeyEncrypted, "--pass", "wrong") == 58)
  }

  @Test func theSelfSignedCertificateIsTrustedByItselfAlone() async throws {
    let url = nginx.selfSignedURL + "/echo"
    #expect(try await Curl.status(url, "--cacert", nginx.certificateAuthority) == 60)
    #expect(try await Curl.status(url, "--cacert", nginx.selfSignedCertificate) == 0)
  }

  @Test func oneServerSpeaksAnOldVersionOnly() async throws {
    let url = nginx.tls12URL + "/echo"
    #expect(try await Curl.status(url, "--cacert", nginx.certificateAuthority) == 0)
    #expect(try await Curl.status(url, "--cacert", nginx.certificateAuthority, "--tlsv1.3") == 35)
  }

  @Test func aUnixSocketResponds() async throws {
    #expect(try await Curl.run("--unix-socket", nginx.socketPath, "http://anywhere/echo") == "GET HTTP/1.1 [] [] []\n")
  }

  @Test(arguments: ["Transfer-Encoding: chunked", "X-Sized: yes"])
  func anUploadIsCounted(header: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }  // Left behind in the worst case.
    try Data(repeating: 7, count: 5_000_000).write(to: file)
    #expect(try await Curl.run(nginx.url + "/upload", "-T", file.path, "-H", header) == "5000000\n")
    #expect(try await Curl.run("--cacert", nginx.certificateAuthority, nginx.tlsURL + "/upload", "-d", "abc") == "3\n")
  }

  @Test func aRangeOfAFileCanBeRequested() async throws {
    let bytes = try nginx.rangeBytes
    #expect(bytes.count == 1 << 20)
    #expect(try await Curl.data([nginx.url + "/range.bin"]) == bytes)
    #expect(try await Curl.data([nginx.url + "/range.bin?rate=100m", "-r", "1000000-"]) == bytes[1_000_000...])
  }

  @Test func aReplacedFileHasAnotherValidator() async throws {
    let file = try nginx.serve(Data("first".utf8))
    let format = ["-o", "/dev/null", "-w", "%header{etag}", file.url]
    let former = try await Curl.data(format)
    #expect(!former.isEmpty)
    #expect(try await Curl.data(format) == former)
    try file.replace(with: Data("other".utf8))
    #expect(try await Curl.data(format) != former)
    #expect(try await Curl.run(file.url) == "other")
  }
}
