import RequestBasics
import Testing

@testable import RequestScript

/// Which scripts a run need not wait for.
struct TestOnlyScriptTests {
  private func onlyTests(_ source: String) -> Bool {
    TestOnlyScripts().contains(ScriptSource(name: "script", source: source))
  }

  @Test(arguments: [
    "", "pm.test('ok', () => pm.response.to.have.status(200));",
    "pm.test('id', function () { pm.expect(pm.response.json().items[0]['id']).to.eql(1) });",
    "pm\n  .test('long', () => { for (const row of pm.response.json()) pm.expect(row).to.be.an('object'); });",
    "tests['old'] = responseCode.code === 200 && responseBody.has('x');",
    "console.log(pm.environment.get('base'), pm.variables.has('a'), pm.info.iteration);",
    "pm.test('Responds with this global message', () => pm.expect(pm.response.json().message).to.equal('ok'));",
    "const res = pm.response.json(); pm.test(`state of it`, () => pm.expect(res.state).to.equal(1));",
    "test('alias', () => expect(pm.request.method).to.equal('GET')); await new Promise(done => setTimeout(done, 5));",
  ]) func scriptsThatTestAndReadOnlyTest(_ source: String) {
    #expect(onlyTests(source))
  }

  @Test(arguments: [
    "pm.environment.set('a', 1)", "pm . globals . unset('a')", "pm.variables.clear()",
    "pm.collectionVariables['set']('a', 1)",
    "pm['environment'].set('a', 1)", "const { environment } = pm;", "const p = pm;", "f(pm)",
    "pm?.environment.set('a', 1)",
    "pm/**/.environment.set('a', 1)", "pm.test('a', () => {}).environment.set('a', 1)",
    "postman.setNextRequest(null)", "pm.execution.setNextRequest('b')", "pm.setNextRequest('b')",
    "pm.sendRequest('http://x')", "pm.cookies.jar().clear('http://x')", "pm.vault.get('x')", "pm.visualizer.set('x')",
    "insomnia.environment.set('a', 1)", "bru.setVar('a', 1)", "req.setUrl('x')", "pw.env.set('a', 1)",
    "client.global.set('a', 1)", "globalThis['p' + 'm']", "this.pm", "eval('p' + 'm.environment.set(1, 2)')",
    "Function('return pm')()", "(() => {}).constructor('return pm')()", "import('x')", "require('./helper')()",
    "\\u0070m.environment.set('a', 1)", "const name = 'x'; // then pm.environment.set(name)", "_.noop()",
    "environment.a = 1", "globals.a = 1", "pm.test(`${pm.environment.set('a', 1)}`, () => {})",
    "console.log(\"see pm.test('\"); pm.variables.set('v', 1); // that's it",
    "pm.test('it\\'s', () => pm.environment.set('a', 1))", "pm.test('open\n', pm.environment.set('a', 1))",
  ]) func scriptsThatMayDoMoreDoNotOnlyTest(_ source: String) {
    #expect(!onlyTests(source))
  }

  /// A new global object, or a member of `pm`, has to be sorted.
  @Test func allThatScriptsCanReachIsKnown() async throws {
    let host = ScriptHost(HostProgram.options)
    let names = try await host.lines(
      of: """
        const standard = /^(?:[A-Z]\\w*|(?:un)?escape|(?:de|en)codeURI\\w*|is(?:NaN|Finite)|parse\\w*)$/;
        console.log(Object.getOwnPropertyNames(globalThis).filter(name => !standard.test(name)).join(' '));
        console.log(Object.keys(pm).join(' '));
        """)
    let harmless: Set = [
      "pm", "console", "tests", "test", "expect", "data", "iteration", "request", "response", "res", "responseBody",
      "responseCode", "responseCookies", "responseHeaders", "responseTime", "tv4", "xml2Json", "atob", "btoa",
      "setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate", "queueMicrotask",
      "structuredClone", "crypto", "performance", "undefined", "info", "gc", "print",
    ]
    for name in names.flatMap({ $0.split(separator: " ").map { String($0) } }) {
      #expect(harmless.contains(name) || TestOnlyScripts.reaching.contains(name), "\(name) is new")
    }
  }
}
