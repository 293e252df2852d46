import Foundation
import RequestModel
import Testing

@testable import RequestRunner

@Suite struct FilterTests {
  private static let token =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
    + ".eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ"
    + ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"

  private static let around = Around.variables([
    "abc": "abc", "spaced": "  é?>~ ", "quoted": "a\"b\n", "key": "Jefe",
    "data": "what do ya want for nothing?", "token": token, "a b/c": "slash",
  ])

  private static func sent(_ template: String) async throws -> String {
    let text = JSONString(template).escaped
    return try await around.prepare(#"{ "url": "http://h/", "body": { "text": "\#(text)" } }"#).bodyText
  }

  @Test(
    arguments: [
      ("{{abc | base64}}", "YWJj"), ("{{spaced | base64url}}", "ICDDqT8-fiA"),
      ("{{spaced|trim|urlencode}}", "%C3%A9%3F%3E~"),
      ("{{abc | upper | lower | upper}}", "ABC"), ("{{quoted | json}}", #""a\"b\n""#),
      ("{{quoted | json:text}}", #"a\"b\n"#), ("{{a b/c | upper}}", "SLASH"),
      ("{{abc | md5}}", "900150983cd24fb0d6963f7d28e17f72"),
      ("{{abc | sha256}}", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      ("{{abc | sha256:base64}}", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
      // RFC 4231, test case 2.
      ("{{data | hmac:key}}", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
      (
        "{{data | hmac:key:sha512}}",
        "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
          + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
      ),
      // RFC 2202, test case 2.
      ("{{data | hmac:key:sha1}}", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
      ("{{abc | sha1}}", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (#"{{data | hmac:"Jefe":base64url}}"#, "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM"),
      ("{{token | jwt:payload}}", #"{"sub":"1234567890","name":"John Doe","iat":1516239022}"#),
      (#"{{token | jwt:payload:"name" | upper}}"#, "JOHN DOE"), (#"{{token | jwt:header:"alg"}}"#, "HS256"),
      ("{{$randomBoolean | trim | sha256 | sha256 | trim | base64url | lower | upper | json | secret | trim}}", nil),
    ] as [(String, String?)])
  func aFilterChangesTheValue(_ template: String, _ expected: String?) async throws {
    let sent = try await Self.sent(template)
    #expect(expected == nil ? !sent.isEmpty : sent == expected)
  }

  @Test(
    arguments: [
      ("{{abc | base46}}", #"There is no filter "base46" — did you mean "base64"?"#),
      ("{{abc | hmac}}", "{{abc | hmac}} has the wrong arguments — write hmac:key:sha256:hex"),
      ("{{abc | upper:x}}", "{{abc | upper:x}} has the wrong arguments — write upper"),
      (
        "{{abc | hmac:sha256}}",
        #"{{abc | hmac:sha256}}: "hmac" needs its key first — write hmac:key, where key is a variable or text in quotes"#
      ),
      ("{{abc | hmac:absent}}", #"No value for {{absent}} — define it in environment "local""#),
      ("{{abc | jwt:payload}}", #"{{abc | jwt:payload}}: The value before "jwt" is not a JSON Web Token"#),
      (
        #"{{token | jwt:payload:"exp"}}"#,
        #"{{token | jwt:payload:"exp"}}: The payload of the JSON Web Token has no "exp""#
      ),
    ])
  func whatCannotBeFilteredIsASentence(_ template: String, _ sentence: String) async throws {
    let text = JSONString(template).escaped
    let problem = try await Self.around.problem(#"{ "url": "http://h/", "body": { "text": "\#(text)" } }"#)
    #expect(problem == sentence)
  }

  @Test func aVariableWithABarInItsNameWinsOverAFilter() async throws {
    let around = Around.variables(["abc": "x", "abc | upper": "its own"])
    #expect(try await around.prepare(#"{ "url": "http://h/{{abc | upper}}" }"#).url == "http://h/its%20own")
  }

  @Test func whatIsMadeOfASecretIsASecret() async throws {
    var around = Around.secrets(["key": "s3cret-key", "pin": "1234"])
    around.overrides = ["open": "public"]
    let request = try await around.prepare(
      """
      { "url": "http://h/", "body": { "text": "{{key | sha256 | upper}} {{open | hmac:key}} {{open | sha256}} {{open | secret}}" } }
      """)
    let made = request.bodyText.split(separator: " ").map(String.init)
    #expect(request.secrets.isSuperset(of: [made[0], made[0].lowercased(), made[1], made[3], "s3cret-key", "1234"]))
    #expect(!request.secrets.contains(made[2]))
  }

  @Test func thePartsOfASecretTokenAreSecrets() async throws {
    let around = Around.secrets(["token": Self.token])
    let request = try await around.prepare(
      #"{ "url": "http://h/", "body": { "json": { "claims": "{{token | jwt:payload}}" } } }"#)
    #expect(request.bodyText == #"{"claims":{"sub":"1234567890","name":"John Doe","iat":1516239022}}"#)
    #expect(request.secrets.isSuperset(of: ["1234567890", "John Doe", "1516239022"]))
  }
}
