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
          Variable("user", .literal(["name": "{{first}}", "full name": ["Ada", "L"]])),
          Variable("link", .value("{{user}}")),
        ])
      ]))

  @Test(
    arguments: [
      ("plain", []), ("{{port}} {{token}} {{$guid}}", []), ("{{base}}{{base}}", ["host"]),
      ("{{list}}", ["inner", "key", "host"]), ("{{off}} {{$unknown}}", ["off", "$unknown"]),
      ("{{port | upper}} {{x | base64 | hmac:key:sha256}}", ["x", "key"]), ("{{a | b}}", []),
      (#"{{response "login" "$.token"}}"#, []), ("{{'{{'}}x}}", []), ("{{a | unheard}}", ["a"]),
      ("{{user.name}} {{user['full name'][1] | upper}}", ["first"]),
      ("{{user.none}} {{port.x}}", ["user.none", "port.x"]),
      ("{{link['full name']}}", ["first"]), ("{{token.x}} {{none.x}}", ["token.x", "none.x"]),
      ("{{base_{{stage}}}}", ["host"]), ("{{x_{{stage}} | upper}}", ["x_dev"]), ("{{x_{{y}}}}", ["y"]),
    ] as [(String, [String])])
  func namesWithoutAValueAreKnownBeforeSending(_ text: String, _ names: [String]) {
    #expect(Self.index.unresolved(in: text) == names)
  }
}
