package import RequestModel

/// Stores what collections may read outside themselves, in a file that only the user can read.
package struct ConsentStore: Sendable {
  private let file: UserFile

  package init(_ folders: UserFolders) { file = UserFile(path: folders.consents, isPrivate: true) }

  /// Returns what a collection may read.
  ///
  /// - Parameter collection: An absolute path with links resolved.
  /// - Throws: `StoreError.open` if other users can access the file.
  package func allowed(for collection: String) throws(StoreError) -> Set<OutsideSource> {
    let kept = try file.read()
    let files = try kept.texts(at: [collection, "files"]).map(OutsideSource.file)
    let variables = try kept.texts(at: [collection, "variables"]).map(OutsideSource.environmentVariable)
    let commands = try kept.texts(at: [collection, "commands"]).map(OutsideSource.command)
    let bases = try kept.texts(at: [collection, "bases"]).map(OutsideSource.base)
    let hasScripts = try kept.object(at: [collection])["scripts"]?.bool == true
    let scripts: [OutsideSource] = hasScripts ? [.scripts] : []
    return Set(scripts + files + variables + bases + commands)
  }

  package func allow(_ sources: some Sequence<OutsideSource>, for collection: String) throws(StoreError) {
    try file.change { (kept) throws(StoreError) in
      var all = kept.object
      var entry = try kept.object(at: [collection])
      for source in sources {
        guard let (key, name) = source.entry else {
          entry["scripts"] = true
          continue
        }
        _ = try kept.texts(at: [collection, key])
        let names = entry[key]?.array?.compactMap(\.string) ?? []
        if !names.contains(name) { entry[key] = .array((names + [name]).map(JSONValue.string)) }
      }
      all[collection] = .object(entry)
      return kept.rewritten(to: all)
    }
  }
}

extension OutsideSource {
  /// The list that keeps it, and its name in there; `nil` for scripts, which are all allowed or none.
  fileprivate var entry: (key: String, name: String)? {
    switch self {
    case .file(let file): ("files", file)
    case .environmentVariable(let name): ("variables", name)
    case .command(let line): ("commands", line)
    case .base(let name): ("bases", name)
    case .scripts: nil
    }
  }
}
