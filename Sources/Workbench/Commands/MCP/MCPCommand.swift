import ChildProcesses
import Foundation

struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Lists what an MCP server offers, and calls its tools.",
    discussion:
      CommandHelp.text(
        "Speaks the Model Context Protocol over streamable HTTP, revision 2025-06-18. Each message is an exchange of history, with the headers, auth, options and variables of the request. Arguments are checked against the schema of the tool before it is called; their variables are replaced. With --stdio, the target is a command line of the shell that starts the server; nothing is kept in history, and nothing is a variable.",
        examples: [
          "workbench mcp https://example.com/mcp tools",
          "workbench mcp shop-mcp.json call find --argument text=tea --env staging",
          "workbench mcp shop-mcp.json call order '{\"sku\":\"A-1\",\"count\":2}' --json",
          "workbench mcp --stdio 'python3 server.py' tools",
        ],
        exits: """
          0 done, 1 the tool reports an error, 2 usage, 3 a file is broken, 4 the server did not answer or \
          refused, or the arguments do not match, 5 interrupted, or the reader closed the pipe.
          """)
  )

  enum Action: String, CaseIterable, ExpressibleByArgument {
    case tools, call, resources, prompts
  }

  @Argument(
    help: "The URL of the server, a request's file, or a command line with --stdio.",
    completion: .file(extensions: ["json"]))
  var target: String

  @Argument(help: "What to list, or call with the name of a tool.")
  var action: Action

  @Argument(help: ArgumentHelp("The name of the tool, and its arguments as a JSON object.", valueName: "tool"))
  var words: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An argument of the tool: a text, or JSON where the schema of the tool takes no text; may be repeated.",
      valueName: "name=value"))
  var argument: [String] = []

  @Option(
    name: [.customShort("H"), .customLong("header")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A header, 'Name: value'; 'Name:' removes it, @FILE reads one a line; may be repeated.", valueName: "line"))
  var headers: [String] = []

  @OptionGroup
  var values: VariableOptions

  @Option(
    name: [.customShort("m"), .customLong("timeout"), .customLong("max-time")], parsing: .unconditional,
    help: ArgumentHelp(
      "The time for each message and its response, such as 500ms or 30 for seconds; 0: no limit. (default: 60 s, over HTTP 10 min for a call without 60 s of silence)",
      valueName: "time"))
  var timeout: WrittenTime?

  @Flag(help: "Runs the target in the shell, and speaks with it on its standard input and output.")
  var stdio = false

  @Flag(name: [.customShort("k"), .long], help: "Does not check the server's certificate.")
  var insecure = false

  @OptionGroup
  var permissions: PermissionOptions

  @Flag(help: "Writes JSON: the list, or the whole result of the tool.")
  var json = false

  @Flag(name: [.short, .long], help: "Writes only errors to standard error.")
  var quiet = false

  @Flag(help: "Keeps nothing of the exchanges in history.")
  var noHistory = false

  @OptionGroup(title: "Credentials, trust and route")
  var route: RouteOptions

  func validate() throws {
    if action == .call, words.isEmpty { throw ValidationError("call needs the name of a tool — tools lists them") }
    let most = action == .call ? 2 : 0
    if words.count > most { throw ValidationError("\"\(words[most])\" is one argument too many") }
    if action != .call, !argument.isEmpty { throw ValidationError("--argument is for call") }
    if let option = [("-r", route.range != nil), ("-e", route.referer != nil)].first(where: \.1)?.0 {
      throw ValidationError("\(option) has no meaning for MCP — leave it out")
    }
    if stdio { try checkIsForPrograms() }
  }

  /// Refuses the options of requests.
  private func checkIsForPrograms() throws {
    let options = [
      ("--header", !headers.isEmpty), ("--env", values.environment != nil),
      ("--var", !values.supplied.variables.texts.isEmpty), ("--secret", !values.supplied.secrets.isEmpty),
      ("--insecure", insecure), ("--allow-files", permissions.allowFiles),
      ("--allow-commands", permissions.allowCommands), ("--allow-scripts", permissions.allowScripts),
      ("--no-history", noHistory),
      ("An option of credentials, trust or route", String(describing: route) != Self.noRoute),
    ]
    guard let option = options.first(where: \.1)?.0 else { return }
    throw ValidationError("\(option) is for servers over HTTP — leave it out with --stdio")
  }

  private static let noRoute = (try? RouteOptions.parse([])).map { String(describing: $0) }

  func run() async throws {
    try NamedFile.requireWritable([route.cookieJar])
    let arguments = try typedArguments()
    let jar = stdio ? nil : try cookieFile?.jar()
    let (result, interruption) = try await stdio ? program(arguments) : requests(arguments, jar)
    var outputs = FailedOutputs()
    if let jar { outputs.write { try cookieFile?.save(jar) } }
    var code: ExitCode?
    if interruption.isInterrupted {
      code = CommandExit.interrupted
    } else {
      switch result {
      case .success(let answer):
        outputs.write { if try answer.write(asJSON: json, quiet: quiet) { code = CommandExit.checkFailed } }
      case .failure(let failure): code = CommandExit.fail(failure.sentence, CommandExit.unfinished)
      }
    }
    try outputs.throwFirst(over: code)
    if let code { throw code }
  }

  private typealias Answer = Result<MCPAnswer, Failure>

  /// Speaks with a server over HTTP.
  private func requests(_ arguments: MCPArguments, _ jar: CookieJar?) async throws -> (Answer, Interruption) {
    let target = try MCPTarget(self, jar)
    let sender = target.sender
    let unused = ["body", "checks", "captures"].filter { target.request.document[$0] != nil }
    if !quiet, !unused.isEmpty { StandardError.write("Not used of \(self.target): \(unused.joined(separator: ", "))") }
    let requests = MCPRequests(target.request) { request, patience in
      var limited = sender
      limited.sender.options.patience = patience
      let exchange = await limited.send(request, at: target.address).exchange
      StandardError.write(lines: CheckLines.lines(of: exchange))
      return exchange
    }
    let answer = await hold(MCPSession(requests), arguments, sender.interruption)
    return (answer, sender.interruption)
  }

  /// Starts a server that is a program, and speaks with it.
  private func program(_ arguments: MCPArguments) async throws -> (Answer, Interruption) {
    let interruption = Interruption()
    let seconds = try timeout?.timeout(of: "--timeout") ?? Self.usualPatience
    let patience = MCPProgram.Patience(source: ", the limit of --timeout") { _ in
      seconds > 0 ? .seconds(seconds) : nil
    }
    let errors = ProgramErrors.ofTerminal()
    let running = Task { () -> Result<Answer, ChildProcessError> in
      do throws(ChildProcessError) {
        let answer = try await LineProgram.run(target, errors: errors?.descriptor) { program in
          await hold(MCPSession(MCPProgram(program, patience: patience)), arguments, interruption)
        }
        await errors?.finish()
        return .success(answer)
      } catch {
        await errors?.finish()
        return .failure(error)
      }
    }
    interruption.begin { running.cancel() }
    defer { interruption.end() }
    do {
      return (try await running.value.get(), interruption)
    } catch {
      if interruption.isInterrupted { throw CommandExit.interrupted }
      throw CommandExit.fail("\(error)", CommandExit.unfinished)
    }
  }

  private static let usualPatience = 60.0

  /// Begins a session, uses it and ends it.
  private func hold(
    _ session: MCPSession, _ arguments: MCPArguments, _ interruption: Interruption
  ) async -> Answer {
    var session = session
    let answer = await perform(&session, arguments)
    if !interruption.isInterrupted { await session.close() }
    if !quiet { StandardError.write(lines: session.notes) }
    return answer
  }

  private func perform(_ session: inout MCPSession, _ arguments: MCPArguments) async -> Answer {
    do throws(Failure) {
      try await session.open(as: ["name": "workbench", "version": .string(ProgramVersion.number)])
      switch action {
      case .call: return .success(.result(try await session.callTool(words[0], arguments)))
      case .tools: return .success(.list(.tools, try await session.list(.tools)))
      case .resources: return .success(.list(.resources, try await session.list(.resources)))
      case .prompts: return .success(.list(.prompts, try await session.list(.prompts)))
      }
    } catch {
      return .failure(error)
    }
  }

  private var cookieFile: CookieFileOption? { CookieFileOption(route) }

  private func typedArguments() throws -> MCPArguments {
    var arguments = MCPArguments()
    if words.count > 1 {
      let value = try CommandExit.failing(with: CommandExit.usage, "The arguments of the tool are not valid JSON: ") {
        try JSONText(words[1]).value
      }
      guard let object = value.object else {
        throw CommandExit.usageError("The arguments of the tool are not a JSON object: \(words[1])")
      }
      arguments.object = object
    }
    arguments.texts = try argument.map { text in
      guard let (name, value) = text.cut(at: "="), !name.isEmpty else {
        throw CommandExit.usageError("\"\(text)\" is not an argument — write it as name=value")
      }
      return (name: String(name), text: String(value))
    }
    var names = Set(arguments.object.members.map { $0.key.value })
    for (name, _) in arguments.texts where !names.insert(name).inserted {
      throw CommandExit.usageError("The argument \"\(name)\" is given twice")
    }
    return arguments
  }
}

/// The request and the sender of the command.
private struct MCPTarget {
  let request: SavedRequest
  /// `nil` for a URL.
  let address: Address?
  let sender: HeadlessSender

  init(_ command: MCPCommand, _ jar: CookieJar?) throws {
    let isThere = FileManager.default.fileExists(atPath: command.target)
    let isURL = !isThere && SendCommand.looksLikeURL(command.target)
    let place = isURL ? nil : try LaunchTarget(command.target)
    let variables = try command.values.supplied.all()
    if !command.quiet { variables.warn() }
    var services = try Services(
      root: place?.root ?? FileManager.default.currentDirectoryPath, builtIn: [:], cookies: jar)
    command.permissions.apply(to: &services)
    services.workspace.supplied.secretNames = variables.secretNames
    if command.route.noSessionCookies { services.jars?.leaveOutSessionCookies() }
    let changes = try Self.changes(command)
    let (saved, address) = try Self.request(command.target, place, services)
    request = changes.applyingOptions(to: saved)
    self.address = address
    var sender = HeadlessSender(
      services: services, interruption: Interruption(), environment: command.values.environment,
      overrides: variables.values)
    sender.sender.allowed = changes.files
    sender.sender.options.typedOptions = changes.typedOptions
    if let environment = command.values.environment {
      if let address {
        try services.workspace.checkEnvironment(environment, for: [address])
      } else {
        sender.sender.collection = try services.workspace.collection(declaring: environment)
      }
    }
    self.sender = sender
  }

  private static func request(
    _ target: String, _ place: LaunchTarget?, _ services: Services
  ) throws -> (SavedRequest, Address?) {
    guard let place else {
      let request = SavedRequest(method: "POST", url: target)
      try checkIsHTTP(request, target)
      return (request.withLiteralPath, nil)
    }
    guard let address = place.selection, services.collections.role(of: address) == .request else {
      throw CommandExit.usageError("\(target) is not a request — name its file, or a URL")
    }
    let request = try services.collections.open(address).request
    try checkIsHTTP(request, target)
    return (request, address)
  }

  private static func checkIsHTTP(_ request: SavedRequest, _ target: String) throws {
    if request.kind == .http { return }
    let kind = request.kind.titleWithArticle
    let advice = request.kind == .program ? " — give its command line to --stdio" : ""
    throw CommandExit.usageError("\(target) is \(kind), and MCP needs an HTTP request\(advice)")
  }

  private static func changes(_ command: MCPCommand) throws -> RequestChanges {
    var changes = RequestChanges(
      timeout: try command.timeout?.timeout(of: "--timeout"), verifiesTLS: !command.insecure)
    for line in try command.headers.flatMap(OptionText.headerLines) { try changes.add(header: line) }
    try command.route.add(to: &changes)
    if command.noHistory { changes.options["history"] = .string("off") }
    return changes
  }
}
