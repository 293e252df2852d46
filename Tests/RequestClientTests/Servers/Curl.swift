import Foundation
import Glibc

/// curl as a second opinion on the servers: what it gets, another client should.
enum Curl {
  struct Failure: Error {
    let status: Int32
  }

  static func run(_ arguments: String...) throws -> String { String(decoding: try data(arguments), as: UTF8.self) }

  /// What the server answered.
  ///
  /// Not by Foundation's `Process`, whose one waiting thread takes a server that closes what it inherited for one that
  /// has ended, and never gets to another.
  static func data(_ arguments: [String]) throws -> Data {
    let output = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: output) }  // Where curl did not start there is none.
    let process = try start(["curl", "--silent", "--noproxy", "", "--max-time", "20"] + arguments, output: output.path)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    if status != 0 { throw Failure(status: status >> 8) }
    return try Data(contentsOf: output)
  }

  /// The exit status: 0 of a run that succeeds.
  static func status(_ arguments: String...) throws -> Int32 {
    do {
      _ = try data(arguments)
      return 0
    } catch let failure as Failure {
      return failure.status
    }
  }

  private static func start(_ arguments: [String], output: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    let words = arguments.map { strdup($0) }
    defer {
      posix_spawn_file_actions_destroy(&actions)
      for word in words { free(word) }
    }
    var process: pid_t = 0
    let error = posix_spawnp(&process, "curl", &actions, nil, words + [nil], environ)
    if error != 0 { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .ENOENT) }
    return process
  }
}
