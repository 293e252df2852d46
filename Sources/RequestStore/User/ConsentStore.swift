internal import Foundation
package import RequestModel

/// Stores what collections may read outside themselves, and which programs of repositories git may run, in a file that
/// only the user can read.
package struct ConsentStore: Sendable {
  private let path: String

  package init(_ folders: UserFolders) { path = folders.consents }

  /// Returns what a collection may read.
  ///
  /// - Parameter collection: An absolute path with links resolved.
  /// - Throws: `StoreError.open` if other users can access the file.
  package func allowed(for collection: String) throws(StoreError) -> Set<OutsideSource> {
    guard let entry = try load()?.value.object?[collection]?.object else { return [] }
    let files = Self.names(entry, "files").map(OutsideSource.file)
    let variables = Self.names(entry, "variables").map(OutsideSource.environmentVariable)
    let bases = Self.names(entry, "bases").map(OutsideSource.base)
    let cookies = Self.names(entry, "cookies").map(OutsideSource.cookies)
    let commands = Self.names(entry, "commands").map(OutsideSource.command)
    var allowed = Set(files + variables + bases + cookies + commands)
    if entry["scripts"]?.bool == true { allowed.insert(.scripts) }
    if entry["vault"]?.bool == true { allowed.insert(.vault) }
    return allowed
  }

  package func allow(_ sources: some Sequence<OutsideSource>, for collection: String) throws(StoreError) {
    try change(collection) { entry in
      for source in sources {
        switch source {
        case .file(let file): Self.add(file, to: "files", of: &entry)
        case .environmentVariable(let name): Self.add(name, to: "variables", of: &entry)
        case .command(let line): Self.add(line, to: "commands", of: &entry)
        case .base(let name): Self.add(name, to: "bases", of: &entry)
        case .cookies(let host): Self.add(host, to: "cookies", of: &entry)
        case .scripts: entry["scripts"] = true
        case .vault: entry["vault"] = true
        }
      }
    }
  }

  /// Returns the programs that git may run in a repository.
  ///
  /// - Parameter repository: The absolute path of the folder where git keeps it, links resolved.
  package func allowedPrograms(of repository: String) throws(StoreError) -> Set<RepositoryProgram> {
    Set((try load()?.value.object?[repository]?.object?["programs"]?.array ?? []).compactMap(Self.program))
  }

  package func allow(_ programs: [RepositoryProgram], of repository: String) throws(StoreError) {
    try change(repository) { entry in
      var all = entry["programs"]?.array ?? []
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

  private func change(_ name: String, _ change: (inout JSONObject) -> Void) throws(StoreError) {
    try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
    try FileLock.holding(path) { () throws(StoreError) in
      let text = try load()
      var all = text?.value.object ?? JSONObject()
      var entry = all[name]?.object ?? JSONObject()
      change(&entry)
      all[name] = .object(entry)
      let bytes = text?.rewriting(to: .object(all)) ?? JSONValue.object(all).renderedFile
      try Disk.replace(path, with: bytes, mode: 0o600)
    }
  }

  private static func names(_ entry: JSONObject, _ key: String) -> [String] {
    entry[key]?.array?.compactMap(\.string) ?? []
  }

  private static func add(_ name: String, to key: String, of entry: inout JSONObject) {
    let names = names(entry, key)
    if !names.contains(name) { entry[key] = .array((names + [name]).map(JSONValue.string)) }
  }

  private func load() throws(StoreError) -> JSONText? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .system(.read, path: path, code: errno) }
      return nil
    }
    guard status.st_mode & 0o077 == 0 else { throw .open(path: path, mode: status.st_mode & 0o777) }
    return try JSONText.object(at: path)
  }
}
