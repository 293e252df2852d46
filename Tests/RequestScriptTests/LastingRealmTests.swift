import Foundation
import TestSupport
import Testing

@testable import RequestScript

/// Global objects that many jobs use, one after the other: `lasting.js`.
@Suite(.serialized) struct LastingRealmTests {
  /// A host that runs all jobs in its lasting realm, those of all tests.
  private static let host = ScriptHost(HostProgram.options("--lasting"))
  private var host: ScriptHost { Self.host }

  /// A host that has made its lasting realm, as it does after a few jobs, and runs in it what needs no realm of its own.
  private static let used = Task {
    let host = ScriptHost(HostProgram.options)
    for _ in 1...6 { _ = try await host.lines(of: "pm.expect(1).to.equal(1)") }
    return host
  }

  /// They extend what is frozen, which scripts get a realm of their own for.
  private static let unsuited = ["assert", "libraries", "plugins", "prototypes"]

  @Test(arguments: FixtureJob.names.filter { !unsuited.contains($0) })
  func aScriptPassesAgainAndAgain(name: String) async throws {
    for _ in 1...3 {
      let services = RecordedServices { FixtureAnswers.answer($0) }
      let result = try await host.run(FixtureJob.read(name), services: services)
      #expect(result.failure == nil)
      #expect(!services.tests.isEmpty)
      for test in services.tests {
        #expect(test.status == .passed, "\(test.name): \(test.message ?? "") at \(test.stack ?? "")")
      }
    }
  }

  /// Changes that a script leaves behind, and expressions that would find them.
  private static let remains = [
    ("left = 1; globalThis.alsoLeft = 2", "[typeof left, typeof alsoLeft]"),
    ("Object.defineProperty(globalThis, 'left', { value: 1 })", "[typeof left]"),
    ("(0, eval)('var left = 1; function alsoLeft() {}')", "[typeof left, typeof alsoLeft]"),
    ("}); let left = 1; var alsoLeft = 2; (async function () {", "[typeof left, typeof alsoLeft]"),
    ("Object.setPrototypeOf(globalThis, { left: 1 })", "[typeof left]"),
    ("Object.prototype.left = 1", "[typeof ({}).left]"),
    ("({}).__proto__.left = 1; Object.defineProperty(Object.prototype, 'left', { value: 1 })", "[typeof ({}).left]"),
    ("Array.prototype.map = () => 1; [].__proto__.at = 1", "[[1].map(x => x + 1)[0], [3].at(0)]"),
    ("Object.prototype.toString = () => 'left'", "[String({})]"),
    (
      "Error.prototype.name = 'left'; TypeError.prototype.message = 'left'",
      "[new Error('a').name, new TypeError().message]"
    ),
    (
      "JSON.parse = () => 'left'; Math.random = null; Date.now = null",
      "[JSON.parse('1'), typeof Math.random, typeof Date.now]"
    ),
    (
      "JSON = 1; parseInt = 2; undefined = 3; Array = 4",
      "[typeof JSON, typeof parseInt, typeof undefined, typeof Array]"
    ),
    ("Object.getPrototypeOf(function* () {}).left = 1", "[typeof (function* () {}).left]"),
    ("Object.getPrototypeOf([][Symbol.iterator]()).next = null", "[[...[1]][0]]"),
    ("(async () => {}).constructor.prototype.left = 1", "[typeof (async () => {}).left]"),
    ("pm.test = 1; pm = 2; console.log = 3; setTimeout = 4", "[typeof pm.test, typeof console.log, typeof setTimeout]"),
    (
      "tests = { left: true }; responseBody = 'left'; delete responseCode",
      "[Object.keys(tests).length, typeof responseCode]"
    ),
    ("Object.defineProperty(globalThis, 'responseBody', { value: 'left' })", "[responseBody]"),
    ("globalThis.__defineGetter__('responseBody', () => 'left')", "[responseBody]"),
    ("Object.getPrototypeOf(pm.expect(1))._obj = 'left'", "[typeof Object.getPrototypeOf(pm.expect(1))._obj]"),
    (
      "pm.expect(1).to.equal.left = 1; pm.expect.left = 1",
      "[Object.hasOwn(pm.expect(1).to.equal, 'left'), typeof pm.expect.left]"
    ),
    (
      "Object.getPrototypeOf(pm.expect(1)).constructor.overwriteChainableMethod('a', () => () => {}, x => x)",
      "[(() => { try { pm.expect(1).to.be.a('string') } catch { return 'failed' } })()]"
    ),
    (
      "Object.getPrototypeOf(pm.expect(1)).constructor.addProperty('left', () => {})",
      "[(() => { try { return typeof pm.expect(1).left } catch { return 'none' } })()]"
    ),
    (
      "require('chai').use(chai => { chai.Assertion.prototype.equal = () => {} })",
      "[(() => { try { pm.expect(1).to.equal(2) } catch { return 'failed' } })()]"
    ),
    ("pm.response.constructor.prototype.json = () => 'left'", "[typeof pm.response.json, pm.response.reason()]"),
    (
      "pm.request.headers.constructor.left = 1; pm.request.url.__proto__.getHost = null",
      "[typeof pm.request.url.getHost]"
    ),
    ("try { pm.response.json() } catch (error) { error.constructor.prototype.name = 'left' }", "[pm.response.text()]"),
    ("/left/.exec('left')", "[RegExp['last' + 'Match'], RegExp['inp' + 'ut']]"),
    ("arguments.callee.left = 1", "[typeof arguments.callee.left]"),
    ("''.__proto__.has = null; String.prototype.trim = null", "['a'.has('a'), ' a'.trim()]"),
    ("Promise.prototype.then = null; Promise.resolve = null", "[await Promise.resolve(1)]"),
    ("Symbol.prototype.left = 1; Reflect.ownKeys = null", "[typeof Reflect.ownKeys]"),
    ("Object.freeze(pm); Object.preventExtensions(globalThis)", "[(globalThis.added = 1, typeof added)]"),
    ("(async () => { await 1; await 2; globalThis.left = 1 })(); pm.execution.stop && undefined", "[typeof left]"),
    ("setTimeout(() => {}, 1); Promise.reject(1); throw 1", "[typeof left]"),
    (
      "pm.variables.set('left', 1); pm.environment.set('left', 1)",
      "[pm.variables.get('left'), pm.environment.get('left')]"
    ),
    ("console.count('left'); console.group('left')", "[console.count('left')]"),
    (
      "({}).toString.left = 1; new Error().toString.left = 1; ({}).hasOwnProperty.left = 1",
      "[typeof ({}).toString.left, typeof new Error().toString.left, typeof ({}).hasOwnProperty.left]"
    ),
    ("delete Error.stackTraceLimit; [Error.stackTraceLimit] = [0]", "[typeof new Error().stack]"),
    (
      "Object['defin' + 'eProperty'](globalThis, 'responseBody', { set() {}, enumerable: true })",
      "[(responseBody = 1, responseBody), Object.keys(globalThis).includes('responseBody')]"
    ),
    (
      "Object['defin' + 'eProperty'](globalThis, 'responseBody', { configurable: false })",
      "[delete globalThis.responseBody]"
    ),
    ("/a/['constr' + 'uctor'].multiline = true", "[/a/['constr' + 'uctor'].multiline]"),
    (
      "Object.getPrototypeOf(pm.expect(1))['constr' + 'uctor'].addChainableMethod('left', () => console.log('left'))",
      """
      (() => {
        const type = Object.getPrototypeOf(pm.expect(1))['constr' + 'uctor'];
        try { type.overwriteChainableMethod('left', body => { body(); return body }, x => x) } catch { return 'failed' }
      })()
      """
    ),
    ("new globalThis['Finalization' + 'Registry'](() => { left = 1 })", "[typeof left]"),
  ]

  @Test(arguments: remains) func nothingOfAJobIsLeft(_ leaving: String, _ looking: String) async throws {
    let look = "console.log(JSON.stringify(\(looking)))"
    let untouched = try await ScriptHost(HostProgram.options("--lasting")).lines(of: look)
    _ = try? await host.lines(of: leaving)
    #expect(try await host.lines(of: look) == untouched)
    _ = try? await host.lines(of: "'use strict';\n\(leaving)")
    #expect(try await host.lines(of: look) == untouched)
  }

  /// Scripts that work only if nothing is frozen, or if frozen members can be assigned.
  private static let demanding = [
    ("String.prototype.shout = function () { return this + '!' }; 'a'.shout()", "a!"),
    ("Array.prototype.last = function () { return this[this.length - 1] }; [1, 2].last()", "2"),
    ("Math.random = () => 4; Math.random()", "4"),
    ("Date.now = () => 5; Date.now()", "5"),
    ("Object.assign(Math, { twice: x => 2 * x }); Math.twice(2)", "4"),
    ("parseInt = () => 6; parseInt('1')", "6"),
    (
      "class Failure extends Error { constructor(m) { super(m); this.name = 'Failure' } }; String(new Failure('a'))",
      "Failure: a"
    ),
    ("const e = new Error('a'); e.name = 'Mine'; e.message = 'b'; String(e)", "Mine: b"),
    ("String(Object.assign(new TypeError('a'), { name: 'Mine' }))", "Mine: a"),
    ("const o = {}; o['to' + 'String'] = () => 'mine'; String(o)", "mine"),
    ("'use strict'; const o = { a: 1 }; o.valueOf = () => 7; o.hasOwnProperty = 1; +o", "7"),
    ("const list = [1]; list.map = () => 'mine'; list.map()", "mine"),
    ("const list = [1]; list['find'] = () => 'mine'; list.find()", "mine"),
    ("pm.response.json = () => 'mine'; pm.response.json()", "mine"),
    ("function A() {}; A.prototype.constructor = 1; new A().constructor", "1"),
    ("/(\\d)/.test('8'); RegExp.$1", "8"),
    (
      "const chai = require('chai'); chai.util.addProperty(chai.Assertion.prototype, 'mine', () => {}); !!pm.expect(1).mine",
      "true"
    ),
    ("require('chai').should(); (1).should.equal(1); 'yes'", "yes"),
    ("Object.keys({ a: 1, toString: 2 }).join()", "a,toString"),
    ("const o = {}; o.toString = 1; Object.keys(o).join()", "toString"),
    (
      "const o = {}; for (const k of ['con' + 'structor', '__lookup' + 'Getter__']) o[k] = 1; Object.keys(o).length",
      "2"
    ),
    ("structuredClone(JSON.parse('{\"con' + 'structor\": 1}'))['con' + 'structor']", "1"),
    ("pm.variables.set('con' + 'structor', 1); pm.variables.toObject()['con' + 'structor']", "1"),
    ("const q = []; for (const k of ['sort', 'map']) q[k] = 1; q.sort + q.map", "2"),
    ("const f = () => {}; for (const k of ['call']) f[k] = 1; f.call", "1"),
    ("Object.assign([], { sort: 1 }).sort", "1"),
    ("let e; try { pm.expect(1).to.equal(2) } catch (error) { e = error }; e.name = 'Mine'; e.name", "Mine"),
    ("globalThis.parseInt = () => 3; parseInt('1')", "3"),
    ("globalThis['parseInt'] = () => 3; parseInt('1')", "3"),
    ("const a = [1]; a[Symbol.iterator] = function* () { yield 9 }; [...a]", "9"),
    ("const m = Math; m.random = () => 4; Math.random()", "4"),
    ("Math.clamp ??= (v, a, b) => Math.min(b, Math.max(a, v)); Math.clamp(5, 1, 3)", "3"),
    ("JSON.tryParse ||= () => 7; JSON.tryParse()", "7"),
    ("const spy = (o, k, f) => { o[k] = f }; spy(Date, 'now', () => 8); Date.now()", "8"),
    ("function install(t) { t.dbl = x => x * 2 }; [Math, Number].forEach(install); Number.dbl(2)", "4"),
    ("[Math.random] = [() => 5]; Math.random()", "5"),
    ("({ x: Math.z } = { x: 4 }); Math.z", "4"),
    ("for (Math.z of [1, 2]) {}; Math.z", "2"),
    ("Math.q = 1; Math.q++; Math.q", "2"),
    ("const P = Object.getPrototypeOf(''); P.sh = () => 1; ''.sh()", "1"),
    ("for (const k of ['parseFloat']) globalThis[k] = () => 'mine'; parseFloat()", "mine"),
    ("Reflect.apply(Object.assign, null, [Math, { random: () => 5 }]); Math.random()", "5"),
    ("const a = [1]; a.map/* mine */ = 3; a.map", "3"),
    ("pm.expect.mine = 3; pm.expect.mine", "3"),
    ("JSON.stringify(new Map([[1, 2]]).constructor === Map)", "true"),
    ("Object.prototype.toString.call([])", "[object Array]"),
    ("`${Object.getOwnPropertyNames(Object.getPrototypeOf({})).includes('toString')}`", "true"),
  ]

  @Test(arguments: demanding) func aScriptThatNeedsItHasAGlobalObjectOfItsOwn(_ source: String, _ value: String)
    async throws
  {
    let host = try await Self.used.value
    for _ in 1...2 {
      #expect(try await host.lines(of: "console.log(String(eval(\(quoted(source)))))") == [value])
    }
    // The same as the script itself, since `eval` is a reason of its own for another global object.
    let statements = source.split(separator: "; ")
    let script = statements.dropLast().joined(separator: "; ") + "\nconsole.log(String(\(statements.last ?? "")))"
    for _ in 1...2 { #expect(try await host.lines(of: script) == [value]) }
  }

  /// Scripts that read built-in objects share a global object.
  @Test(arguments: [
    "pm.test('Date and Error', () => pm.expect(['1'].map(Number)).to.eql([1]))",
    "const { a } = { a: [1] }; pm.expect(a).to.be.an.instanceOf(Array); pm.expect(new Date instanceof Date).to.be.true",
    "pm.expect(Object.keys({ a: Math.max(1, 2) })).to.eql(['a']); pm.expect(() => { throw new Error() }).to.throw(Error)",
    "const list = Array.from({ length: 3 }, (_x, i) => i).filter(Boolean); pm.expect(list[0] / Infinity).to.equal(0)",
  ])
  func aScriptThatReadsBuiltInObjectsNeedsNoneOfItsOwn(source: String) async throws {
    let host = try await Self.used.value
    let isFrozen = "console.log(Object.isFrozen(''.trim))"
    #expect(try await host.lines(of: source + "\n" + isFrozen) == ["true"])
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  @Test func thousandsOfJobsShareAProcessWhateverTheyDo() async throws {
    let host = ScriptHost(HostProgram.options)
    _ = try await host.lines(of: "")
    let process = host.idleProcesses
    for index in 1...500 {
      let leaves = index % 7 == 0
      let source =
        leaves ? "Array.prototype.left = 1; left = 1" : "pm.test('a', () => pm.expect([].left).to.be.undefined)"
      let services = RecordedServices()
      #expect(try await host.run(.script(source), services: services).failure == nil)
      #expect(services.tests.map(\.status) == (leaves ? [] : [.passed]))
    }
    #expect(host.idleProcesses == process)
  }
}
