import Foundation
import Interchange
import RequestModel
import Synchronization
import TestSupport

/// A folder with the programs of all cases, and the server that they send to.
final class CodeRun: Sendable {
  let folder: URL
  let requests: [CodeRequest]
  private let server: RawServer
  private let messages = TestMessages()

  convenience init(_ tool: CodeTool) throws {
    try self.init(tool.format) { CodeCases.all(host: $0, unless: tool.skips) }
  }

  /// - Parameter requests: Makes the requests for the host and port of the server.
  init(_ name: String, _ makeRequests: (String) -> [CodeRequest]) throws {
    guard let format = ExportFormat.named(name) else { throw Failure(description: "no format \(name)") }
    folder = URL(filePath: NSTemporaryDirectory()).appending(path: "code-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in CodeCases.files { try bytes.write(to: folder.appending(path: name)) }
    server = try RawServer { [messages] client in
      while true {
        let message = try WireMessage(client)
        let number = message.target.split(separator: "/").first.flatMap { Int($0.prefix { $0.isNumber }) }
        messages.set(number ?? -1, message)
        try client.send("HTTP/1.1 200 OK\r\nContent-Length: \(message.method == "HEAD" ? 0 : 2)\r\n\r\n")
        if message.method != "HEAD" { try client.send("ok") }
      }
    }
    requests = makeRequests("127.0.0.1:\(server.port)")
    var source = ExportSource(PortableFolder(name: "Nasty"))
    source.requests = requests
    let files = try format.write(source).files
    for file in files {
      try file.bytes.write(to: folder.appending(path: file.path.isEmpty ? "all." + format.fileExtension : file.path))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs a shell script in the folder; its output is shown if it fails.
  func run(_ script: String, environment: [String: String] = [:]) async throws {
    var all = ProcessInfo.processInfo.environment
    for name in all.keys where name.lowercased().hasSuffix("_proxy") { all[name] = nil }
    all.merge(["no_proxy": "*", "HOME": folder.path]) { $1 }
    all.merge(environment) { $1 }
    let status = try await ChildProcess.shell(
      "cd '\(folder.path)' || exit\n{ \(script)\n} >log.txt 2>&1", environment: all)
    if status != 0 {
      let lines = log.split(separator: "\n").map { $0.prefix(200) }.joined(separator: "\n")
      throw Failure(description: "exit status \(status)\n\(lines.suffix(4000))")
    }
  }

  func message(_ number: Int) -> WireMessage? { messages.get(number) }

  /// The output of the programs besides statuses and bodies.
  var log: String {
    let text = String(decoding: (try? Data(contentsOf: folder.appending(path: "log.txt"))) ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").filter { $0 != "200" && $0 != "ok" }.joined(separator: "\n")
  }

  struct Failure: Error, CustomStringConvertible { let description: String }
}

private final class TestMessages: Sendable {
  private let all = Mutex<[Int: WireMessage]>([:])

  func set(_ number: Int, _ message: WireMessage) { all.withLock { $0[number] = message } }
  func get(_ number: Int) -> WireMessage? { all.withLock { $0[number] } }
}
