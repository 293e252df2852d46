/// The paths in a moved file that may name other files than before.
package struct StalePaths: Equatable, Sendable {
  package let file: Address
  package let paths: [String]

  package init(file: Address, paths: [String]) { (self.file, self.paths) = (file, paths) }
}

extension CollectionStore {
  /// Changes the paths in moved files, so that they name the same files as before.
  ///
  /// - Returns: Those that stay: with variables, in scripts, or in a file that cannot be written.
  func followNamedFiles(from old: Address, to new: Address) -> [StalePaths] {
    let isFolder = Disk.kind(path(of: new)) == .folder
    // A folder that cannot be read is reported with the tree.
    let files = isFolder ? (try? searchedFiles(in: new, [:], TreeReading()).files) ?? [] : [new]
    let move = FileMove(from: old, to: new)
    return files.compactMap { file in
      let paths = follow(move, of: file, from: file.moved(from: new, to: old))
      return paths.isEmpty ? nil : StalePaths(file: file, paths: paths)
    }
  }

  private func follow(_ move: FileMove, of file: Address, from former: Address) -> [String] {
    let role = fileRole(of: file)
    // A broken file has no fields.
    guard let text = try? JSONText.object(at: path(of: file)), let object = text.value.object else { return [] }
    let uncertain = object.uncertainPaths(of: role, after: move, from: former)
    let changed = object.changingNamedFiles(of: role) { move.path($0, in: former) }
    guard changed != object else { return uncertain }
    do {
      try Disk.replace(path(of: file), with: text.rewriting(to: .object(changed)))
      return uncertain
    } catch {
      return object.namedFiles(of: role).filter { !move.path($0, in: former).isExactly($0) } + uncertain
    }
  }
}
