/// The requests and values of a run, as currently in the files.
struct RunContent {
  let data: DataFile?
  /// The cookies of the command; `nil` uses the cookies of the workspace.
  let jar: CookieJar?
  /// The file that `--env` names, in place of an environment.
  let environmentFile: String?
  /// The name of the environment for reports.
  let environment: String?
  let sources: [RunPaths.Source]
  let plan: RunPlan

  init(_ command: RunCommand, _ builtIn: [String: String], _ interruption: Interruption) async throws {
    let what = command.what
    data = try await what.dataFile()
    jar = try command.cookieFile?.jar()
    var (file, globals) = (try await what.environmentFile(), try await what.globalsFile())
    let variables = try what.supplied.all()
    variables.warn()
    let initial = try InitialVariables(what)
    let supplied = Self.supplied(file, globals, secretNames: variables.secretNames.union(initial.warnOfCredentials()))
    var sources = try await RunPaths(
      command.paths, supplied, builtIn: builtIn, cookies: jar, allowsFiles: what.permissions.allowFiles, interruption
    ).sources
    if let name = what.environment, file == nil, VariablesFile.isFile(name), !Self.isDeclared(name, sources) {
      file = try await VariablesFile(name, of: "--env")
      for index in sources.indices { sources[index].services.workspace.supplied.add(file) }
    }
    environmentFile = file == nil ? nil : what.environment
    for index in sources.indices { sources[index].use(file, globals, what) }
    if let name = what.environment, file == nil { Self.leaveOut(name, whereNoneIs: &sources) }
    environment = file?.name ?? what.environment
    for source in sources { initial.set(in: source) }
    for jars in sources.compactMap(\.services.jars) {
      if command.output.noSessionCookies { jars.leaveOutSessionCookies() } else { jars.keepSessionCookiesAtEnd() }
    }
    self.sources = sources
    // A report of an earlier run may be among the requests.
    let written = Set(try command.output.reports().compactMap(\.path).map(RunPaths.resolved))
    let items = sources.flatMap(\.items).filter { $0.problem == nil || !written.contains(RunPaths.resolved($0.path)) }
    plan = RefusedFiles(sources).replacingRequests(in: try what.plan(items))
    try command.output.checkConflicts(
      with: inputs(what), variables: [environmentFile, what.globals].compactMap(\.self),
      more: command.newman?.outputFiles ?? [])
    try Self.checkSecrets([(file, environmentFile), (globals, what.globals)], command.output)
    Self.warnOfTypos(plan)
    if !what.permissions.allowScripts { try Self.checkScripts(sources) }
    // Start the script host while the first request is prepared and sent.
    sources.first(where: \.hasScripts)?.services.scripts.warm()
    try checkEnvironment()
  }

  /// Lets a source without any environment run without the one that another source has.
  private static func leaveOut(_ name: String, whereNoneIs sources: inout [RunPaths.Source]) {
    guard sources.contains(where: { !$0.items.isEmpty && $0.environments(inPlaceOf: name) == nil }) else { return }
    for index in sources.indices where sources[index].environments(inPlaceOf: name)?.isEmpty == true {
      sources[index].environment = nil
    }
  }

  private func checkEnvironment() throws {
    guard let environment else { return }
    let meant = sources.filter { $0.environment != nil }
    for source in meant where source.environments(inPlaceOf: environment) == nil {
      try source.services.workspace.checkEnvironment(environment, for: source.items.map(\.address))
    }
    let others = meant.compactMap { $0.environments(inPlaceOf: environment) }
    guard !others.isEmpty else { return }
    var known: [String] = []
    for name in others.joined() where !known.contains(name) { known.append(name) }
    throw EnvironmentError.unknown(environment, known: known)
  }

  /// The input files, which no output may replace.
  private func inputs(_ what: RunContentOptions) -> [(path: String, what: String)] {
    let requests = plan.items.filter { $0.problem == nil }.map { (path: $0.path, what: "a request of the run") }
    return requests + files.map { (path: $0, what: "the collection of the run") }
      + [what.data].compactMap(\.self).filter { $0 != "-" }.map { (path: $0, what: "the data file") }
  }

  /// Refuses to replace a file of variables that has secrets. An export contains none, so they would be lost.
  private static func checkSecrets(
    _ files: [(file: VariablesFile?, path: String?)], _ output: RunOutputOptions
  ) throws {
    let exports = [output.exportEnvironment, output.exportGlobals].compactMap(\.self).map(NamedFile.target)
    for (file, path) in files {
      guard let path, file?.secrets.values.contains(where: { !$0.isEmpty }) == true,
        exports.contains(NamedFile.target(of: path))
      else { continue }
      throw CommandExit.usageError(
        "\(path) has secrets, which the export in its place would not have — name another file")
    }
  }

  private static func supplied(
    _ environment: VariablesFile?, _ globals: VariablesFile?, secretNames: Set<String>
  ) -> SuppliedVariables {
    var supplied = SuppliedVariables()
    supplied.secretNames = secretNames
    supplied.globals = globals?.environment.variables ?? []
    supplied.addSecrets(of: globals)
    supplied.add(environment)
    return supplied
  }

  /// Whether one of the collections has the environment.
  private static func isDeclared(_ name: String, _ sources: [RunPaths.Source]) -> Bool {
    sources.contains { $0.environments(inPlaceOf: name) == nil }
  }

  /// Warns about unknown members such as `cheks`, which have no effect: their checks would be skipped.
  private static func warnOfTypos(_ plan: RunPlan) {
    for item in plan.items {
      for member in MemberShape.request.unknownMembers(in: item.request?.document ?? JSONObject()) {
        guard let nearest = member.nearest else { continue }
        StandardError.write("\(item.file): \"\(member.name)\" is not a known member: did you mean \"\(nearest)\"?")
      }
    }
  }

  /// Checks the permission for scripts. Files of other programs cannot store one.
  private static func checkScripts(_ sources: [RunPaths.Source]) throws {
    guard let foreign = sources.compactMap(\.foreign).first(where: \.hasScripts) else { return }
    throw CommandExit.usageError(
      "\(foreign.name) has scripts, which are code of whoever wrote it — pass --allow-scripts to run them")
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

  /// Notes about parts lost when reading other formats, in the order of the files.
  var notes: [InterchangeNote] { sources.compactMap(\.foreign).flatMap(\.notes) }

  /// The files of other programs.
  var files: [String] { sources.compactMap(\.foreign?.name) }
}

extension RunPaths.Source {
  fileprivate mutating func use(_ file: VariablesFile?, _ globals: VariablesFile?, _ what: RunContentOptions) {
    environment = file?.name ?? what.environment(for: self)
    if let foreign {
      let only = items.first.flatMap { services.workspace.onlyEnvironment(for: $0.address) }
      let own = (environment ?? only).flatMap { foreign.environmentSecrets[$0] } ?? [:]
      // The command's own values come first, those of the collection last.
      for (name, value) in own where [nil, foreign.secrets[name]].contains(services.workspace.supplied.secrets[name]) {
        services.workspace.supplied.secrets[name] = value
      }
    }
    (environmentFile, globalsFile) = (file, globals)
  }

  /// The environments of its collections, if that of the name is not among them; otherwise `nil`. Broken files are
  /// reported when the environment is checked.
  fileprivate func environments(inPlaceOf name: String) -> [String]? {
    do { try services.workspace.checkEnvironment(name, for: items.map(\.address)) } catch {
      if case .unknown(_, let known)? = error as? EnvironmentError { return known }
    }
    return nil
  }

  /// Whether one of its requests, or a folder around the first one, has scripts. A broken folder is reported with its
  /// requests.
  fileprivate var hasScripts: Bool {
    if items.contains(where: { $0.request?.document["scripts"] != nil }) { return true }
    guard let first = items.first, let folders = try? services.collections.settings(for: first.address) else {
      return false
    }
    return folders.contains { $0.scripts != JSONObject() }
  }
}

extension SuppliedVariables {
  fileprivate mutating func add(_ file: VariablesFile?) {
    guard let file else { return }
    environment = file.environment
    addSecrets(of: file)
  }

  fileprivate mutating func addSecrets(of file: VariablesFile?) {
    guard let file else { return }
    secrets.merge(file.secrets) { $1 }
    secretNames.formUnion(file.warnOfCredentials(except: secretNames))
  }
}
