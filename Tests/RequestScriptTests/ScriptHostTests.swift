import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import RequestScript

struct ScriptHostTests {
  @Test func eventsArriveInOrderAndTheResultHasTheChanges() async throws {
    let services = RecordedServices()
    let result = try await ScriptHost(HostProgram.options).run(
      .script(
        "console.warn('a'); pm.test('good', () => {}); pm.test('bad', () => { throw new Error('no') }); pm.environment.set('x', 'y')"
      ), services: services)
    #expect(services.events.first == .console(.warn, "a"))
    #expect(services.tests.map(\.name) == ["good", "bad"])
    #expect(services.tests.map(\.status) == [.passed, .failed])
    #expect(services.tests.last?.message == "no")
    #expect(result.changes.map(\.scope) == [.environment])
    #expect(result.failure == nil)
  }

  @Test func anErrorOfAScriptKeepsTheChangesBeforeIt() async throws {
    let result = try await ScriptHost(HostProgram.options).run(
      .script("pm.environment.set('x', 'y')\nnull.y"), services: RecordedServices())
    #expect(result.failure?.name == "TypeError")
    #expect(result.failure?.stack?.hasPrefix("test.js:2:") == true)
    #expect(result.changes.count == 1)
  }

  @Test func theHostIsKeptForTheNextJob() async throws {
    let host = ScriptHost(HostProgram.options)
    _ = try await host.lines(of: "")
    let first = host.idleProcesses
    for _ in 0..<20 { _ = try await host.lines(of: "") }
    #expect(host.idleProcesses == first)
    #expect(first.count == 1)
  }

  @Test func jobsLeaveNoMemoryBehind() async throws {
    let host = ScriptHost(HostProgram.options)
    func memory() async throws -> Int {
      for _ in 0..<300 {
        _ = try await host.lines(
          of: "globalThis.kept = Array.from({ length: 1e4 }, (_, i) => ({ i })); pm.test('x', () => {})")
      }
      let id = try #require(host.idleProcesses.first)
      let text = try String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8)
      return try #require(Int(text.split(separator: " ")[1])) * 4096
    }
    let first = try await memory()
    #expect(try await memory() < first + 24 << 20)
  }

  @Test(arguments: [1 << 30, 1 << 32, 1 << 33]) func aBodyThatIsTooLongIsRefused(_ size: Int) async throws {
    // A file without content, mapped: it takes no memory.
    let path = FileManager.default.temporaryDirectory.path + "/large-" + UUID().uuidString
    defer { unlink(path) }
    close(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    #expect(truncate(path, size) == 0)
    var job = ScriptJob.script("console.log(1)")
    job.body = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    await #expect(throws: ScriptError.body(size)) {
      _ = try await ScriptHost(HostProgram.options).run(job, services: RecordedServices())
    }
  }

  @Test func aWarmHostRunsTheFirstJob() async throws {
    let host = ScriptHost(HostProgram.options)
    host.warm()
    _ = try await host.lines(of: "")
    #expect(host.idleProcesses.count == 1)
  }

  @Test func anAnswerMayRunAnotherJob() async throws {
    let host = ScriptHost(HostProgram.options)
    let services = RecordedServices { _ in
      let inner = RecordedServices()
      _ = try? await host.run(.script("console.log('inner')"), services: inner)
      return ["response": ["code": 200, "status": "OK", "headers": [], "bodyText": .string(inner.console.joined())]]
    }
    let lines = try await host.lines(
      of: "const response = await pm.sendRequest('http://x/'); console.log(response.code)", services)
    #expect(lines == ["200"])
  }

  @Test func theBodyIsDecodedByItsEncoding() async throws {
    let host = ScriptHost(HostProgram.options)
    let bytes = Data([0x68, 0xC3, 0xA9, 0xF0, 0x9F, 0x98, 0x80, 0xFF, 0xE2, 0x82, 0x00, 0x7A])
    #expect(
      try await host.lines(of: "console.log(pm.response.text())", body: bytes) == ["hé😀\u{FFFD}\u{FFFD}\0z"])
  }

  @Test func aHostThatIsKilledFailsItsJobAndNotTheNext() async throws {
    let host = ScriptHost(HostProgram.options)
    _ = try await host.lines(of: "")
    let id = try #require(host.idleProcesses.first)
    let services = RecordedServices { _ in
      // The job runs now: it waits for this answer.
      kill(id, SIGKILL)
      try? await Task.sleep(for: .seconds(60))
      return [:]
    }
    await #expect(throws: ScriptError.ended("signal 9")) {
      try await host.run(.script("await pm.sendRequest('http://x/')"), services: services)
    }
    #expect(try await host.lines(of: "console.log('next')") == ["next"])
  }

  @Test func aHostThatIsKilledWhileIdleIsReplaced() async throws {
    let host = ScriptHost(HostProgram.options)
    _ = try await host.lines(of: "")
    let id = try #require(host.idleProcesses.first)
    kill(id, SIGKILL)
    while !host.idleProcesses.isEmpty { await Task.yield() }
    #expect(try await host.lines(of: "console.log('next')") == ["next"])
  }

  @Test func cancellingTheTaskEndsTheJob() async throws {
    let host = ScriptHost(HostProgram.options)
    let isRunning = Gate()
    let services = RecordedServices { _ in
      isRunning.open()
      return [:]
    }
    let task = Task { try await host.run(.script("pm.sendRequest('http://x/'); while (true) {}"), services: services) }
    await isRunning.wait()
    task.cancel()
    await #expect(throws: ScriptError.cancelled) { try await task.value }
    #expect(try await host.lines(of: "console.log('next')") == ["next"])
  }

  @Test func cancellingBeforeTheHostHasStartedEndsIt() async throws {
    let host = ScriptHost(HostProgram.options)
    let task = Task { try await host.run(.script("while (true) {}"), services: RecordedServices()) }
    task.cancel()
    await #expect(throws: ScriptError.cancelled) { try await task.value }
    #expect(host.idleProcesses.isEmpty)
  }

  @Test func aHostEndsWithItsProgram() async throws {
    let input = Pipe()
    let output = Pipe()
    let process = try ChildProcess(
      [HostProgram.path, "__script-host"], environment: [:], input: input.fileHandleForReading.fileDescriptor,
      output: output.fileHandleForWriting.fileDescriptor)
    try input.fileHandleForReading.close()
    let job = ScriptJob.script("console.log('runs'); while (true) {}", time: .seconds(600))
    var bytes: [UInt8] = []
    HostFrame(.job, .object(job.json)).write(to: &bytes)
    try input.fileHandleForWriting.write(contentsOf: bytes)
    var text = ""
    while !text.contains("runs") { text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }
    try input.fileHandleForWriting.close()
    #expect(await process.status == 0)
  }

  @Test func aResultThatIsTooLargeIsAnErrorOfTheScript() async throws {
    let host = ScriptHost(HostProgram.options)
    let result = try await host.run(
      .script("pm.environment.set('x', 'x'.repeat(65 << 20))"), services: RecordedServices())
    #expect(result.failure?.message.contains("more than 64 MB") == true)
    #expect(host.idleProcesses.count == 1)
  }

  @Test func nestedValuesArriveAsTheyAre() async throws {
    let source = "let a = []; for (let i = 0; i < 400; i++) a = [a]; pm.environment.set('x', a)"
    let result = try await ScriptHost(HostProgram.options).run(.script(source), services: RecordedServices())
    var depth = 0
    if case .set(_, var value, _)? = result.changes.first?.change {
      while let next = value.array?.first { (value, depth) = (next, depth + 1) }
    }
    #expect(depth == 400)
  }

  @Test func testsBeyondTheLimitAreOneResult() async throws {
    let services = RecordedServices()
    var job = ScriptJob.script(
      "for (let i = 0; i < 1000; i++) pm.test('t' + i, () => { if (i > 990) throw new Error() })")
    job.limits.tests = 100
    _ = try await ScriptHost(HostProgram.options).run(job, services: services)
    #expect(services.tests.count == 101)
    #expect(services.tests.last == ScriptTest("900 further tests", .failed, message: "9 tests failed"))
  }

  @Test func testsWithLongTextsBeyondTheLimitAreOneResultToo() async throws {
    let services = RecordedServices()
    var job = ScriptJob.script("for (let i = 0; i < 100; i++) pm.test(i + 'x'.repeat(1000), () => {})")
    (job.limits.testBytes, job.limits.textBytes) = (10_000, 100)
    _ = try await ScriptHost(HostProgram.options).run(job, services: services)
    // Each counts as a hundred bytes.
    #expect(services.tests.count == 100 && services.tests.last?.name.hasPrefix("99x") == true)
    job.limits.textBytes = 1000
    let others = RecordedServices()
    _ = try await ScriptHost(HostProgram.options).run(job, services: others)
    #expect(others.tests.count == 11 && others.tests.last == ScriptTest("90 further tests", .passed))
  }

  @Test func aScriptIsReadAsItIs() async throws {
    let host = ScriptHost(HostProgram.options)
    #expect(try await host.lines(of: "console.log('a\0é😀b'.length) // end") == ["6"])
    #expect(try await host.lines(of: "// only a comment") == [])
  }

  @Test func timersFireInTheOrderOfTheirTime() async throws {
    let source = """
      for (const time of [30, 10, 20, 10]) setTimeout(() => console.log(time), time)
      const late = setTimeout(() => console.log('never'), 15)
      clearTimeout(late)
      """
    #expect(try await ScriptHost(HostProgram.options).lines(of: source) == ["10", "10", "20", "30"])
  }
}
