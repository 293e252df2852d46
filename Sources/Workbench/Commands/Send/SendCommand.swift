import Foundation

struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Sends a stored request, a URL, or each request of a folder.",
    discussion:
      CommandHelp.text(
        "Data goes to standard output, everything else to standard error. A 404 is a response: --fail makes it exit 1, as a failed check does.",
        examples: [
          "workbench send https://example.com -H 'Accept: text/html' -i",
          "workbench send https://example.com/orders --json '{\"sku\":\"A-1\"}' --fail",
          "workbench send collections/shop/orders/show.json --env staging",
          "workbench send -s -o page.html -w '%{http_code}' https://example.com",
          "workbench send collections/shop/orders/show.json --dry-run --print curl",
        ],
        exits: """
          0 done, 1 a check failed, or the status was 400 or more with --fail, 2 usage, 3 a file is \
          broken, 4 the request could not be sent or completed, or its response not written, 5 \
          interrupted, or the reader closed the pipe.
          """)
  )

  @Argument(help: "A request's file, a folder, or a URL, also as --url URL.", completion: .file(extensions: ["json"]))
  var target: String

  @Option(
    name: [.customShort("X"), .long, .customLong("request")], parsing: .unconditional,
    help: ArgumentHelp("The method. (default for a URL: GET, or POST with a body)", valueName: "name"))
  var method: String?

  @Option(
    name: [.customShort("H"), .customLong("header")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A header, 'Name: value'; 'Name:' removes it, @FILE reads one a line; may be repeated.", valueName: "line"))
  var headers: [String] = []

  @Argument(
    help:
      ArgumentHelp(
        "Changes of one request: name==query, Name:header, field=text, field:=json, field@FILE; =@FILE and :=@FILE read the value.",
        valueName: "changes")
  )
  var items: [String] = []

  @OptionGroup(title: "Body")
  var body: BodyOptions

  @OptionGroup
  var values: VariableOptions

  @Option(
    name: [.customShort("m"), .customLong("timeout"), .customLong("max-time")], parsing: .unconditional,
    help: ArgumentHelp(
      "The time for the whole exchange, such as 500ms or 30 for seconds; 0: no limit. (default: 60 s idle timeout, none for an open WebSocket)",
      valueName: "time"))
  var timeout: WrittenTime?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time for looking up the host, connecting and the TLS handshake.", valueName: "time"))
  var connectTimeout: WrittenTime?

  @Option(
    name: [.long, .customLong("max-filesize")], parsing: .unconditional,
    help: ArgumentHelp(
      "The largest response body, such as 500M. (default: unlimited to a file or a pipe, else 1G)", valueName: "size"))
  var maxBody: String?

  @Flag(name: [.customShort("k"), .long], help: "Does not check the server's certificate.")
  var insecure = false

  @Flag(help: "Does not follow redirects.")
  var noRedirects = false

  @Flag(name: [.customShort("L"), .customLong("location")], help: "Follows redirects, which is the default.")
  var location = false

  @Flag(
    name: [.customShort("g"), .customLong("globoff"), .customLong("path-as-is")],
    help: "Sends the URL as it is, with characters that a URL cannot have.")
  var urlAsIs = false

  @OptionGroup
  var permissions: PermissionOptions

  @OptionGroup
  var scripts: ScriptPermissionOptions

  @Flag(
    name: [.short, .long, .customLong("fail-with-body")], help: "Exits with 1 if the status is 400 or more.")
  var fail = false

  @Flag(
    name: [.short, .long, .customShort("s"), .customLong("silent")],
    help: "Writes only errors to standard error.")
  var quiet = false

  /// Flags of curl whose effect is the default here.
  @Flag(
    name: [
      .customShort("S"), .customLong("show-error"), .customShort("N"), .customLong("no-buffer"),
      .customLong("compressed"), .customLong("disable"), .customLong("no-progress-meter"), .customLong("proxy-basic"),
      .customLong("tcp-nodelay"),
    ], help: "Accepted for compatibility with curl; this is the default.")
  var ignoredCurlFlags = false

  @OptionGroup(title: "Credentials, trust and route")
  var route: RouteOptions

  @OptionGroup(title: "Output")
  var print: PrintOptions

  @Flag(help: "Keeps nothing of the exchange in history.")
  var noHistory = false

  @OptionGroup(title: "Messages of a WebSocket or a stream")
  var messages: MessageOptions

  @OptionGroup(title: "Retries")
  var retries: RetryOptions

  @Flag(
    help: "Sends nothing; prints the HTTP text with secrets masked, names without a value and how it would be sent.")
  var dryRun = false

  @Flag(help: CommandHelp.demo)
  var demo = false

  func validate() throws {
    if let second = items.first(where: { $0.startsExactly(with: "http://") || $0.startsExactly(with: "https://") }) {
      throw ValidationError("\(second) is a second URL — send one at a time")
    }
    if print.chosen == .curl, !dryRun {
      throw ValidationError("--print curl is for what is not sent yet — add --dry-run")
    }
    if location, noRedirects { throw ValidationError("-L and --no-redirects contradict each other — use one of them") }
    if print.head, !body.get, let other = body.used.first {
      throw ValidationError("-I sends HEAD, which has no body, and \(other) is one — add -G or leave one out")
    }
    if route.range != nil, !body.get, let other = body.used.first {
      throw ValidationError("-r asks for a part of a response, and with \(other) curl means the body — leave one out")
    }
    if dryRun, let option = (messages.used + (messages.reconnect ? ["--reconnect"] : [])).first {
      throw ValidationError("--dry-run sends nothing, and \(option) is about messages — leave one out")
    }
    if dryRun, print.chosen == .messages {
      throw ValidationError("--dry-run sends nothing, so there are no messages to print — leave one out")
    }
    if body.ignoreStdin, messages.interactive {
      throw ValidationError("--interactive reads standard input, and --ignore-stdin does not — use one of them")
    }
    if messages.join != nil, print.part != .body {
      throw ValidationError("--join prints a text, and --print \(print.part.rawValue) something else — use one of them")
    }
    if print.head, method != nil {
      throw ValidationError("-I sends HEAD — leave -X out, or print with --print headers")
    }
  }

  func run() async throws {
    let interruption = Interruption()
    try NamedFile.requireWritable([print.file, print.dumpHeader, route.cookieJar])
    let builtIn =
      demo
      ? try await DemoExamples.serve(
        [target], environment: values.environment, overrides: try values.supplied.all().values) : [:]
    guard let place = try place() else { return try await sendURL(builtIn, interruption) }
    let jar = try cookieFile?.jar()
    let services = try services(root: place.root, builtIn, jar)
    guard let address = place.selection else { return try await sendFolder(services, interruption, jar) }
    try checkIsRequest(address, services)
    let file = try services.collections.open(address)
    try checkEnvironment([address], services)
    try checkFits(file.request)
    let changes = try changes(readsInput: file.request.takesInput)
    try await send(try changes.applied(to: file.request), address, try sender(services, interruption, changes), jar)
  }

  /// The file or folder named by the target; `nil` for a URL. The file may be in a base.
  private func place() throws -> LaunchTarget? {
    let isThere = FileManager.default.fileExists(atPath: target)
    guard !target.containsExactly("://"), isThere || target.containsExactly("/") else { return nil }
    let folders = try UserFolders(environment: ProcessInfo.processInfo.environment)
    // Do not report a missing file: the target may be a URL without a scheme.
    return isThere ? try LaunchTarget(target, folders) : try? LaunchTarget(at: target, folders)
  }

  private func services(root: String, _ builtIn: [String: String], _ jar: CookieJar?) throws -> Services {
    var services = try Services(root: root, builtIn: builtIn, cookies: jar)
    permissions.apply(to: &services)
    if route.noSessionCookies { services.jars?.leaveOutSessionCookies() }
    let variables = try values.supplied.all()
    if !quiet { variables.warn() }
    services.workspace.supplied.secretNames = variables.secretNames
    return services
  }

  // MARK: The three targets

  private func sendURL(_ builtIn: [String: String], _ interruption: Interruption) async throws {
    guard Self.looksLikeURL(target) else {
      throw CommandExit.usageError("\"\(target)\" is neither a file nor a URL — check the path")
    }
    let jar = try cookieFile?.jar()
    let services = try services(root: FileManager.default.currentDirectoryPath, builtIn, jar)
    let readsInput = method.map { SavedRequest.takesInput(method: $0) } ?? !RequestKind.hasWebSocketScheme(target)
    let changes = try changes(readsInput: readsInput)
    let usual = body.usualMethod ?? (changes.hasBody ? "POST" : "GET")
    var plain = SavedRequest(method: usual, url: body.naming(try url()))
    plain.removesDots = !urlAsIs && URLDots.followVariable(in: target)
    try checkFits(plain)
    let request = try changes.applied(to: plain.withLiteralPath)
    var sender = try sender(services, interruption, changes)
    sender.sender.collection = try values.environment.map(services.workspace.collection(declaring:))
    try await send(request, nil, sender, jar)
  }

  /// The URL, with dot segments removed unless it is sent unchanged.
  private func url() throws -> String {
    if urlAsIs { return target }
    guard let url = CurlAddress.resolved(target) else {
      throw CommandExit.usageError(
        "curl expands the braces or brackets in \"\(target)\" — send one URL at a time, or this one as it is with -g")
    }
    return url
  }

  /// `localhost:8080/x` and `{{base}}/x` are URLs too; `orders/creat.json` and `./creat` are paths with a typo.
  static func looksLikeURL(_ target: String) -> Bool {
    target.containsExactly("://") || target.startsExactly(with: "{{") || target == "localhost"
      || (!target.endsExactly(with: ".json") && !target.startsExactly(with: ".")
        && target.unicodeScalars.prefix { $0 != "/" }.contains { $0 == "." || $0 == ":" })
  }

  private func sendFolder(_ services: Services, _ interruption: Interruption, _ jar: CookieJar?) async throws {
    if let option = optionsOfOneRequest.first {
      throw CommandExit.usageError("\(option) is for one request, and \(target) is a folder")
    }
    if values.environment != nil {
      let tree = try LongReading.run(interruption) { (reading) throws(StoreError) in
        try services.collections.load(reading)
      }
      try checkEnvironment(tree.nodes.filter { !$0.isFolder }.map(\.address), services)
    }
    let changes = try changes(readsInput: false)
    let folder = try FolderSender(
      services: services, interruption: interruption, sender: sender(services, interruption, changes).sender,
      changes: changes, failsOnStatus: fail)
    var outputs = FailedOutputs()
    var code: ExitCode?
    // After any other error, nothing was sent.
    do { try await folder.send(Address("")) } catch let exit as ExitCode where exit != CommandExit.usage {
      code = exit
    } catch let problem as OutputProblem {
      outputs.add(problem)
    }
    if let jar { outputs.write { try cookieFile?.save(jar) } }
    try outputs.throwFirst(over: code)
    if let code { throw code }
  }

  private var optionsOfOneRequest: [String] {
    let flags = [
      ("-X", method != nil), ("-G", body.get), ("--url-query", !body.urlQuery.isEmpty),
      ("--retry", retries.retry != nil), ("--dry-run", dryRun), ("--reconnect", messages.reconnect),
    ].filter(\.1).map(\.0)
    return flags + body.used + print.used + messages.used + items.prefix(1)
  }

  /// Rejects options of another kind of request.
  private func checkFits(_ request: SavedRequest) throws {
    let takesMessages = request.kind.takesMessages
    if !takesMessages, let option = messages.sending.first {
      throw CommandExit.usageError(
        "\(option) is for messages, and \(target) is \(request.kind.requestWithArticle), which takes none")
    }
    if !takesMessages, let option = streamOptions.first, retries.retry != nil {
      throw CommandExit.usageError(
        "\(option) prints the events of a stream while they arrive, and --retry sends again — use one of them")
    }
    guard takesMessages else { return }
    let flags = [
      ("-X", method != nil), ("-I", print.head), ("-G", body.get), ("--retry", retries.retry != nil),
      ("--reconnect", messages.reconnect), ("-r", route.range != nil),
    ].filter(\.1).map(\.0)
    let fields = try items.filter { try RequestItem($0).isInBody }
    guard let option = (flags + body.used + fields).first else { return }
    let kind = request.kind.titleWithArticle
    throw CommandExit.usageError(
      "\(option) is for an HTTP request, and \(target) is \(kind): its messages are the lines of standard input")
  }

  /// The used options for the events of a stream.
  var streamOptions: [String] { messages.receiving + (print.chosen == .messages ? ["--print messages"] : []) }

  /// Rejects settings and environments, which are also files of a collection.
  private func checkIsRequest(_ address: Address, _ services: Services) throws {
    let folder = services.collections.path(of: address.parent)
    switch services.collections.role(of: address) {
    case .request: break
    case .settings:
      throw CommandExit.usageError(
        "\(address.name) holds the settings of a folder — send the folder: workbench send \(folder)")
    case .environment where address.name == "workspace.json":
      throw CommandExit.usageError("workspace.json holds variables of all collections — send a request or a folder")
    case .environment:
      throw CommandExit.usageError("\(address.name) is an environment — choose it with --env \(address.stem)")
    }
  }

  // MARK: Options

  private func sender(
    _ services: Services, _ interruption: Interruption, _ changes: RequestChanges
  ) throws -> HeadlessSender {
    var sender = HeadlessSender(
      services: services, interruption: interruption, environment: values.environment,
      overrides: try values.supplied.all().values)
    sender.showsProgress = !quiet
    if demo { sender.sender.usualEnvironment = "demo" }
    sender.sender.options.change = RequestChanges(verifiesTLS: changes.verifiesTLS).applyingOptions(to:)
    sender.sender.options.typedOptions = changes.typedOptions
    sender.sender.allowed = changes.files.union(try scripts.sources())
    return sender
  }

  /// - Parameter readsInput: Whether a pipe or a file on standard input is the body, as in HTTPie.
  private func changes(readsInput: Bool) throws -> RequestChanges {
    let data = try body.read()
    var changes = RequestChanges(
      method: print.head ? "HEAD" : body.get ? method ?? "GET" : method, body: data.body,
      timeout: try timeout?.timeout(of: "--timeout"),
      connectTimeout: try connectTimeout?.timeout(of: "--connect-timeout"),
      maxBody: try maxBody.map { try OptionText.size($0) },
      verifiesTLS: !insecure, followsRedirects: !noRedirects)
    for line in try headers.flatMap(OptionText.headerLines) { try changes.add(header: line) }
    changes.isUpload = body.uploadFile != nil
    changes.query = data.query
    changes.items = try items.map(RequestItem.init)
    if readsInput, !print.head, !body.ignoresInput, !changes.hasBody { changes.body = try TypedBody.pipedInput() }
    if !body.json.isEmpty {
      changes.defaultHeaders = [Parameter("Accept", "application/json")]
      // The data is in the query then, and has its type all the same.
      if body.get { changes.defaultHeaders.append(Parameter("Content-Type", "application/json")) }
    }
    try route.add(to: &changes)
    if urlAsIs { changes.options["urlAsIs"] = true }
    if messages.reconnect { changes.options["reconnect"] = true }
    if noHistory { changes.options["history"] = .string("off") }
    let names = changes.headers.map(\.name) + changes.removedHeaders
    if body.uploadFile != nil, !names.contains(where: { $0.lowercased() == "expect" }) {
      changes.options["expectContinue"] = true
    }
    // As in curl, a redirect is followed with the method of `-X`, but without the body.
    if location, method != nil { changes.options["followMethod"] = true }
    changes.files.formUnion(changes.body?.files ?? [])
    changes.files.formUnion(changes.items.compactMap(\.source))
    if changes.hasBody, let other = changes.items.first(where: \.isInBody), changes.body != nil {
      throw CommandExit.usageError(
        "\(body.used[0]) is the whole body, and \(other.name) is a field of it — use one of them")
    }
    return changes
  }

  var cookieFile: CookieFileOption? { CookieFileOption(route) }

  /// One of the requests' collections must have the environment; its file must be sound.
  private func checkEnvironment(_ addresses: [Address], _ services: Services) throws {
    if let environment = values.environment { try services.workspace.checkEnvironment(environment, for: addresses) }
  }
}
