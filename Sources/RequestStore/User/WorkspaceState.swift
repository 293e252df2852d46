/// The state that the workbench keeps between runs, for each root.
package struct WorkspaceState: Equatable, Sendable {
  package var roots: [String: Root]
  /// The body filters used, newest last.
  package var filters: [String] = []
  /// The layout of workspaces without one of their own, from earlier versions.
  private var layout = LayoutChoices()

  package struct Root: Equatable, Sendable {
    /// The name of the selected environment.
    package var environment: String?
    package var selected: Address?
    /// The layout, if it was ever changed.
    package var layout: LayoutChoices?

    package init(environment: String? = nil, selected: Address? = nil, layout: LayoutChoices? = nil) {
      self.environment = environment
      self.selected = selected
      self.layout = layout
    }
  }

  package init(roots: [String: Root] = [:]) { self.roots = roots }

  /// Reads the state. Returns an empty state and a note if the file cannot be read; the file stays. Removes temporary
  /// files of killed programs.
  package static func load(_ folders: UserFolders) -> (state: WorkspaceState, note: String?) {
    for folder in [folders.data, folders.drafts] { Leftover.removeAll(in: folder) }
    do throws(StoreError) {
      return (try WorkspaceState(try UserFile(path: folders.state).read()), nil)
    } catch {
      return (WorkspaceState(), "Cannot read the last state: \(error)")
    }
  }

  /// Changes the stored state. Changes made at once, by several workspaces or programs, are all kept.
  ///
  /// - Returns: A note if the file was not understood and was set aside.
  @discardableResult
  package static func update(
    _ folders: UserFolders, _ change: (inout WorkspaceState) -> Void
  ) throws(StoreError) -> String? {
    let file = UserFile(path: folders.state)
    return try file.changeOrBeginAnew { (kept) throws(StoreError) in
      var state = try WorkspaceState(kept)
      change(&state)
      return JSONValue.object(state.document(over: kept.object)).renderedFile
    }
  }

  /// The environments chosen for the collections of a folder, by their paths.
  package func environments(in root: String) -> [String: String] {
    let prefix = root == "/" ? root : root + "/"
    return roots.filter { ($0.key + "/").startsExactly(with: prefix) }.compactMapValues(\.environment)
  }

  package func layout(of root: String) -> LayoutChoices { roots[root]?.layout ?? layout }

  private init(_ kept: UserDocument) throws(StoreError) {
    roots = [:]
    for path in kept.object.keys where Self.isRoot(path) {
      let selected = try kept.string(at: [path, "selected"]).map { Address($0) }
      roots[path] = Root(environment: try kept.string(at: [path, "environment"]), selected: selected)
      let layout = LayoutChoices(kept: try kept.object(at: [path, "layout"]))
      if kept.object[path]?.object?["layout"] != nil { roots[path]?.layout = layout }
    }
    filters = try kept.texts(at: ["filters"])
    layout = LayoutChoices(kept: try kept.object(at: ["layout"]))
  }

  private static func isRoot(_ member: String) -> Bool { member.hasPrefix("/") }

  /// - Parameter old: The members that are not known here stay.
  private func document(over old: JSONObject) -> JSONObject {
    let members = roots.sorted { $0.key < $1.key }.map { path, root in
      var object = JSONObject()
      object["environment"] = root.environment.map(JSONValue.string)
      object["selected"] = root.selected.map { .string($0.path) }
      object["layout"] = root.layout.map { .object($0.document) }
      return JSONMember(key: JSONString(path), value: .object(object))
    }
    var document = JSONObject(members: members + old.members.filter { !Self.isRoot($0.key.value) })
    document["filters"] = filters.isEmpty ? nil : .array(filters.map(JSONValue.string))
    document["layout"] = layout == LayoutChoices() ? nil : .object(layout.document)
    return document
  }
}
