import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CURLTextTests {
  private let session = Session(configuration: .plain, transport: StubTransport())

  private func text(_ request: DataRequest) async -> String {
    _ = await request.serializingData().response
    return request.cURLDescription()
  }

  @Test func theWholeText() async {
    let request = session.request(
      "http://stub/x?y", method: .put, headers: [.accept("a/b"), .userAgent("me")],
      body: .data(Data("it's".utf8)))
    #expect(
      await text(request) == #"""
        curl 'http://stub/x?y' \
          -X PUT \
          -H 'Accept: a/b' \
          -H 'User-Agent: me' \
          -H Content-Type: \
          -H Expect: \
          --data-binary 'it'\''s' \
          --connect-timeout 30 \
          --speed-limit 1 \
          --speed-time 60
        """#)
  }

  @Test func aRequestWithoutAMessageIsAComment() async {
    let request = session.request("http://stub/", shouldAutomaticallyResume: false)
    #expect(request.cURLDescription() == CURLCommand.placeholder)
    #expect(request.state == .initialized)
  }

  @Test func theHandlerIsCalledOnceWhenThereIsAMessage() async {
    let texts = Recorder<String>()
    let request = session.request("http://stub/").cURLDescription { texts.record($0) }
    #expect(texts.values.isEmpty)
    _ = await request.serializingData().response
    #expect(await texts.values(count: 1).first?.hasPrefix("curl http://stub/ ") == true)
    request.cURLDescription { texts.record($0) }
    #expect(await texts.values(count: 2).count == 2)
  }

  @Test func theHandlerOfARequestWithoutMessageIsCalledToo() async {
    let texts = Recorder<String>()
    let request = session.request("nonsense").cURLDescription { texts.record($0) }
    _ = await request.serializingData().response
    #expect(await texts.values(count: 1) == [CURLCommand.placeholder])
  }

  @Test func theSequenceHasEveryHopAndEnds() async throws {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond("302 Found", headers: ["Location: /next"])
      try client.readHead()
      try client.respond()
    }
    let session = Session.plain()
    let request = session.request(server.url + "/first", shouldAutomaticallyResume: false)
    let (texts, first) = (request.cURLDescriptions(), Recorder<String>())
    request.cURLDescription { first.record($0) }
    request.response { _ in }.resume()
    var seen: [String] = []
    for await text in texts { seen.append(text) }
    #expect(seen.map { $0.contains("/next") } == [false, true])
    #expect(await first.values(count: 1) == [seen[0]])
  }

  @Test(arguments: [
    (Credential.basic(username: "u", password: "p'w"), "--basic \\\n  -u 'u:p'\\''w'"),
    (.digest(username: "u", password: "p w"), "--digest \\\n  -u 'u:p w'"),
    (.anyPassword(username: "u", password: "p w"), "--anyauth \\\n  -u 'u:p w'"),
    (.ntlm(username: "u", password: "p w", domain: "d"), "--ntlm \\\n  -u 'd\\u:p w'"),
    (.negotiate, "--negotiate \\\n  -u :"), (.bearer(token: "t"), "-H 'Authorization: Bearer t'"),
  ])
  func credentialsAreWritten(_ credential: Credential, _ expected: String) async {
    let request = session.request("http://stub/").authenticate(with: credential)
    #expect(await text(request).contains(expected))
  }

  @Test func theRouteAndTheTrustAreWritten() async throws {
    var proxy = Proxy(.socks5h, host: "p", port: 1080, username: "u", password: "x y")
    proxy.exceptions = ["a", "b"]
    let options = TransferOptions.with {
      $0.timeout = .milliseconds(1500)
      $0.connectTimeout = .seconds(2)
      $0.readTimeout = .seconds(3)
      $0.serverTrust = .disabled
      $0.clientCertificate = ClientCertificate(
        certificate: URL(filePath: "/c:d.p12"), key: URL(filePath: "/k.pem"), password: "open sesame")
      $0.minimumTLSVersion = .v1_2
      $0.maximumTLSVersion = .v1_3
      $0.proxy = .proxy(proxy)
      $0.unixSocketPath = "/s"
      $0.resolve = ["h": "::1"]
      $0.httpVersion = .http2PriorKnowledge
      $0.ipVersion = .v6
    }
    let text = await text(session.request("http://stub/", options: options))
    for part in [
      "--max-time 1.5", "--connect-timeout 2", "--speed-limit 1", "--speed-time 3", "-k", #"--cert '/c\:d.p12'"#,
      "--cert-type P12", "--key /k.pem", "--pass 'open sesame'", "--tlsv1.2", "--tls-max 1.3",
      "--proxy socks5h://p:1080", "--proxy-user 'u:x y'", "--noproxy a,b", "--unix-socket /s",
      "--connect-to 'h::[::1]:'", "--http2-prior-knowledge", "--ipv6",
    ] {
      #expect(text.contains(" \\\n  " + part), "\(part)")
    }
    let authorities = TransferOptions.with {
      $0.serverTrust = .authorities(file: URL(filePath: "/ca.pem"))
      $0.timeout = nil
    }
    let other = await self.text(session.request("http://stub/", options: authorities))
    #expect(other.contains("--cacert /ca.pem"))
    #expect(!other.contains("-k") && !other.contains("--max-time"))
  }

  @Test func aStreamIsReadFromStandardInput() async {
    let request = session.request("http://stub/", method: .post, body: .stream(BodyStream { nil }))
    #expect(await text(request).contains("--data-binary @-"))
  }
}

extension SessionConfiguration {
  /// Adds no headers, so that the text contains only the test's.
  fileprivate static var plain: SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.defaultHeaders = []
    return configuration
  }
}
