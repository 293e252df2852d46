import ChildProcesses
import Foundation

/// The services used by the screen and the commands.
struct Services: Sendable {
  let folders: UserFolders
  var workspace: RequestWorkspace
  let history: History
  var engine: SendEngine
  let scripts: ScriptHost
  /// `nil` if a command has cookies of its own.
  let jars: WorkspaceJars?
  let processEnvironment: [String: String]

  init(
    root: String, builtIn: [String: String] = [:], cookies jar: CookieJar? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(StoreError) {
    let folders = try UserFolders(environment: environment)
    self.init(
      root: root, folders, builtIn: builtIn, cookies: jar,
      history: .ofUser(path: folders.history, environment: environment), environment: environment)
  }

  /// The services of another open folder. Only the history is shared; cookies, session variables and tokens are
  /// separate.
  func beside(root: String, cookies jar: CookieJar? = nil) -> Services {
    Services(
      root: root, folders, builtIn: workspace.builtIn, cookies: jar, history: history, environment: processEnvironment)
  }

  /// The same services with the variables `builtIn` for workspaces created later.
  func with(builtIn: [String: String]) -> Services {
    Services(
      root: workspace.collections.root, folders, builtIn: workspace.builtIn.merging(builtIn) { $1 }, history: history,
      environment: processEnvironment)
  }

  private init(
    root: String, _ folders: UserFolders, builtIn: [String: String], cookies jar: CookieJar? = nil, history: History,
    environment: [String: String]
  ) {
    self.folders = folders
    self.history = history
    workspace = RequestWorkspace(root: root, folders, builtIn: builtIn, processEnvironment: environment)
    jars = jar == nil ? WorkspaceJars(root: root, folders) : nil
    scripts = ScriptHost(ScriptHost.Options(environment: environment))
    // Scripts may use captured values; checks run last, so they may use values set by scripts.
    let hooks = ScriptHooks(scripts, packages: Self.packages(folders, environment)).hooks.followed(by: .checks)
    engine = SendEngine(
      client: WorkspaceCookies.session(with: jar), jars: jars, hooks: hooks,
      command: { line, folder, timeout in try await CommandOutput.read(line, in: folder, timeout: timeout) },
      program: { line, folder, errors, work in
        // Standard error of this program may be that of the screen.
        guard let output = ProgramErrors(errors) else {
          throw Failure(.other, "Cannot run \"\(line)\": too many files are open")
        }
        do {
          try await LineProgram.run(line, in: folder, errors: output.descriptor) { await work($0) }
        } catch {
          await output.finish()
          throw error
        }
        await output.finish()
      },
      recent: { [history] in history.recent(for: $0, since: $1) },
      save: { [workspace] in try workspace.save($0) },
      willSend: { [history] _, exchange in history.note(sending: exchange()) },
      noteEvents: { [history] in try history.note($0) }
    ) { [history] in
      try history.store().record($0, bodyFile: $1)
    }
    processEnvironment = environment
  }

  /// Reads the folder of JavaScript packages from the settings.
  private static func packages(_ folders: UserFolders, _ environment: [String: String]) -> ScriptHooks.Packages {
    return {
      let path = try SettingsFile(folders).load()["scripts", "packages"]?.string
      return path.map { HomeFolder.expanding($0, environment) }
    }
  }

  var collections: CollectionStore { workspace.collections }

  /// The context of a request, for the core.
  func scope(of address: Address) -> RequestContext {
    var scope = RequestContext(
      collection: collections.collectionRoot(of: address), builtIn: workspace.builtIn)
    do {
      scope.folders = try collections.settings(for: address)
      let shared = try collections.workspaceVariables(for: address)
      (scope.shared, scope.sharedPath) = (shared?.variables ?? [], shared?.name)
    } catch {
      scope.problems.append(Problem(String(describing: error)))
    }
    do {
      for file in try collections.environments(for: address) {
        if file.isShared { scope.environmentOwners[file.name] = file.owner }
        switch file.content {
        case .success(let environment): scope.environments.append(environment)
        case .failure(let error):
          let problem = Problem(String(describing: error))
          scope.environments.append(Environment(name: file.name))
          scope.environmentProblems[file.name] = problem
          scope.problems.append(problem)
        }
      }
    } catch {
      scope.problems.append(Problem(String(describing: error)))
    }
    return scope
  }
}
