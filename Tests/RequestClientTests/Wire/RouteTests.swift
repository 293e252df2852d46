import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RouteTests {
  let session = Session.plain()
  let nginx: Nginx

  init() async throws { nginx = try await TestServers.nginx() }

  private func ask(_ url: String, _ change: (inout TransferOptions) -> Void) async -> ClientResponse<String> {
    await session.request(url, options: .with(change)).serializingString().response
  }

  private func port(_ url: String) -> Substring { url.split(separator: ":").last ?? "" }

  private var authority: ServerTrust { .authorities(file: URL(filePath: nginx.certificateAuthority)) }

  @Test func aUnixSocketIsConnectedTo() async {
    let response = await ask("http://whatever.example/echo") { $0.unixSocketPath = nginx.socketPath }
    #expect(response.value == "GET HTTP/1.1 [] [] []\n")
    #expect(response.timeline.hops.first?.requestHeaders.first("Host") == "whatever.example")
    #expect(response.timeline.hops.first?.connection?.peer == nginx.socketPath)
  }

  @Test func aMissingUnixSocketIsNamed() async {
    let response = await ask("http://whatever.example/") { $0.unixSocketPath = "/nowhere/at.all" }
    #expect(response.error?.description.contains("/nowhere/at.all") == true)
    #expect(await ask("http://a.example/") { $0.unixSocketPath = String(repeating: "x", count: 300) }.error != nil)
  }

  @Test func aHostHasTheAddressThatIsGiven() async throws {
    let url = "http://api.example.test:\(port(nginx.url))/echo"
    #expect(await ask(url) { $0.resolve = ["api.example.test": "127.0.0.1"] }.value == "GET HTTP/1.1 [] [] []\n")
    let exact = ["api.example.test:\(port(nginx.url))": "127.0.0.1", "api.example.test:1": "192.0.2.1"]
    let response = await ask(url) { $0.resolve = exact }
    #expect(response.value == "GET HTTP/1.1 [] [] []\n")
    #expect(response.timeline.hops.first?.requestHeaders.first("Host") == "api.example.test:\(port(nginx.url))")
    // The override applies to that message only.
    expect(await ask("http://api.example.test:1/") { _ in }.error) {
      if case .unresolvableHost("api.example.test") = $0 { true } else { false }
    }
  }

  @Test func onlyAddressesOfTheGivenVersionAreUsed() async {
    for url in [nginx.url, "http://localhost:\(port(nginx.url))"] {
      let response = await ask(url + "/echo") { $0.ipVersion = .v4 }
      #expect(response.value == "GET HTTP/1.1 [] [] []\n")
      #expect(response.timeline.hops.first?.connection?.peer.hasPrefix("127.0.0.1") == true)
    }
    let other = await ask(nginx.url + "/echo") { $0.ipVersion = .v6 }
    #expect(
      other.error?.description == "127.0.0.1 is not an IPv6 address — remove ipVersion, or use the other version")
    #expect(other.error?.isOffline == false)
  }

  @Test(arguments: [TransferOptions.IPVersion.v4, .v6])
  func aNameWithoutAnAddressOfTheGivenVersionIsNamedWithIt(version: TransferOptions.IPVersion) async {
    let error = await ask("http://nowhere.invalid/") { $0.ipVersion = version }.error
    expect(error) { if case .noAddress(host: "nowhere.invalid", version) = $0 { true } else { false } }
    let address = "IPv\(version.rawValue) address of \"nowhere.invalid\""
    #expect(error?.description == "Cannot find an \(address) — check the URL, or remove ipVersion")
    #expect(error?.networkFault == .unresolvableHost)
  }

  @Test func connectToKeepsTheServerName() async throws {
    let place = "localhost:\(port(nginx.wrongHostURL))"
    let response = await ask("https://other.example/echo") {
      $0.connectTo = ["other.example:443": place]
      $0.serverTrust = authority
    }
    // Its certificate is for other.example, the name that is sent and verified.
    #expect(response.error == nil)
    #expect(response.timeline.hops.first?.requestHeaders.first("Host") == "other.example")
    let wrong = await ask("https://third.example/echo") {
      $0.connectTo = ["third.example:443": place]
      $0.serverTrust = authority
    }
    expect(wrong.error) { if case .tls(.hostMismatch, host: "third.example") = $0 { true } else { false } }
  }

  @Test func aRefusedAlternativeHostIsAnError() async throws {
    let free = try RawServer.freePort()
    let response = await ask("http://some.example/") { $0.connectTo = ["some.example:80": "127.0.0.1:\(free)"] }
    expect(response.error) { if case .refused = $0 { true } else { false } }
    #expect(response.error?.description.contains("\(free)") == true)
  }

  @Test func anAlternativeHostThatCannotBeFoundIsNamed() async {
    let response = await ask("http://some.example/") { $0.connectTo = ["some.example:80": "nowhere.invalid:81"] }
    expect(response.error) { if case .unresolvableHost("nowhere.invalid") = $0 { true } else { false } }
  }

  @Test func missingHTTP3IsReported() async {
    let response = await ask(nginx.tlsURL) { $0.httpVersion = .http3 }
    expect(response.error) { if case .unsupported("HTTP/3") = $0 { true } else { false } }
    #expect(response.timeline.hops.first?.status == nil)
  }

  @Test func manyMessagesShareOneHTTP2Connection() async throws {
    let options = TransferOptions.with { $0.serverTrust = authority }
    _ = await session.request(nginx.tlsURL + "/echo", options: options).serializingString().response
    let locals = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let response = await session.request(nginx.tlsURL + "/echo", options: options).serializingString().response
          #expect(response.value == "GET HTTP/2.0 [] [] []\n")
          return response.timeline.hops.first?.connection?.local
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(locals.count == 1)
  }

  @Test func http2WithoutTLSIsRequestedByAnUpgrade() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
      // SETTINGS, then of stream 1 HEADERS with the indexed `:status: 200`, and DATA that ends it (RFC 9113).
      try client.send([0, 0, 0, 4, 0, 0, 0, 0, 0])
      try client.send([0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88])
      try client.send([0, 0, 2, 0, 1, 0, 0, 0, 1] + Array("hi".utf8))
      client.waitForEnd()
    }
    let response = await ask(server.url) { $0.httpVersion = .http2 }
    #expect(response.error == nil)
    #expect(response.response?.status == .ok)
    #expect(response.head?.httpVersion == "HTTP/2")
    #expect(response.value == "hi")
  }

  @Test func aServerThatDeclinesTheUpgradeRespondsInHTTP1() async {
    #expect(await ask(nginx.url + "/echo") { $0.httpVersion = .http2 }.value == "GET HTTP/1.1 [] [] []\n")
  }

  @Test func priorKnowledgeOfAnHTTP1ServerIsAnError() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond("400 Bad Request")
    }
    let response = await ask(server.url) { $0.httpVersion = .http2PriorKnowledge }
    #expect(response.error != nil)
    try await session.expectAlive()
  }
}
