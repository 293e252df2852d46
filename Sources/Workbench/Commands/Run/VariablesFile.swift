import Foundation

/// A file of variables named by an option of `run`: a Postman environment or globals, or an environment of ours.
struct VariablesFile {
  /// The name in the file, else the file's name without extensions.
  let name: String
  let environment: RequestModel.Environment
  /// The values of secret variables, by their names.
  let secrets: [String: String]
  let isPostman: Bool
  /// The variables with the values of secret ones.
  var globals: [Variable] {
    environment.variables.filter { secrets[$0.name] == nil }
      + secrets.sorted { $0.key < $1.key }.map { Variable($0.key, .value($0.value)) }
  }
  /// The id and the name in a Postman file.
  let label: (id: String?, name: String?)

  /// Whether an option names a file and not an environment. A plain name is first taken as an environment.
  static func isPath(_ text: String) -> Bool {
    text.contains("/") || [".json", ".yaml", ".yml"].contains { text.lowercased().endsExactly(with: $0) }
  }

  static func isFile(_ text: String) -> Bool {
    FileManager.default.fileExists(atPath: text) && !CollectionStore.isFolder(text)
  }

  /// - Parameter option: The option's name, for messages.
  init(_ path: String, of option: String) async throws {
    let source: ImportSource
    do {
      source = try await ImportLoader().load(path)
    } catch {
      throw CommandExit.usageError("\(option): \(error)")
    }
    guard let portable = source.variables() else {
      let problem = source.jsonProblem.map { ":\($0)" } ?? ": It has neither \"values\" nor \"variables\""
      let name = RunHabits.brunoEnvironment(path).map(ShellText.quoted)
      let advice = name.map { "use -e \($0), the name of the environment" } ?? "\(option) takes an environment"
      throw CommandExit.fail("\(path)\(problem) — \(advice)", CommandExit.broken)
    }
    environment = try CommandExit.failing(with: CommandExit.broken, "\(path): ") {
      try Environment(name: portable.name, document: portable.document)
    }
    name = portable.name
    secrets = Dictionary(portable.secrets.map { ($0.name, $0.value) }) { $1 }
    isPostman = source.isPostmanEnvironment
    label = source.postmanLabel
  }

  /// Warns about variables that are not declared secret, but whose values look like credentials and are masked.
  ///
  /// - Parameter names: The names that are masked anyway.
  /// - Returns: The names of these variables.
  func warnOfCredentials(except names: Set<String>) -> Set<String> {
    let likely = environment.variables.filter { variable in
      !variable.isOff && !variable.isSecret && !names.contains(variable.name)
        && SuppliedCredential.isLikely([variable.name], variable.text)
    }
    let found = Set(likely.map(\.name))
    StandardError.write(lines: found.sorted().map { "\($0) looks like a credential and is masked" })
    return found
  }
}
