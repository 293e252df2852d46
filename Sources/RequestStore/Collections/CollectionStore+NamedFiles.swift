/// The paths in a moved file that may name other files than before.
package struct StalePaths: Equatable, Sendable {
  package let file: Address
  package let paths: [String]

  package init(file: Address, paths: [String]) { (self.file, self.paths) = (file, paths) }
}

/// The bytes of a moved file before and after its paths were changed.
struct RewrittenFile: Equatable, Sendable {
  let before: [UInt8]
  let after: [UInt8]
}

extension CollectionStore {
  /// Changes the paths in moved files, so that they name the same files as before.
  ///
  /// - Parameter earlier: The files of the move that this one takes back. Unless they have changed since, they get
  ///   their former bytes.
  /// - Returns: The changed files, and the paths that stay: with variables, in scripts, or in a file that cannot be
  ///   written.
  func followNamedFiles(
    from old: Address, to new: Address, earlier: [Address: RewrittenFile]
  ) -> (rewritten: [Address: RewrittenFile], stale: [StalePaths]) {
    let isFolder = Disk.kind(path(of: new)) == .folder
    // A folder that cannot be read is reported with the tree.
    let files = isFolder ? (try? searchedFiles(in: new, [:], TreeReading()).files) ?? [] : [new]
    let move = FileMove(from: old, to: new)
    var rewritten: [Address: RewrittenFile] = [:]
    let stale: [StalePaths] = files.compactMap { file in
      let former = file.moved(from: new, to: old)
      let paths = follow(move, of: file, from: former, earlier: earlier[file], &rewritten[file])
      return paths.isEmpty ? nil : StalePaths(file: file, paths: paths)
    }
    return (rewritten, stale)
  }

  private func follow(
    _ move: FileMove, of file: Address, from former: Address, earlier: RewrittenFile?, _ rewritten: inout RewrittenFile?
  ) -> [String] {
    let role = fileRole(of: file)
    // A broken file has no fields.
    guard let text = try? JSONText.object(at: path(of: file)), let object = text.value.object else { return [] }
    let uncertain = object.uncertainPaths(of: role, after: move, from: former)
    let changed = object.changingNamedFiles(of: role) { move.path($0, in: former) }
    guard changed != object else { return uncertain }
    do {
      let earlierBytes = text.bytes == earlier?.after ? earlier?.before : nil
      let after = earlierBytes ?? text.rewriting(to: .object(changed), mayExpand: false)
      try Disk.replace(path(of: file), with: after)
      rewritten = RewrittenFile(before: text.bytes, after: after)
      return uncertain
    } catch {
      return object.namedFiles(of: role).filter { !move.path($0, in: former).isExactly($0) } + uncertain
    }
  }
}
