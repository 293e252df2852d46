/// Folders that are filled one by one, each found by its name.
struct FilledFolders {
  private let root: Node
  private var current: Node

  init(_ folder: PortableFolder = PortableFolder(name: "")) {
    root = Node(folder)
    current = root
  }

  /// Inserts a folder into the one at `path`. Creates missing parents.
  func insert(_ folder: PortableFolder, at path: some Sequence<String>) {
    var node = root
    for name in path { node = node.folder(named: name) }
    node.add(Node(folder))
  }

  /// Adds subsequent items to the folder at `path`.
  mutating func enter(_ path: [String], settings: JSONObject?) {
    // Bounds the depth of damaged files.
    current = path.prefix(64).reduce(root) { $0.folder(named: $1) }
    if let settings, current !== root { current.own.settings = settings }
  }

  func add(_ item: PortableItem) { current.add(item) }

  var isEmpty: Bool { root.isEmpty }

  var folder: PortableFolder { root.finished }

  private final class Node {
    private enum Slot {
      case folder(Node)
      case request(PortableItem)
    }

    var own: PortableFolder
    private var slots: [Slot] = []
    /// The first folder of each name.
    private var byName: [String: Node] = [:]

    init(_ folder: PortableFolder) {
      var own = folder
      own.items = []
      self.own = own
      for item in folder.items { add(item) }
    }

    var isEmpty: Bool { slots.isEmpty }

    func add(_ item: PortableItem) {
      if case .folder(let inner) = item { add(Node(inner)) } else { slots.append(.request(item)) }
    }

    func add(_ node: Node) {
      slots.append(.folder(node))
      if byName[node.own.name] == nil { byName[node.own.name] = node }
    }

    func folder(named name: String) -> Node {
      if let node = byName[name] { return node }
      let node = Node(PortableFolder(name: name))
      add(node)
      return node
    }

    var finished: PortableFolder {
      var folder = own
      folder.items = slots.map { slot in
        switch slot {
        case .folder(let node): .folder(node.finished)
        case .request(let item): item
        }
      }
      return folder
    }
  }
}
