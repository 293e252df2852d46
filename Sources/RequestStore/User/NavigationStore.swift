internal import Foundation
package import RequestModel

/// What is kept of the user's ways through each workspace, in a file that all running programs share.
package struct NavigationStore: Sendable {
  package struct State: Equatable, Sendable {
    package var uses = UseTable()
    /// The open requests, as tabs from left to right.
    package var tabs: [Address] = []

    package init() {}
  }

  private let path: String

  /// The number of workspaces that are remembered.
  package static let limit = 50

  package init(_ folders: UserFolders) { path = folders.navigation }

  /// What is kept of a workspace; nothing if the file is missing or damaged, which costs a ranking only.
  package func state(of root: String) -> State {
    guard let object = document()[root]?.object else { return State() }
    return State(object)
  }

  /// Changes what is kept. Changes made at once, by several programs, are all kept; a damaged file is replaced.
  @discardableResult
  package func update(_ root: String, _ change: (inout State) -> Void) throws(StoreError) -> State {
    try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
    return try FileLock.holding(path) { () throws(StoreError) in
      let known = document()
      var state = known[root]?.object.map(State.init) ?? State()
      let former = state
      change(&state)
      if state == former { return state }
      // The one that was used last comes first.
      let others = known.members.filter { !$0.key.value.isExactly(root) }
      let own = JSONMember(key: JSONString(root), value: .object(state.document))
      let members = ([own] + others).prefix(Self.limit)
      try Disk.replace(path, with: JSONValue.object(JSONObject(members: Array(members))).renderedFile, mode: 0o600)
      return state
    }
  }

  private func document() -> JSONObject {
    guard Disk.exists(path), let text = try? JSONText.object(at: path) else { return JSONObject() }
    return text.value.object ?? JSONObject()
  }
}

extension NavigationStore.State {
  fileprivate init(_ object: JSONObject) {
    let weights = (object["uses"]?.object?.members ?? []).compactMap { member in
      member.value.number.flatMap { Double($0.text) }.map { (member.key.value, $0) }
    }
    uses = UseTable(weights: Dictionary(weights) { $1 })
    tabs = (object["tabs"]?.array ?? []).compactMap(\.string).map { Address($0) }
  }

  fileprivate var document: JSONObject {
    let weights = uses.ranked.map { name in
      JSONMember(key: JSONString(name), value: .number(JSONNumber(text: String(uses.weights[name] ?? 0))))
    }
    var object = JSONObject()
    if !weights.isEmpty { object["uses"] = .object(JSONObject(members: weights)) }
    if !tabs.isEmpty { object["tabs"] = .array(tabs.map { .string($0.path) }) }
    return object
  }
}
