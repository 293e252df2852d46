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
  let sources: [RunPaths.Source]
  let plan: RunPlan

  init(_ command: RunCommand, _ builtIn: [String: String], _ interruption: Interruption) throws {
    data = try command.what.dataFile()
    jar = try command.output.jar()
    sources = try RunPaths(command.paths, builtIn: builtIn, cookies: jar, interruption).sources
    plan = try command.what.plan(sources.flatMap(\.items))
    guard let environment = command.what.environment else { return }
    for source in sources {
      try source.services.workspace.checkEnvironment(environment, for: source.items.map(\.address))
    }
  }

  /// The folders of the collections and their bases.
  var folders: [String] {
    sources.flatMap { source in
      source.items.flatMap { item in
        let collections = source.services.collections
        return [collections.collectionRoot(of: item.address)] + collections.layers(of: item.address).bases.map(\.walls)
      }
    }
  }
}
