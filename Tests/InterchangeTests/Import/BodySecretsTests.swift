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

  private static let bodies: [(body: JSONObject, names: [String])] = [
    (["text": "{\"password\":\"p\"}", "type": "application/json; charset=utf-8"], ["password"]),
    (["text": "{\"password\":\"p\"}", "type": "application/vnd.api+json"], ["password"]),
    (["text": "{\"password\":\"p\"}", "type": "text/plain"], ["password"]),
    (["text": ["{", "  \"id\": {{id}},", "  \"password\": \"p\", \"token\": \"{{t}}\"", "}"]], ["password"]),
    (["text": "user=u&password=p&pwd=q&secret={{s}}"], ["password", "pwd"]),
    (["text": "user=a b&client%5Fsecret=p", "type": "application/x-www-form-urlencoded"], ["client_secret"]),
    (["graphql": ["query": "{ a }", "variables": ["user": ["password": "p"]]]], ["password"]),
    (["graphql": ["query": "{ a }", "variables": "{\"password\": \"p\", \"n\": {{n}}}"]], ["password"]),
    (["graphql": ["query": "mutation { login(user: \"u\", password: \"p\") { id } }"]], ["password"]),
    (["jsonrpc": ["method": "login", "params": ["password": "p"]]], ["password"]),
    (
      ["text": "<s:login xmlns:s=\"u\" token=\"t\"><s:password>p</s:password><user>u</user></s:login>"],
      ["token", "password"]
    ),
    (["text": "<a><secret><![CDATA[x]]></secret><password>{{p}}</password></a>", "type": "text/xml"], ["secret"]),
    (["text": "the password = x"], []),
  ]

  @Test(arguments: bodies)
  func whatMayBeASecretInABodyOfAnyKindIsNamed(body: JSONObject, names: [String]) {
    #expect(notes(["body": .object(body)]) == names.map { "Body: \($0) may be a secret and is kept in the file" })
  }

  @Test func theTypeOfABodyMayBeInTheHeaders() {
    #expect(
      notes([
        "headers": [["name": "content-type", "value": "application/x-www-form-urlencoded; charset=utf-8"]],
        "body": ["text": "user=a b&password=p"],
      ]) == ["Body: password may be a secret and is kept in the file"])
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
}
