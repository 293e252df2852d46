package import RequestModel

/// A request of a run.
package struct RunItem: Equatable, Sendable {
  /// The absolute path of the workspace.
  package var root: String
  package var address: Address
  package var id: RequestID?
  /// The request's name, else the file's stem.
  package var title: String
  package var tags: [String]
  /// The names of the folders around it, outer to inner.
  package var folders: [String] = []
  /// The ids that another program has for these folders.
  package var folderIDs: [String] = []
  /// The request; `nil` if its file is broken.
  package var request: SavedRequest?
  /// Why the file cannot be read.
  package var problem: String?

  package init(root: String, address: Address, request: SavedRequest) {
    self.root = root
    self.address = address
    self.request = request
    id = request.id
    title = request.name ?? address.stem
    tags = request.document["tags"]?.array?.compactMap(\.string) ?? []
  }

  /// An item whose file cannot be read.
  package init(root: String, address: Address, problem: String) {
    (self.root, self.address, self.problem) = (root, address, problem)
    (title, tags) = (address.stem, [])
  }

  /// The absolute path of the file.
  package var path: String { root + "/" + address.path }

  /// The path of the file in reports.
  package var file: String {
    get { reportedFile ?? path }
    set { reportedFile = newValue }
  }

  private var reportedFile: String?

  /// The path in the workspace as it is reported.
  package var place: Address {
    get { reportedPlace ?? address }
    set { reportedPlace = newValue }
  }

  private var reportedPlace: Address?

  /// Whether it is the request's id, or that of an import.
  func hasID(_ text: String) -> Bool {
    id?.text.isExactly(text) == true || request?.foreignID?.isExactly(text) == true
  }

  /// Whether `name` is the request's id, path or name.
  package func isNamed(_ name: String) -> Bool {
    hasID(name) || address.path.isExactly(name) || address.stemPath.isExactly(name) || title.isExactly(name)
  }

  /// The names that lead to what has the name in a file of another program, the request or a folder around it; `nil`
  /// elsewhere, and for paths and ids.
  func placeInFile(of name: String) -> [String]? {
    guard reportedPlace != nil else { return nil }
    if let index = folders.firstIndex(where: { $0.isExactly(name) }) { return Array(folders[...index]) }
    return title.isExactly(name) ? folders + [title + "\0" + address.path] : nil
  }

  /// Whether it or a folder around it has the name or the path.
  package func isIn(_ name: String) -> Bool {
    let isInside = [address, place].contains { $0.isInside(Address(name)) } && !name.isEmpty
    return isInside || (folders + folderIDs).contains { $0.isExactly(name) } || isNamed(name)
  }
}
