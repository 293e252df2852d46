internal import Foundation

/// The folders that a collection consists of: its own and those of its bases, links resolved.
package struct CollectionLayers: Equatable, Sendable {
  /// A collection that others are based on.
  package struct Base: Equatable, Sendable {
    package let name: CollectionBase
    package let folder: String
    /// Files of it may be read: the folder, or the whole repository.
    package let walls: String
    /// The source that needs the user's permission; `nil` for a folder within the collection that names it.
    package let source: OutsideSource?
  }

  package let folder: String
  /// The nearest first.
  package private(set) var bases: [Base] = []
  /// Why a base is missing. Those before it are in force, but nothing is sent without all of them.
  package private(set) var problem: BaseProblem?

  static let limit = 8

  /// - Parameter folder: The absolute path of a collection.
  init(of folder: String, _ access: BaseAccess) {
    self.folder = folder
    do throws(BaseProblem) {
      try follow(access)
    } catch {
      problem = error
    }
  }

  private mutating func follow(_ access: BaseAccess) throws(BaseProblem) {
    guard let first = try Self.declared(in: folder) else { return }
    let collection = Disk.resolved(folder)
    var (name, outer, walls) = (first, collection, collection)
    while true {
      let base = try Self.find(name, from: outer, within: walls, access)
      if base.folder == collection || bases.contains(where: { $0.folder == base.folder }) {
        throw .circle([collection] + bases.map(\.folder))
      }
      if case .folder = name, Disk.kind(base.folder) != .folder { throw .missing(base.folder) }
      if let source = base.source, !access.allows(source, for: collection) { throw .notAllowed(base.name, source) }
      if case .git(let git) = base.name, Disk.kind(base.folder) != .folder { throw Self.missing(git, base) }
      guard bases.count < Self.limit else { throw .tooDeep(limit: Self.limit) }
      bases.append(base)
      guard let next = try Self.declared(in: base.folder) else { return }
      (name, outer, walls) = (next, base.folder, base.walls)
    }
  }

  private static func missing(_ git: RepositoryBase, _ base: Base) -> BaseProblem {
    Disk.kind(base.walls) == .folder ? .missingInRepository(git) : .notFetched(git)
  }

  private static func find(
    _ name: CollectionBase, from folder: String, within walls: String, _ access: BaseAccess
  ) throws(BaseProblem) -> Base {
    switch name {
    case .folder(let path):
      let place = Disk.resolved(path.startsExactly(with: "/") ? path : standardized(folder + "/" + path))
      let isInside = Address(place).isInside(Address(walls))
      return Base(
        name: name, folder: place, walls: isInside ? walls : place, source: isInside ? nil : .base(place))
    case .git(let git):
      let git = located(git, in: folder)
      guard let fetched = access.place(of: git) else { throw .notFetched(git) }
      let files = Disk.resolved(fetched.files)
      let place = git.path.isEmpty ? files : Disk.resolved(files + "/" + git.path)
      guard Address(place).isInside(Address(files)) else { throw .missingInRepository(git) }
      return Base(name: .git(git), folder: place, walls: files, source: .base(git.url))
    }
  }

  /// The base with the whole path of a repository that is named relative to the collection.
  private static func located(_ git: RepositoryBase, in folder: String) -> RepositoryBase {
    let located = git.located(in: folder)
    guard located.url != git.url else { return git }
    let url = URL(filePath: located.url).standardizedFileURL.path
    return RepositoryBase(url: url, revision: git.revision, path: git.path)
  }

  /// Without `..`, for messages about folders that do not exist.
  private static func standardized(_ path: String) -> String {
    Disk.exists(path) ? path : URL(filePath: path).standardizedFileURL.path
  }

  /// The base named by `collection.json`; `nil` for an unreadable file, which is reported separately.
  private static func declared(in folder: String) throws(BaseProblem) -> CollectionBase? {
    let path = folder + "/" + FolderScan.collectionFile
    guard let bytes = try? Disk.read(path), mayName(bytes),
      let document = try? JSONText.object(bytes, path).value.object
    else { return nil }
    do {
      return try CollectionBase(document: document)
    } catch {
      throw .unreadable("\(path): \(error.problem)")
    }
  }

  /// Whether the bytes may contain a member `base`. Most collections do not, and are not parsed for it.
  private static func mayName(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // With escapes, the key has one for b, a, s or e.
      [#"base""#, #"\u006"#, #"\u007"#].contains { part in
        Array(part.utf8).withUnsafeBufferPointer { ByteSearch.offset(of: $0, in: bytes) } != nil
      }
    }
  }
}

extension CollectionLayers {
  /// The files that a file of the collection inherits from, the nearest first. Links in a base count for nothing.
  ///
  /// - Parameter path: Relative to the collection.
  func inherited(_ path: String) -> [String] {
    bases.map { path.isEmpty ? $0.folder : $0.folder + "/" + path }.filter {
      Disk.exists($0) && Disk.resolved($0) == $0
    }
  }

  /// Whether a base has a file or folder.
  func has(_ path: String) -> Bool { !inherited(path).isEmpty }

  /// Returns the collection's own file, else the file of the nearest base.
  ///
  /// - Parameter path: An absolute path in the collection. All others are returned unchanged.
  package func file(_ path: String) -> String {
    guard !bases.isEmpty, !Disk.exists(path), path.startsExactly(with: folder + "/") else { return path }
    return inherited(relative(path)).first ?? path
  }

  /// The path relative to the collection of a path in it.
  func relative(_ path: String) -> String {
    path == folder ? "" : path.removingExactly(prefix: folder == "/" ? "/" : folder + "/") ?? path
  }
}
