import Foundation

/// A server program that exits with the test process, when its standard input is closed.
///
/// The program writes a line to its standard output when it is ready, which becomes `ready`.
final class ServerProcess: Sendable {
  struct NotReady: Error, CustomStringConvertible {
    let description: String
  }

  let ready: String
  private let lifeline: FileHandle

  /// Starts the program and waits until it is ready.
  init(python script: String, arguments: [String] = []) async throws {
    let python = TestServers.folder.appending(path: "venv/bin/python").path
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw NotReady(description: "The test servers are not set up — run `make test`")
    }
    let (input, output) = (Pipe(), Pipe())
    _ = try ChildProcess(
      [python, "-c", script] + arguments, input: input.fileHandleForReading.fileDescriptor,
      output: output.fileHandleForWriting.fileDescriptor, error: 2)
    lifeline = input.fileHandleForWriting
    // Only the program keeps the other ends, so reading ends when it exits.
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    let reader = output.fileHandleForReading
    ready = try await blocking {
      var line = Data()
      while let byte = try reader.read(upToCount: 1), !byte.isEmpty, byte[0] != 0x0A { line += byte }
      return String(decoding: line, as: UTF8.self)
    }
    if ready.isEmpty { throw NotReady(description: "A test server did not start: \(arguments.first ?? "httpbin")") }
  }
}
