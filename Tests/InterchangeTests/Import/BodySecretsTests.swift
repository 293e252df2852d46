import RequestModel
import Testing

@testable import Interchange

struct BodySecretsTests {
  /// Texts of the notes about a request with these members.
  private func notes(_ members: JSONObject) -> [String] {
    var document = members
    document["url"] = "u"
    let request = PortableRequest(name: "r", document: document)
    return LiteralSecrets.moved(in: PortableFolder(name: "c", items: [.request(request)])).notes.map(\.text)
  }

  /// A request with a body as an import leaves it.
  private func moved(_ body: JSONObject, headers: JSONValue? = nil) -> (body: JSONValue?, folder: PortableFolder) {
    var document: JSONObject = ["url": "u", "body": .object(body)]
    document["headers"] = headers
    let request = PortableRequest(name: "r", document: document)
    let folder = LiteralSecrets.moved(in: PortableFolder(name: "c", items: [.request(request)])).collection
    return (folder.allRequests.first?.document["body"], folder)
  }

  typealias Move = (body: JSONObject, moved: JSONObject, secrets: [String: String])

  private static let texts: [Move] = [
    (
      ["text": "{ \"password\":\"p\" , \"id\": 1.0}", "type": "application/vnd.api+json"],
      ["text": "{ \"password\":\"{{imported-password}}\" , \"id\": 1.0}", "type": "application/vnd.api+json"],
      ["imported-password": "p"]
    ),
    (
      ["text": ["{", " \"id\": {{id}}, // \"token\": \"c\"", " \"password\" : \"p\", \"token\": \"{{t}}\"", "}"]],
      [
        "text": [
          "{", " \"id\": {{id}}, // \"token\": \"c\"",
          " \"password\" : \"{{imported-password}}\", \"token\": \"{{t}}\"", "}",
        ]
      ],
      ["imported-password": "p"]
    ),
    (
      ["text": "{\"user\":\"p\",\"a\":{\"password\":\"p\"},\"token_type\":\"bearer\"}"],
      ["text": "{\"user\":\"p\",\"a\":{\"password\":\"{{imported-password}}\"},\"token_type\":\"bearer\"}"],
      ["imported-password": "p"]
    ),
    (
      ["text": "{\"private_key\": \"a\\nb\\\"c\"}"], ["text": "{\"private_key\": \"{{imported-private_key}}\"}"],
      ["imported-private_key": "a\\nb\\\"c"]
    ),
    (
      ["text": "{\"keys\": [\"ghp_0123456789abcdefghijABCDEFGHIJ012345\", \"b\"]}"],
      ["text": "{\"keys\": [\"{{imported-token}}\", \"b\"]}"],
      ["imported-token": "ghp_0123456789abcdefghijABCDEFGHIJ012345"]
    ),
    (
      ["text": "user=u&password=p%40q&pwd=p&secret={{s}}&&x"],
      ["text": "user=u&password={{imported-password}}&pwd={{imported-pwd}}&secret={{s}}&&x"],
      ["imported-password": "p%40q", "imported-pwd": "p"]
    ),
    (
      ["text": "user=a b&client%5Fsecret=p", "type": "application/x-www-form-urlencoded"],
      ["text": "user=a b&client%5Fsecret={{imported-client_secret}}", "type": "application/x-www-form-urlencoded"],
      ["imported-client_secret": "p"]
    ),
    (
      ["text": "{ \"password\": \"a=b&c\"}", "type": "application/x-www-form-urlencoded"],
      ["text": "{ \"password\": \"{{imported-password}}\"}", "type": "application/x-www-form-urlencoded"],
      ["imported-password": "a=b&c"]
    ),
    (
      ["text": "{{a}}=b&password=p", "type": "application/x-www-form-urlencoded"],
      ["text": "{{a}}=b&password={{imported-password}}", "type": "application/x-www-form-urlencoded"],
      ["imported-password": "p"]
    ),
  ]

  private static let structures: [Move] = [
    (
      ["json": ["password": "a\"b", "tokens": [["token": "t"]], "max_tokens": 5]],
      ["json": ["password": "{{imported-password}}", "tokens": [["token": "{{imported-token}}"]], "max_tokens": 5]],
      ["imported-password": "a\"b", "imported-token": "t"]
    ),
    (
      ["form": [["name": "client_secret", "value": "p"], ["name": "a", "value": "b"]]],
      ["form": [["name": "client_secret", "value": "{{imported-client_secret}}"], ["name": "a", "value": "b"]]],
      ["imported-client_secret": "p"]
    ),
    (
      ["multipart": [["name": "token", "value": "p"], ["name": "token", "file": "f"]]],
      ["multipart": [["name": "token", "value": "{{imported-token}}"], ["name": "token", "file": "f"]]],
      ["imported-token": "p"]
    ),
    (
      ["graphql": ["query": "{ a }", "variables": ["user": ["password": "p"]]]],
      ["graphql": ["query": "{ a }", "variables": ["user": ["password": "{{imported-password}}"]]]],
      ["imported-password": "p"]
    ),
    (
      ["graphql": ["query": "{ a }", "variables": "{\"password\": \"p\", \"n\": {{n}}}"]],
      ["graphql": ["query": "{ a }", "variables": "{\"password\": \"{{imported-password}}\", \"n\": {{n}}}"]],
      ["imported-password": "p"]
    ),
    (
      ["jsonrpc": ["method": "login", "params": ["password": "p"]]],
      ["jsonrpc": ["method": "login", "params": ["password": "{{imported-password}}"]]], ["imported-password": "p"]
    ),
  ]

  @Test(arguments: texts + structures)
  func credentialsInABodyBecomeSecretVariables(body: JSONObject, expected: JSONObject, secrets: [String: String]) {
    let (result, folder) = moved(body)
    #expect(result == .object(expected))
    #expect(Dictionary(folder.secrets.map { ($0.name, $0.value) }) { first, _ in first } == secrets)
    let declared = folder.settings["variables"]?.array?.compactMap { $0.object?.text("name") } ?? []
    #expect(Set(declared) == Set(secrets.keys))
  }

  @Test func theNoteSaysWhereACredentialWent() {
    #expect(
      notes(["body": ["text": "{\"user\": \"u\", \"password\": \"p\"}", "type": "application/json"]]) == [
        "Body: password is now the secret variable imported-password"
      ])
  }

  private static let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"

  private static let webhook =
    #"https:\/\/hooks.slack.com\/services\/T00000000\/B00000000\/abcdefghijklmnopqrstuvwx"#

  private static let escapedTokens: [String] = [
    #"x\n\#(token)"#, #"x\r\#(token)"#, #"x\t\#(token)"#, #"x\b\#(token)"#, #"x\f\#(token)"#, #"x\/\#(token)"#,
    #"x\u000a\#(token)"#, #"\\\n\#(token)"#, #"{\"b\": \"x\\n\#(token)\"}"#,
    #"\u0067\u0068p_0123456789abcdefghijABCDEFGHIJ012345"#, webhook,
  ]

  @Test(arguments: escapedTokens) func aTokenBehindOrWithinEscapesBecomesASecretVariable(escaped: String) {
    let member = JSONValue.string("  \"a\": \"\(escaped)\"")
    let (body, folder) = moved(["text": ["{", member, "}"]])
    #expect(body == ["text": ["{", "  \"a\": \"{{imported-a}}\"", "}"]])
    #expect(folder.secrets == [PortableSecret(name: "imported-a", value: escaped)])
    #expect(
      notes(["body": ["text": .string("[\"b\", \"\(escaped)\"]")]]) == [
        "Body: a token is now the secret variable imported-token"
      ])
  }

  @Test func bodiesOfExamplesStayAsTheyAre() {
    let body: JSONValue = ["text": "{\"password\": \"p\"}"]
    let request = PortableRequest(name: "r", document: ["url": "u", "body": body])
    let folder = PortableFolder(name: "c", items: [.request(request)])
    let moved = LiteralSecrets.moved(in: folder, movesBodies: false).collection
    #expect(moved.allRequests.map(\.document) == folder.allRequests.map(\.document))
    #expect(folder.withoutLiteralSecrets.allRequests.map(\.document) == folder.allRequests.map(\.document))
  }

  @Test(arguments: ["{{imported-authorization}}", #"\u007b\u007bimported-authorization}}"#])
  func aNameInATemplateIsTakenHoweverItsBracesAreWritten(_ template: String) throws {
    var document = try #require(try JSONText("{\"url\": \"u\", \"docs\": \"\(template)\"}").value.object)
    document["headers"] = [["name": "Authorization", "value": "Bearer s3cret"]]
    let folder = PortableFolder(name: "c", items: [.request(PortableRequest(name: "r", document: document))])
    let secrets = LiteralSecrets.moved(in: folder).collection.secrets
    #expect(secrets == [PortableSecret(name: "imported-authorization-2", value: "s3cret")])
  }

  private static let unmoved: [(body: JSONObject, names: [String])] = [
    (["graphql": ["query": "mutation { login(user: \"u\", password: \"p\") { id } }"]], ["password"]),
    (
      ["text": "<s:login xmlns:s=\"u\" token=\"t\"><s:password>p</s:password><user>u</user></s:login>"],
      ["token", "password"]
    ),
    (["text": "<a><secret><![CDATA[x]]></secret><password>{{p}}</password></a>", "type": "text/xml"], ["secret"]),
    (["text": "<a token=\"t\"/>", "type": "application/x-www-form-urlencoded"], ["token"]),
    (["json": ["password": .string(JSONString(escaped: "a\\/b"))]], ["password"]),
    (["text": "{\"nextPageToken\": \"a\"}"], ["nextPageToken"]),
    (["form": [["name": "page_token", "value": "a"]]], ["page_token"]),
    (["text": "{\"password\": \"<string>\"}"], ["password"]), (["text": "the password = x"], []),
  ]

  @Test(arguments: unmoved)
  func whatMayBeASecretInABodyOfAnotherKindIsNamed(body: JSONObject, names: [String]) {
    #expect(notes(["body": .object(body)]) == names.map { "Body: \($0) may be a secret and is kept in the file" })
    #expect(moved(body).body == .object(body))
  }

  private static let keptTokens: [(body: JSONObject, names: [String])] = [
    (["json": ["a": .string(JSONString(escaped: #"x\/\#(token)"#))]], ["a GitHub token"]),
    (["json": ["url": .string(JSONString(escaped: webhook))]], ["a Slack webhook"]),
    (["json": [token: 1]], ["a GitHub token"]),
    (["text": .string(#"{"x\n\#(token)": 1} // AKIA0123456789ABCDEF"#)], ["an AWS access key", "a GitHub token"]),
    (["text": .string("Use \(token), not xghp_, or \(token.dropLast())6")], ["a GitHub token"]),
    (["text": .string("<a><token>\(token)</token><b>\(token)</b></a>")], ["token"]),
    (
      ["text": .string("<a><password>p</password><b id=\"AKIA0123456789ABCDEF\">\(token)</b></a>")],
      ["password", "an AWS access key", "a GitHub token"]
    ),
    (["graphql": ["query": .string("{ a(b: \"\(token)\") }")]], ["a GitHub token"]),
  ]

  @Test(arguments: keptTokens) func aTokenThatIsKeptIsNamedOnce(body: JSONObject, names: [String]) {
    #expect(notes(["body": .object(body)]) == names.map { "Body: \($0) may be a secret and is kept in the file" })
    #expect(moved(body).body == .object(body))
  }

  @Test func theTypeOfABodyMayBeInTheHeaders() {
    let headers: JSONValue = [
      ["name": "content-type", "value": "application/x-www-form-urlencoded; charset=utf-8"]
    ]
    #expect(
      moved(["text": "user=a b&password=p"], headers: headers).body == [
        "text": "user=a b&password={{imported-password}}"
      ])
  }

  @Test func whatMayBeASecretInASavedResponseIsNamed() {
    let example: JSONValue = [
      "name": "ok", "status": 200,
      "headers": [
        ["name": "Set-Cookie", "value": "sid=1; Path=/"], ["name": "X-Auth-Token", "value": "{{t}}"],
        ["name": "Content-Type", "value": "application/json"],
      ],
      "body": ["{", "  \"access_token\": \"a\",", "  \"expires_in\": 3600", "}"],
    ]
    #expect(
      notes(["examples": [example]]) == [
        "Example ok: Set-Cookie may be a secret and is kept in the file",
        "Example ok: access_token may be a secret and is kept in the file",
      ])
    let messages: JSONValue = [["value": ["token": "t"]], ["value": "{\"token\": \"t\"}"]]
    let conversation: JSONValue = ["name": "c", "messages": messages]
    #expect(notes(["examples": [conversation]]) == ["Example c: token may be a secret and is kept in the file"])
  }

  @Test(
    arguments: LiteralSecrets.words + LiteralSecrets.parameters.flatMap { [$0, $0.uppercased()] }
      + ["pass\\u0077ord", "client%5Fsecret", "to\u{212A}en"])
  func noNameOfACredentialIsRuledOutByItsSpelling(name: String) {
    #expect(CredentialNames.mayBe(in: "{\"x\": 1, \"my\(name)\": \"p\"}"))
  }

  @Test func aTextWithoutThoseNamesIsRuledOut() {
    #expect(!CredentialNames.mayBe(in: "{\"id\": 1, \"passenger\": \"Toke N\", \"apis\": [\"secre\"]}"))
  }

  @Test(arguments: [
    #"\tghp_0123456789abcdefghijABCDEFGHIJ012345"#, #"\nghp_0123456789abcdefghijABCDEFGHIJ012345"#,
    #"{\"a\": \"ghp_0123456789abcdefghijABCDEFGHIJ012345\"}"#,
    #"https:\/\/hooks.slack.com\/services\/T00000000\/B00000000\/abcdefghijklmnopqrstuvwx"#,
    #"{\"a\": \"x\\nghp_0123456789abcdefghijABCDEFGHIJ012345\"}"#,
    #"{\"a\": \"x\\/ghp_0123456789abcdefghijABCDEFGHIJ012345\"}"#,
    #"{\"a\": \"{\\\"b\\\": \\\"x\\\\nghp_0123456789abcdefghijABCDEFGHIJ012345\\\"}\"}"#,
  ])
  func noTokenIsRuledOutByTheEscapesAroundIt(escaped: String) {
    let lines: JSONValue = ["{", .string(JSONString(escaped: escaped)), "}"]
    #expect(CredentialNames.orTokensMayBe(in: lines))
  }

  @Test func linesWithNeitherNamesNorTokensAreRuledOut() {
    let lines: JSONValue = ["{", .string(JSONString(escaped: #"\t\"sku\": \"A\/1\","#)), #""a": "b\nc""#, "}"]
    #expect(!CredentialNames.orTokensMayBe(in: lines))
    #expect(!CredentialNames.mayBe(in: lines))
  }
}
