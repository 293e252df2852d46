import Foundation
import TestSupport
import Testing

/// OAuth 2 with the real program: what is printed, kept and written anywhere.
struct TokenTests {
  private static let server = Result { try AuthlibServer() }

  private func sandbox(_ settings: String) throws -> Sandbox {
    let (sandbox, server) = (try Sandbox(), try Self.server.get().url)
    try sandbox.write(
      "shop/collection.json",
      """
      { "auth": { "oauth2": { \(settings), "accessTokenUrl": "\(server)/token", "authUrl": "\(server)/authorize",
        "scope": "read" } } }
      """)
    try sandbox.write("shop/me.json", "{ \"method\": \"GET\", \"url\": \"\(server)/api\" }")
    return sandbox
  }

  private func client() -> String { "basic-" + UUID().uuidString.prefix(8) }

  private static let user = #""grant_type": "password_credentials", "username": "ada", "password": "pass phrase/+1""#

  @Test func theTokenIsInTheSecretsFileAndNowhereElse() async throws {
    let client = client()
    let sandbox = try sandbox("\(Self.user), \"clientId\": \"\(client)\", \"clientSecret\": \"\(client)-secret\"")
    let exchange = try await sandbox.run("send", "shop/me.json", "--output", "exchange")
    let har = try await sandbox.run("send", "shop/me.json", "--output", "har")
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

  @Test func withoutATerminalNobodyIsAskedToLogIn() async throws {
    let sandbox = try sandbox(#""grant_type": "authorization_code_with_pkce", "clientId": "public-1""#)
    let result = try await sandbox.run("send", "shop/me.json")
    #expect(result.status == 4)
    #expect(result.error.contains("has to log you in, and nobody is asked here"), "\(result.error)")
  }
}
