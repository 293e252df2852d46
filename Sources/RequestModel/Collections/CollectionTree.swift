/// The folders and files below the path that the workbench was opened on, as rows of a tree.
package struct CollectionTree: Equatable, Sendable {
  /// The absolute path that `Address`es are relative to.
  package var root: String
  /// All rows, depth first, in the order they are shown; a folder stands before what is in it.
  package var nodes: [CollectionNode]
  /// Why rows are missing; `nil` where all are there.
  package var remark: String?

  package init(root: String, nodes: [CollectionNode] = [], remark: String? = nil) {
    self.root = root
    self.nodes = nodes
    self.remark = remark
  }
}

/// An open folder, named by its absolute path. Together with an `Address` it names a file among several open folders.
package struct WorkspaceID: Hashable, Sendable {
  package let root: String

  package init(root: String) { self.root = root }
}

/// Where a file or folder stands below the root: `shop/orders/create.json`. The root itself is empty.
package struct Address: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let path: String

  package init(_ path: String) { self.path = path }

  // By bytes: "é.json" and "e\u{301}.json" are two files.
  package static func == (a: Address, b: Address) -> Bool { a.path.isExactly(b.path) }
  package static func < (a: Address, b: Address) -> Bool { a.path.utf8.lexicographicallyPrecedes(b.path.utf8) }
  package func hash(into hasher: inout Hasher) { hasher.combine(path) }

  package var components: [Substring] { path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) } }

  package var name: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  package var parent: Address {
    Address(String(path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]))
  }
  package var description: String { path }

  /// The last component without `.json`.
  package var stem: String { name.endsExactly(with: ".json") ? String(name.unicodeScalars.dropLast(5)) : name }

  package func appending(_ name: String) -> Address { Address(path.isEmpty ? name : path + "/" + name) }

  /// Whether this is `folder` or stands below it.
  package func isInside(_ folder: Address) -> Bool {
    folder.path.isEmpty || self == folder || path.startsExactly(with: folder.path + "/")
  }
}

/// One row of the tree.
package struct CollectionNode: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A folder; `isCollection` where a `collection.json` makes it the root of one.
    case folder(isCollection: Bool)
    case request(method: String, id: RequestID?)
    /// A file that could not be read as what it should be, with the sentence that says why: it is shown and never overwritten.
    case broken(String)

    package var id: RequestID? { if case .request(_, let id) = self { id } else { nil } }
  }

  package var address: Address
  /// How deep below the root: 0 for the root's own children.
  package var depth: Int
  package var kind: Kind
  /// What to show: `"name"` of the file, else its stem.
  package var title: String

  package init(address: Address, depth: Int, kind: Kind, title: String) {
    self.address = address
    self.depth = depth
    self.kind = kind
    self.title = title
  }

  package var isFolder: Bool { if case .folder = kind { true } else { false } }
}
