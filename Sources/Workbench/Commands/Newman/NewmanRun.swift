import Foundation

/// A newman command line, converted to options of `run` and further settings.
struct NewmanRun: Sendable {
  private let line: NewmanLine
  private let outputs: NewmanFiles
  private let certificates: NewmanCertificates

  /// Creates the folders of all outputs, as newman does.
  init(_ line: NewmanLine) throws {
    self.line = line
    outputs = try NewmanFiles(line)
    certificates = try NewmanCertificates(line)
  }

  /// The options of `run`.
  var arguments: [String] {
    var arguments = ["--allow-scripts", "--working-dir", line.workingDirectory ?? "."]
    func add(_ option: String, _ value: String?) { if let value { arguments += [option, value] } }
    func flag(_ option: String, _ isSet: Bool) { if isSet { arguments.append(option) } }
    add("--env", line.environment)
    add("--globals", line.globals)
    add("--data", line.iterationData)
    add("--iterations", line.iterationCount.map { String($0) })
    for folder in line.folders { add("--folder", folder) }
    for variable in line.environmentVariables { add("--env-var", "\(variable.name)=\(variable.value)") }
    for variable in line.globalVariables { add("--global-var", "\(variable.name)=\(variable.value)") }
    add("--delay", line.delay.map { "\($0)ms" })
    add("--timeout", line.requestTimeout.map { "\($0)ms" })
    flag("--bail", line.bailsOnFailure)
    flag("--no-redirects", line.ignoresRedirects)
    flag("--insecure", line.isInsecure)
    flag("--allow-files", line.allowsFiles)
    flag("--allow-vault", line.allowsVault)
    for host in line.allowedCookies { add("--allow-cookies", host) }
    add("--cookie", line.cookieJar)
    add("--cookie-jar", outputs.cookies)
    add("--export-environment", outputs.environment)
    add("--export-globals", outputs.globals)
    for reporter in line.reporters { add("--reporter", outputs.reports[reporter].map { "\(reporter)=\($0)" }) }
    // Its name may begin with a dash.
    return arguments + ["--", line.collection]
  }

  /// The files written besides those of the options.
  var outputFiles: [(path: String, what: String)] {
    outputs.collection.map { [(path: $0, what: "the exported collection")] } ?? []
  }

  // MARK: Requests

  /// The files named on the command line.
  var files: Set<OutsideSource> { certificates.files }

  var leavesOutRefusedFiles: Bool { line.leavesOutFiles }

  var scriptTime: Duration? { line.scriptTimeout.map { .milliseconds($0) } }

  func changing(
    _ change: @escaping @Sendable (SavedRequest) -> SavedRequest
  ) -> @Sendable (SavedRequest) -> SavedRequest {
    { [certificates] request in
      var request = change(request)
      let own = RequestOptions(document: certificates.options(for: request.url))
      request.options = own.inheriting(from: request.options)
      return request
    }
  }

  /// Ends the run after the time of `--timeout`.
  func startClock(_ control: RunControl) -> Task<Void, Never>? {
    guard let milliseconds = line.timeout else { return nil }
    return Task.detached(executorPreference: TaskQueue(label: "workbench.newman.timeout")) {
      do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return }
      control.end(.failed("The run took longer than the \(milliseconds) ms of --timeout"))
      control.cancel()
    }
  }

  // MARK: Reports

  /// The reports of a run in newman's format. The lines are included only on request.
  func reports(_ reports: [RunOutputOptions.Report], _ content: RunContent) throws -> [RunOutputOptions.Report] {
    let collection = try collection(content)
    if !showsLines { StandardError.write(lines: line.ignoredOptions.map { "note: " + $0 }) }
    return reports.compactMap { report -> RunOutputOptions.Report? in
      var report = report
      switch report.format {
      case .json:
        report.foreign = { [source = content.sources.first] _ in
          NewmanJSONReporter(collection) { Self.variables(source) }
        }
      case .junit: report.foreign = { _ in NewmanJUnitReporter(collection) }
      default:
        guard showsLines else { return nil }
        report.foreign = { [self] usesColour in NewmanLineReporter(collection, options(usesColour)) }
      }
      return report
    }
  }

  private func collection(_ content: RunContent) throws -> NewmanCollection {
    guard let foreign = content.sources.first?.foreign, foreign.format.sendsAsPostman else {
      throw CommandExit.usageError(
        "\(line.collection) is not a Postman collection, which newman runs — use workbench run \(line.collection)")
    }
    // The JSON report contains the whole collection, the others only names.
    let document = line.reporters.contains("json") ? foreign.maskedDocument : foreign.document
    if PostmanVersions.isFirst(document) { Self.warnOfFirstVersion() }
    return NewmanCollection(
      PostmanVersions.current(document), name: URL(fileURLWithPath: line.collection).lastPathComponent)
  }

  /// Writes newman's own words, which scripts may search for.
  private static func warnOfFirstVersion() {
    StandardError.write(lines: [
      "newman: Newman v4 deprecates support for the v1 collection format",
      "  Use the Postman Native app to export collections in the v2 format", "",
    ])
  }

  private var showsLines: Bool {
    line.reporters.contains("cli") && !line.isSilent && line.option("silent", of: "cli") == nil
  }

  private func options(_ usesColour: Bool) -> NewmanLineReporter.Options {
    func has(_ option: String) -> Bool { line.option(option, of: "cli") != nil }
    var options = NewmanLineReporter.Options()
    options.usesColour =
      switch line.colour {
      case .auto: usesColour
      case .on: true
      case .off: false
      }
    (options.usesUnicode, options.isVerbose) = (line.usesUnicode, line.isVerbose)
    options.showsTimestamps = has("show-timestamps")
    options.showsSummary = !has("no-summary")
    options.showsFailures = !has("no-failures")
    options.showsAssertions = !has("no-assertions")
    options.showsPassed = !has("no-success-assertions")
    options.showsConsole = !has("no-console")
    options.showsBanner = !has("no-banner")
    options.notes = line.ignoredOptions
    return options
  }

  /// The environment and the globals as the scripts left them.
  private static func variables(_ source: RunPaths.Source?) -> (environment: JSONValue, globals: JSONValue) {
    let none: JSONValue = ["values": .array([])]
    guard let source, let address = source.items.first?.address else { return (none, none) }
    // An unreadable file would have failed the run already.
    let environment = try? EnvironmentExport(environment: source, for: address).maskedNewmanJSON
    let globals = try? EnvironmentExport(globals: source, for: address).maskedNewmanJSON
    return (environment ?? none, globals ?? none)
  }

  func exportCollection(_ content: RunContent) throws {
    guard let path = outputs.collection, let source = content.sources.first?.foreign?.document else { return }
    var document = PostmanVersions.current(source)
    document["_postman_variable_scope"] = "collection"
    document["_postman_exported_at"] = .string(UTCTime.milliseconds(Date()))
    document["_postman_exported_using"] = .string("workbench/\(ProgramVersion.number)")
    try CommandExit.failing(with: CommandExit.unfinished) {
      try NamedFile.write(Data(JSONValue.object(document).renderedFile), to: path)
    }
  }
}
