import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// Values that `workbench check` reports as secrets in a shared file, and others.
struct LikelySecretTests {
  private func findings(_ document: String, known: Set<String> = []) throws -> [String] {
    let object = try #require(try JSONText(Array(document.utf8)).value.object)
    return LikelySecretSearch.secrets(in: object, known: known).map { "\($0.place) \($0.likeness)" }
  }

  /// Made here from parts, as services search public text for tokens of their own.
  private static let word = "x7Qp2Lm9Tz4Rk8Wv1Yb6Nc3Hd5Jf0GsA"

  private static let shapes: [(text: String, likeness: String)] = [
    ("AKIA" + "Q7PL2M9TZ4RK8WV1", "an AWS access key"), ("ghp_" + word + "aB3d", "a GitHub token"),
    ("github_pat_" + word + word, "a GitHub token"), ("glpat-" + word.prefix(20), "a GitLab token"),
    ("xoxb-" + "48151623-" + word, "a Slack token"), ("sk_live_" + word, "a Stripe key"),
    ("AIza" + word + "abc", "a Google API key"), ("npm_" + word + "abcd", "an npm token"),
    ("DefaultEndpointsProtocol=https;AccountKey=" + word + word + word + "==", "an Azure storage key"),
    ("SG." + word + "." + word, "a SendGrid key"), ("dckr_pat_" + word, "a Docker token"),
    ("eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + word, "a JSON Web Token"),
    ("-----BEGIN RSA " + "PRIVATE KEY-----\nMIIE", "a private key"),
  ]

  @Test(arguments: shapes) func aTokenIsKnownByItsShapeWhereverItStands(text: String, likeness: String) throws {
    let quoted = JSONString(text).escaped
    #expect(try findings("{ \"url\": \"http://localhost/?a=\(quoted)\" }") == ["url \(likeness)"])
    #expect(
      try findings("{ \"body\": { \"json\": { \"list\": [\"ok\", \"\(quoted)\"] } } }")
        == ["body.json.list[1] \(likeness)"])
  }

  @Test func aCredentialInTheTextOfAURLIsKnownByItsParameter() throws {
    for url in [
      "{{base}}/x?page=2&api_key=kT9vLq2zP", "http://a/#access_token=\(Self.word)", "/x?sig=kT9vLq2zP;a=1",
      "/x?api%5Fkey=kT9vLq2zP", "/x;api_key=kT9vLq2zP/y?page=2", "/x;page=2;api%5fkey=kT9vLq2zP",
    ] {
      #expect(try findings(#"{ "url": "\#(url)" }"#) == ["url a credential"], "\(url)")
    }
    #expect(
      try findings(#"{ "variables": [{ "name": "base", "value": "http://a/?token=kT9vLq2zP" }] }"#)
        == ["variables[0].value a credential"])
    #expect(
      try findings(#"{ "variables": [{ "name": "base", "value": "http://a/b;token=kT9vLq2zP" }] }"#)
        == ["variables[0].value a credential"])
    for url in [
      "/x?api_key={{key}}", "/x?api_key=", "/x?api_key=your-key-1", "/x?page=kT9vLq2zP", "/api_key=kT9vLq2zP",
      "/x;page=kT9vLq2zP",
    ] {
      #expect(try findings(#"{ "url": "\#(url)" }"#).isEmpty, "\(url)")
    }
    #expect(try findings(#"{ "url": "/x?api_key=kT9vLq2zP" }"#, known: ["kT9vLq2zP"]).isEmpty)
  }

  private static let token = "ghp_" + word + "aB3d"
  private static let otherToken = "ghp_" + word + "aB3e"

  private static let many: [(document: String, secrets: [String])] = [
    ("{ \"url\": \"/x?api_key=kT9vLq2zP&page=2&access_token=wX4bN8mQ1\" }", ["kT9vLq2zP", "wX4bN8mQ1"]),
    ("{ \"url\": \"http://ann:pR5sT7uV9@a/?api_key=kT9vLq2zP\" }", ["pR5sT7uV9", "kT9vLq2zP"]),
    ("{ \"url\": \"http://ann:pR5%40sT7uV9@a/\" }", ["pR5%40sT7uV9"]),
    // In front of a host is nothing but a password, however short it is.
    ("{ \"url\": \"http://ada:p%40ss@a/\" }", ["p%40ss"]),
    ("{ \"url\": \"wss://ada:hush@a/?next=http://bob:hush2@b\" }", ["hush"]),
    ("{ \"options\": { \"proxy\": \"http://ada:hush@a:1\" } }", ["hush"]),
    ("{ \"url\": \"http://ada:pass@a/\" }", []), ("{ \"url\": \"http://ada:<your-key>@a/\" }", []),
    ("{ \"url\": \"http://ada:{{p}}@a/\" }", []), ("{ \"url\": \"http://ada:@a/\" }", []),
    ("{ \"url\": \"{{base}}/x?next=http://ada:hush@a\" }", []),
    ("{ \"body\": { \"text\": \"see http://ada:hush@a\" } }", []),
    ("{ \"url\": \"/x?api_key=kT9vLq2zP&token=kT9vLq2zP\" }", ["kT9vLq2zP"]),
    (
      "{ \"body\": { \"text\": \"http://ann:pR5sT7uV9@a and http://bob:hJ3kL6zX2@b?sig=wX4bN8mQ1\" } }",
      ["pR5sT7uV9", "hJ3kL6zX2", "wX4bN8mQ1"]
    ),
    (
      "{ \"headers\": [{ \"name\": \"Cookie\", \"value\": \"theme=dark; session=hunter; token=fisher\" }] }",
      ["hunter", "fisher"]
    ),
    (
      "{ \"url\": \"/x?a=\(token)&b=\(otherToken)&token=kT9vLq2zP\" }",
      [token, otherToken, "kT9vLq2zP"]
    ),
    ("{ \"url\": \"http://a.test/login?next=http://localhost:3000&email=ann@b.test\" }", []),
    ("{ \"body\": { \"text\": \"next=http://localhost:3000&email=ann@b.test\" } }", []),
    // A token that is the value of a parameter is one secret.
    ("{ \"url\": \"/x?token=\(token)\" }", [token]),
  ]

  @Test(arguments: many) func allCredentialsOfATextAreFound(document: String, secrets: [String]) throws {
    let object = try #require(try JSONText(Array(document.utf8)).value.object)
    #expect(LikelySecretSearch.secrets(in: object, known: []).map(\.secret) == secrets)
  }

  @Test func severalCredentialsOfATextAreOneWarning() throws {
    let folder = try TemporaryFolder()
    try folder.write("shop/collection.json", "{}")
    try folder.write(
      "shop/a.json", #"{ "method": "GET", "url": "http://ann:pR5sT7uV9@localhost/?api_key=kT9vLq2zP" }"#)
    #expect(
      try folder.store.check().map(\.description) == [
        """
        shop/a.json:1:27 — warning: "url" has 2 likely secrets, such as a password: use {{variables}} that are declared \
        secret, or list them under "notSecret" in collection.json
        """
      ])
  }

  @Test func aCredentialIsKnownByItsFieldAndItsDisorder() throws {
    #expect(
      try findings(#"{ "auth": { "basic": { "username": "ada", "password": "kT9#vLq2zP" } } }"#)
        == ["auth.basic.password a credential"])
    #expect(
      try findings("{ \"headers\": [{ \"name\": \"X-Api-Key\", \"value\": \"\(Self.word)\" }] }")
        == ["headers[0].value a credential"])
    #expect(
      try findings("{ \"variables\": [{ \"name\": \"apiToken\", \"value\": \"\(Self.word)\" }] }")
        == ["variables[0].value a credential"])
    #expect(
      try findings("{ \"headers\": [{ \"name\": \"Authorization\", \"value\": \"Bearer \(Self.word)\" }] }")
        == ["headers[0].value a credential"])
    #expect(try findings(#"{ "url": "https://ada:kT9vLq2zP@host/x" }"#) == ["url a password"])
  }

  @Test(arguments: [
    ("password", "hunter2hunter", true), ("db_password", "hunter2", true), ("apiKey", "k3y-of-ann", true),
    ("pwd", "hunter2", true), ("Access Token", "tok-abcdef-123456", true), ("password", "darjeeling", false),
    ("token", "demo-token", false),
    ("password", "open sesame", false), ("password", "a1b2c", false), ("password", "{{pass}}-1a", false),
    ("password", "your-password", false), ("password", "<password-1>", false), ("password", "********", false),
    ("nextPageToken", "a1b2c3", false), ("passwordPolicy", "at-least-8", false), ("token", "/run/secrets/t1", false),
    ("tokenUrl", "a1b2c3", false), ("user", "hunter2", false),
  ]) func aShortPasswordIsKnownByItsName(name: String, value: String, isOne: Bool) throws {
    let row = "{ \"variables\": [{ \"name\": \"\(name)\", \"value\": \"\(value)\" }] }"
    #expect(try findings(row) == (isOne ? ["variables[0].value a credential"] : []))
    let member = "{ \"body\": { \"json\": { \"\(name)\": \"\(value)\" } } }"
    #expect(try findings(member).isEmpty == !isOne)
    #expect(try findings(row, known: [value]) == [])
  }

  private static let bodies: [(lines: [String], secrets: [String])] = [
    ([#"{"password": "hunter2"}"#], ["[0] password hunter2"]),
    ([#"[{"user": "hunter2", "login": {"api_key" : "k3y-of-ann"}}]"#], ["[0] api_key k3y-of-ann"]),
    ([#"{"password": "hunter\"2"}"#], [#"[0] password hunter\"2"#]),
    ([#"{"token": "Bearer tok-abcdef-123456"}"#], ["[0] token tok-abcdef-123456"]),
    (["{ // ann's", #""id": {{id | default "a:1"}}, "password":"#, #""hunter2" }"#], ["[2] password hunter2"]),
    ([#"{"password": "{{pass}}-1a", "token": "{{uuid "a1b2c3"}}", "secret": "changeme"}"#], []),
    ([#"{"password": "darjeeling", "token": 123456, "a1b2c3": "password"}"#], []),
    (["{{body}}"], []), ([""], []), ([], []),
    (["user=ann&", "client_secret=kT9vLq2zP"], ["[1] client_secret kT9vLq2zP"]),
    (["api%5Fkey=p%40ss1word&page=2"], ["[0] api_key p%40ss1word"]),
    (["password=hunter%202pw99&a=1"], ["[0] password hunter%202pw99"]),
    (["password=hunter+2pw99"], ["[0] password hunter+2pw99"]), (["password=two+words"], []),
    (["user[password]=hunter2pw99&token[a]=kT9v"], ["[0] user[password] hunter2pw99"]),
    (["user%5Bpassword%5D[]=hunter2pw99"], ["[0] user[password][] hunter2pw99"]),
    (["password={{pass}}1&token=&user=hunter2&{{name}}=hunter2"], []),
    (["the password=hunter2", "<a password=\"hunter2\"/>"], []),
    ([#"{"token": "\#(token)"}"#], ["[0] token \(token)"]),
  ]

  @Test(arguments: bodies)
  func aCredentialInTheTextOfABodyIsKnownByItsMember(lines: [String], secrets: [String]) throws {
    func found(_ text: JSONValue, known: Set<String> = []) -> [LikelySecret] {
      LikelySecretSearch.secrets(in: ["body": ["text": text]], known: known)
    }
    let all = found(.array(lines.map { .string($0) }))
    #expect(all.map { "\($0.place) \($0.name) \($0.secret)" } == secrets.map { "body.text\($0)" })
    let whole = found(.string(lines.joined(separator: "\n")))
    #expect(whole.map { "\($0.place) \($0.secret)" } == all.map { "body.text \($0.secret)" })
    #expect(found(.array(lines.map { .string($0) }), known: ["hunter2"]).allSatisfy { $0.secret != "hunter2" })
  }

  private static let fields = AuthKind.all.flatMap { kind in
    kind.fields.filter(\.isSecret).map { (kind: kind.name, field: $0.name) }
  }

  /// The value is too weak to be taken for a secret elsewhere.
  @Test(arguments: fields) func anyTextInTheSecretFieldOfAnAuthKindIsACredential(kind: String, field: String) throws {
    func found(_ text: String) throws -> [String] {
      try findings("{ \"auth\": { \"\(kind)\": { \"\(field)\": \"\(text)\" } } }")
    }
    #expect(try found("hunter") == ["auth.\(kind).\(field) a credential"])
    for text in ["", "{{secret}}", "a-{{secret}}", "changeme", "<token>", "your-token", "password", "••••"] {
      #expect(try found(text) == [], "\(text)")
    }
    #expect(try findings("{ \"body\": { \"json\": { \"\(kind)\": { \"\(field)\": \"hunter\" } } } }") == [])
  }

  @Test(arguments: [
    ("Authorization", "Bearer hunter", true), ("authorization", "hunter", true),
    ("Proxy-Authorization", "Basic aHVu", true),
    ("Cookie", "theme=dark; session=hunter", true), ("X-Api-Key", "hunter", true), ("X-Auth-Token", "hunter", true),
    ("Cookie", "theme=dark; lang=en", false), ("Authorization", "Bearer {{token}}", false), ("Accept", "hunter", false),
    ("X-Token-Count", "12", false),
  ]) func anyTextInAHeaderOfCredentialsIsOne(name: String, value: String, isOne: Bool) throws {
    let headers = "{ \"headers\": [{ \"name\": \"\(name)\", \"value\": \"\(value)\" }] }"
    #expect(try findings(headers) == (isOne ? ["headers[0].value a credential"] : []))
  }

  @Test(arguments: ["proxyPassword", "clientPassphrase"]) func aPasswordInTheOptionsIsACredential(option: String) throws
  {
    #expect(try findings("{ \"options\": { \"\(option)\": \"hunter\" } }") == ["options.\(option) a credential"])
  }

  @Test func theExamplesOfTheProgramHaveNoCredentialsInClearText() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../collections").standardized
    for case let file as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "json" {
      let document = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      #expect(try findings(document) == [], "\(file.path)")
    }
  }

  @Test(arguments: [
    #"{ "auth": { "bearer": { "token": "{{token}}" } } }"#,
    #"{ "auth": { "basic": { "username": "ada", "password": "secret" } } }"#,
    #"{ "auth": { "basic": { "username": "ada", "password": "changeme-please-1" } } }"#,
    #"{ "headers": [{ "name": "X-Api-Key", "value": "your-api-key-goes-here-1" }] }"#,
    #"{ "headers": [{ "name": "Accept", "value": "application/vnd.github.v3+json" }] }"#,
    #"{ "headers": [{ "name": "If-None-Match", "value": "x7Qp2Lm9Tz4Rk8Wv1Yb6Nc3Hd5Jf0GsA" }] }"#,
    #"{ "id": "0b8e7f1c-9a57-4f0c-8a0f-2d3d2f1f7a11", "docs": ["The token is AKIAIOSFODNN7ABCDEFG"] }"#,
    #"{ "url": "{{base}}/tokens/refresh?secretName=primary-database-password" }"#,
    #"{ "auth": { "oauth2": { "accessTokenUrl": "https://auth.test/oauth2/v1/token", "clientSecret": "{{secret}}" } } }"#,
    #"{ "body": { "json": { "nextPageToken": "", "tokenType": "Bearer", "passwordConfirmation": "ok" } } }"#,
    #"{ "variables": [{ "name": "token", "secret": true }] }"#,
    #"{ "variables": [{ "name": "key", "value": "AKIAIOSFODNN7EXAMPLE" }] }"#,
  ]) func ordinaryValuesAreLeftAlone(document: String) throws { #expect(try findings(document) == []) }

  @Test func aValueThatIsListedAsHarmlessIsNotReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("shop/collection.json", "{}")
    try folder.write(
      "shop/a.json",
      """
      { "method": "GET", "url": "http://localhost",
        "headers": [{ "name": "X-Api-Key", "value": "\(Self.word)" }] }
      """)
    #expect(
      try folder.store.check().map(\.description) == [
        """
        shop/a.json:2:47 — warning: "headers[0].value" looks like a credential: use a {{variable}} that is declared \
        secret, or list it under "notSecret" in collection.json
        """
      ], "\((try? folder.store.check().map(\.description)) ?? [])")
    try folder.write("shop/collection.json", "{ \"notSecret\": [\"\(Self.word)\"] }")
    #expect(try folder.store.check() == [])
  }
}
