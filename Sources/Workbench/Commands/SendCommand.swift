import ArgumentParser
import DemoServer
import Foundation
import RequestModel
import RequestRunner
import RequestStore

struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Sends a stored request, a URL, or each request of a folder.",
    discussion:
      "Data goes to standard output, everything else to standard error. A 404 is a response: --fail makes it exit 1.")

  @Argument(help: "A request's file, a folder, or a URL.", completion: .file(extensions: ["json"]))
  var target: String

  @Option(
    name: [.customShort("X"), .long], parsing: .unconditional,
    help: "The method. (default for a URL: GET, or POST with a body)")
  var method: String?

  @Option(
    name: [.customShort("H"), .customLong("header")], parsing: .unconditionalSingleValue,
    help: "A header, 'Name: value'; may be repeated.")
  var headers: [String] = []

  @Option(
    name: [.customShort("d"), .customLong("data"), .customLong("data-binary")], parsing: .unconditionalSingleValue,
    help:
      "A body; @FILE sends a file unchanged, - reads standard input. Several are joined with &.")
  var data: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: "A body sent literally, even with @ or -; may be repeated.")
  var dataRaw: [String] = []

  @Option(
    name: .customLong("env"), parsing: .unconditional,
    help: "The environment; for a URL, one of the collection here or in ./collections.")
  var environment: String?

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: "A variable, name=value; may be repeated and overrides all others.")
  var variables: [String] = []

  @Option(
    parsing: .unconditional, help: "What to print of one request: body, headers, exchange or har. (default: body)")
  var output: ExchangePrinter.Part?

  @Option(
    parsing: .unconditional,
    help: "Seconds for the whole exchange; 0 waits forever. (default: 30 s idle timeout)")
  var timeout: Double?

  @Option(
    parsing: .unconditional,
    help: "The largest response body, such as 500M. (default: unlimited to a file or a pipe, else 1G)")
  var maxBody: String?

  @Flag(name: [.customShort("k"), .long], help: "Does not check the server's certificate.")
  var insecure = false

  @Flag(help: "Does not follow redirects.")
  var noRedirects = false

  @Flag(help: "Lets a collection read files outside its folder, and environment variables.")
  var allowFiles = false

  @Flag(help: "Exits with 1 if the status is 400 or more.")
  var fail = false

  @Flag(name: [.short, .long], help: "Writes only errors to standard error.")
  var quiet = false

  @Flag(help: "Runs the built-in demo server and sets the variable {{demo}} to its address.")
  var demo = false

  func run() async throws {
    let interruption = Interruption()
    let server = DemoServer()
    let builtIn = demo ? ["demo": "http://127.0.0.1:\(try await server.start())"] : [:]
    guard !target.containsExactly("://"), FileManager.default.fileExists(atPath: target) else {
      return try await sendURL(builtIn, interruption)
    }
    let place = try LaunchTarget(target, UserFolders(environment: ProcessInfo.processInfo.environment))
    var services = try Services(root: place.root, builtIn: builtIn)
    services.workspace.allowsOutsideFiles = allowFiles
    guard let address = place.selection else { return try await sendFolder(services, interruption) }
    try checkIsRequest(address, services)
    let file = try services.collections.open(address)
    try checkEnvironment([address], services)
    let changes = try changes()
    var sender = try sender(services, interruption)
    sender.sender.allowed = changes.body?.files ?? []
    try await send(changes.applied(to: file.request), address, sender)
  }

  // MARK: The three targets

  private func sendURL(_ builtIn: [String: String], _ interruption: Interruption) async throws {
    var services = try Services(root: FileManager.default.currentDirectoryPath, builtIn: builtIn)
    services.workspace.allowsOutsideFiles = allowFiles
    guard looksLikeURL else {
      throw CommandExit.fail("\"\(target)\" is neither a file nor a URL — check the path", CommandExit.usage)
    }
    let changes = try changes()
    let request = changes.applied(to: SavedRequest(method: changes.body == nil ? "GET" : "POST", url: target))
    var sender = try sender(services, interruption)
    sender.sender.environment = environment
    sender.sender.allowed = changes.body?.files ?? []
    sender.sender.collection = try environment.map(services.workspace.collection(declaring:))
    try await send(request, nil, sender)
  }

  /// `localhost:8080/x` and `{{base}}/x` are URLs too; `orders/creat.json` is a path with a typo.
  private var looksLikeURL: Bool {
    target.containsExactly("://") || target.startsExactly(with: "{{") || target == "localhost"
      || (!target.endsExactly(with: ".json")
        && target.unicodeScalars.prefix { $0 != "/" }.contains { $0 == "." || $0 == ":" })
  }

  private func sendFolder(_ services: Services, _ interruption: Interruption) async throws {
    let singles = [
      ("-X", method != nil), ("-d", !data.isEmpty), ("--data-raw", !dataRaw.isEmpty), ("--output", output != nil),
    ]
    if let (option, _) = singles.first(where: \.1) {
      throw CommandExit.fail("\(option) is for one request, and \(target) is a folder", CommandExit.usage)
    }
    if environment != nil {
      let tree = try LongReading.run(interruption) { (reading) throws(StoreError) in
        try services.collections.load(reading)
      }
      try checkEnvironment(tree.nodes.filter { !$0.isFolder }.map(\.address), services)
    }
    try await FolderSender(
      services: services, interruption: interruption, sender: sender(services, interruption).sender,
      changes: changes(), failsOnStatus: fail
    ).send(Address(""))
  }

  /// Rejects the collection's settings and environment files.
  private func checkIsRequest(_ address: Address, _ services: Services) throws {
    let folder = services.collections.path(of: address.parent)
    switch services.collections.role(of: address) {
    case .request: break
    case .settings:
      throw CommandExit.fail(
        "\(address.name) holds the settings of a folder — send the folder: workbench send \(folder)",
        CommandExit.usage)
    case .environment:
      throw CommandExit.fail(
        "\(address.name) is an environment — choose it with --env \(address.stem)", CommandExit.usage)
    }
  }

  // MARK: One request

  private var chosenEnvironment: String? { environment ?? (demo ? "demo" : nil) }

  private func sender(_ services: Services, _ interruption: Interruption) throws -> HeadlessSender {
    var sender = HeadlessSender(
      services: services, interruption: interruption, environment: chosenEnvironment,
      overrides: try OptionText.variables(variables))
    sender.showsProgress = !quiet
    return sender
  }

  private func send(_ request: SavedRequest, _ address: Address?, _ sender: HeadlessSender) async throws {
    sender.services.history.openForOneSend()
    let (result, problem) = await sendAndPrint(request, at: address, with: sender)
    let exchange = result.exchange
    if !quiet || exchange.outcome.failure != nil { StandardError.write(exchange.summaryLine) }
    if result.lacksVariables {
      StandardError.write("--env NAME chooses an environment, --var name=value gives a value")
    }
    if let problem { throw problem }
    if sender.interruption.isInterrupted { throw CommandExit.interrupted }
    if let code = CommandExit.code(for: exchange.outcome, failsOnStatus: fail) { throw code }
  }

  /// - Returns: The exchange, and the error if it could not be written.
  private func sendAndPrint(
    _ request: SavedRequest, at address: Address?, with sender: HeadlessSender
  ) async -> (HeadlessSender.Result, OutputProblem?) {
    let part = output ?? .body
    if part == .body, !TerminalText.outputIsTerminal {
      let body = PassedBody()
      return (await sender.send(request, at: address, passing: body.write), body.problem)
    }
    let live = part == .body ? LiveBody() : nil
    let result = await sender.send(
      request, at: address, live: live.map { live in live.write }, passing: part == .headers ? PassedBody.discard : nil)
    do {
      if let live, let body = result.exchange.response?.body, try live.finish(body) { return (result, nil) }
      try ExchangePrinter(part: part).write(result.exchange)
      return (result, nil)
    } catch {
      return (result, error)
    }
  }

  // MARK: Options

  private func changes() throws -> RequestChanges {
    if !data.isEmpty, !dataRaw.isEmpty {
      throw CommandExit.fail("-d and --data-raw cannot be joined — use one of them", CommandExit.usage)
    }
    return RequestChanges(
      method: method, headers: try headers.map(OptionText.header),
      body: !data.isEmpty ? try TypedBody(data) : !dataRaw.isEmpty ? try TypedBody(dataRaw, readsFiles: false) : nil,
      timeout: try timeout.map(OptionText.timeout), maxBody: try maxBody.map(OptionText.size), verifiesTLS: !insecure,
      followsRedirects: !noRedirects)
  }

  /// Checks that the environment exists in a collection of the requests and can be read.
  private func checkEnvironment(_ addresses: [Address], _ services: Services) throws {
    if let environment { try services.workspace.checkEnvironment(environment, for: addresses) }
  }
}

extension ExchangePrinter.Part: ExpressibleByArgument {}
