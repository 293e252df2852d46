/// Stores the sources outside of collections that each may read, and the programs of repositories that git may run, in
/// a file that only the user can read.
package struct ConsentStore: Sendable {
  private let file: UserFile

  package init(_ folders: UserFolders) { file = UserFile(path: folders.consents, isPrivate: true) }

  /// Returns the sources that a collection may read.
  ///
  /// - Parameter collection: An absolute path with links resolved.
  /// - Throws: `StoreError.open` if other users can access the file.
  package func allowed(for collection: String) throws(StoreError) -> Set<OutsideSource> {
    let kept = try file.read()
    let files = try kept.texts(at: [collection, "files"]).map(OutsideSource.file)
    let variables = try kept.texts(at: [collection, "variables"]).map(OutsideSource.environmentVariable)
    let commands = try kept.texts(at: [collection, "commands"]).map(OutsideSource.command)
    let programs = try kept.texts(at: [collection, "stdioPrograms"]).map(OutsideSource.program)
    let secrets = try kept.texts(at: [collection, "secretCommands"]).map(OutsideSource.secret)
    let bases = try kept.texts(at: [collection, "bases"]).map(OutsideSource.base)
    let cookies = try kept.texts(at: [collection, "cookies"]).map(OutsideSource.cookies)
    var allowed = Set(files + variables + commands + programs + bases + cookies).union(secrets)
    let entry = try kept.object(at: [collection])
    if entry["scripts"]?.bool == true { allowed.insert(.scripts) }
    if entry["vault"]?.bool == true { allowed.insert(.vault) }
    return allowed
  }

  package func allow(_ sources: some Sequence<OutsideSource>, for collection: String) throws(StoreError) {
    try file.changeEntry(collection) { (kept, entry) throws(StoreError) in
      for source in sources {
        let (key, name) = source.entry
        guard let name else {
          entry[key] = true
          continue
        }
        _ = try kept.texts(at: [collection, key])
        let names = entry[key]?.array?.compactMap(\.string) ?? []
        if !names.contains(name) { entry[key] = .array((names + [name]).map(JSONValue.string)) }
      }
    }
  }

  /// Follows the collections of a folder that was renamed.
  package func move(from old: String, to new: String) throws(StoreError) {
    try file.change { $0.moved(from: old, to: new) }
  }

  /// Returns the programs that git may run in a repository.
  ///
  /// - Parameter repository: The absolute path of the folder where git keeps it, links resolved.
  package func allowedPrograms(of repository: String) throws(StoreError) -> Set<RepositoryProgram> {
    Set(try file.read().values(at: [repository, "programs"]).compactMap(Self.program))
  }

  package func allow(_ programs: [RepositoryProgram], of repository: String) throws(StoreError) {
    try file.changeEntry(repository) { (kept, entry) throws(StoreError) in
      var all = try kept.values(at: [repository, "programs"])
      let known = Set(all.compactMap(Self.program))
      for program in programs where !known.contains(program) {
        var object: JSONObject = ["name": .string(program.name), "command": .string(program.command)]
        if !program.folder.isEmpty { object["folder"] = .string(program.folder) }
        all.append(.object(object))
      }
      entry["programs"] = .array(all)
    }
  }

  private static func program(_ value: JSONValue) -> RepositoryProgram? {
    guard let name = value.object?["name"]?.string, let command = value.object?["command"]?.string else { return nil }
    return RepositoryProgram(name, command, in: value.object?["folder"]?.string ?? "")
  }
}

extension OutsideSource {
  /// The member that stores it, and its name in that list; `nil` as the name for sources that are allowed as a whole.
  fileprivate var entry: (key: String, name: String?) {
    switch self {
    case .file(let file): ("files", file)
    case .environmentVariable(let name): ("variables", name)
    case .command(let line): ("commands", line)
    case .program(let line): ("stdioPrograms", line)
    case .secret(let line): ("secretCommands", line)
    case .base(let name): ("bases", name)
    case .cookies(let host): ("cookies", host)
    case .scripts: ("scripts", nil)
    case .vault: ("vault", nil)
    }
  }
}
