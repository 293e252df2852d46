/// The user's navigation in each workspace, in a file that all running programs share.
package struct NavigationStore: Sendable {
  package struct State: Equatable, Sendable {
    package var uses = UseTable()
    /// The open requests, as tabs from left to right.
    package var tabs: [Address] = []
  }

  private let file: UserFile

  /// The number of workspaces that are remembered.
  package static let limit = 50

  package init(_ folders: UserFolders) { file = UserFile(path: folders.navigation) }

  /// The stored state of a workspace.
  package func state(of root: String) throws(StoreError) -> State {
    try State(try file.read(), root)
  }

  /// Changes the stored state. Concurrent changes by several programs are all kept.
  ///
  /// - Returns: The new state, and a note if the file was not understood and was set aside.
  @discardableResult
  package func update(
    _ root: String, _ change: (inout State) -> Void
  ) throws(StoreError) -> (state: State, note: String?) {
    var state = State()
    let note = try file.changeOrBeginAnew { (kept) throws(StoreError) in
      let former = try State(kept, root)
      state = former
      change(&state)
      if state == former { return nil }
      // The one that was used last comes first.
      let others = kept.object.members.filter { !$0.key.value.isExactly(root) }
      let own = JSONMember(key: JSONString(root), value: .object(state.document(over: try kept.object(at: [root]))))
      return JSONValue.object(JSONObject(members: Array(([own] + others).prefix(Self.limit)))).renderedFile
    }
    return (state, note)
  }
}

extension NavigationStore.State {
  fileprivate init(_ kept: UserDocument, _ root: String) throws(StoreError) {
    let weights = try kept.object(at: [root, "uses"]).members.compactMap { member in
      member.value.number.flatMap { Double($0.text) }.map { (member.key.value, $0) }
    }
    uses = UseTable(weights: Dictionary(weights) { $1 })
    tabs = try kept.texts(at: [root, "tabs"]).map { Address($0) }
  }

  /// - Parameter entry: The members that are not known here stay.
  fileprivate func document(over entry: JSONObject) -> JSONObject {
    let weights = uses.ranked.map { name in
      JSONMember(key: JSONString(name), value: .number(JSONNumber(text: String(uses.weights[name] ?? 0))))
    }
    var object = entry
    object["uses"] = weights.isEmpty ? nil : .object(JSONObject(members: weights))
    object["tabs"] = tabs.isEmpty ? nil : .array(tabs.map { .string($0.path) })
    return object
  }
}
