import Foundation
import Glibc
import TestSupport

/// Verifies the test servers with curl.
enum Curl {
  struct Failure: Error {
    let status: Int32
  }

  static func run(_ arguments: String...) async throws -> String {
    String(decoding: try await data(arguments), as: UTF8.self)
  }

  /// The server's response.
  static func data(_ arguments: [String]) async throws -> Data {
    let output = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID().uuidString)")
    let file = open(output.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer {
      close(file)
      unlink(output.path)
    }
    let curl = try ChildProcess(
      ["curl", "--silent", "--noproxy", "", "--max-time", "20"] + arguments, output: file, error: 2)
    let status = await curl.status
    if status != 0 { throw Failure(status: status) }
    return try Data(contentsOf: output)
  }

  /// The exit status: 0 of a run that succeeds.
  static func status(_ arguments: String...) async throws -> Int32 {
    do {
      _ = try await data(arguments)
      return 0
    } catch let failure as Failure {
      return failure.status
    }
  }
}
