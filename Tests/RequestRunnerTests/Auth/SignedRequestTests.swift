import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// Requests that libraries of others accept: oauthlib, mohawk, PyJWT, botocore, edgegrid-python, pyspnego, pywsse and httpbin.
struct SignedRequestTests {
  private let cookies = CookieJar()
  private let engine: SendEngine

  init() {
    var configuration = SessionConfiguration()
    configuration.cookieJar = cookies
    engine = SendEngine(client: Session(configuration: configuration)) { _, _ in }
  }

  private func send(_ request: String, _ around: Around = .nothing) async throws -> Exchange {
    try #require(await engine.events(try SavedRequest(json: request), around).exchange)
  }

  /// The verdict of the server on a request with this auth.
  private func verdict(
    _ path: String, _ auth: String, method: String = "GET", more: String = "", _ around: Around = .nothing
  ) async throws -> String {
    let url = path.hasPrefix("http") ? path : try await AuthServer.url() + path
    let exchange = try await send(
      #"{ "method": "\#(method)", "url": "\#(url)", "auth": \#(auth)\#(more.isEmpty ? "" : ", " + more) }"#, around)
    let response = exchange.outcome.response
    return response.map { "\($0.status) " + String(decoding: $0.body, as: UTF8.self) } ?? "\(exchange.outcome)"
  }

  private static func pem(_ kind: String) async throws -> String {
    JSONString(try await AuthServer.privateKey(kind)).escaped
  }

  // MARK: OAuth 1

  private func oauth1(_ more: String) -> String {
    #"""
    { "oauth1": { "consumerKey": "\#(AuthServer.username)", "consumerSecret": "\#(AuthServer.key)",
      "token": "\#(AuthServer.token)", "tokenSecret": "\#(AuthServer.secret)", \#(more) } }
    """#
  }

  private static let paths = ["/oauth1/photos", "/oauth1/a%20b/c?size=original&a=%C3%A9&a=1+2&empty=&flag"]

  @Test(arguments: ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "PLAINTEXT"], paths)
  func oauthlibTakesASignatureBySecrets(_ method: String, _ path: String) async throws {
    for place in ["header", "query"] {
      let auth = oauth1(#""signatureMethod": "\#(method)", "in": "\#(place)""#)
      #expect(try await verdict(path, auth) == "200 accepted", "\(place)")
    }
  }

  @Test(arguments: ["RSA-SHA1", "RSA-SHA256"]) func oauthlibTakesASignatureByAKey(_ method: String) async throws {
    let key = try await Self.pem("rsa")
    let auth = oauth1(#""signatureMethod": "\#(method)", "realm": "a \"b\"", "privateKey": "\#(key)""#)
    #expect(try await verdict("/oauth1/photos?a=b", auth) == "200 accepted")
  }

  @Test(arguments: ["header", "query", "body"]) func oauthlibTakesASignatureOverAForm(_ place: String) async throws {
    let form = #""body": { "form": [{ "name": "c2", "value": "" }, { "name": "a3", "value": "2 q+é&=" }] }"#
    #expect(
      try await verdict("/oauth1/x?b5=%3D%253D", oauth1(#""in": "\#(place)""#), method: "POST", more: form)
        == "200 accepted")
  }

  @Test func oauthlibTakesTheDigestOfABody() async throws {
    for method in ["HMAC-SHA1", "HMAC-SHA256"] {
      let auth = oauth1(#""signatureMethod": "\#(method)", "includeBodyHash": true"#)
      #expect(
        try await verdict("/oauth1/x", auth, method: "POST", more: #""body": { "text": "é" }"#) == "200 accepted")
    }
  }

  @Test(arguments: ["GET", "POST"]) func theParametersAreInTheQueryWhereThereIsNoForm(_ method: String) async throws {
    let more = method == "GET" ? "" : #""body": { "text": "x" }"#
    #expect(try await verdict("/oauth1/x?a=b", oauth1(#""in": "body""#), method: method, more: more) == "200 accepted")
  }

  // MARK: Hawk

  @Test(arguments: ["sha256", "sha1"]) func mohawkTakesTheSignature(_ algorithm: String) async throws {
    let fields = #""authId": "\#(AuthServer.username)", "authKey": "\#(AuthServer.key)", "algorithm": "\#(algorithm)""#
    for more in ["", #", "includePayloadHash": true"#, #", "extraData": "some-app", "app": "a1", "delegation": "d1""#] {
      let auth = "{ \"hawk\": { \(fields)\(more) } }"
      #expect(
        try await verdict(
          "/hawk/\(algorithm)/a%20b?c=d&e", auth, method: "POST",
          more: #""body": { "text": "hello", "type": "Text/Plain; charset=utf-8" }"#) == "200 accepted", "\(more)")
      #expect(try await verdict("/hawk/\(algorithm)/", auth) == "200 accepted", "\(more)")
    }
  }

  @Test func aFileIsSignedAsItIsSent() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(repeating: 65, count: 1 << 20).write(to: folder.appending(path: "big.bin"))
    var around = Around.nothing
    around.baseFolder = folder.path
    let auth =
      #"{ "hawk": { "authId": "\#(AuthServer.username)", "authKey": "\#(AuthServer.key)", "includePayloadHash": true } }"#
    for body in [
      #""body": { "file": "big.bin" }"#,
      #""body": { "multipart": [{ "name": "a", "file": "big.bin" }, { "name": "b", "value": "c" }] }"#,
    ] {
      #expect(try await verdict("/hawk/x", auth, method: "POST", more: body, around) == "200 accepted")
    }
  }

  // MARK: WSSE

  @Test func pywsseTakesTheToken() async throws {
    func auth(_ password: String) -> String {
      #"{ "wsse": { "username": "\#(AuthServer.username)", "password": "\#(password)" } }"#
    }
    #expect(try await verdict("/wsse/x", auth(AuthServer.key)) == "200 accepted")
    #expect(try await verdict("/wsse/x", auth("wrong")).contains("another digest"))
  }

  // MARK: JSON Web Tokens

  @Test(arguments: JSONWebToken.algorithms) func pyJWTTakesTheToken(_ algorithm: String) async throws {
    let kinds = ["RS": "rsa", "PS": "rsa", "ES256": "p256", "ES384": "p384", "ES512": "p521", "EdDSA": "ed25519"]
    let kind = kinds[algorithm] ?? kinds[String(algorithm.prefix(2))]
    var key = #""secret": "\#(AuthServer.key)""#
    if let kind { key = #""privateKey": "\#(try await Self.pem(kind))""# }
    let payload = #""payload": { "sub": "{{who}}", "n": 1.0 }, "lifetime": 60"#
    for place in ["header", "query"] {
      let auth = #"{ "jwt": { "algorithm": "\#(algorithm)", \#(key), \#(payload), "addTokenTo": "\#(place)" } }"#
      let answer = try await verdict("/jwt/\(kind ?? "none")", auth, .variables(["who": AuthServer.username]))
      #expect(answer == "200 accepted")
    }
  }

  @Test func pyJWTTakesATokenOfASAP() async throws {
    let auth = #"""
      { "asap": { "iss": "\#(AuthServer.username)", "aud": "backend", "kid": "ada/1", "alg": "ES256",
        "privateKey": "{{key}}" } }
      """#
    // In one line, as an environment variable holds it.
    let key = try await AuthServer.privateKey("p256").replacing("\n", with: "\\n")
    #expect(try await verdict("/jwt/p256?aud=backend", auth, .secrets(["key": key])) == "200 accepted")
  }

  @Test(arguments: [
    ("RS256", "p256", "RS256 needs an RSA private key, and this one is not"),
    ("ES256", "p384", "ES256 needs an EC P-256 private key, and this one is not"),
    ("EdDSA", "rsa", "EdDSA needs an Ed25519 private key, and this one is not"),
    (
      "RS256", "none",
      "The private key is not a key in PEM or a JWK, or it has a passphrase — paste all of it, without one"
    ),
  ])
  func aKeyThatDoesNotFitIsNamed(_ algorithm: String, _ kind: String, _ sentence: String) async throws {
    let key = kind == "none" ? "nothing" : try await Self.pem(kind)
    let exchange = try await send(
      #"{ "url": "http://127.0.0.1:1/", "auth": { "jwt": { "algorithm": "\#(algorithm)", "privateKey": "\#(key)" } } }"#
    )
    #expect(exchange.outcome.failure == Failure(.unprepared, sentence))
  }

  @Test(arguments: [
    (#""secret": "k", "payload": [1]"#, "The payload is not a JSON object — correct it in the Auth tab"),
    (#""secret": "k", "payload": "text""#, "The payload is not a JSON object — correct it in the Auth tab"),
    (#""secret": """#, "The secret of the JWT is empty — type it in the Auth tab"),
  ])
  func aTokenThatNobodyWouldTakeIsNotSent(_ members: String, _ sentence: String) async throws {
    let exchange = try await send(
      #"{ "url": "http://127.0.0.1:1/", "auth": { "jwt": { "algorithm": "HS256", \#(members) } } }"#)
    #expect(exchange.outcome.failure == Failure(.unprepared, sentence))
  }

  // MARK: AWS

  private static let aws =
    #""accessKey": "\#(AuthServer.username)", "secretKey": "\#(AuthServer.key)", "sessionToken": "\#(AuthServer.token)", "region": "eu-west-1""#

  @Test(arguments: [false, true], ["execute-api", "s3"])
  func botocoreSignsAlike(_ isInQuery: Bool, _ service: String) async throws {
    let auth =
      #"{ "awsv4": { \#(Self.aws), "service": "\#(service)", "addAuthDataToQuery": \#(isInQuery) } }"#
    for path in ["", "a%20b/c", "a//b/../c/./d", "é?b=2&a=1&a=%2F&c", "x?q=a%2Bb%20c&empty="] {
      #expect(try await verdict("/aws/\(service)/\(path)", auth) == "200 accepted", "\(path)")
    }
    let more = #""headers": [{ "name": "X-Own", "value": " a   b " }], "body": { "json": { "é": [1] } }"#
    #expect(try await verdict("/aws/\(service)/x", auth, method: "POST", more: more) == "200 accepted")
  }

  @Test func botocoreSignsAnUnsignedBodyAlike() async throws {
    let auth = #"{ "awsv4": { \#(Self.aws), "service": "s3", "unsignedPayload": true } }"#
    #expect(
      try await verdict("/aws/s3/x", auth, method: "PUT", more: #""body": { "text": "x" }"#) == "200 accepted")
  }

  // MARK: EdgeGrid

  @Test func akamaisLibrarySignsAlike() async throws {
    let auth = #"""
      { "edgegrid": { "clientToken": "\#(AuthServer.username)", "clientSecret": "\#(AuthServer.key)",
        "accessToken": "\#(AuthServer.token)", "headersToSign": "X-First, X-Second", "maxBodySize": 1000 } }
      """#
    let headers = #""headers": [{ "name": "x-second", "value": "  a   b " }, { "name": "X-First", "value": "1" }]"#
    #expect(try await verdict("/edgegrid/a?b=c%20d", auth, more: headers) == "200 accepted")
    for method in ["POST", "PUT"] {
      let body = #""body": { "text": "\#(String(repeating: "x", count: 1200))" }"#
      #expect(try await verdict("/edgegrid/", auth, method: method, more: body) == "200 accepted")
    }
  }

  // MARK: Logins

  @Test(arguments: ["MD5", "SHA-256"], ["auth", "auth-int"])
  func httpbinTakesADigest(_ algorithm: String, _ protection: String) async throws {
    let url = try await TestServers.httpbin() + "/digest-auth/\(protection)/ada/secret-word/\(algorithm)"
    let auth = #"{ "digest": { "username": "ada", "password": "secret-word" } }"#
    #expect(try await verdict(url, auth).hasPrefix("200 "))
    #expect(try await verdict(url, auth.replacing("secret-word", with: "another-word")).hasPrefix("401 "))
  }

  @Test func pyspnegoTakesALoginByNTLM() async throws {
    let auth =
      #"{ "ntlm": { "username": "\#(AuthServer.username)", "password": "\#(AuthServer.key)", "domain": "WORKGROUP" } }"#
    #expect(try await verdict("/ntlm/x", auth) == "200 accepted")
    #expect(try await verdict("/ntlm/x", auth.replacing(AuthServer.key, with: "another")).hasPrefix("401 "))
  }

  @Test func aKeyInACookieGoesBesideTheStoredCookies() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.respond()
    }
    try cookies.store("session=1", from: RequestURL(server.url), at: Date())
    for (headers, expected) in [
      ("[]", "Cookie: key=k3y; session=1"),
      (#"[{ "name": "Cookie", "value": "own=2" }]"#, "Cookie: own=2; key=k3y; session=1"),
    ] {
      _ = try await send(
        #"""
        { "url": "\#(server.url)/", "headers": \#(headers),
          "auth": { "apikey": { "key": "key", "value": "k3y", "in": "cookie" } } }
        """#)
      #expect(server.received.last?.components(separatedBy: "\r\n").contains(expected) == true)
    }
  }

  // MARK: Redirects

  @Test(arguments: [
    (
      "/oauth1/redirect/x?a=b",
      #"{ "oauth1": { "consumerKey": "\#(AuthServer.username)", "consumerSecret": "\#(AuthServer.key)", "token": "\#(AuthServer.token)", "tokenSecret": "\#(AuthServer.secret)" } }"#
    ),
    (
      "/oauth1/redirect/x?a=b",
      #"{ "oauth1": { "consumerKey": "\#(AuthServer.username)", "consumerSecret": "\#(AuthServer.key)", "token": "\#(AuthServer.token)", "tokenSecret": "\#(AuthServer.secret)", "in": "query" } }"#
    ),
    ("/aws/redirect/s3/x", #"{ "awsv4": { \#(aws), "service": "s3" } }"#),
    ("/aws/redirect/s3/x?a", #"{ "awsv4": { \#(aws), "service": "s3", "addAuthDataToQuery": true } }"#),
    (
      "/hawk/redirect/x",
      #"{ "hawk": { "authId": "\#(AuthServer.username)", "authKey": "\#(AuthServer.key)", "includePayloadHash": true } }"#
    ),
  ])
  func aRedirectWithinTheOriginIsSignedAnew(_ path: String, _ auth: String) async throws {
    #expect(
      try await verdict(path, auth, method: "POST", more: #""body": { "form": [{ "name": "f", "value": "g" }] }"#)
        == "200 accepted")
  }
}
