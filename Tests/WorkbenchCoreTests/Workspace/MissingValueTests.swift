import RequestModel
import Testing

@testable import WorkbenchCore

/// Names without a value, seen before the request is sent.
@Suite struct MissingValueTests {
  private func app(_ change: (inout SavedRequest, inout RequestContext) -> Void) -> Harness {
    var app = Harness.shop(columns: 120, rows: 24)
    var (request, scope) = (SavedRequest(url: "{{base}}/orders"), RequestContext.shop)
    scope.folders[0].auth = nil
    change(&request, &scope)
    app.open("shop/list.json", request)
    app.receive(.workspace(.scope("shop/list.json", scope)))
    return app
  }

  private func missing(_ change: (inout SavedRequest, inout RequestContext) -> Void) -> [String] {
    app(change).bench.workspace.missing.value.names
  }

  @Test func theTitleCountsThemAndTheirTabsAreMarked() {
    var app = app { request, _ in
      request.url = "{{base}}/{{here}}"
      request.headers = [Parameter("X-{{there}}", "{{here}}"), Parameter("X-Off", "{{off}}", off: true)]
    }
    app.expectOnScreen("╭ list · 2 unresolved ─")
    app.expectOnScreen("Headers 1!")
    app.expectOnScreen("Params  ")
    app.press("e <C-u> x <Esc>")
    app.expectOnScreen("╭ list · 2 unresolved ─")
    app.press("2 ] <Down> <Space>")
    app.expectNotOnScreen("unresolved")
    app.expectNotOnScreen("Headers!")
  }

  @Test func everyPartOfTheRequestIsSearched() {
    #expect(missing { request, _ in request.query = [Parameter("{{a}}", "{{b}}")] } == ["a", "b"])
    #expect(
      missing { request, _ in
        request.url = "{{base}}/:id"
        request.pathParameters = [Parameter("id", "{{a}}")]
      } == ["a"])
    #expect(missing { request, _ in request.body = .json(["{{a}}": ["x", "{{b}}"], "n": 1]) } == ["a", "b"])
    #expect(missing { request, _ in request.body = .form([Parameter("n", "{{a}}")]) } == ["a"])
    #expect(missing { request, _ in request.auth = .basic(username: "{{a}}", password: "{{b}}") } == ["a", "b"])
    #expect(
      missing { request, _ in
        request.options = RequestOptions(document: ["certificates": [["name": "*", "caBundle": "{{a}}"]]])
      } == ["a"])
    #expect(missing { request, _ in request.docs = "{{a}}" } == [])
  }

  @Test func whatIsInheritedIsSearchedToo() {
    #expect(missing { _, scope in scope.folders[0].auth = .bearer(token: "{{a}}") } == ["a"])
    #expect(
      missing { request, scope in
        scope.folders[0].auth = .bearer(token: "{{a}}")
        request.auth = RequestAuth.none
      } == [])
    #expect(missing { _, scope in scope.folders[0].headers = [Parameter("X-A", "{{a}}")] } == ["a"])
    #expect(
      missing { _, scope in scope.environments[0].options = RequestOptions(document: ["proxy": "{{a}}"]) } == ["a"])
  }

  @Test func valuesThatNeedAMissingNameCountWithIt() {
    #expect(
      missing { request, scope in
        request.url = "{{api}}/{{$guid}}/{{a | upper}}"
        scope.environments[0].variables.append(Variable("api", .value("{{base}}/{{b}}")))
      } == ["b", "a"])
  }

  @Test func aFolderThatIsNotReadYetMissesNothing() {
    var app = Harness(columns: 100, rows: 24)
    app.receive(.workspace(.loaded(.shop)))
    app.receive(.workspace(.opened("shop/list.json", .success(.request(.list)))))
    app.expectNotOnScreen("unresolved")
  }

  @Test func theNamesAreSearchedAgainOnlyAfterAChange() {
    var app = app { _, _ in }
    let builds = app.bench.workspace.missing.builds
    app.press("2 <Down> <Down> ] ]")
    #expect(app.bench.workspace.missing.builds == builds)
  }
}
