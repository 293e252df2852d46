/// The variables declared in the files of a collection.
package struct VariableDeclarations: Sendable {
  package struct Declaration: Equatable, Sendable {
    /// `nil` for a variable of `collection.json` or of a `folder.json`.
    package let environment: String?
    package let variable: Variable
  }

  package fileprivate(set) var all: [Declaration] = []
  /// The names of the environments, including broken ones.
  package fileprivate(set) var environments: [String] = []
  /// The folders of the environments of the workspace, by their names.
  package fileprivate(set) var owners: [String: String] = [:]
  /// Files that could not be read and may declare more variables.
  package fileprivate(set) var problems: [StoreError] = []
}

extension CollectionStore {
  /// Reads the variables of the collection that contains `address`: those of its folders, then those of its
  /// environments and of its workspace's.
  package func declarations(around address: Address) throws(StoreError) -> VariableDeclarations {
    var found = VariableDeclarations()
    let collection = collectionRoot(of: address)
    var scan = try FolderWalk.scan(collection)
    if let problem = scan.problem { throw problem }
    var withBases = BaseScan(CollectionStore(root: collection, trash: trash, bases: bases), TreeReading())
    try withBases.addInherited(to: &scan)
    let shared = try workspaceVariables(for: address)?.variables ?? []
    found.all += shared.map { VariableDeclarations.Declaration(environment: nil, variable: $0) }
    collect(scan, in: collection, &found)
    for file in try environments(for: address) {
      found.environments.append(file.name)
      if file.isShared { found.owners[file.name] = file.owner }
      do {
        let variables = try file.content.get().variables
        found.all += variables.map { VariableDeclarations.Declaration(environment: file.name, variable: $0) }
      } catch {
        found.problems.append(error)
      }
    }
    return found
  }

  /// Returns the first file of a collection on disk that refers to a variable.
  ///
  /// - Parameter skipped: Files that are not read.
  package func file(
    using name: String, of collection: String, besides skipped: Set<Address>
  ) throws(StoreError) -> Address? {
    let whole = CollectionStore(root: collection, trash: trash, bases: bases)
    for file in try whole.searchedFiles(in: Address(""), [:], TreeReading()).files {
      let path = whole.path(of: file)
      guard let address = Address(ofPath: path, root: root), !skipped.contains(address),
        let bytes = try? Disk.read(path)  // Reported where it is shown.
      else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let value = (try? JSONText(bytes).value) ?? .string(text)
      // A nested collection has its own variables.
      if value.refers(to: name), whole.collectionRoot(of: file) == collection { return address }
    }
    return nil
  }

  private func collect(_ scan: FolderScan, in collection: String, _ found: inout VariableDeclarations) {
    let folder = scan.address.path.isEmpty ? collection : collection + "/" + scan.address.path
    for path in (scan.baseFolders.reversed() + [folder]).compactMap(settingsPath) {
      do {
        let variables = try read(path, as: FolderSettings.init(document:)).value.variables
        found.all += variables.map { VariableDeclarations.Declaration(environment: nil, variable: $0) }
      } catch {
        found.problems.append(error)
      }
    }
    // A nested collection has its own secrets.
    for inner in scan.folders where !inner.isCollection { collect(inner, in: collection, &found) }
  }
}
