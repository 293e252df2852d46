import Foundation
import Glibc

/// The options of `run` that choose requests and their values.
struct RunContentOptions: ParsableArguments {
  @Option(
    name: [.customShort("e"), .customLong("env")], parsing: .unconditional,
    help: ArgumentHelp("The environment: its name, or a file that may be one of Postman.", valueName: "name"))
  var environment: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("A file with variables of all collections, such as the globals of Postman.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var globals: String?

  @OptionGroup
  var supplied: SecretVariableOptions

  @Option(
    name: .customLong("env-var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A variable of the environment, name=value, which scripts may change; may be repeated.", valueName: "name=value"))
  var environmentVariables: [String] = []

  @Option(
    name: .customLong("global-var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A variable of all collections, name=value, which scripts may change; may be repeated.", valueName: "name=value"))
  var globalVariables: [String] = []

  @Option(
    name: [.short, .customLong("data")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Rows of variables, an iteration each: CSV, JSON, JSON Lines or YAML; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "json", "jsonl", "yaml", "yml"]))
  var dataFiles: [String] = []

  var data: String? { dataFiles.last }

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Only requests with one of these tags: a,b; may be repeated.", valueName: "words"))
  var tags: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("No requests with one of these tags: a,b; may be repeated.", valueName: "words"))
  var excludeTags: [String] = []

  @Option(
    name: .customLong("folder"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Only this folder or request, by name or path; may be repeated.", valueName: "name"))
  var folders: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The request that each iteration begins with: a path, a name or an id.", valueName: "request"))
  var from: String?

  @Option(
    name: [.customShort("m"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "The time for each request, such as 500ms or 30 for seconds; 0 waits forever. (default: 60 s idle timeout)",
      valueName: "time"))
  var timeout: WrittenTime?

  @Flag(name: [.customShort("k"), .long], help: "Does not check the servers' certificates.")
  var insecure = false

  @Flag(help: "Does not follow redirects.")
  var noRedirects = false

  @Option(
    name: [.customShort("H"), .customLong("header")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A header of all requests, 'Name: value', in place of their own of that name; 'Name:' removes it; may be repeated.",
      valueName: "line"))
  var headers: [String] = []

  @OptionGroup
  var proxy: ProxyOption

  @OptionGroup
  var permissions: PermissionOptions

  @OptionGroup
  var scripts: ScriptPermissionOptions

  @Flag(help: CommandHelp.demo)
  var demo = false

  /// Starts the demo server, whose examples are those of the paths in the command's environment and with its variables.
  func serveExamples(of paths: [String]) async throws -> [String: String] {
    var values: [String: String] = [:]
    if Self.canBeReadAgain(environment, of: "--env"), let file = try await environmentFile() {
      for variable in file.environment.variables where !variable.isOff { values[variable.name] = variable.text }
      values.merge(file.secrets) { $1 }
    }
    values.merge(try OptionText.variables(globalVariables, of: "--global-var")) { $1 }
    values.merge(try OptionText.variables(environmentVariables, of: "--env-var")) { $1 }
    values.merge(try supplied.all().values) { $1 }
    let globals = Self.canBeReadAgain(globals, of: "--globals") ? try await globalsFile()?.globals ?? [] : []
    return try await DemoExamples.serve(paths, environment: environment, overrides: values, globals: globals)
  }

  /// Whether the run can read a file after the demo server did, which a pipe does not allow.
  private static func canBeReadAgain(_ path: String?, of option: String) -> Bool {
    var status = stat()
    guard let path, path == "-" || stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    else { return true }
    StandardError.write("The examples of --demo lack the variables of \(option) \(path), which can be read only once")
    return false
  }

  /// The file that `--env` names by path in place of an environment.
  func environmentFile() async throws -> VariablesFile? {
    guard let environment, VariablesFile.isPath(environment) else { return nil }
    return try await VariablesFile(environment, of: "--env")
  }

  func globalsFile() async throws -> VariablesFile? {
    guard let globals else { return nil }
    return try await VariablesFile(globals, of: "--globals")
  }

  /// The environment selected by name; `nil` selects the only one of the collection. With the demo server, the default
  /// is "demo" if the collection has it.
  func environment(for source: RunPaths.Source) -> String? {
    guard environment == nil, demo, let item = source.items.first else { return environment }
    return source.services.workspace.hasEnvironment("demo", for: item.address) ? "demo" : nil
  }

  func dataFile() async throws -> DataFile? {
    guard let data else { return nil }
    if let refusal = DataFile.refusal(ofFolder: data, named: data) {
      throw CommandExit.usageError(refusal)
    }
    let bytes = try await ImportLoader.isURL(data) ? Self.download(data) : Self.bytes(of: data)
    return try CommandExit.failing(with: CommandExit.broken) { try DataFile(name: data, bytes: bytes) }
  }

  private static func bytes(of data: String) throws -> Data {
    do {
      return data == "-" ? try FileHandle.standardInput.readToEnd() ?? Data() : try DataFile.bytes(of: data)
    } catch {
      let reason = access(data, R_OK) == 0 ? FileProblem.reason(error) : String(cString: strerror(errno))
      throw CommandExit.usageError("Cannot read the data file \(data): \(reason)")
    }
  }

  private static func download(_ url: String) async throws -> Data {
    do { return try await ImportLoader().load(url).data } catch {
      throw CommandExit.fail("\(error)", CommandExit.unfinished)
    }
  }

  func plan(_ items: [RunItem]) throws -> RunPlan {
    let all = RunPlan(items)
    let chosen = all.tagged(Self.words(tags)).without(Self.words(excludeTags))
    if items.isEmpty {
      throw CommandExit.usageError("There are no requests to run — check the paths")
    }
    if chosen.items.isEmpty {
      throw CommandExit.usageError("No request has these tags — check --tags and --exclude-tags")
    }
    return try CommandExit.failing(with: CommandExit.usage) {
      let chosen = try chosen.inFolders(folders)
      return try from.map(chosen.from) ?? chosen
    }
  }

  private static func words(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { String($0.trimmingPrefix { $0 == " " }) } }
  }

  func changes() throws -> RequestChanges {
    var changes = RequestChanges(
      timeout: try timeout?.timeout(of: "--timeout"), verifiesTLS: !insecure,
      followsRedirects: !noRedirects)
    for line in headers { try changes.add(header: line) }
    changes.options["proxy"] = proxy.setting
    return changes
  }
}
