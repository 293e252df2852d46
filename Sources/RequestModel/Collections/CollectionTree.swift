/// The folders and files of an open folder, as rows of a tree.
package struct CollectionTree: Equatable, Sendable {
  /// The absolute path that `Address`es are relative to.
  package var root: String
  /// All rows in display order: depth first, each folder before its contents.
  package var nodes: [CollectionNode]
  /// Whether the root itself is a collection.
  package var isCollection: Bool
  /// Why rows are missing; `nil` if none are.
  package var remark: String?
  /// The bases that collections wait for.
  package var pendingBases: [PendingBase] = []

  /// A base that the user has to allow or to fetch.
  package struct PendingBase: Equatable, Sendable {
    package let collection: Address
    package let base: CollectionBase

    package init(collection: Address, base: CollectionBase) { (self.collection, self.base) = (collection, base) }
  }

  package init(root: String, nodes: [CollectionNode] = [], isCollection: Bool = false, remark: String? = nil) {
    self.root = root
    self.nodes = nodes
    self.isCollection = isCollection
    self.remark = remark
  }
}

/// Identifies an open folder by its absolute path. With an `Address` it identifies a file in one of several open folders.
package struct WorkspaceID: Hashable, Sendable {
  package let root: String

  package init(root: String) { self.root = root }
}

/// The path of a file or folder relative to the root: `shop/orders/create.json`. The root itself is empty.
package struct Address: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let path: String

  package init(_ path: String) { self.path = path }

  // Compares bytes: "é.json" and "e\u{301}.json" are different files.
  package static func == (a: Address, b: Address) -> Bool { a.path.isExactly(b.path) }
  /// By path, but `list.json` is before `list 2.json`, and the contents of `folder` before those of `folder 2`.
  package static func < (a: Address, b: Address) -> Bool {
    func rank(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: ".") ? 0 : byte == UInt8(ascii: "/") ? 1 : byte }
    return a.path.utf8.lexicographicallyPrecedes(b.path.utf8) { rank($0) < rank($1) }
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(path) }

  /// The address of an absolute path in the folder that is open. One above the root begins with `..`.
  package init?(ofPath path: String, root: String) {
    if path == root {
      self.init("")
    } else if let below = path.removingExactly(prefix: root + "/") {
      self.init(below)
    } else {
      var (top, dots) = (root, [String]())
      while !top.isEmpty {
        top = Address(top).parent.path
        dots.append("..")
        guard let below = path.removingExactly(prefix: top + "/") else { continue }
        self.init((dots + [below]).joined(separator: "/"))
        return
      }
      return nil
    }
  }

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
  package var stem: String { Self.withoutExtension(name) }

  /// The path without `.json`, which names a request in its collection.
  package var stemPath: String { Self.withoutExtension(path) }

  private static func withoutExtension(_ text: String) -> String {
    text.endsExactly(with: ".json") ? String(text.unicodeScalars.dropLast(5)) : text
  }

  package func appending(_ name: String) -> Address { Address(path.isEmpty ? name : path + "/" + name) }

  /// Whether this is `folder` or is inside it.
  package func isInside(_ folder: Address) -> Bool {
    folder.path.isEmpty || self == folder || path.startsExactly(with: folder.path + "/")
  }

  package func moved(from old: Address, to new: Address) -> Address {
    guard isInside(old) else { return self }
    return Address(new.path + String(Substring(path.utf8.dropFirst(old.path.utf8.count))))
  }
}

/// One row of the tree.
package struct CollectionNode: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A folder; `isCollection` if it contains a `collection.json`.
    case folder(isCollection: Bool)
    case request(method: String, id: RequestID?)
    /// An unreadable file and the reason. It is shown but never overwritten.
    case broken(String)

    package var id: RequestID? { if case .request(_, let id) = self { id } else { nil } }
  }

  package var address: Address
  /// 0 for the children of the root.
  package var depth: Int
  package var kind: Kind
  /// The file's `"name"`, else its stem.
  package var title: String
  package var inheritance = Inheritance.none

  /// How a file or folder relates to the base of its collection.
  package enum Inheritance: Equatable, Sendable {
    case none
    /// It is in the base only.
    case inherited
    /// Its own file changes the one of the base.
    case overriding
  }

  package init(address: Address, depth: Int, kind: Kind, title: String, inheritance: Inheritance = .none) {
    self.address = address
    self.depth = depth
    self.kind = kind
    self.title = title
    self.inheritance = inheritance
  }

  /// The row of a request.
  ///
  /// - Parameter title: `nil` for the request's name, else its file's.
  package init(
    _ request: SavedRequest, at address: Address, depth: Int = 0, title: String? = nil,
    inheritance: Inheritance = .none
  ) {
    self.init(
      address: address, depth: depth, kind: .request(method: request.shownMethod, id: request.id),
      title: title ?? request.name ?? address.stem, inheritance: inheritance)
  }

  package var isFolder: Bool { if case .folder = kind { true } else { false } }
  package var isBroken: Bool { if case .broken = kind { true } else { false } }
}
