import Foundation
import RequestBasics
import Testing

@testable import RequestScript

/// Values that scripts cannot reach.
struct IsolationTests {
  @Test func aScriptSeesNothingThatAnotherJobHasChanged() async throws {
    let host = ScriptHost(HostProgram.options)
    _ = try await host.lines(
      of: """
        globalThis.left = 'secret'; var alsoLeft = 1
        Object.prototype.polluted = 1; Array.prototype.map = () => 'broken'; JSON.stringify = () => 'broken'
        Promise.prototype.then = function () { return this }; String.prototype.replace = null
        Symbol.for('left').description; Object.freeze(Math); console.constructor.left = 1
        setTimeout(() => {}, 5)
        """)
    let lines = try await host.lines(
      of: """
        console.log([typeof left, typeof alsoLeft, typeof ({}).polluted, [1].map(x => x + 1).join(),
          JSON.stringify([1]), typeof ''.replace, Object.isFrozen(Math), typeof console.constructor.left].join(' '))
        """)
    #expect(lines == ["undefined undefined undefined 2 [1] function false undefined"])
    #expect(host.idleProcesses.count == 1)
  }

  private static let names = [
    "process", "Bun", "Deno", "fetch", "XMLHttpRequest", "WebSocket", "Worker", "importScripts", "WebAssembly",
    "SharedArrayBuffer", "load", "readFile", "print", "quit", "$vm", "gc", "__post", "__ask", "__evaluate",
    "__bodyText",
  ]

  @Test func aScriptFindsNoWayOutByName() async throws {
    let list = Self.names.map { "'\($0)'" }.joined(separator: ",")
    let source = """
      const hidden = Function('return this')()
      const found = [\(list)].filter(name => name in hidden || name in globalThis)
      console.log(found.join() || 'nothing')
      """
    #expect(try await ScriptHost(HostProgram.options).lines(of: source) == ["nothing"])
  }

  private static let tricks = [
    "require('fs')", "require('child_process')", "require('/etc/passwd')", "require('net')",
    "this.constructor.constructor('return process')()", "console.log.constructor('return process.env')()",
    "pm.test.constructor.constructor('return require')()('fs')", "await import('fs')", "await import('/etc/passwd')",
    "(async () => {}).constructor('return process.exit()')()", "new Function('return process')()",
    "eval('process')", "Reflect.construct(Function, ['return process'])()",
    "(Error.prepareStackTrace = (_, frames) => frames[0].getThis(), new Error().stack.process.exit())",
    "new XMLHttpRequest()", "fetch('http://127.0.0.1')", "new Worker('x')",
  ]

  @Test(arguments: tricks)
  func aTrickFails(_ trick: String) async throws {
    let host = ScriptHost(HostProgram.options)
    let services = RecordedServices { _ in ["error": "Cannot find module"] }
    let source = """
      try {
        const found = await (async function () { return \(trick) })()
        console.log('found ' + found)
      } catch {
        console.log('refused')
      }
      """
    #expect(try await host.lines(of: source, services) == ["refused"])
  }

  @Test func theProcessHasNothingToUse() async throws {
    let host = ScriptHost(HostProgram.options)
    _ = try await host.lines(of: "")
    let id = try #require(host.idleProcesses.first)
    let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    #expect(status.contains("NoNewPrivs:\t1"))
    #expect(status.contains("Seccomp:\t2"))
    // Other processes of this user cannot look into it; the system's administrator can.
    guard geteuid() == 0 else {
      #expect(throws: (any Error).self) { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd") }
      return
    }
    let maps = try String(contentsOfFile: "/proc/\(id)/maps", encoding: .utf8).split(separator: "\n")
    // Only files and the kernel's own pages can be executed, and what the engine compiles, in one place.
    let executable = maps.map { $0.split(separator: " ") }.filter { $0[1].contains("x") }
    let (compiled, rest) = (executable.filter { $0.count == 5 }, executable.filter { $0.count != 5 })
    #expect(rest.allSatisfy { !$0[1].contains("w") })
    let bounds = compiled.map { $0[0].split(separator: "-") }
    #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $0[1] == $1[0] })
    let size = try bounds.first.map { first in
      try #require(Int(bounds[bounds.count - 1][1], radix: 16)) - #require(Int(first[0], radix: 16))
    }
    #expect(size ?? 0 <= 65 << 20)
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd")
    let targets = descriptors.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/fd/\($0)")
    }
    // Pipes, /dev/null, chance, and the count of its memory.
    let strange = targets.filter { target in
      !["pipe:", "/dev/null", "/dev/urandom", "anon_inode:[event", "/proc/\(id)/statm"].contains {
        target.hasPrefix($0)
      }
    }
    #expect(strange == [])
  }
}
