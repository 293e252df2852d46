import Foundation
import RequestModel
import TestSupport
import Testing

/// Every kind of auth through the real program: sent, inherited, stopped by `none`, masked wherever it shows or is kept,
/// and sent again from history after a restart.
struct AuthKindTests {
  /// One kind of auth with what its credentials look like. A kind without a row fails `everyKindHasARow`.
  struct Row: Sendable, CustomTestStringConvertible {
    let kind: String
    /// The kind's own object.
    var fields = "{}"
    /// Values of the file that never show.
    var secrets: [String] = []
    /// The part that arrives at the server and differs in each request.
    var signature: String?
    /// The challenge that the server sends first.
    var challenge: String?
    /// The text that arrives if the kind is sent; `nil` for a kind that sends nothing here.
    var proof: String?

    var testDescription: String { kind }
    var auth: String { "{ \"\(kind)\": \(fields) }" }
  }

  private static let secret = "s3cret-0f-ada"

  static let rows = [
    Row(kind: "none"),
    Row(
      kind: "basic", fields: #"{ "username": "ada", "password": "\#(secret)" }"#,
      secrets: [secret, Data("ada:\(secret)".utf8).base64EncodedString()], proof: "Authorization: Basic "),
    Row(kind: "bearer", fields: #"{ "token": "\#(secret)" }"#, secrets: [secret], proof: "Bearer \(secret)"),
    Row(
      kind: "apikey", fields: #"{ "key": "k", "value": "\#(secret)", "in": "query" }"#, secrets: [secret],
      proof: "?k=\(secret)"),
    Row(
      kind: "header", fields: #"{ "name": "X-Own", "value": "\#(secret)" }"#, secrets: [secret],
      proof: "X-Own: \(secret)"),
    Row(kind: "oauth2", fields: #"{ "accessToken": "\#(secret)" }"#, secrets: [secret], proof: "Bearer \(secret)"),
    Row(
      kind: "digest", fields: #"{ "username": "ada", "password": "\#(secret)" }"#, secrets: [secret],
      signature: #"response="([0-9a-f]{32})""#, challenge: #"Digest realm="r", nonce="n", qop="auth""#,
      proof: "Authorization: Digest "),
    Row(
      kind: "ntlm", fields: #"{ "username": "ada", "password": "\#(secret)" }"#, secrets: [secret],
      signature: "NTLM (TlRMTVNTUAAD[^\\s]*)", challenge: "NTLM", proof: "NTLM TlRMTVNTUAAD"),
    Row(kind: "negotiate", challenge: "Negotiate"),
    Row(
      kind: "awsv4",
      fields:
        #"{ "accessKey": "AKID", "secretKey": "\#(secret)", "sessionToken": "t0ken-\#(secret)", "region": "r", "service": "s" }"#,
      secrets: [secret], signature: "Signature=([0-9a-f]{64})", proof: "AWS4-HMAC-SHA256 Credential=AKID/"),
    Row(
      kind: "oauth1",
      fields: #"{ "consumerKey": "ck", "consumerSecret": "\#(secret)", "token": "t0ken-\#(secret)", "in": "query" }"#,
      secrets: [secret], signature: "oauth_signature=([^& ]+)", proof: "&oauth_signature="),
    Row(
      kind: "jwt", fields: #"{ "secret": "\#(secret)", "payload": { "sub": "ada" }, "addTokenTo": "query" }"#,
      secrets: [secret], signature: "token=([^& ]+)", proof: "token=ey"),
    Row(
      kind: "hawk", fields: #"{ "authId": "ada", "authKey": "\#(secret)" }"#, secrets: [secret],
      signature: #"mac="([^"]+)""#, proof: #"Hawk id="ada""#),
    Row(
      kind: "edgegrid",
      fields: #"{ "clientToken": "c-\#(secret)", "clientSecret": "\#(secret)", "accessToken": "a-\#(secret)" }"#,
      secrets: [secret], signature: "signature=([^\\s]+)", proof: "EG1-HMAC-SHA256 client_token="),
    Row(
      kind: "asap",
      fields: #"{ "alg": "EdDSA", "iss": "ada", "aud": "b", "kid": "k", "privateKey": "\#(ed25519Key)" }"#,
      secrets: [String(ed25519Key.split(separator: "\\n")[1])], signature: "Bearer ([^\\s]+)", proof: "Bearer ey"),
    Row(
      kind: "wsse", fields: #"{ "username": "ada", "password": "\#(secret)" }"#, secrets: [secret],
      signature: #"PasswordDigest="([^"]+)""#, proof: #"X-WSSE: UsernameToken Username="ada""#),
  ]

  /// RFC 8037, A.1.
  private static let ed25519Key =
    #"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n"#

  @Test func everyKindHasARow() {
    #expect(Self.rows.map(\.kind).sorted() == AuthKind.all.map(\.name).sorted())
  }

  // MARK: The server and the collection

  /// NTLM's second message, from a real server.
  static let ntlmChallenge =
    "TlRMTVNTUAACAAAADAAMADAAAAABAoEAASNFZ4mrze8AAAAAAAAAAGIAYgA8AAAARABPAE0AQQBJAE4AAgAMAEQATwBNAEEASQBOAAEADABTAEUAUgBWAEUAUgAEABQAZABvAG0AYQBpAG4ALgBjAG8AbQADACIAcwBlAHIAdgBlAHIALgBkAG8AbQBhAGkAbgAuAGMAbwBtAAAAAAA="

  /// Says in the body what it got.
  private static func serve(_ row: Row) throws -> RawServer {
    try RawServer { connection in
      while true {
        let head = try connection.readHead()
        if head.contains("NTLM TlRMTVNTUAAB") {
          try connection.respond("401 More", headers: ["WWW-Authenticate: NTLM \(ntlmChallenge)"])
        } else if let challenge = row.challenge, !head.contains("Authorization: ") {
          try connection.respond("401 Who", headers: ["WWW-Authenticate: \(challenge)"], body: "who are you")
        } else {
          try connection.respond(headers: ["Content-Type: text/plain"], body: "I got \(head)\nand that is all\n")
        }
      }
    }
  }

  private static func sandbox(_ row: Row, _ server: RawServer) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("small/collection.json", #"{ "name": "Small" }"#)
    try sandbox.write("small/own.json", #"{ "name": "Own", "url": "\#(server.url)/own", "auth": \#(row.auth) }"#)
    try sandbox.write("small/above/folder.json", #"{ "auth": \#(row.auth) }"#)
    try sandbox.write("small/above/below/inherits.json", #"{ "url": "\#(server.url)/inherits" }"#)
    try sandbox.write("small/above/stops.json", #"{ "url": "\#(server.url)/stops", "auth": { "none": {} } }"#)
    return sandbox
  }

  /// The texts that must be hidden: the secrets of the file, and the sent signatures.
  private func hidden(_ row: Row, _ server: RawServer) throws -> [String] {
    guard let pattern = row.signature else { return row.secrets }
    let regex = try Regex(pattern)
    let signatures = server.received.compactMap { $0.firstMatch(of: regex)?.output[1].substring.map(String.init) }
    #expect(!signatures.isEmpty, "nothing like \(pattern) was sent")
    return row.secrets + signatures + signatures.compactMap(\.removingPercentEncoding)
  }

  private func expectNothing(of hidden: [String], in place: String, _ bytes: Data) {
    for secret in Set(hidden) { #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(secret) is in \(place)") }
  }

  // MARK: Tests

  @Test(arguments: rows) func itIsSentInheritedAndStopped(_ row: Row) async throws {
    let server = try Self.serve(row)
    let sandbox = try Self.sandbox(row, server)
    for (file, isSent) in [("own", true), ("above/below/inherits", true), ("above/stops", false)] {
      let former = server.received.count
      let result = try await sandbox.run("send", "small/\(file).json")
      let received = server.received.dropFirst(former).joined()
      #expect(received.contains("GET /"), "\(result.error)")
      guard let proof = row.proof else { continue }
      #expect(received.contains(proof) == isSent, "\(file): \(received) \(result.error)")
    }
  }

  /// `EverySecretTests` searches the output of all kinds in each run.
  @Test(arguments: Seeds.some(of: rows)) func noOutputFileOrLogShowsIt(_ row: Row) async throws {
    let server = try Self.serve(row)
    let sandbox = try Self.sandbox(row, server)
    var shown: [(String, Data)] = []
    for output in ["headers", "exchange", "har"] {
      let result = try await sandbox.run("send", "small/own.json", "--print", output)
      shown += [(output, result.output), ("the errors of " + output, Data(result.error.utf8))]
    }
    let list = try await sandbox.run("history", "list").text
    shown.append(("history list", Data(list.utf8)))
    for line in list.split(separator: "\n") {
      for output in ["body", "headers", "exchange", "har"] {
        let result = try await sandbox.run("history", "show", String(line.prefix { $0 != "\t" }), "--print", output)
        shown.append(("history show --print \(output)", result.output))
      }
    }
    shown += try sandbox.homeFiles().map { ($0.key, $0.value) }
    let hidden = try hidden(row, server)
    for (place, bytes) in shown { expectNothing(of: hidden, in: place, bytes) }
    if row.proof != nil { #expect(shown.contains { $0.1.firstRange(of: Data("and that is all".utf8)) != nil }) }
  }

  @Test(arguments: Seeds.some(of: rows)) func theScreenShowsNoneOfItAndItSurvivesARestart(_ row: Row) async throws {
    let server = try Self.serve(row)
    let terminal = try await Terminal(Self.sandbox(row, server), columns: 200, rows: 60)
    try await terminal.record(to: "recorded")
    try await terminal.run("workbench small/own.json; echo ended")
    try await terminal.wait(for: "Own")
    // The form's Auth tab, then the tabs of the response.
    try await terminal.press("2")
    for _ in 0..<3 { try await terminal.press("]") }
    try await terminal.wait(for: "‹ \(row.kind) ›")
    try await terminal.press("F5")
    try await terminal.wait(for: row.proof == nil && row.kind != "none" ? "401" : "200 OK", "history 1")
    try await terminal.press("3", "z")
    for _ in 0..<5 { try await terminal.press("]") }
    try await terminal.press("z", "q")
    try await terminal.wait(for: "ended")
    let former = server.received.count
    try await terminal.run("clear; workbench small; echo over")
    try await terminal.wait(for: "Own")
    try await terminal.press("H", "Enter")
    try await terminal.wait(for: "Saved request")
    _ = try await eventually("the request again") {
      // Before the environment is loaded, nothing is sent.
      try await terminal.press("F5")
      let again = server.received.dropFirst(former).joined()
      return again.contains(row.proof ?? "GET /") ? again : nil
    }
    // The second one answers the question about a request that is still running.
    try await terminal.press("q", "q")
    try await terminal.wait(for: "over")
    expectNothing(of: try hidden(row, server), in: "the screen", Data(terminal.sandbox.text("recorded").utf8))
  }

  // MARK: Logins at a real server

  @Test func apacheTakesTheTicketOfKerberos() async throws {
    let apache = try await TestServers.apache()
    let sandbox = try Sandbox()
    try sandbox.write("a/collection.json", #"{ "auth": { "negotiate": {} } }"#)
    try sandbox.write("a/get.json", #"{ "url": "\#(apache.url)/negotiate" }"#)
    let sent = try await sandbox.run("send", "a/get.json", "--print", "exchange", environment: apache.ticket)
    #expect(sent.text.contains("accepted") && !sent.text.contains("Negotiate Y"), "\(sent.text) \(sent.error)")
    let refused = try await sandbox.run("send", "a/get.json", "--print", "headers")
    #expect(refused.text.contains("401"), "\(refused.text) \(refused.error)")
  }

  @Test func apacheTakesADigest() async throws {
    let sandbox = try Sandbox()
    let login = #"{ "digest": { "username": "\#(Apache.user)", "password": "\#(Apache.password)" } }"#
    try sandbox.write("a/collection.json", #"{ "auth": \#(login) }"#)
    try sandbox.write("a/get.json", #"{ "url": "\#(try await TestServers.apache().url)/digest" }"#)
    let sent = try await sandbox.run("send", "a/get.json")
    #expect(sent.text == "accepted\n", "\(sent.error)")
  }
}
