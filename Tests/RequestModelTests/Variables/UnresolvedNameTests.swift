import RequestModel
import Testing

@Suite struct UnresolvedNameTests {
  private static let index = VariableIndex(
    VariableScope(
      folders: [
        FolderSettings(variables: [
          Variable("base", .value("http://{{host}}:{{port}}")), Variable("port", .literal(8080)),
          Variable("list", .literal(["{{inner}}", ["{{key}}": "{{base}}"]])), Variable("token", .secret),
          Variable("off", .value("x"), off: true), Variable("a | b", .value("a name with a bar")),
          Variable("stage", .value("dev")), Variable("base_dev", .value("{{host}}")),
        ])
      ]))

  @Test(
    arguments: [
      ("plain", []), ("{{port}} {{token}} {{$guid}}", []), ("{{base}}{{base}}", ["host"]),
      ("{{list}}", ["inner", "key", "host"]), ("{{off}} {{$unknown}}", ["off", "$unknown"]),
      ("{{port | upper}} {{x | base64 | hmac:key:sha256}}", ["x", "key"]), ("{{a | b}}", []),
      (#"{{response "login" "$.token"}}"#, []), ("{{'{{'}}x}}", []), ("{{a | unheard}}", ["a"]),
      ("{{base_{{stage}}}}", ["host"]), ("{{x_{{stage}} | upper}}", ["x_dev"]), ("{{x_{{y}}}}", ["y"]),
    ] as [(String, [String])])
  func namesWithoutAValueAreKnownBeforeSending(_ text: String, _ names: [String]) {
    #expect(Self.index.unresolved(in: text) == names)
  }
}
