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
  /// The ids of these folders in another program's file.
  package var folderIDs: [String] = []
  /// The request; `nil` if its file is broken.
  package var request: SavedRequest?
  /// The reason why the file cannot be read.
  package var problem: String?

  package init(root: String, address: Address, request: SavedRequest) {
    self.root = root
    self.address = address
    self.request = request
    id = request.id
    title = request.name ?? address.stem
    tags = request.tags
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

  /// The reported path in the workspace.
  package var place: Address {
    get { reportedPlace ?? address }
    set { reportedPlace = newValue }
  }

  private var reportedPlace: Address?

  /// The file of another program. Reports of several files name it before the place, which may be the same in two files.
  package var sourceName: String?

  /// The path that reports show.
  var shownPlace: Address { sourceName.map { Address($0).appending(place.path) } ?? place }

  /// How many requests before it have the same reported path.
  package var ordinal = 0

  /// Whether it is the request's id, or its id in an imported file.
  func hasID(_ text: String) -> Bool {
    id?.text.isExactly(text) == true || request?.foreignID?.isExactly(text) == true
  }

  /// Whether `name` is the request's id, path or name.
  package func isNamed(_ name: String) -> Bool {
    hasID(name) || address.path.isExactly(name) || address.stemPath.isExactly(name) || title.isExactly(name)
  }

  /// In a file of another program, the names leading to the request or folder with that name; `nil` in other files, and
  /// for paths and ids.
  func placeInFile(of name: String) -> [String]? {
    guard reportedPlace != nil else { return nil }
    if let index = folders.firstIndex(where: { $0.isExactly(name) }) { return Array(folders[...index]) }
    return title.isExactly(name) ? folders + [title + "\0" + address.path] : nil
  }

  /// Whether the request or a folder around it has the name or the path.
  package func isIn(_ name: String) -> Bool {
    let isInside = [address, place].contains { $0.isInside(Address(name)) } && !name.isEmpty
    return isInside || (folders + folderIDs).contains { $0.isExactly(name) } || isNamed(name)
  }
}
