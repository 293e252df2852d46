import Foundation

struct CookiesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cookies", abstract: "Lists and changes the cookies that are kept for a collection.",
    discussion: "Each environment has cookies of its own.",
    subcommands: [List.self, Set.self, Delete.self, Clear.self, Import.self, Export.self])

  struct Jar: ParsableArguments {
    @Argument(help: "The collection's folder, or a request in it; for requests by URL the folder of the command.")
    var path: String

    @Option(
      name: .customLong("env"),
      help: ArgumentHelp("The environment. (default: the collection's only one)", valueName: "name"))
    var environment: String?

    /// The current cookies. `save` stores changes of the jar.
    func open() throws -> WorkspaceCookies {
      let place = try LaunchTarget(path)
      let workspace = RequestWorkspace(root: place.root, place.folders, processEnvironment: [:])
      if let environment { try workspace.checkEnvironment(environment, for: [place.address]) }
      let cookies = WorkspaceCookies(
        root: place.root, environment: environment ?? workspace.onlyEnvironment(for: place.address), place.folders)
      try save(cookies)
      return cookies
    }

    /// Reports a change: `Deleted 2 cookies of shop in the environment staging`.
    func report(_ done: String, _ count: Int, _ noun: String) {
      let place = environment.map { " in the environment \($0)" } ?? ""
      StandardError.write("\(done) \(Formatting.count(count, noun)) of \(path)\(place)")
    }

    func save(_ cookies: WorkspaceCookies) throws {
      if let problem = cookies.sync(at: Date()) { throw CommandExit.fail(problem, CommandExit.broken) }
    }
  }

  struct Filter: ParsableArguments {
    @Option(help: ArgumentHelp("Only cookies of this domain and its subdomains.", valueName: "host"))
    var domain: String?

    @Option(help: ArgumentHelp("Only cookies with this name.", valueName: "text"))
    var name: String?

    @Flag(help: "Only session cookies, which have no expiry.")
    var session = false

    func matches(_ cookie: Cookie) -> Bool {
      if session, cookie.expires != nil { return false }
      let host = domain.map { $0.hasPrefix(".") ? $0.dropFirst().lowercased() : $0.lowercased() }
      let isInDomain = host.map { cookie.domain == $0 || cookie.domain.hasSuffix("." + $0) } ?? true
      return isInDomain && (name.map { $0 == cookie.name } ?? true)
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Lists the cookies.",
      discussion: CommandHelp.text(
        "Columns: domain, path, name, value, expiry and attributes. Values are masked without --reveal.",
        examples: [
          "workbench cookies list collections/shop --env staging",
          "workbench cookies list collections/shop --domain example.com --reveal",
        ]))

    @OptionGroup var jar: Jar
    @OptionGroup var filter: Filter

    @Flag(help: "Shows the values.")
    var reveal = false

    func run() async throws {
      let cookies = try jar.open().jar.all.filter(filter.matches).sorted {
        ($0.domain, $0.path, $0.name) < ($1.domain, $1.path, $1.name)
      }
      try StandardOutput.write(rows: cookies.map(row))
    }

    private func row(_ cookie: Cookie) -> [String] {
      let attributes = [
        cookie.isSecure ? "Secure" : nil, cookie.isHTTPOnly ? "HttpOnly" : nil,
        cookie.sameSite.map { "SameSite=" + $0.rawValue },
      ]
      return [
        (cookie.isHostOnly ? "" : ".") + cookie.domain, cookie.path, cookie.name, reveal ? cookie.value : "****",
        cookie.expires.map { UTCTime($0).extended } ?? "session", attributes.compactMap(\.self).joined(separator: " "),
      ]
    }
  }

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Keeps a cookie as if URL had sent it.",
      discussion: CommandHelp.text(
        "Without an expiry it is kept for 400 days, the longest that browsers allow.",
        examples: ["workbench cookies set collections/shop https://example.com 'sid=1; Path=/'"]))

    @OptionGroup var jar: Jar

    @Argument(help: "The URL that the cookie is for.")
    var url: String

    @Argument(help: "A Set-Cookie line: 'name=value; Path=/; Secure'; - reads it from standard input.")
    var cookie: String

    func run() async throws {
      let cookies = try jar.open()
      let line = cookie == "-" ? readLine() ?? "" : cookie
      let hasExpiry = SetCookieLine(line).attributes.contains { ["max-age", "expires"].contains($0.name.lowercased()) }
      try CommandExit.failing(with: CommandExit.usage, "The cookie was not stored: ") {
        try cookies.jar.store(line + (hasExpiry ? "" : "; Max-Age=34560000"), from: try RequestURL(url), at: Date())
      }
      try jar.save(cookies)
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Deletes cookies.",
      discussion: CommandHelp.text(examples: ["workbench cookies delete collections/shop --name sid"]))

    @OptionGroup var jar: Jar
    @OptionGroup var filter: Filter

    func validate() throws {
      if filter.name == nil, filter.domain == nil, !filter.session {
        throw ValidationError(
          "Choose the cookies with --name, --domain or --session; workbench cookies clear deletes all")
      }
    }

    func run() async throws {
      let cookies = try jar.open()
      let found = cookies.jar.all.filter(filter.matches)
      if found.isEmpty {
        throw CommandExit.usageError("There is no such cookie — workbench cookies list shows all")
      }
      for cookie in found { cookies.jar.remove(cookie) }
      try jar.save(cookies)
      jar.report("Deleted", found.count, "cookie")
    }
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Deletes all cookies.",
      discussion: CommandHelp.text(examples: [
        "workbench cookies clear collections/shop", "workbench cookies clear collections/shop --session",
      ]))

    @OptionGroup var jar: Jar

    @Flag(help: "Deletes only session cookies, which have no expiry.")
    var session = false

    func run() async throws {
      let cookies = try jar.open()
      let count = cookies.jar.all.count
      if session { cookies.jar.removeSessionCookies() } else { cookies.jar.removeAll() }
      let cleared = count - cookies.jar.all.count
      try jar.save(cookies)
      jar.report("Deleted", cleared, session ? "session cookie" : "cookie")
    }
  }

  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Adds the cookies of a file: Netscape's cookies.txt, or our own JSON.",
      discussion: CommandHelp.text(
        "Cookies without an expiry are session cookies: workbench cookies clear --session deletes them.",
        examples: ["workbench cookies import collections/shop cookies.txt"]))

    @OptionGroup var jar: Jar

    @Argument(help: "The file of cookies; - is standard input.", completion: .file())
    var file: String

    func run() async throws {
      let cookies = try jar.open()
      do {
        let bytes =
          file == "-"
          ? FileHandle.standardInput.readDataToEndOfFile() : try Data(contentsOf: URL(fileURLWithPath: file))
        try cookies.jar.load(bytes, at: Date())
      } catch let error as CookieFileError {
        throw CommandExit.fail(error.description, CommandExit.broken)
      } catch {
        throw CommandExit.usageError("Cannot read \(file): \(error.localizedDescription)")
      }
      try jar.save(cookies)
    }
  }

  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Prints the cookies as Netscape's cookies.txt, with their values.",
      discussion: CommandHelp.text(
        "The expiry of session cookies is 0, as curl writes it.",
        examples: ["workbench cookies export collections/shop > cookies.txt"]))

    @OptionGroup var jar: Jar

    func run() async throws {
      try StandardOutput.write(text: try jar.open().jar.data(.netscape, includingSession: true, at: Date()))
    }
  }
}
