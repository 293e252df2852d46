import Foundation
import TestSupport
import Testing

@testable import RequestScript

/// What the process of the host could do if a script took it over.
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
    let (_, output) = try await run("open", "--without-sandbox")
    #expect(output == "open: done\n")
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
