import Foundation
import RequestBasics
import Testing

@testable import RequestScript

/// Scripts that try to take the host down. After each of them, the next job runs.
struct HostileScriptTests {
  private static let endless: [String] = [
    "while (true) {}",
    "for (;;) await null",
    "(function again() { Promise.resolve().then(again) })(); await new Promise(() => {})",
    "(function again() { setTimeout(again, 0) })()",
    "await new Promise(resolve => setTimeout(resolve, 1e9))",
    "/^(a+)+$/.test('a'.repeat(64) + 'b'); while (true) {}",
    "new Proxy({}, { get() { while (true) {} } }).x",
    "({ toString() { while (true) {} } }) + ''",
    "Array.from({ length: 1e9 }, (_, i) => i % 2).sort(() => { while (true) {} })",
  ]

  @Test(arguments: endless)
  func anEndlessScriptIsStoppedAtItsTimeLimit(_ source: String) async throws {
    let host = ScriptHost(HostProgram.options)
    let limit = Duration.milliseconds(300)
    let error = await host.error(of: source, time: limit)
    // Some of them need too much memory before they need too much time.
    #expect(error == .time(limit) || error == .memory(HostProgram.options.memory))
    #expect(try await host.lines(of: "console.log('next')") == ["next"])
  }

  @Test(arguments: [endless[0], greedy[0]])
  func whatAScriptHasSaidBeforeItIsStoppedIsKept(_ source: String) async throws {
    let services = RecordedServices()
    let job = ScriptJob.script("pm.test('it', () => {}); console.log('going on');" + source, time: .milliseconds(300))
    await #expect(throws: ScriptError.self) {
      try await ScriptHost(HostProgram.options).run(job, services: services)
    }
    #expect(services.events == [.test(ScriptTest("it", .passed)), .console(.log, "going on")])
  }

  @Test func theSecretsThatAScriptHasSetBeforeItIsStoppedAreReported() async throws {
    let services = RecordedServices()
    let source = """
      pm.environment.set("key", "first", "secret"); pm.environment.set("key", "second"); pm.environment.set("plain", "x");
      pm.globals.set("declared", "third"); pm.globals.unset("declared"); while (true) {}
      """
    var job = ScriptJob.script(source, time: .milliseconds(300))
    job.variables.secretNames = ["declared"]
    let stopped = job
    await #expect(throws: ScriptError.self) {
      try await ScriptHost(HostProgram.options).run(stopped, services: services)
    }
    #expect(services.events == [.secret("first"), .secret("second"), .secret("third")])
  }

  private static let greedy: [String] = [
    "const list = []; while (true) list.push('x'.repeat(1e6) + list.length)",
    "const list = []; while (true) list.push(new Float64Array(1e6).fill(1))",
    "const list = []; while (true) list.push({ list })",
    "const map = new Map(); while (true) map.set({}, 'x'.repeat(1000) + map.size)",
    "const object = {}; while (true) object[Math.random()] = {}",
    "let list = []; while (true) { setTimeout(() => list, 1e6) }",
    "const list = []; while (true) list.push(new Promise(() => {}).then(() => list))",
  ]

  @Test(arguments: greedy)
  func aGreedyScriptIsStoppedAtItsMemoryLimit(_ source: String) async throws {
    var options = HostProgram.options
    options.memory = 160 << 20
    let host = ScriptHost(options)
    #expect(await host.error(of: source) == .memory(options.memory))
    #expect(try await host.lines(of: "console.log('next')") == ["next"])
  }

  @Test func aTooLongStringIsAnErrorOfTheScript() async throws {
    let host = ScriptHost(HostProgram.options)
    let source = "let text = 'x'; try { while (true) text += text } catch (error) { console.log(error.name) }"
    #expect(try await host.lines(of: source) == ["RangeError"])
  }

  @Test func deepRecursionIsAnErrorOfTheScript() async throws {
    let host = ScriptHost(HostProgram.options)
    let scripts = [
      "(function down() { return down() + 1 })()",
      "JSON.stringify((() => { let a = []; for (let i = 0; i < 1e6; i++) a = [a]; return a })())",
      "let text = '('.repeat(1e5); new Function(text)",
      "class A { get x() { return this.x } }; new A().x",
    ]
    for script in scripts {
      let result = try await host.run(.script(script), services: RecordedServices())
      #expect(["RangeError", "SyntaxError"].contains(result.failure?.name))
    }
    #expect(try await host.lines(of: "console.log('next')") == ["next"])
  }

  @Test func aMillionConsoleLinesAreBounded() async throws {
    let services = RecordedServices()
    _ = try await ScriptHost(HostProgram.options).run(
      .script("for (let i = 0; i < 1e6; i++) console.log(i)", time: .seconds(60)), services: services)
    #expect(services.console.count <= ScriptLimits().consoleLines + 1)
  }

  @Test func aStormOfPromisesEnds() async throws {
    let source = """
      const all = Array.from({ length: 1e5 }, async (_, i) => i)
      console.log((await Promise.all(all)).length)
      """
    #expect(try await ScriptHost(HostProgram.options).lines(of: source) == ["100000"])
  }

  /// Other ciphers write more than the memory that the host gives them.
  @Test(arguments: ["WRAP", "WRAP-PAD", "GCM", "CBC-HMAC-SHA1"])
  func aModeThatIsNotOfTheCiphersIsAnErrorOfTheScript(_ mode: String) async throws {
    let source = """
      const bytes = count => CryptoJS.lib.WordArray.random(count);
      CryptoJS.AES.encrypt(bytes(64), bytes(16), { mode: { name: '\(mode)' }, iv: bytes(16) })
      """
    let result = try await ScriptHost(HostProgram.options).run(.script(source), services: RecordedServices())
    #expect(result.failure?.message == "there is no such cipher and mode")
  }

  @Test func bytesThatAScriptTakesAwayWhileTheyAreUsedAreNotRead() async throws {
    let source = """
      const buffer = new ArrayBuffer(1 << 24, { maxByteLength: 1 << 24 });
      const iterations = { valueOf() { buffer.resize(0); return 1 } };
      try { require('crypto-js').PBKDF2(new Uint8Array(buffer), 'salt', { iterations }) } catch {}
      console.log(buffer.byteLength)
      """
    #expect(try await ScriptHost(HostProgram.options).lines(of: source) == ["0"])
  }
}
