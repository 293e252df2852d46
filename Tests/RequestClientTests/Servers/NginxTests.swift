import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct NginxTests {
  let nginx: Nginx

  init() throws { nginx = try TestServers.nginx() }

  @Test func aClientCertificateIsAskedFor() throws {
    let url = nginx.mutualTLSURL + "/client"
    let authority = nginx.certificateAuthority
    let certificate = ["--cacert", authority, url, "--cert", nginx.clientCertificate, "--key"]
    #expect(try Curl.data(certificate + [nginx.clientKey]) == Data("CN=client\n".utf8))
    #expect(
      try Curl.data(certificate + [nginx.clientKeyEncrypted, "--pass", Nginx.password]) == Data("CN=client\n".utf8))
    let bundle = nginx.clientP12 + ":" + Nginx.password
    #expect(try Curl.run("--cacert", authority, url, "--cert-type", "P12", "--cert", bundle) == "CN=client\n")
    #expect(try Curl.run("--cacert", authority, url, "-o", "/dev/null", "-w", "%{http_code}") == "400")
  }

  @Test func anEncryptedKeyNeedsItsPassword() throws {
    #expect(
      try Curl.status(
        "--cacert", nginx.certificateAuthority, nginx.mutualTLSURL, "--cert", nginx.clientCertificate,
        "--key", nginx.clientKeyEncrypted, "--pass", "wrong") == 58)
  }

  @Test func theSelfSignedCertificateIsTrustedByItselfAlone() throws {
    let url = nginx.selfSignedURL + "/echo"
    #expect(try Curl.status(url, "--cacert", nginx.certificateAuthority) == 60)
    #expect(try Curl.status(url, "--cacert", nginx.selfSignedCertificate) == 0)
  }

  @Test func oneServerSpeaksAnOldVersionOnly() throws {
    let url = nginx.tls12URL + "/echo"
    #expect(try Curl.status(url, "--cacert", nginx.certificateAuthority) == 0)
    #expect(try Curl.status(url, "--cacert", nginx.certificateAuthority, "--tlsv1.3") == 35)
  }

  @Test func aUnixSocketAnswers() throws {
    #expect(try Curl.run("--unix-socket", nginx.socketPath, "http://anywhere/echo") == "GET HTTP/1.1 [] [] []\n")
  }

  @Test(arguments: ["Transfer-Encoding: chunked", "X-Sized: yes"])
  func anUploadIsCounted(header: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }  // Left behind in the worst case.
    try Data(repeating: 7, count: 5_000_000).write(to: file)
    #expect(try Curl.run(nginx.url + "/upload", "-T", file.path, "-H", header) == "5000000\n")
    #expect(try Curl.run("--cacert", nginx.certificateAuthority, nginx.tlsURL + "/upload", "-d", "abc") == "3\n")
  }

  @Test func aRangeOfAFileCanBeAskedFor() throws {
    let bytes = try nginx.rangeBytes
    #expect(bytes.count == 1 << 20)
    #expect(try Curl.data([nginx.url + "/range.bin"]) == bytes)
    #expect(try Curl.data([nginx.url + "/range.bin?rate=100m", "-r", "1000000-"]) == bytes[1_000_000...])
  }

  @Test func aReplacedFileHasAnotherValidator() throws {
    let file = try nginx.serve(Data("first".utf8))
    let format = ["-o", "/dev/null", "-w", "%header{etag}", file.url]
    let former = try Curl.data(format)
    #expect(!former.isEmpty)
    #expect(try Curl.data(format) == former)
    try file.replace(with: Data("other".utf8))
    #expect(try Curl.data(format) != former)
    #expect(try Curl.run(file.url) == "other")
  }
}
