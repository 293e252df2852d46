import DemoServer

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Serves the examples of a collection, or the built-in demo server.",
    discussion: CommandHelp.text(
      """
      With a path, answers requests with the examples that its requests have, follows changes of the files, and writes a \
      line for each request to standard error. A client may choose with Prefer: code=404 or x-mock-response-name. \
      Without a path, runs the built-in demo server on 127.0.0.1. Either ends with Ctrl+C.
      """,
      examples: [
        "workbench demo", "workbench demo collections/shop --port 8080",
        "workbench demo api.yaml --delay 200ms --fail-rate 0.1",
        "workbench demo collections/shop --record https://api.example.com",
      ],
      exits: """
        0 ended with Ctrl+C, 2 usage, 3 a file is broken, 4 the port cannot be used.
        """))

  @Argument(
    help: "A collection, a folder, a request, or a document of another tool such as OpenAPI.", completion: .file())
  var path: String?

  @Option(help: ArgumentHelp("The port; 0 chooses a free one.", valueName: "number"))
  var port: UInt16 = 8787

  @OptionGroup(title: "Options of a collection")
  var options: MockOptions

  @OptionGroup(title: "TLS of a collection")
  var tls: TLSOptions

  func run() async throws {
    guard let path else { return try await runBuiltIn() }
    let interruption = Interruption()
    let session = try await MockSession(path, options)
    let certificate = tls.isOn ? try MockCertificate(tls, host: options.host, try HistoryAccess.folders()) : nil
    let hosts = HostNames(listeningOn: options.host, others: options.allowedHosts)
    let server = MockServer(host: options.host, port: port, tls: certificate?.context, hosts: hosts, log: session.log) {
      await session.answer($0)
    }
    let port = try await Self.starting { try await server.start() }
    session.watch()
    let scheme = certificate == nil ? "http" : "https"
    StandardError.write(lines: certificate?.lines(url: "\(scheme)://\(Self.reached(host: options.host)):\(port)") ?? [])
    try StandardOutput.write(line: "\(scheme)://\(Self.shown(host: options.host)):\(port)")
    await Self.untilInterrupted(interruption)
    await server.stop()
  }

  /// The host under which a client on this machine reaches a server that listens on `host`.
  private static func reached(host: String) -> String {
    ["127.0.0.1", "::1", "0.0.0.0", "::"].contains(host) ? "localhost" : shown(host: host)
  }

  private static func shown(host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  private func runBuiltIn() async throws {
    guard !options.areGiven, !tls.isOn else {
      throw CommandExit.usageError("The options of a collection need a path — workbench demo PATH")
    }
    let server = DemoServer(port: port)
    let port = try await Self.starting { try await server.start() }
    try StandardOutput.write(line: "http://127.0.0.1:\(port)")
    await Self.untilInterrupted(Interruption())
    await server.stop()
  }

  private static func untilInterrupted(_ interruption: Interruption) async {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self)
    interruption.begin { signal.yield() }
    for await _ in signals { break }
  }

  /// - Returns: The port.
  private static func starting(_ start: () async throws -> UInt16) async throws -> UInt16 {
    do { return try await start() } catch { throw CommandExit.fail("\(error)", CommandExit.unfinished) }
  }
}
