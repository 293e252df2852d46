import Foundation
import TestSupport
import Testing

@testable import RequestScript

/// Attempts of a script that has taken over the process of the host.
struct SandboxTests {
  private static let refused = [
    "open", "create", "stat", "unlink", "readlink", "executable-memory", "mprotect", "map-file", "dumpable", "chdir",
    "pipe",
    "dup", "uname",
  ]
  private static let deadly = [
    "socket", "unix-socket", "execve", "fork", "vfork", "kill", "tgkill", "ptrace", "seccomp",
  ]

  @Test(arguments: refused)
  func anAttemptIsRefused(_ probe: String) async throws {
    #expect(try await result(of: probe) == "\(probe): EPERM\n")
  }

  @Test(arguments: deadly)
  func anAttemptEndsTheProcess(_ probe: String) async throws {
    let (status, output) = try await run(probe)
    #expect(status == 128 + SIGSYS)
    #expect(output == "")
  }

  @Test func threadsAreAllowedForTheEngine() async throws {
    #expect(try await result(of: "thread") == "thread: done\n")
  }

  @Test func probesWorkOutsideOfTheSandbox() async throws {
    let (_, output) = try await run("open", "--without-seccomp", "--sandbox-optional")
    #expect(output == "open: done\n")
  }

  @Test func withoutSeccompNoScriptRuns() async throws {
    let host = ScriptHost(HostProgram.options("--without-seccomp"))
    let error = await host.error(of: "")
    #expect(error == .sandboxMissing("the kernel does not allow filters of system calls (seccomp)"))
  }

  @Test func aSettingAllowsScriptsWithoutSeccomp() async throws {
    var options = HostProgram.options("--without-seccomp")
    options.runsUnconfined = true
    #expect(try await ScriptHost(options).lines(of: "console.log('runs')") == ["runs"])
    let environment = [ScriptHost.Options.openVariable: "1"]
    #expect(ScriptHost.Options(environment: environment).runsUnconfined)
    #expect(!ScriptHost.Options(environment: [:]).runsUnconfined)
  }

  @Test func theEngineIsCompleteInTheSandbox() async throws {
    let source = #"""
      const date = new Date(Date.UTC(2024, 0, 2, 3, 4, 5))
      console.log(date.toLocaleString('de-DE', { timeZone: 'Asia/Tokyo' }))
      console.log(new Intl.NumberFormat('hi').format(1234567.8), 'ß'.toLocaleUpperCase('de'))
      console.log(['z', 'ä', 'a'].sort(new Intl.Collator('sv').compare).join(''), [...new Intl.Segmenter().segment('👩‍👩‍👧e\u0301')].length)
      console.log(/\p{Script=Greek}(?<=α)/u.test('α'), 2n ** 64n, structuredClone === undefined)
      const registry = new FinalizationRegistry(() => {}); registry.register({}, 1)
      const weak = new WeakRef(date); console.log(weak.deref() === date, typeof Math.random())
      console.log(await Promise.any([Promise.reject(1), 2]), new Array(1e6).fill(0).map((_, i) => i).sort((a, b) => b - a)[0])
      for (let i = 0; i < 50; i++) new Uint8Array(1 << 20).fill(i)
      """#
    #expect(
      try await ScriptHost(HostProgram.options).lines(of: source) == [
        "2.1.2024, 12:04:05", "12,34,567.8 SS", "azä 2", "true 18446744073709551616n false", "true number", "2 999999",
      ])
  }

  @Test func scriptsHaveTheTimeZoneOfTheProgram() async throws {
    var options = HostProgram.options
    options.timeZone = "Asia/Tokyo"
    let host = ScriptHost(options)
    let source = "console.log(new Date(0).getHours(), Intl.DateTimeFormat().resolvedOptions().timeZone)"
    for _ in 1...7 { #expect(try await host.lines(of: source) == ["9 Asia/Tokyo"]) }
  }

  private func result(of probe: String) async throws -> String { try await run(probe).output }

  private func run(_ probe: String, _ more: String...) async throws -> (status: Int32, output: String) {
    let arguments = [HostProgram.path, "__script-host", "--probe", probe] + more
    let pipe = Pipe()
    let process = try ChildProcess(
      arguments, environment: [:], input: nil, output: pipe.fileHandleForWriting.fileDescriptor)
    let status = await process.status
    try pipe.fileHandleForWriting.close()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return (status, String(decoding: output, as: UTF8.self))
  }
}
