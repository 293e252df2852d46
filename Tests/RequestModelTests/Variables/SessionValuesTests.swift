import RequestModel
import Testing

@Suite struct SessionValuesTests {
  @Test func clearingALayerKeepsVariablesWithValuesFromElsewhere() {
    var scope = VariableScope()
    scope[.environment] = [
      Variable("text", .value("a")), Variable("secret", .secret), Variable("file", .dotenv(path: ".env", key: "KEY")),
      Variable("home", .environmentVariable("HOME")), Variable("code", .prompt("Code?")),
      Variable("made", .command(ValueCommand(shell: "date"))),
    ]
    let place = SessionValues.Scope(layer: .environment, owner: "")
    var values = SessionValues()
    values.changes[place] = SessionValues.Changes(isCleared: true)
    values.changes[place]?.set(Variable("new", .value("b")))
    values.apply(to: &scope, [place])
    #expect(scope[.environment].map(\.name) == ["file", "home", "code", "made", "new"])
    values.changes[place]?.remove("file")
    values.apply(to: &scope, [place])
    #expect(!scope[.environment].contains { $0.name == "file" })
  }
}
