import Foundation

/// The options of `run` that name reports and other files.
struct RunOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help:
      ArgumentHelp(
        "A report, FORMAT or FORMAT=FILE: cli, json, junit, tap, html or github; may be repeated. (default: cli)",
        valueName: "format[=file]"))
  var reporter: [String] = []

  @Option(
    name: .customLong("history"), parsing: .unconditional,
    help: ArgumentHelp(
      "What history keeps of the run: all, failed-bodies (bodies only of failures), failures or none. (default: all)",
      valueName: "extent"))
  var chosenHistory: RunRecorder.Extent?

  var history: RunRecorder.Extent { chosenHistory ?? RunRecorder.Extent.all }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A file that gets the environment as it is after the run, without secrets.", valueName: "file"))
  var exportEnvironment: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A file that gets the variables of all collections as they are after the run, without secrets.", valueName: "file"
    ))
  var exportGlobals: String?

  @Option(
    name: [.customShort("b"), .long], parsing: .unconditional,
    help: ArgumentHelp("A file of cookies to use instead of the kept ones.", valueName: "file"))
  var cookie: String?

  @Option(
    name: [.customShort("c"), .long], parsing: .unconditional,
    help: ArgumentHelp("A file that gets all cookies after the run. The kept ones are not used.", valueName: "file"))
  var cookieJar: String?

  @Flag(help: "Neither sends nor keeps session cookies, and skips those in a file of -b.")
  var noSessionCookies = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The folder that relative paths of files to send begin in. (default: that of each request)", valueName: "folder"),
    completion: .directory)
  var workingDir: String?

  /// A report and its file; a path of `nil` is standard output.
  struct Report {
    let format: RunReportFormat
    let path: String?
    /// The report in the format of another program; `nil` for one of ours.
    var foreign: (@Sendable (_ usesColour: Bool) -> any RunReporter)?

    func reporter(usesColour: Bool) -> any RunReporter {
      foreign?(usesColour) ?? format.reporter(usesColour: usesColour)
    }

    /// The file of GitHub Actions that reports add a summary to.
    static func summaryPath(of reports: [Report]) -> String? {
      guard reports.contains(where: { $0.format == .github }),
        let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
      else { return nil }
      return path
    }
  }

  func reports() throws -> [Report] {
    let reports = try reporter.map { text in
      let (name, path) = text.cut(at: "=").map { ($0.before, Optional($0.after)) } ?? (text, nil)
      guard let format = RunReportFormat(rawValue: name), path != "" else {
        let known = RunReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        if text.containsExactly(","), path == nil {
          let each = text.parts(separatedBy: ",").map { "-r \($0)" + ($0 == "cli" ? "" : "=FILE") }
          throw ValidationError("--reporter takes one report — write \(each.joined(separator: " "))")
        }
        throw ValidationError("--reporter takes \(known), or one of them with =FILE, not \"\(text)\"")
      }
      return Report(format: format, path: path.flatMap(NamedFile.unlessStandardOutput))
    }
    if reports.count(where: { $0.path == nil }) > 1 {
      throw ValidationError("Only one report can go to standard output — write the others to files: junit=report.xml")
    }
    // If all reports go to files, print the lines on standard output.
    return reports.contains { $0.path == nil } ? reports : [Report(format: .cli, path: nil)] + reports
  }

  /// - Parameter newman: Whether the written file has newman's format instead of the format of the existing file.
  func cookieFile(asNewman newman: Bool) -> CookieFileOption? {
    CookieFileOption(
      from: cookie, to: cookieJar, noSessionCookies: noSessionCookies, as: newman ? .toughCookie : nil)
  }

  /// The variables to export with their current values, and the target files.
  func exports(_ sources: [RunPaths.Source]) throws -> [(export: EnvironmentExport, path: String)] {
    guard let source = sources.first, let address = source.items.first?.address else { return [] }
    return try [
      exportEnvironment.map { (try EnvironmentExport(environment: source, for: address), $0) },
      exportGlobals.map { (try EnvironmentExport(globals: source, for: address), $0) },
    ].compactMap(\.self)
  }

  /// Fails if an output of the run cannot be written, before the run starts.
  ///
  /// - Parameter more: Outputs besides those of these options.
  func checkFiles(more: [String?]) throws {
    let files = try [exportEnvironment, exportGlobals, cookieJar] + reports().map(\.path)
    try NamedFile.requireWritable(files + more)
  }

  /// Fails if two outputs go to the same file, or an output would replace a file that the run reads.
  ///
  /// - Parameters:
  ///   - inputs: The files that the run reads, each with a description.
  ///   - variables: Files of variables, which an export may replace. Likewise, cookies may replace those of `--cookie`.
  ///   - more: Outputs besides those of these options.
  func checkConflicts(
    with inputs: [(path: String, what: String)], variables: [String], more: [(path: String, what: String)]
  ) throws {
    let all = try reports()
    var reports = all.compactMap(\.path)
    if let summary = Report.summaryPath(of: all) { reports.append(summary) }
    let others = [
      (exportEnvironment, "the exported environment"), (exportGlobals, "the exported globals"),
      (cookieJar.flatMap(NamedFile.unlessStandardOutput), "the cookies"),
    ].compactMap { path, what in path.map { (path: $0, what: what) } }
    var owners = OutputOwners()
    for (path, what) in reports.map({ (path: $0, what: "a report") }) + others + more { try owners.add(path, what) }
    for (path, what) in inputs { try owners.requireKept(path, what) }
    let written = Set((reports + more.map(\.path)).map(NamedFile.target))
    for path in variables + [cookie].compactMap(\.self) where written.contains(NamedFile.target(of: path)) {
      try owners.requireKept(path, "read by the run")
    }
  }

  /// Stores the session cookies of a run, even of a failed one.
  func saveSessionCookies(_ content: RunContent) {
    for source in content.sources {
      StandardError.write(lines: source.services.jars?.saveSessionCookies(at: Date()) ?? [])
    }
  }

  /// Writes the files at the end of a run.
  ///
  /// - Parameter newman: Whether they have newman's format.
  func finish(_ content: RunContent, asNewman newman: Bool) throws {
    var outputs = FailedOutputs()
    if let jar = content.jar { outputs.write { try cookieFile(asNewman: newman)?.save(jar) } }
    var exports: [(export: EnvironmentExport, path: String)] = []
    outputs.write { exports = try self.exports(content.sources) }
    for (export, path) in exports { outputs.write { try export.write(to: path, asNewman: newman) } }
    try outputs.throwFirst()
  }
}

extension RunRecorder.Extent: ExpressibleByArgument {}
