import Foundation
import RequestClient
import TestSupport
import Testing

/// OAuth 2 with the real program: what is printed, kept and written anywhere.
struct TokenTests {
  private static let server = Task { try await AuthlibServer() }

  private func sandbox(_ settings: String) async throws -> Sandbox {
    let (sandbox, server) = (try Sandbox(), try await Self.server.value.url)
    try sandbox.write(
      "shop/collection.json",
      """
      { "auth": { "oauth2": { \(settings), "accessTokenUrl": "\(server)/token", "authUrl": "\(server)/authorize",
        "scope": "read" } } }
      """)
    try sandbox.write("shop/me.json", "{ \"method\": \"GET\", \"url\": \"\(server)/api\" }")
    return sandbox
  }

  @discardableResult
  private func get(_ path: String) async throws -> Data {
    try await Session.default.request(try await Self.server.value.url + path).serializingData().value
  }

  /// The grants that a client asked the token endpoint for.
  private func grants(of client: String) async throws -> [String] {
    let requests = try JSONDecoder().decode([[String: String]].self, from: try await get("/requests?client=\(client)"))
    return requests.compactMap { $0["grant_type"] }
  }

  private func client() -> String { "basic-" + UUID().uuidString.prefix(8) }

  private static let user = #""grant_type": "password_credentials", "username": "ada", "password": "pass phrase/+1""#

  @Test func theTokenIsInTheSecretsFileAndNowhereElse() async throws {
    let client = client()
    let sandbox = try await sandbox("\(Self.user), \"clientId\": \"\(client)\", \"clientSecret\": \"\(client)-secret\"")
    let exchange = try await sandbox.run("send", "shop/me.json", "--print", "exchange")
    let har = try await sandbox.run("send", "shop/me.json", "--print", "har")
    #expect(exchange.status == 0 && har.status == 0, "\(exchange.error)\(har.error)")
    var files = try sandbox.homeFiles()
    let secretFile = files.removeValue(forKey: "secrets.json")
    let kept = String(decoding: try #require(secretFile), as: UTF8.self)
    let secrets = ["access_token", "refresh_token"].compactMap { name in
      kept.split(separator: "\\\"\(name)\\\":\\\"").dropFirst().first?.split(separator: "\\\"").first.map(String.init)
    }
    #expect(secrets.count == 2 && secrets.allSatisfy { $0.count > 40 })
    let shown = exchange.text + exchange.error + har.text + har.error
    for secret in secrets + ["pass phrase/+1", "\(client)-secret"] {
      #expect(!shown.contains(secret) && !shown.contains(Data(secret.utf8).base64EncodedString()))
      for (name, bytes) in files { #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(name)") }
    }
    let list = try await sandbox.run("secret", "list", "shop")
    #expect(list.text.contains("\(client) ") && list.text.contains("secrets file, token"))
  }

  @Test func aScreenAndACommandWhoseTokenExpiredRefreshItOnce() async throws {
    let client = client()
    let sandbox = try await sandbox("\(Self.user), \"clientId\": \"\(client)\", \"clientSecret\": \"\(client)-secret\"")
    #expect(try await sandbox.run("send", "shop/me.json").status == 0)
    try letTokensExpire(sandbox)
    try await get("/hold?client=\(client)")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench shop/me.json")
    try await terminal.wait(for: "/api")
    try await terminal.press("F5")
    _ = try await eventually("a refresh") { try await grants(of: client).count == 2 ? true : nil }
    let command = try sandbox.start(["send", "shop/me.json"])
    _ = try await eventually("a command that waits") { command.errorSoFar.contains("Waiting for") ? true : nil }
    try await get("/release?client=\(client)")
    try await terminal.wait(for: "200 OK")
    let finished = try await command.finished()
    #expect(finished.status == 0, "\(finished.error)")
    #expect(finished.error.contains("Waiting for another workbench that is fetching this token\n"))
    // The server takes a refresh token once.
    #expect(try await grants(of: client) == ["password", "refresh_token"])
  }

  @Test func theAuthTabFetchesATokenAndKnowsItAfterARestart() async throws {
    let client = client()
    let sandbox = try await sandbox("\(Self.user), \"clientId\": \"\(client)\", \"clientSecret\": \"\(client)-secret\"")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench shop/me.json")
    try await terminal.wait(for: "/api")
    try await terminal.press("2")
    for _ in 0..<3 { try await terminal.press("]") }
    try await terminal.wait(for: "No token yet: F5 fetches one and sends, t only fetches one")
    try await terminal.press("t")
    try await terminal.wait(for: "Token fetched, expires in 60 min", "Token valid until ")
    try await terminal.press("q")
    try await terminal.run("clear; workbench shop/me.json")
    try await terminal.wait(for: "/api")
    try await terminal.press("2")
    for _ in 0..<3 { try await terminal.press("]") }
    try await terminal.wait(for: "Token valid until ")
    #expect(try await grants(of: client) == ["password"])
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK")
    #expect(try await grants(of: client) == ["password"])
  }

  /// Dates the tokens of the secrets file back.
  private func letTokensExpire(_ sandbox: Sandbox) throws {
    let path = sandbox.path("home/secrets.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let expired = text.replacing(#/"expires\\":[0-9]+/#, with: #""expires\":1"#)
    #expect(expired != text)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(expired.utf8))
    try file.close()
  }

  /// A collection on the server with TLS, whose `certificates` are sent to the host of the token URL.
  private func collection(_ server: AuthlibServer, _ nginx: Nginx, client: String, certificates: String) async throws
    -> Sandbox
  {
    let sandbox = try Sandbox()
    for (name, path) in [
      "ca.pem": nginx.certificateAuthority, "client.pem": nginx.clientCertificate, "client.key": nginx.clientKey,
      "own.pem": nginx.selfSignedCertificate, "own.key": nginx.selfSignedKey,
    ] { try sandbox.write("shop/certs/" + name, Data(contentsOf: URL(fileURLWithPath: path))) }
    try sandbox.write(
      "shop/collection.json",
      """
      { "auth": { "oauth2": { "accessTokenUrl": "\(server.url)/token", "clientId": "\(client)",
          "clientSecret": "not-to-be-sent", "client_authentication": "mtls" } },
        "options": { "certificates": [ \(certificates) { "name": "localhost", "caBundle": "certs/ca.pem" } ] } }
      """)
    try sandbox.write("shop/me.json", "{ \"method\": \"GET\", \"url\": \"\(server.url)/api\" }")
    try sandbox.write("shop/plain.json", "{ \"method\": \"GET\", \"url\": \"\(try await Self.server.value.url)/api\" }")
    return sandbox
  }

  private static func row(_ name: String) -> String {
    #"{ "name": "localhost", "clientCertificate": "certs/\#(name).pem", "clientKey": "certs/\#(name).key", "caBundle": "certs/ca.pem" },"#
  }

  @Test(arguments: [("tls", "client"), ("own", "own")])
  func aClientAuthenticatesWithItsCertificate(_ client: String, _ certificate: String) async throws {
    let nginx = try await TestServers.nginx()
    let server = try await AuthlibServer(certificatesOf: nginx)
    let sandbox = try await collection(server, nginx, client: "\(client)-1", certificates: Self.row(certificate))
    // Another host, for which no certificate is: it does not know the token either.
    let other = try await sandbox.run("send", "shop/plain.json")
    #expect(other.error.hasPrefix("401 "), "\(other.error)")
    let sent = try await sandbox.run("send", "shop/me.json")
    #expect(sent.status == 0 && sent.text.contains(#""user":"ada""#), "\(sent.error)")
    let wrong = try await collection(
      server, nginx, client: "\(client)-1", certificates: Self.row(certificate == "own" ? "client" : "own"))
    let refused = try await wrong.run("send", "shop/me.json")
    #expect(refused.error.contains("gave no token: 401 \"invalid_client\""), "\(refused.error)")
  }

  @Test func withoutACertificateForTheTokenServerASentenceSaysSo() async throws {
    let nginx = try await TestServers.nginx()
    let server = try await AuthlibServer(certificatesOf: nginx)
    let result = try await collection(server, nginx, client: "tls-1", certificates: "").run("send", "shop/me.json")
    #expect(
      result.error.contains(
        "No client certificate for \(server.url.dropFirst("https://".count)) — add one under \"Certificates by host\" in the Options tab"
      ), "\(result.error)")
  }

  @Test func withoutATerminalNobodyIsAskedToLogIn() async throws {
    let sandbox = try await sandbox(#""grant_type": "authorization_code_with_pkce", "clientId": "public-1""#)
    let result = try await sandbox.run("send", "shop/me.json")
    #expect(result.status == 4)
    #expect(result.error.contains("needs a login, which cannot be shown here"), "\(result.error)")
  }
}
