import Foundation
import RequestModel
import Testing

@testable import Interchange

struct PostmanSecretsTests {
  private func read(_ items: [JSONValue]) throws -> ImportResult {
    let json: JSONValue = ["info": ["name": "c"], "item": .array(items)]
    return try ImportFormat.postman.read(ImportSource(Data(json.compact.utf8)))
  }

  private func document(_ result: ImportResult) throws -> JSONObject {
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    return request.document
  }

  @Test func credentialsInURLsBecomeSecretVariables() throws {
    let result = try read([
      ["name": "r", "request": ["url": "https://me:p%40ss@host/x?api_key=k1&page=2&access_token={{t}}"]]
    ])
    #expect(
      try document(result) == [
        "method": "GET", "url": "https://me:{{imported-password}}@host/x",
        "query": [
          ["name": "api_key", "value": "{{imported-api_key}}"], ["name": "page", "value": "2"],
          ["name": "access_token", "value": "{{t}}"],
        ],
      ])
    #expect(
      result.collections[0].secrets == [
        PortableSecret(name: "imported-password", value: "p%40ss"),
        PortableSecret(name: "imported-api_key", value: "k1"),
      ])
  }

  @Test func requestsOfSavedResponsesKeepNoCredentials() throws {
    let result = try read([
      [
        "name": "r",
        "request": ["url": "u", "auth": ["type": "oauth2", "oauth2": ["accessToken": "tok", "refreshToken": "ref"]]],
        "response": [
          [
            "name": "ok",
            "originalRequest": [
              "method": "GET", "url": "https://u:pw@h/?token=tok", "header": "Authorization: Bearer tok\n",
              "auth": ["type": "basic", "basic": [["key": "password", "value": "pw"]]],
            ],
          ]
        ],
      ]
    ])
    #expect(
      try document(result) == [
        "method": "GET", "url": "u", "auth": ["oauth2": ["accessToken": "{{imported-accessToken}}"]],
        "examples": [
          [
            "name": "ok",
            "x-postman": [
              "originalRequest": [
                "method": "GET", "url": "https://u:{{imported-password}}@h/",
                "query": [["name": "token", "value": "{{imported-accessToken}}"]],
                "headers": [["name": "Authorization", "value": "Bearer {{imported-accessToken}}"]],
                "auth": ["basic": ["password": "{{imported-password}}"]],
              ]
            ],
          ]
        ],
        "x-postman": ["auth": ["refreshToken": "{{imported-refreshToken}}"]],
      ])
    #expect(result.collections[0].secrets.map(\.value).sorted() == ["pw", "ref", "tok"])
  }

  @Test func aHeaderWithTheValueOfTheAuthThatReplacesItKeepsNoCredential() throws {
    let result = try read([
      [
        "name": "r",
        "request": [
          "url": "https://h/x", "header": [["key": "token", "value": "wkjehbxoqnunc2k3"]],
          "auth": [
            "type": "apikey",
            "apikey": [
              ["key": "key", "value": "token"], ["key": "value", "value": "wkjehbxoqnunc2k3"],
              ["key": "in", "value": "header"],
            ],
          ],
        ],
      ]
    ])
    #expect(
      try document(result) == [
        "method": "GET", "url": "https://h/x",
        "headers": [["name": "token", "value": "{{imported-value}}", "off": true]],
        "auth": ["apikey": ["key": "token", "value": "{{imported-value}}", "in": "header"]],
      ])
    #expect(result.collections[0].secrets == [PortableSecret(name: "imported-value", value: "wkjehbxoqnunc2k3")])
  }

  @Test func thePassphraseOfACertificateBecomesASecretVariable() throws {
    let certificate: JSONValue = ["name": "c", "cert": ["src": "/c.pem"], "passphrase": "r@nd0m$ecret"]
    let result = try read([["name": "r", "request": ["url": "u", "certificate": certificate]]])
    #expect(
      try document(result)["x-postman"] == [
        "request": ["certificate": ["name": "c", "cert": ["src": "/c.pem"], "passphrase": "{{imported-passphrase}}"]]
      ])
    #expect(result.collections[0].secrets == [PortableSecret(name: "imported-passphrase", value: "r@nd0m$ecret")])
  }

  @Test func credentialsInABodyBecomeSecrets() throws {
    let result = try read([
      [
        "name": "login",
        "request": [
          "method": "POST", "url": "u",
          "body": [
            "mode": "raw", "raw": "{\"user\":{\"password\":\"x\"},\"token\":\"{{t}}\"}",
            "options": ["raw": ["language": "json"]],
          ],
        ],
      ],
      [
        "name": "form",
        "request": [
          "method": "POST", "url": "u",
          "body": [
            "mode": "urlencoded", "urlencoded": [["key": "client_secret", "value": "x"], ["key": "a", "value": "b"]],
          ],
        ],
      ],
    ])
    #expect(
      result.notes == [
        InterchangeNote(.changed, ["login"], "Body: password is now the secret variable imported-password"),
        InterchangeNote(.changed, ["form"], "Body: client_secret is now the secret variable imported-password"),
      ])
    let json = try read([
      [
        "name": "login",
        "request": [
          "method": "POST", "url": "u",
          "body": ["mode": "raw", "raw": "{\"user\":{\"password\":\"x\"}}", "options": ["raw": ["language": "json"]]],
        ],
      ]
    ])
    #expect(
      json.notes == [
        InterchangeNote(.changed, ["login"], "Body: password is now the secret variable imported-password")
      ])
  }

  @Test func ofEqualVariablesTheLastOneThatIsOnHasTheSecret() throws {
    let json: JSONValue = [
      "name": "e",
      "values": [
        ["key": "t", "value": "1", "type": "secret", "enabled": true],
        ["key": "t", "value": "2", "type": "secret", "enabled": true],
        ["key": "t", "value": "3", "type": "secret", "enabled": false],
      ],
    ]
    let environment = try ImportFormat.postmanEnvironment.read(ImportSource(Data(json.compact.utf8))).environments[0]
    #expect(environment.secrets == [PortableSecret(name: "t", value: "2")])
  }
}
