import Foundation
import Glibc
import TestSupport

/// A program that a test started.
final class Program: Sendable {
  /// How it ended, as `ChildProcess.status` has it, and what it wrote.
  struct Finished {
    let status: Int32
    let output: Data
    let error: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  static let workbench = TestedProgram.path

  private let process: ChildProcess
  private let outputs: (out: String, err: String)

  /// Its standard output and error go to files: a full pipe would block it.
  /// - Parameter environment: All of it; nothing of the test's own environment goes along but `PATH`.
  init(
    _ arguments: [String], in folder: String, input: Data = Data(), environment: [String: String] = [:]
  ) throws {
    let name = NSTemporaryDirectory() + "workbench-output-" + UUID().uuidString
    outputs = (name + ".out", name + ".err")
    let paths: [String] = [name + ".in", outputs.out, outputs.err]
    let files = paths.map { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    defer { for file in files { close(file) } }
    unlink(name + ".in")
    try FileHandle(fileDescriptor: files[0]).write(contentsOf: input)
    lseek(files[0], 0, SEEK_SET)
    let variables = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"].merging(environment) { $1 }
    process = try ChildProcess(
      arguments, in: folder, environment: variables, input: files[0], output: files[1], error: files[2])
  }

  deinit {
    for file in [outputs.out, outputs.err] { unlink(file) }
  }

  var id: pid_t { process.id }

  /// Its standard output so far.
  var outputSoFar: String { Self.text(of: outputs.out) }

  /// Its standard error so far.
  var errorSoFar: String { Self.text(of: outputs.err) }

  private static func text(of path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func send(_ signal: Int32) { process.send(signal) }

  /// Waits for its end.
  func finished() async throws -> Finished {
    let status = await process.status
    let (output, error) = try (
      Data(contentsOf: URL(fileURLWithPath: outputs.out)), Data(contentsOf: URL(fileURLWithPath: outputs.err))
    )
    return Finished(status: status, output: output, error: String(decoding: error, as: UTF8.self))
  }
}

extension Sandbox {
  /// Starts the workbench in this folder, with its home in it.
  func start(_ arguments: [String], input: Data = Data(), environment: [String: String] = [:]) throws -> Program {
    try Program(
      [Program.workbench] + arguments, in: folder, input: input,
      environment: ["HOME": home, "WORKBENCH_HOME": home].merging(environment) { $1 })
  }

  /// Runs the workbench in this folder to its end.
  func run(
    _ arguments: String..., input: Data = Data(), environment: [String: String] = [:]
  ) async throws -> Program.Finished {
    try await start(arguments, input: input, environment: environment).finished()
  }

  func run(_ arguments: [String]) async throws -> Program.Finished { try await start(arguments).finished() }

  /// Runs a line of shell in this folder, where `workbench` is this build's.
  func shell(_ line: String) async throws -> Program.Finished {
    let folders = [URL(fileURLWithPath: Program.workbench).deletingLastPathComponent().path, "/usr/bin", "/bin"]
    return try await Program(
      ["/bin/sh", "-c", line], in: folder,
      environment: ["HOME": home, "WORKBENCH_HOME": home, "PATH": folders.joined(separator: ":")]
    ).finished()
  }
}
