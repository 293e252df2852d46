import RequestModel
import Testing

@testable import RequestRunner

/// A value that is exactly one template keeps its kind in JSON.
@Suite struct TypedValueTests {
  private static let around = Around(
    environment: Environment(
      name: "local",
      variables: [
        Variable("count", .literal(5)), Variable("big", .literal(.number(JSONNumber(text: "1.50e3")))),
        Variable("yes", .literal(true)), Variable("none", .literal(.null)), Variable("text", .value("5")),
        Variable("list", .literal([1, "{{count}}", "n{{count}}"])), Variable("object", .literal(["a": "{{yes}}"])),
        Variable("alias", .value("{{count}}")), Variable("spaced", .value("{{count}} ")),
      ]),
    overrides: ["typed": "7"])

  private static func body(_ json: String) async throws -> String {
    try await around.prepare(#"{ "url": "http://h/", "body": { "json": \#(json) } }"#).bodyText
  }

  @Test(
    arguments: [
      (#""{{count}}""#, "5"), (#""{{ big }}""#, "1.50e3"), (#""{{yes}}""#, "true"), (#""{{none}}""#, "null"),
      (#""{{text}}""#, #""5""#), (#""{{typed}}""#, #""7""#), (#""{{list}}""#, #"[1,5,"n5"]"#),
      (#""{{object}}""#, #"{"a":true}"#), (#""{{alias}}""#, "5"), (#""{{spaced}}""#, #""5 ""#),
      (#""{{count}} of {{list}}""#, #""5 of [1,5,\"n5\"]""#), (#""{{count}}{{count}}""#, #""55""#),
      (#"{ "{{count}}": [["{{count}}"]] }"#, #"{"5":[[5]]}"#), (#""{{count | json}}""#, #""5""#),
      (#""{{list | json}}""#, #""[1,5,\"n5\"]""#), (#""{{'{{'}}count}}""#, #""{{count}}""#),
    ])
  func theKindSurvivesInAJSONBody(_ template: String, _ sent: String) async throws {
    #expect(try await Self.body(template) == sent)
  }

  @Test func textTakesTheJSONOfAValue() async throws {
    let request = try await Self.around.prepare(
      """
      { "url": "http://h/{{count}}", "query": [{ "name": "q", "value": "{{none}}" }],
        "headers": [{ "name": "X", "value": "{{list}}" }], "body": { "text": "{\\"n\\": {{object}}}" } }
      """)
    #expect(request.url == "http://h/5?q=null")
    #expect(request.headers.first("X") == #"[1,5,"n5"]"#)
    #expect(request.bodyText == #"{"n": {"a":true}}"#)
  }

  @Test func graphQLVariablesKeepTheirKind() async throws {
    let request = try await Self.around.prepare(
      #"{ "url": "http://h/", "body": { "graphql": { "query": "{{count}}", "variables": { "v": "{{list}}" } } } }"#)
    #expect(request.bodyText == #"{"query":"5","variables":{"v":[1,5,"n5"]}}"#)
  }

  @Test func aCircleThroughALinkOfAListIsFound() async throws {
    let around = Around(
      environment: Environment(name: "local", variables: [Variable("a", .literal(["x": ["{{a}}"]]))]))
    #expect(
      try await around.problem(#"{ "url": "http://h/", "body": { "json": "{{a}}" } }"#)
        == "Circular variables: a → a — give one of them a literal value")
  }
}
