import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Variables in the fields of the form: highlighted, explained, listed.
@Suite struct VariableViewTests {
  private func app(_ url: String) -> Harness {
    var app = Harness.shop(columns: 120, rows: 24)
    app.open("shop/list.json", SavedRequest(url: url))
    var scope = RequestContext.shop
    scope.environments[0].variables.append(Variable("token", .secret))
    scope.environments[0].variables.append(Variable("api", .value("{{base}}/v1?key={{token}}")))
    app.receive(.workspace(.scope("shop/list.json", scope)))
    return app
  }

  private func role(of text: String, in app: Harness) -> Style.Role? {
    let frame = app.bench.render()
    for (row, line) in frame.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let range = line.range(of: text) else { continue }
      return frame[line[..<range.lowerBound].count, row].style.role
    }
    return nil
  }

  @Test func eachKindOfVariableHasItsOwnLook() {
    let app = app("{{base}}/{{token}}/{{$guid}}/{{nobody}}")
    #expect(role(of: "{{base}}", in: app) == .variable)
    #expect(role(of: "{{token}}", in: app) == .secretVariable)
    #expect(role(of: "{{$guid}}", in: app) == .dynamicVariable)
    #expect(role(of: "{{nobody}}", in: app) == .error)
  }

  // MARK: The session

  private func captured(_ url: String, _ change: (inout SessionValues) -> Void) -> Harness {
    var app = app(url)
    var values = SessionValues()
    change(&values)
    app.receive(.workspace(.session(values)))
    return app
  }

  @Test func whatAResponseHasSetIsResolvedExplainedAndListed() {
    var app = captured("{{base}}/{{order}}") { $0.variables = [Variable("order", .value("o-7"))] }
    #expect(role(of: "{{order}}", in: app) == .variable)
    app.expectNotOnScreen("unresolved")
    app.press("<F3>")
    app.expectOnScreen("order")
    app.expectOnScreen("o-7")
    app.expectOnScreen("session")
    app.press("<Esc> 2")
    app.press("e <End> <Left> <Left> <Left>")
    app.expectOnScreen("{{order}} = o-7  session")
  }

  @Test func whatAResponseHasSetIsCompleted() {
    var app = captured("/") { $0.variables = [Variable("order", .value("o-7"))] }
    app.press("2 e <End> {{or")
    app.expectOnScreen("order")
    app.expectOnScreen("o-7  session")
  }

  @Test func aSecretOfTheSessionIsMasked() {
    var app = captured("{{pass}}") { $0.variables = [Variable("pass", .secret)] }
    #expect(role(of: "{{pass}}", in: app) == .secretVariable)
    app.press("2")
    app.expectOnScreen("{{pass}} = ••••••  session")
  }

  @Test func whatAScriptHasSetInTheEnvironmentIsNamed() {
    var app = captured("{{order}}") { values in
      let scopes = SessionValues.scopes(
        root: "/collections", collection: "/collections/shop", environment: "local")
      values.changes[scopes[2]] = SessionValues.Changes()
      values.changes[scopes[2]]?.set(Variable("order", .value("o-8")))
    }
    app.press("2")
    app.expectOnScreen("{{order}} = o-8  session, env local")
    app.press("v <Down> <Enter> <F3>")
    app.expectNotOnScreen("o-8")
  }

  @Test func aVariableThatAScriptHasRemovedIsUnresolved() {
    let app = captured("{{base}}") { values in
      for scope in SessionValues.scopes(
        root: "/collections", collection: "/collections/shop", environment: "local")
      { values.changes[scope] = SessionValues.Changes(isCleared: true) }
    }
    #expect(role(of: "{{base}}", in: app) == .error)
  }

  // MARK: Explanations

  @Test func theVariableInTheSelectedRowIsExplained() {
    var app = app("{{base}}/orders")
    app.press("2")
    app.expectOnScreen("{{base}} = http://localhost  environment local, overrides collection shop")
  }

  @Test func aValueShowsWhatItsVariablesStandForAndMasksSecrets() {
    var app = app("{{api}}")
    app.press("2")
    app.expectOnScreen("{{api}} = http://localhost/v1?key=••••••  environment local")
  }

  @Test func theVariableAtTheCursorIsExplainedWhileTyping() {
    var app = app("{{base}}/{{$guid}}")
    app.press("e")
    app.expectOnScreen("{{$guid}}  a new value for each use")
    app.press("<Home>")
    app.expectOnScreen("{{base}} = http://localhost")
    app.press("<End> x")
    app.expectNotOnScreen("a new value for each use")
  }

  @Test func aNameThatIsMadeOfVariablesIsShownAndExplained() {
    var app = captured("{{b{{rest}}}}/{{n{{none}}}}") { $0.variables = [Variable("rest", .value("ase"))] }
    #expect(role(of: "{{b{{rest}}}}", in: app) == .variable && role(of: "{{n{{none}}}}", in: app) == .error)
    app.press("e <Home>")
    app.expectOnScreen("{{base}} = http://localhost")
  }

  @Test func bracesThatAreNotClosedAreRemarkedOn() {
    var app = app("{{base}}/{{order")
    app.press("2")
    app.expectOnScreen(Template.remarkOnUnclosed)
  }

  @Test func aNameWithoutAValueIsExplainedFirst() {
    var app = app("{{base}}/{{nobody}}")
    app.press("2")
    app.expectOnScreen("{{nobody}} has no value in local")
  }

  @Test(arguments: [
    ("{{a}}x", 0, "a"), ("{{a}}x", 5, "a"), ("{{a}}x", 6, nil), ("x{{a}}", 0, nil), ("{{a}}{{b}}", 7, "b"),
    ("{{a", 2, nil), ("", 0, nil), ("é{{a}}", 2, "a"), ("x{{a_{{b}}}}", 3, "a_{{b}}"),
  ]) func theVariableAtAPlaceOfALine(line: String, column: Int, name: String?) {
    #expect(VariableAtCursor.name(in: line, at: column) == name)
  }

  // MARK: The list

  @Test func allVariablesInForceAreListedWithWhatTheyOverride() {
    var app = app("x")
    app.press("<F3>")
    app.expectOnScreen("Variables in scope · environment local")
    app.expectOnScreen("Overrides")
    app.expectOnScreen("collection shop")
    app.expectNotOnScreen("hunter2")
    app.type("page")
    app.expectOnScreen("folder orders")
    app.expectNotOnScreen("http://localhost/v1")
  }

  @Test(arguments: [("", 29), ("collection shop", 22)])
  func theValuesHaveTheRoomOfAColumnThatIsEmpty(overridden: String, columns: Int) {
    var app = Harness.shop(columns: 80)
    let value = String(repeating: "v", count: columns)
    let row = TableScreen.Row(cells: [Span("base"), Span(value), Span("environment local"), Span(overridden)])
    let cut = TableScreen.Row(cells: [Span("page"), Span(value + "v"), Span("environment local"), Span(overridden)])
    let names = ["Name", "Value", "Origin", "Overrides"]
    _ = app.bench.route(.open(TableScreen(title: "Rows", columns: names, rows: [row, cut])))
    app.expectOnScreen("base  \(value) environment local")
    app.expectOnScreen("page  \(value.dropLast())… environment local")
    app.expectOnScreen("Overrides")
  }

  @Test func theOpenListFollowsTheFiles() {
    var app = app("x")
    app.press("<F3>")
    app.type("team")
    app.expectOnScreen("No matches")
    var scope = RequestContext.shop
    scope.environments[0].variables.append(Variable("team", .value("blue")))
    app.receive(.workspace(.scope("shop/list.json", scope)))
    app.expectOnScreen("blue")
    app.expectNotOnScreen("No matches")
  }

  @Test func enterGoesToTheFolderThatDeclaresAVariable() {
    var app = app("x")
    app.press("<F3>")
    app.type("page")
    app.press("<Enter>")
    #expect(app.bench.workspace.subject == .folder("shop/orders"))
  }
}
