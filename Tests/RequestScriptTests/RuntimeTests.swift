import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import RequestScript

struct RuntimeTests {
  @Test(arguments: FixtureJob.names) func allTestsOfAScriptPass(name: String) async throws {
    try await FixtureJob.expectToPass(name)
  }

  @Test func brunoSharesItsVariablesWithTheRequestThatItRuns() async throws {
    let services = RecordedServices { question in
      guard case .runRequest = question else { return [:] }
      return [
        "value": ["code": 200, "status": "OK", "headers": [], "bodyText": "x"],
        "scopes": ["variables": [["key": "token", "value": "t"]]],
      ]
    }
    let source = "bru.setVar('user', 'a'); await bru.runRequest('Log in'); bru.setVar('after', bru.getVar('token'))"
    let result = try await ScriptHost(HostProgram.options).run(.script(source), services: services)
    func set(_ key: String, _ value: JSONValue) -> ScriptChange {
      ScriptChange(.variables, .set(key: key, value: value, type: nil))
    }
    #expect(result.failure == nil)
    #expect(services.questions == [.runRequest("Log in", variables: [:], changes: [set("user", "a")])])
    #expect(result.changes == [set("after", "t")])
  }

  @Test(arguments: [ScriptJob.Event.preRequest, .postResponse])
  func brunoListsHeadersThatAreTurnedOffAndHasNoValuesOfThem(event: ScriptJob.Event) async throws {
    let services = RecordedServices { FixtureAnswers.answer($0) }
    let source = """
      const list = req.headerList;
      console.log(JSON.stringify([list.all(), req.getHeaders(), req.getHeader('X-Off') ?? null, list.get('x-off')]));
      list.remove('x-off');
      console.log(list.count());
      """
    var job = ScriptJob(event, scripts: [ScriptSource(name: "1.js", source: source)])
    let (on, off) = (ScriptRow("X-On", "1"), ScriptRow("X-Off", "2", isDisabled: true))
    job.request = ScriptRequest(url: "https://x/", headers: [on, off])
    let result = try await ScriptHost(HostProgram.options).run(job, services: services)
    #expect(result.failure == nil)
    let all = #"[{"key":"X-On","value":"1"},{"key":"X-Off","value":"2","disabled":true}]"#
    #expect(services.console == [#"[\#(all),{"X-On":"1"},null,"2"]"#, "1"])
  }

  @Test func brunoChangesTheCookiesOfTheRequestAndReadsThemAgain() async throws {
    let services = RecordedServices { question in
      guard case .cookies("getAll", _, _) = question else { return [:] }
      return ["value": [["name": "sid", "value": "new"]]]
    }
    let source = """
      await bru.cookies.add({key: 'sid', value: 'new'});
      bru.setVar('read', bru.cookies.get('sid'));
      await bru.cookies.delete('sid');
      await bru.cookies.clear();
      """
    var job = ScriptJob.script(source)
    job.request = ScriptRequest(url: "https://x/a b")
    let result = try await ScriptHost(HostProgram.options).run(job, services: services)
    #expect(result.failure == nil)
    #expect(result.changes == [ScriptChange(.variables, .set(key: "read", value: "new", type: nil))])
    let asked: [String] = services.questions.compactMap { question in
      if case .cookies(let method, let url, _) = question { "\(method) \(url)" } else { nil }
    }
    #expect(asked == ["set", "getAll", "unset", "getAll", "clear", "getAll"].map { $0 + " https://x/a%20b" })
  }

  @Test func theScriptsOfTheFixturesAreFound() { #expect(FixtureJob.names.contains("functions")) }

  private func run(_ sources: String..., event: ScriptJob.Event = .postResponse) async throws -> (
    ScriptResult, RecordedServices
  ) {
    let services = RecordedServices { FixtureAnswers.answer($0) }
    let scripts = sources.enumerated().map { ScriptSource(name: "\($0.offset + 1).js", source: $0.element) }
    var job = ScriptJob(event, scripts: scripts)
    job.request = ScriptRequest(url: "https://x/")
    return (try await ScriptHost(HostProgram.options).run(job, services: services), services)
  }

  @Test(arguments: [
    ("null.x", "1.js:1:"), ("\n\n  boom()", "1.js:3:7"), ("throw new TypeError('x')", "1.js:1:"),
    ("let a = 1;\nlet b = ;", "1.js:2:"), ("await 1;\nawait Promise.reject(new Error('x'))", "1.js:2:"),
    ("const lib = require('./lib.js');\nlib.boom()", "shop/lib.js:3:"),
    ("\npm.expect(1).to.equal(2)", "1.js:2:"), ("setTimeout(() => {\n  nothing()\n}, 1)", "1.js:2:"),
  ]) func anErrorNamesTheFileTheLineAndTheColumn(source: String, place: String) async throws {
    let (result, _) = try await run(source)
    #expect(result.failure?.stack?.hasPrefix(place) == true, "\(result.failure?.stack ?? "no place")")
  }

  @Test(arguments: [
    ("let a = ;", "1.js:1:9"), ("let a = 1;\nlet b = ]", "1.js:2:9"), ("if (true) {\n  one()", "1.js:2:8"),
    ("require('./broken.js')", "shop/broken.js:2:13"),
  ]) func aSyntaxErrorIsInTheLineOfItsToken(source: String, place: String) async throws {
    let (result, _) = try await run(source)
    #expect(result.failure?.name == "SyntaxError")
    #expect(result.failure?.stack == place)
  }

  @Test(arguments: ["function ()", "async () =>", "async function ()"])
  func aScriptCannotLeaveTheFunctionAroundIt(_ end: String) async throws {
    let (result, services) = try await run("}); console.log('out'); (\(end) {")
    #expect(result.failure?.message == "A } of the script closes nothing")
    #expect(services.console == ["out"])
  }

  @Test(arguments: [
    "Array.prototype[Symbol.iterator] = function* () {}",
    "Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })",
    "Set.prototype[Symbol.iterator] = function* () {}",
    "Object.getPrototypeOf(new Map().entries()).next = () => ({ done: true })",
    "globalThis.Promise = class { then(f) { f() } static resolve() { return new this } }",
    "Object.prototype.toJSON = () => ({})", "Array.prototype.toJSON = () => []",
  ]) func whatScriptsChangeMakesNoTestPass(change: String) async throws {
    let (result, services) = try await run(
      """
      \(change);
      pm.test('sync', () => { throw new Error('x') });
      pm.test('async', async () => { await 1; throw new Error('x') });
      pm.test('eql', () => pm.expect([1]).to.eql([2]));
      """)
    #expect(result.failure == nil, "\(result.failure?.message ?? "")")
    #expect(Set(services.tests.map(\.name)) == ["sync", "async", "eql"])
    #expect(services.tests.allSatisfy { $0.status == .failed }, "\(services.tests)")
  }

  @Test(arguments: ["undefined", "null", "'text'", "{}"]) func whateverIsThrownIsAnError(value: String) async throws {
    #expect(try await run("throw \(value)").0.failure != nil)
    #expect(try await run("setTimeout(() => { throw \(value) }, 1)").0.failure != nil)
    #expect(try await run("pm.test('a', () => { throw \(value) })").1.tests.map(\.status) == [.failed])
    #expect(try await run("pm.test('a', async () => { throw \(value) })").1.tests.map(\.status) == [.failed])
  }

  @Test func theColumnOfTheFirstLineIsThatOfTheSource() async throws {
    // The engine's place of a call is its parenthesis.
    #expect(try await run("boom()").0.failure?.stack == "1.js:1:5")
    #expect(try await run("\nboom()").0.failure?.stack == "1.js:2:5")
    #expect(try await run("exports = 1; require('./lib.js').boom()").0.failure?.stack == "shop/lib.js:3:18")
  }

  @Test func scriptsRunInOrderAndShareGlobalsWithoutDeclaration() async throws {
    let (result, services) = try await run(
      "shared = 1; setTimeout(() => console.log('first'), 5)", "console.log('second', shared)")
    #expect(services.console == ["first", "second 1"])
    #expect(result.failure == nil)
  }

  @Test func afterTheResponseTheNextScriptRunsDespiteAnError() async throws {
    let (result, services) = try await run(
      "throw new Error('first')", "setTimeout(() => { throw new Error('second') }, 1)", "await Promise.reject('third')",
      "console.log('last')")
    #expect(services.console == ["last"])
    #expect(result.earlierFailures.map(\.message) == ["first", "second", "third"])
    #expect(result.earlierFailures.map(\.script) == ["1.js", "2.js", "3.js"])
    #expect(result.failure == nil)
  }

  @Test func aTestThatWaitsForNothingFailsAtOnce() async throws {
    let (result, services) = try await run(
      """
      pm.test('callback', done => {});
      pm.test('promise', () => new Promise(() => {}));
      pm.test('timer', done => setTimeout(done, 5));
      pm.test('request', async () => { await pm.sendRequest('https://x/'); });
      """)
    #expect(result.failure == nil)
    #expect(
      services.tests.sorted { $0.name < $1.name }.map { "\($0.name) \($0.status) \($0.message ?? "")" } == [
        "callback failed The test waits for its callback, and nothing is left that could call it",
        "promise failed The test waits for a promise, and nothing is left that could settle it",
        "request passed ", "timer passed ",
      ])
  }

  /// Runs a script of a request with Postman's rules, which has no response.
  private func runAsPostman(_ source: String) async throws -> (ScriptResult, RecordedServices) {
    let services = RecordedServices { FixtureAnswers.answer($0) }
    var job = ScriptJob(.postResponse, scripts: [ScriptSource(name: "1.js", source: source)])
    job.hasPostmanRules = true
    return (try await ScriptHost(HostProgram.options).run(job, services: services), services)
  }

  @Test func aTestOfPostmanWhoseCallbackIsNeverCalledIsAWarning() async throws {
    let (result, services) = try await runAsPostman(
      """
      pm.test('status', function (response) { pm.expect(1).to.equal(1) });
      pm.test('fails', done => { throw new Error('no') });
      pm.test('late', done => setTimeout(done, 5));
      """)
    #expect(result.failure == nil)
    #expect(services.tests.map { "\($0.name) \($0.status)" } == ["fails failed", "late passed"])
    #expect(
      services.console == [
        "pm.test(\"status\") is not reported: its function has a parameter, a callback that it never calls"
      ])
  }

  @Test func aRequestOfPostmanThatFailedHasAnEmptyResponse() async throws {
    let (result, services) = try await runAsPostman(
      """
      console.log(pm.response.code, pm.response.text() === '', responseBody === '', responseCode.code);
      pm.test('status', () => pm.response.to.have.status(200));
      pm.test('next', () => {});
      """)
    #expect(result.failure == nil)
    #expect(services.console.contains("undefined true true undefined"))
    #expect(services.tests.map(\.status) == [.failed, .passed])
  }

  @Test func anObjectAsTheJSONBodyIsNotComparedInPostman() async throws {
    let script = """
      const { Response } = require('postman-collection');
      pm.test('a', () => new Response({body: '{}'}).to.have.jsonBody({a: 1}));
      """
    let (_, services) = try await runAsPostman(script)
    #expect(services.tests.map(\.status) == [.passed])
    #expect(services.console == ["to.have.jsonBody(value) checks nothing in Postman; use to.have.body(value)"])
    #expect(try await run(script).1.tests.map(\.status) == [.failed])
  }

  @Test func nothingAfterSkippingTheRequestHasAnEffect() async throws {
    let (result, services) = try await run(
      """
      pm.environment.set('a', 1); pm.test('before', () => {}); pm.execution.setNextRequest('first');
      pm.execution.skipRequest();
      pm.environment.set('a', 2); pm.globals.set('b', 1); pm.variables.set('c', pm.variables.replaceIn('{{$guid}}'));
      pm.test('after', () => {}); console.log('after'); pm.execution.setNextRequest('second');
      pm.request.headers.add('A: 1');
      pm.sendRequest('https://x/after', () => pm.environment.set('a', 3));
      setTimeout(() => pm.environment.set('a', 4), 1);
      throw new Error('after');
      """, event: .preRequest)
    #expect(result.isSkipped && result.failure == nil && result.request == nil)
    #expect(result.changes == [ScriptChange(.environment, .set(key: "a", value: 1, type: nil))])
    #expect(result.next == .request("first"))
    #expect(services.tests.map(\.name) == ["before"])
    #expect(services.console.isEmpty)
    #expect(services.questions.allSatisfy { if case .send = $0 { false } else { true } })
  }

  @Test func aVariableThatIsSetToUndefinedHasNoValue() async throws {
    let (result, _) = try await run(
      "pm.environment.set('a', undefined); pm.environment.set('b', null); pm.environment.set('c', '5', 'number')")
    #expect(
      result.changes == [
        ScriptChange(.environment, .unset(key: "a")),
        ScriptChange(.environment, .set(key: "b", value: .null, type: nil)),
        ScriptChange(.environment, .set(key: "c", value: 5, type: "number")),
      ])
  }

  @Test func anErrorBeforeTheRequestEndsTheJobAndNamesTheScript() async throws {
    let (result, services) = try await run(
      "console.log('a')", "throw new Error('stop')", "console.log('c')", event: .preRequest)
    #expect(services.console == ["a"])
    #expect(result.failure?.script == "2.js")
  }

  @Test func aPromiseThatNothingCanSettleIsAnError() async throws {
    let (result, _) = try await run("await new Promise(() => {})")
    #expect(result.failure?.message.contains("nothing can settle") == true)
  }

  @Test func aRejectionThatNothingHandlesIsAnError() async throws {
    let (result, _) = try await run("Promise.reject(new Error('lost')); await new Promise(r => setTimeout(r, 20))")
    #expect(result.failure?.message == "lost")
  }

  @Test(arguments: [
    "end(); Promise.reject(new Error('u'))", "setTimeout(() => { end(); throw new Error('u') }, 1)",
    "pm.sendRequest('https://x/', () => { end(); throw new Error('u') })",
  ]) func aScriptGoesOnAfterAnErrorThatIsNotOfItsBody(failing: String) async throws {
    let source = """
      let end;
      const hasFailed = new Promise(resolve => { end = resolve });
      pm.test('late', async () => { await hasFailed; await new Promise(r => setTimeout(r, 1)) });
      \(failing);
      hasFailed.then(() => setTimeout(() => { console.log('later'); Promise.reject(new TypeError('second')) }, 1));
      """
    let (result, services) = try await run(source)
    #expect(result.failure?.message == "u")
    #expect(services.tests.map(\.status) == [.passed])
    #expect(services.console.map { $0.prefix { $0 != "(" } } == ["Error: u ", "later", "TypeError: second "])
  }

  @Test(arguments: ["", "await 1; "]) func theTestsOfAScriptWhoseBodyFailsRunToTheirEnd(start: String) async throws {
    let source = """
      pm.test('promise', async () => { await new Promise(r => setTimeout(r, 10)); pm.expect(1).to.equal(2) });
      pm.test('callback', done => setTimeout(done, 20));
      pm.test('never', done => {});
      \(start)throw new Error('body'); console.log('no')
      """
    let (result, services) = try await run(source, "console.log('next')")
    #expect(result.earlierFailures.map(\.message) == ["body"])
    #expect(
      services.tests.map { "\($0.name) \($0.status)" } == ["promise failed", "callback passed", "never failed"])
    #expect(services.console.last == "next")
  }

  @Test func anErrorIsNotLostIfTheScriptSkipsTheRequestLater() async throws {
    let source = "Promise.reject(new Error('u')); setTimeout(() => pm.execution.skipRequest(), 5)"
    #expect(try await run(source, event: .preRequest).0.failure?.message == "u")
  }

  @Test func anAsynchronousTestIsAwaited() async throws {
    let (_, services) = try await run(
      "pm.test('late', async () => { await new Promise(r => setTimeout(r, 5)); pm.expect(1).to.equal(2) })")
    #expect(services.tests.map(\.status) == [.failed])
    #expect(services.tests.first?.message == "expected 1 to equal 2")
    #expect(services.tests.first?.kind == "AssertionError")
  }

  @Test func aTestWithACallbackEndsWithIt() async throws {
    let (_, services) = try await run(
      """
      let finish
      pm.test('good', done => { finish = done })
      pm.test('given', done => setTimeout(() => { done(new Error('no')); finish() }, 1))
      pm.test.skip('skipped', () => {})
      """)
    #expect(services.tests.map(\.name) == ["skipped", "given", "good"])
    #expect(services.tests.map(\.status) == [.skipped, .failed, .passed])
  }

  @Test func testsOfTheOldInterfaceAreReportedAtTheEnd() async throws {
    let (_, services) = try await run("tests['one'] = 1 === 1; tests.two = false")
    #expect(services.tests.map(\.status) == [.passed, .failed])
    #expect(services.console == ["tests is deprecated; use pm.test"])
  }

  /// Handlers of `.http` files have an object of the same name.
  @Test(
    arguments: [
      ("request.variables.set('a', 1); request.environment.get('b')", []),
      ("request.url", ["request is deprecated; use pm.request"]),
    ] as [(String, [String])])
  func onlyWhatPostmanHadOfRequestIsDeprecated(source: String, warnings: [String]) async throws {
    let (result, services) = try await run(source)
    #expect(result.failure == nil)
    #expect(services.console == warnings)
  }

  @Test(
    arguments: [
      (
        "pm.environment.set('key', 'x', 'SECRET')",
        [#"The type "SECRET" of the variable "key" has no effect; use "secret""#]
      ),
      (
        "pm.globals.set('n', '1', { type: 'Number' })",
        [#"The type "Number" of the variable "n" has no effect; use "number""#]
      ),
      ("pm.environment.set('key', 'x', 'secret'); pm.environment.set('other', 'x', 'Any')", []),
    ] as [(String, [String])])
  func aTypeOfAVariableInAnotherCaseIsNamed(source: String, warnings: [String]) async throws {
    let (result, services) = try await run(source)
    #expect(result.failure == nil)
    #expect(services.console == warnings)
  }

  @Test func theOldObjectsOfVariablesHaveWhatTheScriptBeforeSet() async throws {
    let (_, services) = try await run(
      "environment.a; pm.environment.set('a', 1)", "tests.a = environment.a === 1")
    #expect(services.tests.map(\.status) == [.passed])
  }

  @Test func aTestWithoutAFunctionPassesWithAWarning() async throws {
    let (result, services) = try await run("pm.test('name'); pm.test('next', () => {})")
    #expect(result.failure == nil)
    #expect(services.tests.map { "\($0.name) \($0.status)" } == ["name passed", "next passed"])
    #expect(services.console == ["pm.test(\"name\") has no function: it checks nothing and counts as passed"])
  }

  @Test func plainValuesThatAreAssignedToTheRequestAreSent() async throws {
    let source = """
      pm.request.body = {mode: 'raw', raw: 'nb'};
      pm.request.headers = [{key: 'A', value: '1'}];
      pm.request.auth = {type: 'bearer', bearer: [{key: 'token', value: 't'}]};
      pm.request.url = {host: ['y'], path: ['p'], protocol: 'http'};
      pm.request.headers.add({key: 'B', value: '2'});
      """
    let (result, _) = try await run(source, event: .preRequest)
    #expect(result.failure == nil)
    #expect(result.request?.url == "http://y/p")
    #expect(result.request?.headers == [ScriptRow("A", "1"), ScriptRow("B", "2")])
    #expect(result.request?.body?.json == ["mode": "raw", "raw": "nb"])
    #expect(result.request?.json.compact.contains(#""token""#) == true)
    #expect(
      try await run("pm.request.body = 'text'", event: .preRequest).0.request?.body?.json == [
        "mode": "raw", "raw": "text",
      ])
  }

  @Test func aValueThatCannotBeReadIsNoErrorOfTheConsole() async throws {
    let (result, services) = try await run(
      "const p = new Proxy({}, { get() { throw 1 } }); console.log(p); console.log({ a: [p, 1], b: { c: 2 } })")
    #expect(result.failure == nil)
    #expect(
      services.console == [
        "[a value that cannot be read]", "{ a: [ [a value that cannot be read], 1 ], b: { c: 2 } }",
      ])
  }

  @Test func theRequestIsReportedOnlyIfItWasChanged() async throws {
    #expect(try await run("pm.request.url.toString()", event: .preRequest).0.request == nil)
    let changed = try await run("pm.request.headers.add({ key: 'A', value: '1' })", event: .preRequest).0
    #expect(changed.request?.headers == [ScriptRow("A", "1")])
    #expect(changed.request?.url == "https://x/")
  }

  @Test func theNextRequestAndSkippingAreReported() async throws {
    #expect(try await run("pm.execution.setNextRequest('b')").0.next == .request("b"))
    #expect(try await run("postman.setNextRequest(null)").0.next == ScriptNext.none)
    let skipped = try await run("pm.execution.skipRequest()", "console.log('never')", event: .preRequest)
    #expect(skipped.0.isSkipped)
    #expect(skipped.1.console.isEmpty)
    #expect(try await run("pm.execution.skipRequest()").0.failure?.message.contains("before the request") == true)
  }

  @Test func theConsoleIsBoundedAndSaysWhatItDropped() async throws {
    let services = RecordedServices()
    var job = ScriptJob(
      .preRequest, scripts: [ScriptSource(name: "1.js", source: "for (let i = 0; i < 50; i++) console.log(i)")])
    job.limits.consoleLines = 10
    _ = try await ScriptHost(HostProgram.options).run(job, services: services)
    #expect(services.console.count == 11)
    #expect(services.console.last?.hasPrefix("40 more lines were dropped") == true)
  }

  @Test func aLongTextOnTheConsoleIsCutNotDropped() async throws {
    let services = RecordedServices()
    var job = ScriptJob(
      .preRequest, scripts: [ScriptSource(name: "1.js", source: "console.log('x'.repeat(120)); console.log(1)")])
    job.limits.consoleBytes = 100
    _ = try await ScriptHost(HostProgram.options).run(job, services: services)
    #expect(services.console.first == String(repeating: "x", count: 100) + "… (20 more characters)")
    #expect(services.console.last?.hasPrefix("1 more line was dropped") == true)
  }

  @Test(arguments: [("windows-1252", "€é"), ("iso-8859-1", "\u{80}é"), ("utf-8", "\u{FFFD}\u{FFFD}")])
  func theBodyIsReadWithTheCharsetOfItsType(charset: String, text: String) async throws {
    let services = RecordedServices()
    var job = ScriptJob(.postResponse, scripts: [ScriptSource(name: "1.js", source: "console.log(pm.response.text())")])
    job.response = ScriptResponse(code: 200, reason: "OK")
    job.response?.headers = [ScriptRow("Content-Type", "text/plain; charset=\(charset)")]
    job.body = Data([0x80, 0xE9])
    _ = try await ScriptHost(HostProgram.options).run(job, services: services)
    #expect(services.console == [text])
  }

  @Test func theEndIsReportedOnceWhateverAScriptChanges() async throws {
    let source = """
      JSON.stringify = () => 'x'; JSON.parse = () => { throw 1 }
      Promise.prototype.then = () => {}; Array.prototype.push = () => { throw 2 }
      Map.prototype.get = Map.prototype.set = () => { throw 3 }; Object.keys = () => { throw 4 }
      Object.prototype.toJSON = () => 'broken'
      """
    let (result, _) = try await run(source)
    #expect(result.changes.isEmpty)
  }

  @Test(arguments: [
    ("fs", "scripts have no access to files"), ("http", "use pm.sendRequest"),
    ("child_process", "cannot start programs"),
    ("left-pad", "install the Debian package node-left-pad"), ("./none.js", "has no such file"),
  ]) func aModuleThatIsNotThereSaysWhy(name: String, reason: String) async throws {
    let (result, _) = try await run("require('\(name)')")
    #expect(result.failure?.message.hasPrefix("Cannot find module '\(name)' — ") == true)
    #expect(result.failure?.message.contains(reason) == true)
  }
}
