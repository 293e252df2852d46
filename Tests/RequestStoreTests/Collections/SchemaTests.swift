import Foundation
import RequestModel
import Testing

@testable import RequestStore
import TestSupport

/// The schemas and the code agree on the members of files.
struct SchemaTests {
  @Test(arguments: [
    (
      "request", "",
      [
        "kind", "id", "name", "method", "url", "path", "query", "headers", "body", "auth", "options", "docs", "tags",
        "scripts", "checks", "captures", "examples", "variables", "subprotocols", "messages",
        "steps", "protocol", "socketAuth",
      ]
    ),
    ("request", "parameter", ["name", "value", "off", "description"]),
    ("request", "part", ["name", "value", "off", "description", "file", "type", "filename", "variables"]),
    (
      "request", "check",
      ["query", "expression", "filters", "predicate", "value", "not", "any", "strict", "hard", "off", "description"]
    ),
    ("request", "capture", ["name", "query", "expression", "filters", "scope", "secret", "off", "description"]),
    (
      "request", "step", ["send", "expect", "never", "wait", "close", "within", "off", "description"]
    ),
    ("request", "body", BodyKind.all.map(\.name) + ["type", "variables"]),
    ("request", "auth", AuthKind.all.map(\.name)),
    (
      "request", "options",
      [
        "timeout", "followRedirects", "maxRedirects", "maxBody", "followAuthorization", "followMethod", "verifyTLS",
        "http", "cookies",
        "minTLS", "serverName", "clientCertificate", "clientKey", "clientPassphrase", "caBundle", "certificates",
        "proxy",
        "proxyUsername", "proxyPassword", "noProxy", "unixSocket", "interface", "rateLimit", "compression",
        "expectContinue", "urlAsIs", "unknownAsText", "netrc", "netrcFile", "ipVersion", "pinnedKeys", "resolve",
        "connectTo", "connectTimeout", "omitHeaders",
        "history",
        "retries", "retryDelay", "reconnect",
      ]
    ),
    (
      "request", "certificates",
      ["name", "off", "clientCertificate", "clientKey", "clientPassphrase", "caBundle"]
    ),
    (
      "collection", "",
      ["name", "docs", "order", "variables", "headers", "auth", "options", "scripts", "checks", "notSecret", "base"]
    ),
    (
      "folder", "",
      ["name", "docs", "order", "variables", "headers", "auth", "options", "scripts", "checks", "notSecret", "base"]
    ),
    (
      "folder", "variable",
      [
        "name", "value", "off", "secret", "description", "prompt", "fromCommand", "timeout", "fromDotenv", "key",
        "fromEnvironment",
      ]
    ),
    ("environment", "", ["variables", "options"]),
  ])
  func everyMemberIsDescribedInItsSchema(file: String, definition: String, members: [String]) throws {
    let schema = try schema(file)
    let object = definition.isEmpty ? schema : try #require(schema["$defs"]?.object?[definition]?.object)
    let properties = try #require(object["properties"]?.object)
    #expect(Set(properties.keys).subtracting(["$schema"]) == Set(members))
    for member in properties.members {
      let content = try #require(member.value.object)
      #expect(content["description"] != nil || content["$ref"] != nil, "\(member.key.value)")
    }
  }

  @Test func theSchemaHasEveryHTTPVersion() throws {
    let options = try schema("request")["$defs"]?.object?["options"]?.object?["properties"]?.object
    let versions = options?["http"]?.object?["enum"]?.array?.compactMap(\.string)
    #expect(versions == RequestOptions.HTTPVersion.allCases.map(\.rawValue))
  }

  /// A value that violates the type in the schema is rejected by the code.
  @Test func theCodeRejectsWhatTheSchemaRejects() throws {
    let properties = try #require(try schema("request")["properties"]?.object)
    for member in properties.members where member.key.value != "$schema" {
      // Members of another kind are kept unchanged.
      let isOfSocket = ["subprotocols", "messages", "steps", "protocol", "socketAuth"].contains(member.key.value)
      var document: JSONObject = ["url": .string(isOfSocket ? "ws://x" : "x")]
      document[member.key.value] = 1
      #expect(throws: DocumentError.self, "\(member.key.value)") { try SavedRequest(document: document) }
    }
  }

  private func schema(_ name: String) throws -> JSONObject {
    let bytes = try Data(contentsOf: ProjectFiles.root.appending(path: "schemas/\(name).schema.json"))
    return try #require(try JSONText([UInt8](bytes)).value.object)
  }
}
