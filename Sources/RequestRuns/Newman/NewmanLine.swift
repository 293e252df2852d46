/// The command line of `newman run`, with newman's options and units.
package struct NewmanLine: Sendable {
  /// A variable of `--env-var` or `--global-var`.
  package struct Variable: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package enum Colour: String, Sendable {
    case auto, on, off
  }

  /// The collection: a file or a URL.
  package private(set) var collection = ""
  /// The options with a value, by their long names.
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []
  private(set) var nested: [(name: String, value: String?)] = []

  /// - Parameter arguments: The arguments after `newman run`.
  package init(_ arguments: [String]) throws(NewmanLineError) {
    var rest = takeNested(arguments)[...]
    var names: [String] = []
    while let argument = rest.popFirst() {
      if argument == "--" {
        names += rest
        break
      }
      guard argument.utf8.count > 1, argument.startsExactly(with: "-") else {
        names.append(argument)
        continue
      }
      try parseOption(argument, &rest)
    }
    guard let first = names.first else { throw .missingCollection }
    if names.count > 1 { throw .twoCollections(names[1]) }
    collection = first
    try check()
  }

  // MARK: Parsing

  /// Removes all `--reporter-NAME-OPTION [VALUE]` from the arguments.
  private mutating func takeNested(_ arguments: [String]) -> [String] {
    var others: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard let name = argument.removingExactly(prefix: "--reporter-") else {
        others.append(argument)
        continue
      }
      if let (before, after) = name.cut(at: "=") {
        nested.append((before, after))
      } else if let next = rest.first, !next.startsExactly(with: "-") {
        nested.append((name, rest.removeFirst()))
      } else {
        nested.append((name, nil))
      }
    }
    return others
  }

  /// Parses an option and its value. As in newman, `-nk` is `-n k`, and `-kx` is two flags.
  private mutating func parseOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(NewmanLineError) {
    if argument.startsExactly(with: "--") {
      let (name, attached) = argument.cut(at: "=").map { ($0.before, Optional($0.after)) } ?? (argument, nil)
      guard let option = Option.named(name) else { throw .unknownOption(name) }
      if attached != nil, option.kind == .flag { throw .unknownOption(argument) }
      return try setOption(option, attached, &rest)
    }
    let letter = String(argument.unicodeScalars.prefix(2))
    let more = String(argument.unicodeScalars.dropFirst(2))
    guard let option = Option.named(letter) else { throw .unknownOption(letter) }
    try setOption(option, option.kind == .flag || more.isEmpty ? nil : more, &rest)
    if option.kind == .flag, !more.isEmpty { try parseOption("-" + more, &rest) }
  }

  private mutating func setOption(
    _ option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(NewmanLineError) {
    if option.kind == .flag {
      flags.insert(option.name)
      return
    }
    var value = attached
    if value == nil, let next = rest.first, option.kind == .required || !next.startsExactly(with: "-") {
      value = rest.removeFirst()
    }
    if value == nil, option.kind == .required { throw .missingValue(option.usage) }
    if let value { values[option.name, default: []].append(value) } else { flags.insert(option.name) }
  }

  private func check() throws(NewmanLineError) {
    for name in ["iteration-count", "delay-request", "timeout", "timeout-request", "timeout-script"] {
      guard let text = values[name]?.last else {
        if flags.contains(name) { throw .noPositiveNumber("", name) }
        continue
      }
      if try number(name, text) <= 0 { throw .noPositiveNumber(text, name) }
    }
    if let text = values["color"]?.last, Colour(rawValue: text) == nil { throw .noColour(text) }
    if values["postman-api-key"] != nil { throw .noPostmanAPI }
    for word in bailWords where !["folder", "failure"].contains(word) { throw .unknownBail(word) }
    for reporter in reporters where Reporter(rawValue: reporter) == nil { throw .unknownReporter(reporter) }
  }

  private func number(_ name: String, _ text: String) throws(NewmanLineError) -> Int {
    guard let number = Int(text), number < 1 << 53 else { throw .noPositiveNumber(text, name) }
    return number
  }

  private var bailWords: [String] { (values["bail"] ?? []).flatMap { $0.parts(separatedBy: ",") } }
}

// MARK: What it says

extension NewmanLine {
  package var environment: String? { values["environment"]?.last }
  package var globals: String? { values["globals"]?.last }
  package var iterationData: String? { values["iteration-data"]?.last }
  package var iterationCount: Int? { milliseconds("iteration-count") }
  package var folders: [String] { values["folder"] ?? [] }
  package var environmentVariables: [Variable] { variables("env-var") }
  package var globalVariables: [Variable] { variables("global-var") }
  package var workingDirectory: String? { values["working-dir"]?.last }
  /// The delay in milliseconds, like the next values.
  package var delay: Int? { milliseconds("delay-request") }
  package var timeout: Int? { milliseconds("timeout") }
  package var requestTimeout: Int? { milliseconds("timeout-request") }
  package var scriptTimeout: Int? { milliseconds("timeout-script") }
  package var ignoresRedirects: Bool { flags.contains("ignore-redirects") }
  package var isInsecure: Bool { flags.contains("insecure") }
  package var suppressesExitCode: Bool { flags.contains("suppress-exit-code") }
  /// Whether files outside of the working folder are left out of requests.
  package var leavesOutFiles: Bool { flags.contains("no-insecure-file-read") }
  package var isSilent: Bool { flags.contains("silent") }
  package var isVerbose: Bool { flags.contains("verbose") }
  package var usesUnicode: Bool { !flags.contains("disable-unicode") }
  package var colour: Colour { values["color"]?.last.flatMap { Colour(rawValue: $0) } ?? .auto }
  package var cookieJar: String? { values["cookie-jar"]?.last }
  package var exportEnvironment: String? { values["export-environment"]?.last }
  package var exportGlobals: String? { values["export-globals"]?.last }
  package var exportCollection: String? { values["export-collection"]?.last }
  package var exportCookieJar: String? { values["export-cookie-jar"]?.last }
  package var clientCertificate: String? { values["ssl-client-cert"]?.last }
  package var clientKey: String? { values["ssl-client-key"]?.last }
  package var clientPassphrase: String? { values["ssl-client-passphrase"]?.last }
  package var clientCertificates: String? { values["ssl-client-cert-list"]?.last }
  package var extraAuthorities: String? { values["ssl-extra-ca-certs"]?.last }
  /// Our own option: files outside of the working folder may be read.
  package var allowsFiles: Bool { flags.contains("allow-files") }
  /// Our own option: scripts may use the vault, and cookies of these hosts.
  package var allowsVault: Bool { flags.contains("allow-vault") }
  package var allowedCookies: [String] { values["allow-cookies"] ?? [] }

  /// Whether the run ends at the first failed test or request.
  package var bailsOnFailure: Bool { flags.contains("bail") || bailWords.contains("failure") }

  /// The reporters by their names, each once.
  package var reporters: [String] {
    guard let lists = values["reporters"] else { return ["cli"] }
    var names: [String] = []
    for name in lists.last?.parts(separatedBy: ",") ?? [] where !names.contains(name) { names.append(name) }
    return names
  }

  private func milliseconds(_ name: String) -> Int? { values[name]?.last.flatMap { Int($0) } }

  private func variables(_ name: String) -> [Variable] {
    (values[name] ?? []).map { text in
      text.cut(at: "=").map { Variable($0.before, $0.after) } ?? Variable(text, "")
    }
  }
}

// MARK: Options

extension NewmanLine {
  fileprivate struct Option {
    enum Kind {
      case flag, required, optional
    }

    let name: String
    var short: String?
    var kind: Kind = .flag
    var placeholder = "path"

    /// The option as newman names it in errors: `-e, --environment <path>`.
    var usage: String {
      (short.map { "\($0), " } ?? "") + "--\(name) <\(placeholder)>"
    }

    static func named(_ text: String) -> Option? {
      all.first { ("--" + $0.name).isExactly(text) || $0.short?.isExactly(text) == true }
    }

    private static func value(_ name: String, _ short: String? = nil, _ placeholder: String = "path") -> Option {
      Option(name: name, short: short, kind: .required, placeholder: placeholder)
    }

    private static func optional(_ name: String, _ short: String? = nil) -> Option {
      Option(name: name, short: short, kind: .optional)
    }

    static let all: [Option] = [
      value("environment", "-e"), value("globals", "-g"), optional("reporters", "-r"),
      value("iteration-count", "-n", "n"), value("iteration-data", "-d"), value("folder"),
      value("global-var", nil, "value"), value("env-var", nil, "value"), value("export-environment"),
      value("export-globals"), value("export-collection"), value("postman-api-key", nil, "apiKey"), optional("bail"),
      Option(name: "ignore-redirects"), Option(name: "suppress-exit-code", short: "-x"), Option(name: "silent"),
      Option(name: "disable-unicode"), value("color", nil, "value"), optional("delay-request"), optional("timeout"),
      optional("timeout-request"), optional("timeout-script"), value("working-dir"),
      Option(name: "no-insecure-file-read"), Option(name: "insecure", short: "-k"), value("ssl-client-cert-list"),
      value("ssl-client-cert"), value("ssl-client-key"), value("ssl-client-passphrase", nil, "passphrase"),
      value("ssl-extra-ca-certs"), value("cookie-jar"), value("export-cookie-jar"), Option(name: "verbose"),
      Option(name: "allow-files"), Option(name: "allow-vault"), value("allow-cookies", nil, "host"),
    ]
  }
}

/// The reason why a command line is invalid in newman.
package enum NewmanLineError: Error, Equatable, CustomStringConvertible {
  case missingCollection
  case twoCollections(String)
  case unknownOption(String)
  case missingValue(String)
  case noPositiveNumber(String, String)
  case noColour(String)
  case noPostmanAPI
  case unknownBail(String)
  case unknownReporter(String)

  /// Begins with newman's own words.
  package var description: String {
    switch self {
    case .missingCollection: "error: missing required argument 'collection'"
    case .twoCollections(let name): "error: newman runs one collection, and \"\(name)\" is a second"
    case .unknownOption(let name):
      "error: unknown option '\(name)'" + Self.nearest(name, NewmanLine.Option.all.map { "--" + $0.name })
    case .missingValue(let usage): "error: option '\(usage)' argument missing"
    case .noPositiveNumber(let text, let name):
      "error: --\(name) \(text): The value must be a positive integer."
    case .noColour(let text): "error: invalid value `\(text)` for --color. Expected: auto|on|off"
    case .noPostmanAPI:
      "error: --postman-api-key: collections are not loaded from Postman's API — export them, and name the files"
    case .unknownBail(let word): "error: --bail \(word): it takes folder and failure"
    case .unknownReporter(let name):
      "error: could not find \"\(name)\" reporter — there are cli, json and junit\(Self.others(name))"
    }
  }

  private static func nearest(_ name: String, _ options: [String]) -> String {
    NearestName.of(name, among: options).map { " — did you mean \($0)?" } ?? ""
  }

  private static func others(_ name: String) -> String {
    switch name {
    case "html", "htmlextra": "; for a page write workbench run COLLECTION --allow-scripts -r html=report.html"
    case "tap", "github": "; write workbench run COLLECTION --allow-scripts -r \(name)"
    default: ""
    }
  }
}
