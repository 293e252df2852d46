import Foundation

/// A server program that lives no longer than the test process: it ends when its standard input does.
///
/// The program writes one line to its standard output when it is ready, which is `ready`.
final class ServerProcess: Sendable {
  struct NotReady: Error, CustomStringConvertible {
    let description: String
  }

  private static let starting = NSLock()

  let ready: String
  private let lifeline: FileHandle

  init(python script: String, arguments: [String] = []) throws {
    let python = TestServers.folder.appending(path: "venv/bin/python").path
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw NotReady(description: "The test servers are not set up — run `make test`")
    }
    // One at a time: between making a pipe and marking it, another start would inherit it.
    Self.starting.lock()
    defer { Self.starting.unlock() }
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", script] + arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    lifeline = input.fileHandleForWriting
    // Inherited by another server, they would keep this one alive, or its end from being noticed.
    for pipe in [input, output] {
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
    }
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte[0] != 0x0A { line += byte }
    ready = String(decoding: line, as: UTF8.self)
    if ready.isEmpty { throw NotReady(description: "A test server did not start: \(arguments.first ?? "httpbin")") }
  }
}
