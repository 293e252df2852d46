package import RequestModel

/// The state that the workbench keeps between runs, for each root.
package struct WorkspaceState: Equatable, Sendable {
  package var roots: [String: Root]
  /// The body filters used, newest last.
  package var filters: [String] = []
  package var layout = LayoutChoices()

  package struct Root: Equatable, Sendable {
    /// The name of the selected environment.
    package var environment: String?
    /// The selected row.
    package var selected: Address?

    package init(environment: String? = nil, selected: Address? = nil) {
      self.environment = environment
      self.selected = selected
    }
  }

  package init(roots: [String: Root] = [:]) { self.roots = roots }

  /// Reads the state. Returns an empty state and a note if the file is broken. Removes temporary files of killed
  /// programs.
  package static func load(_ folders: UserFolders) -> (state: WorkspaceState, note: String?) {
    for folder in [folders.data, folders.drafts] { Leftover.removeAll(in: folder) }
    guard Disk.exists(folders.state) else { return (WorkspaceState(), nil) }
    do {
      return (WorkspaceState(try JSONText.object(at: folders.state).value.object ?? JSONObject()), nil)
    } catch {
      return (WorkspaceState(), "Cannot read the last state: \(error)")
    }
  }

  /// Changes the stored state. Changes made at once, by several workspaces or programs, are all kept.
  package static func update(
    _ folders: UserFolders, _ change: (inout WorkspaceState) -> Void
  ) throws(StoreError) {
    try Disk.createFolder(folders.data, mode: 0o700)
    try FileLock.holding(folders.state) { () throws(StoreError) in
      var (state, _) = load(folders)
      change(&state)
      try state.save(folders)
    }
  }

  package func save(_ folders: UserFolders) throws(StoreError) {
    try Disk.createFolder(folders.data, mode: 0o700)
    try Disk.replace(folders.state, with: document.renderedFile, mode: 0o600)
  }

  /// The environments chosen for the collections of a folder, by their paths.
  package func environments(in root: String) -> [String: String] {
    let prefix = root == "/" ? root : root + "/"
    return roots.filter { ($0.key + "/").startsExactly(with: prefix) }.compactMapValues(\.environment)
  }

  private init(_ document: JSONObject) {
    let pairs = document.members.filter { $0.key.value.hasPrefix("/") }.compactMap { member in
      member.value.object.map { root in
        let selected = root["selected"]?.string.map { Address($0) }
        return (member.key.value, Root(environment: root["environment"]?.string, selected: selected))
      }
    }
    roots = Dictionary(pairs) { $1 }
    filters = document["filters"]?.array?.compactMap(\.string) ?? []
    layout = LayoutChoices(kept: document["layout"]?.object ?? JSONObject())
  }

  private var document: JSONValue {
    let members = roots.sorted { $0.key < $1.key }.map { path, root in
      var object = JSONObject()
      object["environment"] = root.environment.map(JSONValue.string)
      object["selected"] = root.selected.map { .string($0.path) }
      return JSONMember(key: JSONString(path), value: .object(object))
    }
    var document = JSONObject(members: members)
    document["filters"] = filters.isEmpty ? nil : .array(filters.map(JSONValue.string))
    document["layout"] = layout == LayoutChoices() ? nil : .object(layout.document)
    return .object(document)
  }
}
