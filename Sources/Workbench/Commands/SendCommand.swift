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
      "Data goes to standard output, everything else to standard error. A 404 is an answer: --fail makes it exit 1.")

  @Argument(help: "A request's file, a folder, or a URL.", completion: .file(extensions: ["json"]))
  var target: String

  @Option(name: [.customShort("X"), .long], help: "The method; for a URL GET, or POST where there is a body.")
  var method: String?

  @Option(name: [.customShort("H"), .customLong("header")], help: "A header, 'Name: value'; may be repeated.")
  var headers: [String] = []

  @Option(name: [.customShort("d"), .customLong("data")], help: "A body; @FILE reads a file, - standard input.")
  var body: String?

  @Option(name: .customLong("env"), help: "The environment whose variables are used.")
  var environment: String?

  @Option(name: .customLong("var"), help: "A variable, name=value; may be repeated and wins over all others.")
  var variables: [String] = []

  @Option(help: "What to print of one request: body, headers, exchange or har. (default: body)")
  var output: ExchangePrinter.Part?

  @Option(help: "Seconds for the whole exchange; 0 waits forever. (default: until nothing came for 30 seconds)")
  var timeout: Double?

  @Option(help: "The most bytes of the response's body, such as 500M. (default: none into a file or a pipe, else 1G)")
  var maxBody: String?

  @Flag(name: [.customShort("k"), .long], help: "Does not check the server's certificate.")
  var insecure = false

  @Flag(help: "Takes a redirect as the answer.")
  var noRedirects = false

  @Flag(help: "Lets a collection read files outside of it, and environment variables.")
  var allowFiles = false

  @Flag(help: "Exits with 1 where the status is 400 or more.")
  var fail = false

  @Flag(name: [.short, .long], help: "Says nothing on standard error but what failed.")
  var quiet = false

  @Flag(help: "Runs the built-in demo server meanwhile, as the variable {{demo}}.")
  var demo = false

  func run() async throws {
    let server = DemoServer()
    let builtIn = demo ? ["demo": "http://127.0.0.1:\(try await server.start())"] : [:]
    let overrides = try parsedVariables()
    guard !target.contains("://"), FileManager.default.fileExists(atPath: target) else {
      let services = try Services(root: FileManager.default.currentDirectoryPath, builtIn: builtIn)
      return try await send(try urlRequest(services), nil, services, overrides)
    }
    let place = try Place(target, try UserFolders(environment: ProcessInfo.processInfo.environment))
    var services = try Services(root: place.root, builtIn: builtIn)
    services.allowsOutsideFiles = allowFiles
    guard let address = place.selection else {
      guard output == nil else {
        throw CommandExit.fail("--output prints one request; a folder prints a line for each", CommandExit.usage)
      }
      let sender = FolderSender(
        services: services, environment: chosenEnvironment, overrides: overrides, failsOnStatus: fail)
      return try await sender.send(Address(""))
    }
    let file = try services.collections.open(address)
    try await send(try changed(file.request), address, services, overrides)
  }

  private var chosenEnvironment: String? { environment ?? (demo ? "demo" : nil) }

  private func send(
    _ request: SavedRequest, _ address: Address?, _ services: Services, _ overrides: [String: String]
  ) async throws {
    if let address { try checkEnvironment(address, services) }
    let sender = HeadlessSender(
      services: services, environment: chosenEnvironment, overrides: overrides, allowed: namedFiles,
      showsProgress: !quiet)
    let (exchange, problem) = await sendAndPrint(request, at: address, with: sender)
    if !quiet || exchange.outcome.failure != nil { StandardError.write(exchange.summaryLine) }
    if exchange.outcome.failure?.sentence.hasPrefix("No value for") == true {
      StandardError.write("--env NAME chooses an environment, --var name=value gives a value")
    }
    if let problem { throw problem }
    if let code = CommandExit.code(for: exchange.outcome, failsOnStatus: fail) { throw code }
  }

  /// - Returns: The exchange, and why it could not be written where that was so.
  private func sendAndPrint(
    _ request: SavedRequest, at address: Address?, with sender: HeadlessSender
  ) async -> (Exchange, OutputProblem?) {
    let part = output ?? .body
    if part == .body, !TerminalText.outputIsTerminal {
      let body = PassedBody()
      let (exchange, _) = await sender.send(request, at: address, passing: body.write)
      return (exchange, body.problem)
    }
    let live = part == .body ? LiveBody() : nil
    let (exchange, _) = await sender.send(
      request, at: address, live: live.map { live in live.write }, passing: part == .headers ? PassedBody.discard : nil)
    do {
      if let live, let body = exchange.outcome.answer?.body, try live.finish(body) { return (exchange, nil) }
      try ExchangePrinter(part: part).write(exchange)
      return (exchange, nil)
    } catch {
      return (exchange, error)
    }
  }

  private func checkEnvironment(_ address: Address, _ services: Services) throws {
    guard let environment else { return }
    let files = try services.collections.environments(for: address)
    if let file = files.first(where: { $0.name == environment }) { return _ = try file.content.get() }
    let known = files.map(\.name)
    let choice = known.isEmpty ? "this collection has none" : "choose one of \(known.joined(separator: ", "))"
    throw CommandExit.fail("There is no environment \"\(environment)\" — \(choice)", CommandExit.usage)
  }

  // MARK: What the options say

  private func urlRequest(_ services: Services) throws -> SavedRequest {
    guard looksLikeURL else {
      throw CommandExit.fail("There is no file \"\(target)\", and it is no URL — check the path", CommandExit.usage)
    }
    return try changed(SavedRequest(method: body == nil ? "GET" : "POST", url: target))
  }

  /// `localhost:8080/x` and `{{base}}/x` are URLs too; `orders/creat.json` is a path with a slip in it.
  private var looksLikeURL: Bool {
    target.contains("://") || target.hasPrefix("{{")
      || (!target.hasSuffix(".json") && target.prefix { $0 != "/" }.contains { $0 == "." || $0 == ":" })
      || target == "localhost"
  }

  private func changed(_ request: SavedRequest) throws -> SavedRequest {
    var request = request
    if let method { request.method = method }
    let own = try headers.map(parsedHeader)
    let names = Set(own.map { $0.name.lowercased() })
    if !own.isEmpty { request.headers = request.headers.filter { !names.contains($0.name.lowercased()) } + own }
    if let body { request.body = try content(body, type: bodyType(request)) }
    if let timeout {
      guard RequestOptions.timeouts.contains(timeout) else {
        throw CommandExit.fail(
          "--timeout takes seconds, or 0 to wait forever, and not \(timeout)", CommandExit.usage)
      }
      request.options.timeout = timeout
    }
    if let maxBody {
      guard let size = ByteSize.parse(maxBody), size > 0 else {
        throw CommandExit.fail(
          "--max-body takes a number of bytes, or 64k, 256M, 2G, and not \"\(maxBody)\"", CommandExit.usage)
      }
      request.options.maxBody = size
    }
    if insecure { request.options.verifiesTLS = false }
    if noRedirects { request.options.followsRedirects = false }
    return request
  }

  /// The file that the user has named is no surprise.
  private var namedFiles: Set<OutsideSource> {
    guard let body, body.hasPrefix("@"), let real = realpath(String(body.dropFirst()), nil) else { return [] }
    defer { free(real) }
    return [.file(String(cString: real))]
  }

  private func bodyType(_ request: SavedRequest) -> String? {
    if case .json = request.body { return "application/json" }
    return body?.first == "{" || body?.first == "[" ? "application/json" : nil
  }

  /// Text may hold variables; a file that is no text goes out byte for byte.
  private func content(_ body: String, type: String?) throws -> RequestBody {
    if body == "-" {
      guard let text = String(validating: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) else {
        throw CommandExit.fail(
          "Standard input is not UTF-8 text — write it to a file and pass @FILE", CommandExit.usage)
      }
      return .text(text, type: type)
    }
    guard body.hasPrefix("@") else { return .text(body, type: type) }
    let path = String(body.dropFirst())
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw CommandExit.fail("Cannot read the body's file \(path) — check the path", CommandExit.usage)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .file(URL(fileURLWithPath: path).path, type: type)
    }
    return .text(text, type: type)
  }

  private func parsedHeader(_ text: String) throws -> Parameter {
    guard let colon = text.firstIndex(of: ":") else {
      throw CommandExit.fail("\"\(text)\" is not a header — write it as 'Name: value'", CommandExit.usage)
    }
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    return Parameter(String(text[..<colon]), String(value))
  }

  private func parsedVariables() throws -> [String: String] {
    var result: [String: String] = [:]
    for text in variables {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw CommandExit.fail("\"\(text)\" is not a variable — write it as name=value", CommandExit.usage)
      }
      result[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return result
  }
}

extension ExchangePrinter.Part: ExpressibleByArgument {}
