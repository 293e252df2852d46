import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

struct RequestVariableTests {
  @Test func variablesOfTheRequestWinAndAreListedAsItsOwn() {
    let context = RequestContext(
      collection: "/c", environments: [Environment(name: "e", variables: [Variable("item", .value("shared"))])],
      folders: [])
    let own = [Variable("item", .value("mine")), Variable("only", .value("1"))]
    let variables = VisibleVariables(VisibleVariables.Key(context: context, environment: "e", own: own))
    #expect(
      variables.explanation(of: "item").map(\.text).joined()
        == "{{item}} = mine  this request, overrides environment e")
    #expect(variables.scope.inForce.map(\.name) == ["item", "only"])
    #expect(variables.unresolved(in: "{{only}} {{other}}") == ["other"])
  }
}
