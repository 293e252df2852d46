/// The places in an open folder where a file is read as a request.
package struct RequestPlaces {
  private let root: String
  private let isCollection: (Address) -> Bool

  /// - Parameters:
  ///   - root: The path of the open folder, with links resolved.
  ///   - isCollection: Whether a folder has a `collection.json`.
  package init(root: String, isCollection: @escaping (Address) -> Bool) {
    (self.root, self.isCollection) = (root, isCollection)
  }

  /// Whether a file of this absolute path is read as a request: it is in a collection, or below one.
  package func contain(_ path: String) -> Bool {
    guard let file = path.removingExactly(prefix: root + "/").map(Address.init), Self.isRequest(file.name) else {
      return false
    }
    if file.components.contains(where: { $0.first == "." }) { return false }
    var folder = file.parent
    while !isCollection(folder) {
      if folder.path.isEmpty { return false }
      folder = folder.parent
    }
    return true
  }

  /// Whether a file is a request by its name. Schemas that checks name may lie beside it.
  package static func isRequest(_ name: String) -> Bool {
    name.endsExactly(with: ".json") && !name.endsExactly(with: ".schema.json") && !isSettings(name)
  }

  package static func isSettings(_ name: String) -> Bool {
    name == "collection.json" || name == "folder.json" || name == "workspace.json"
  }

  /// The name for a file that would be a request.
  package static func otherName(for name: String) -> String { Address(name).stem + ".txt" }
}
