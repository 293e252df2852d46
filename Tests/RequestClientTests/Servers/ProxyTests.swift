import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProxyTests {
  let nginx: Nginx
  let proxies: Proxies
  /// In the request line, so that this test finds its own.
  let mark = UUID().uuidString.lowercased()

  init() async throws {
    nginx = try await TestServers.nginx()
    proxies = try await TestServers.proxies()
  }

  private var host: String { "\(mark).test" }
  private var port: Substring { nginx.url.split(separator: ":")[2] }
  private var tlsPort: Substring { nginx.tlsURL.split(separator: ":")[2] }

  private func carried(by kind: Proxies.Kind) throws -> [String] {
    try proxies.carried(by: kind).filter { $0.contains(mark) }
  }

  @Test func aPlainRequestIsPassedOn() async throws {
    let url = "http://\(host):\(port)/echo"
    #expect(try await Curl.run("-x", proxies.http, url, url) == "GET HTTP/1.1 [] [] []\nGET HTTP/1.1 [] [] []\n")
    #expect(try carried(by: .http) == Array(repeating: "GET \(url) HTTP/1.1", count: 2))
  }

  @Test func aTunnelReachesTLS() async throws {
    let url = "https://\(host):\(tlsPort)/echo"
    #expect(try await Curl.run("-k", "-x", proxies.http, url) == "GET HTTP/2.0 [] [] []\n")
    #expect(try carried(by: .http) == ["CONNECT \(host):\(tlsPort) HTTP/1.1"])
  }

  @Test func credentialsAreRequired() async throws {
    let url = "http://\(host):\(port)/echo"
    #expect(try await Curl.run("-x", proxies.httpAuthenticated, url, "-w", "%{http_code}") == "407")
    #expect(try carried(by: .httpAuthenticated).isEmpty)
    let credentials = "\(Proxies.user):\(Proxies.password)"
    for choice in ["--proxy-basic", "--proxy-anyauth"] {
      #expect(
        try await Curl.run(
          choice, "-x", proxies.httpAuthenticated, "-U", credentials, url, "-o", "/dev/null", "-w", "%{http_code}")
          == "200")
    }
    #expect(try carried(by: .httpAuthenticated).count == 2)
  }

  @Test func aProxyOverTLSIsTrustedByTheSameAuthority() async throws {
    let (plain, secure) = ("http://\(host):\(port)/echo", "https://\(host):\(tlsPort)/echo")
    let trust = ["--proxy-cacert", nginx.certificateAuthority, "-k", "-x", proxies.https]
    #expect(try await Curl.data(trust + [plain]) == Data("GET HTTP/1.1 [] [] []\n".utf8))
    #expect(try await Curl.data(trust + [secure]) == Data("GET HTTP/2.0 [] [] []\n".utf8))
    #expect(try carried(by: .https).count == 2)
    #expect(try await Curl.status("-x", proxies.https, plain) == 60)
  }

  @Test func onlyTheProxyResolvesANameWhenConfigured() async throws {
    let url = "http://\(host):\(port)/echo"
    #expect(try await Curl.status("-x", proxies.socks5, url) == 97)
    #expect(try await Curl.run("-x", proxies.socks5h, url) == "GET HTTP/1.1 [] [] []\n")
    #expect(try carried(by: .socks) == ["CONNECT \(host):\(port)"])
    #expect(try await Curl.run("-x", proxies.socks5, nginx.otherURL + "/echo") == "GET HTTP/1.1 [] [] []\n")
    let other = nginx.otherURL.replacing("http://", with: "CONNECT ")
    #expect(try proxies.carried(by: .socks).contains(other))
  }

  @Test func bigBodiesPassInBothDirections() async throws {
    let bytes = try nginx.rangeBytes
    #expect(try await Curl.data(["-x", proxies.http, nginx.url + "/range.bin"]) == bytes)
    let trust = ["-k", "--proxy-insecure", "-p", "-x", proxies.https]
    #expect(try await Curl.data(trust + [nginx.tlsURL + "/range.bin"]) == bytes)
    #expect(try await Curl.data(trust + ["-T", nginx.certificateAuthority, nginx.tlsURL + "/upload"]).count > 1)
  }

  @Test func aRefusedTunnelTargetIsABadGateway() async throws {
    let free = try RawServer.freePort()
    #expect(
      try await Curl.run("-x", proxies.http, "http://\(host):\(free)/", "-o", "/dev/null", "-w", "%{http_code}")
        == "502")
    #expect(try await Curl.status("-x", proxies.socks5h, "http://\(host):\(free)/") == 97)
  }
}
