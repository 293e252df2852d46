import RequestClient
import RequestModel
import RequestRunner
import RequestRuns
import RequestStore

/// What a run of the command sends, as it is in the files now.
struct RunContent {
  let data: DataFile?
  /// The cookies of the command; `nil` if it uses those of the workspace.
  let jar: CookieJar?
  /// The name of the environment for reports.
  let environment: String?
  let sources: [RunPaths.Source]
  let plan: RunPlan

  init(_ command: RunCommand, _ builtIn: [String: String], _ interruption: Interruption) async throws {
    let what = command.what
    data = try what.dataFile()
    jar = try command.output.jar()
    let (file, globals) = (try await what.environmentFile(), try await what.globalsFile())
    var sources = try await RunPaths(
      command.paths, Self.supplied(file, globals), builtIn: builtIn, cookies: jar, interruption
    ).sources
    for index in sources.indices {
      sources[index].environment = file?.name ?? what.environment(for: sources[index])
      sources[index].hasPostmanVariables = file?.isPostman ?? sources[index].hasPostmanVariables
    }
    environment = file?.name ?? what.environment
    self.sources = sources
    plan = try what.plan(sources.flatMap(\.items))
    if !what.allowScripts { try Self.checkScripts(sources) }
    guard let environment else { return }
    for source in sources {
      try source.services.workspace.checkEnvironment(environment, for: source.items.map(\.address))
    }
  }

  private static func supplied(_ environment: VariablesFile?, _ globals: VariablesFile?) -> SuppliedVariables {
    var supplied = SuppliedVariables()
    supplied.environment = environment?.environment
    supplied.globals = globals?.environment.variables ?? []
    supplied.secrets = (globals?.secrets ?? [:]).merging(environment?.secrets ?? [:]) { $1 }
    return supplied
  }

  /// Files of other programs have no place where a permission could be kept.
  private static func checkScripts(_ sources: [RunPaths.Source]) throws {
    guard let foreign = sources.compactMap(\.foreign).first(where: \.hasScripts) else { return }
    throw CommandExit.fail(
      "\(foreign.name) has scripts, which are code of whoever wrote it — pass --allow-scripts to run them",
      CommandExit.usage)
  }

  /// The folders of the collections and their bases.
  var folders: [String] {
    sources.filter { $0.foreign == nil }.flatMap { source in
      source.items.flatMap { item in
        let collections = source.services.collections
        return [collections.collectionRoot(of: item.address)] + collections.layers(of: item.address).bases.map(\.walls)
      }
    }
  }

  /// The files of other programs.
  var files: [String] { sources.compactMap(\.foreign?.name) }
}
