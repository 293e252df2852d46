import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProxyWireTests {
  let session = Session.plain()
  let nginx: Nginx
  let proxies: Proxies
  /// In the request line, so that this test finds its own.
  let mark = UUID().uuidString.lowercased()

  init() async throws {
    nginx = try await TestServers.nginx()
    proxies = try await TestServers.proxies()
  }

  private var host: String { "\(mark).test" }
  private var plain: String { "http://\(host):\(nginx.url.split(separator: ":")[2])/echo" }
  private var tlsPort: Substring { nginx.tlsURL.split(separator: ":")[2] }
  private var secure: String { "https://\(host):\(tlsPort)/echo" }

  private func carried(by kind: Proxies.Kind) throws -> [String] {
    try proxies.carried(by: kind).filter { $0.contains(mark) }
  }

  private func ask(
    _ url: String, _ proxy: String, _ change: (inout Proxy) -> Void = { _ in },
    options: (inout TransferOptions) -> Void = { _ in }
  ) async throws -> ClientResponse<String> {
    var proxy = try Proxy(proxy)
    change(&proxy)
    var all = TransferOptions.with(options)
    all.proxy = .proxy(proxy)
    return await session.request(url, options: all).serializingString().response
  }

  @Test func aPlainMessageIsPassedOn() async throws {
    let response = try await ask(plain, proxies.http)
    #expect(response.value == "GET HTTP/1.1 [] [] []\n")
    #expect(try carried(by: .http) == ["GET \(plain) HTTP/1.1"])
  }

  @Test func aTunnelLeadsToTLS() async throws {
    let response = try await ask(secure, proxies.http, options: { $0.serverTrust = .disabled })
    #expect(response.value == "GET HTTP/2.0 [] [] []\n")
    #expect(try carried(by: .http) == ["CONNECT \(host):\(tlsPort) HTTP/1.1"])
    // The proxy's head is not mistaken for the server's.
    #expect(response.response?.status.reasonPhrase == "OK")
    #expect(response.head?.httpVersion == "HTTP/2")
  }

  @Test func headersForTheServerAreNotShownToTheProxy() async throws {
    let proxy = try RawServer { client in
      try client.readHead()
      try client.respond("403 Forbidden")
    }
    let options = TransferOptions.with { $0.proxy = .proxy(Proxy(.http, host: "127.0.0.1", port: proxy.port)) }
    let headers: HTTPHeaders = [.authorization(bearerToken: "secret"), HTTPHeader("Cookie", "a=1")]
    _ = await session.request("https://example.test/", headers: headers, options: options).serializingData().response
    #expect(proxy.received.first?.hasPrefix("CONNECT example.test:443") == true)
    #expect(proxy.received.first?.contains("secret") == false)
    #expect(proxy.received.first?.contains("Cookie") == false)
  }

  @Test func credentialsAreAccepted() async throws {
    let right = try await ask(plain, proxies.httpAuthenticated) {
      $0.username = Proxies.user
      $0.password = Proxies.password
    }
    #expect(right.value == "GET HTTP/1.1 [] [] []\n")
    let tunnel = try await ask(secure, proxies.httpAuthenticated) {
      $0.username = Proxies.user
      $0.password = Proxies.password
    } options: {
      $0.serverTrust = .disabled
    }
    #expect(tunnel.response?.status == .ok)
    #expect(try carried(by: .httpAuthenticated).count == 2)
  }

  @Test func wrongCredentialsAreA407() async throws {
    let plain = try await ask(plain, proxies.httpAuthenticated) {
      $0.username = Proxies.user
      $0.password = "guess"
    }
    #expect(plain.response?.status.code == 407)
    // Without a tunnel there is no server response to return.
    let tunnel = try await ask(secure, proxies.httpAuthenticated)
    expect(tunnel.error) { if case .proxyFailed(let detail) = $0 { detail.contains("407") } else { false } }
    #expect(try carried(by: .httpAuthenticated).isEmpty)
    try await session.expectAlive()
  }

  @Test func aProxyIsReachedByTLS() async throws {
    let trust = ServerTrust.authorities(file: URL(filePath: nginx.certificateAuthority))
    let response = try await ask(plain, proxies.https, options: { $0.serverTrust = trust })
    #expect(response.value == "GET HTTP/1.1 [] [] []\n")
    #expect(try carried(by: .https).count == 1)
    expect(try await ask(plain, proxies.https).error) {
      if case .tls(.untrusted, host: "localhost") = $0 { true } else { false }
    }
  }

  @Test func theSOCKSProxyResolvesTheHostOnlyWhenConfigured() async throws {
    #expect(try await ask(plain, proxies.socks5h).value == "GET HTTP/1.1 [] [] []\n")
    #expect(try carried(by: .socks).count == 1)
    #expect(try await ask(plain, proxies.socks5).error != nil)
    let near = try await ask(nginx.otherURL + "/echo?\(mark)", proxies.socks5)
    #expect(near.value == "GET HTTP/1.1 [] [] []\n")
  }

  @Test func aTargetUnreachableForTheProxyIsAProxyFailure() async throws {
    let url = "http://\(host):\(try RawServer.freePort())/"
    #expect(try await ask(url, proxies.http).response?.status == .badGateway)
    expect(try await ask(url, proxies.socks5h).error) { if case .proxyFailed = $0 { true } else { false } }
    try await session.expectAlive()
  }

  @Test func proxyExceptionsAreConnectedToDirectly() async throws {
    for exception in ["127.0.0.1", "*"] {
      let dead = "http://127.0.0.1:\(try RawServer.freePort())"
      let response = try await ask(nginx.url + "/echo", dead) { $0.exceptions = ["example.com", exception] }
      #expect(response.value == "GET HTTP/1.1 [] [] []\n")
    }
  }

  @Test func aRefusingProxyIsNamedInsteadOfTheServer() async throws {
    let port = try RawServer.freePort()
    for scheme in ["http", "socks5h"] {
      let response = try await ask("http://example.test/", "\(scheme)://127.0.0.1:\(port)")
      expect(response.error) {
        if case .proxyFailed(let detail) = $0 { detail.contains("127.0.0.1 port \(port)") } else { false }
      }
    }
  }

  @Test func aProxyThatCannotBeFoundIsNamed() async throws {
    for scheme in ["http", "socks4", "socks4a", "socks5", "socks5h"] {
      expect(try await ask("http://127.0.0.1:1/", "\(scheme)://nowhere.invalid:80").error) {
        if case .proxyFailed(let detail) = $0 { detail.contains("nowhere.invalid") } else { false }
      }
    }
  }

  @Test func theEnvironmentNamesProxiesUnlessTheyAreTurnedOff() async throws {
    // The environment is shared by the process, so this needs a separate one.
    let (proxy, server) = (proxies.http, nginx.url)
    let hidden = plain
    await #expect(processExitsWith: .success) {
      [proxy = proxy as String, server = server as String, hidden = hidden as String] in
      setenv("http_proxy", proxy, 1)
      setenv("no_proxy", "127.0.0.1", 1)
      let session = Session.plain()
      func ask(_ url: String, _ proxy: ProxySetting = .environment) async -> ClientResponse<String> {
        await session.request(url, options: .with { $0.proxy = proxy }).serializingString().response
      }
      if await ask(hidden).value != "GET HTTP/1.1 [] [] []\n" { exit(2) }
      if await ask(server + "/echo").value != "GET HTTP/1.1 [] [] []\n" { exit(3) }
      if await ask(hidden, .none).error == nil { exit(4) }
    }
    #expect(try carried(by: .http) == ["GET \(plain) HTTP/1.1"])
  }
}
