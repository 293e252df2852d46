internal import Foundation

/// Autobahn's fuzzing server for WebSocket clients, in Python 2.7.
package final class Autobahn: Sendable {
  /// `ws://127.0.0.1:12345`
  package let url: String
  private let folder: URL
  private let process: ServerProcess

  /// Created by `scripts/setup-autobahn`.
  private static let site = TestServers.folder.appending(path: "autobahn/site")
  private static let python = TestServers.folder.appending(path: "autobahn/python")

  package static var isInstalled: Bool { FileManager.default.fileExists(atPath: python.path) }

  /// Whether all cases are wanted rather than those that take seconds.
  package static var wantsAll: Bool { ProcessInfo.processInfo.environment["AUTOBAHN"] == "all" }

  /// - Parameter cases: The names of cases, with `*`.
  package init(cases: [String]) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "autobahn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = "ws://127.0.0.1:\(try RawServer.freePort())"
    let settings: [String: Any] = [
      "url": url, "outdir": folder.path, "cases": cases, "exclude-cases": [String](),
      "exclude-agent-cases": [String: Any](),
    ]
    let file = folder.appending(path: "settings.json")
    try JSONSerialization.data(withJSONObject: settings).write(to: file)
    process = try await ServerProcess(
      python: Self.script,
      arguments: [Self.python.path, Self.site.path, file.path, String(url.split(separator: ":")[2])])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The verdicts on a case: on what was sent and received, and on how the connection was closed.
  package struct Result: Decodable, Sendable {
    package var name = ""
    package let behavior: String
    package let behaviorClose: String

    /// Whether nothing is wrong, and nothing is only tolerated.
    package var isStrict: Bool { [behavior, behaviorClose].allSatisfy { ["OK", "INFORMATIONAL"].contains($0) } }
    package var description: String { "\(name): \(behavior), \(behaviorClose)" }

    private enum CodingKeys: String, CodingKey { case behavior, behaviorClose }
  }

  /// The report, after the client has asked for it.
  package func results(of agent: String) throws -> [Result] {
    let data = try Data(contentsOf: folder.appending(path: "index.json"))
    let reports = try JSONDecoder().decode([String: [String: Result]].self, from: data)
    return (reports[agent] ?? [:]).map { name, result in
      var result = result
      result.name = name
      return result
    }
  }

  /// Starts the server in the older Python and waits until it listens.
  private static let script =
    TestServers.dieWithInput + #"""
      import socket, subprocess, time
      python, site, settings, port = sys.argv[1:]
      run = "import sys; sys.argv[0] = 'wstest'; from autobahntestsuite.wstest import run; run()"
      server = subprocess.Popen(
          [os.path.realpath(python), "-c", run, "-m", "fuzzingserver", "-s", settings, "--webport", "0"],
          env={**os.environ, "PYTHONPATH": site}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
      def end(): server.kill()
      threading.Thread(target=watch, daemon=True).start()
      while server.poll() is None:
          try:
              socket.create_connection(("127.0.0.1", int(port))).close()
              print("ready", flush=True)
              break
          except OSError: time.sleep(0.05)
      server.wait()
      """#
}
