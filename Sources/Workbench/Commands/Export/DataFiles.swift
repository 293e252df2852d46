import Foundation

/// The files of a collection that an export names: those to copy beside it, and notes about the others.
struct DataFiles {
  /// In bytes, of one file and of all.
  private static let limits = (each: 16 << 20, all: 128 << 20)

  private(set) var copies: [ExportResult.File] = []
  private(set) var notes: [InterchangeNote] = []

  private let root: String
  private let layers: CollectionLayers
  private let hasFolder: Bool
  private var known: Set<String> = []
  private var size = 0

  /// - Parameters:
  ///   - paths: In the collection.
  ///   - collections: The collection.
  ///   - hasFolder: Whether the export is a file or a folder that files can be copied beside.
  init(_ paths: [NamedPath], of collections: CollectionStore, hasFolder: Bool) {
    (root, layers) = (collections.root, collections.layers(of: Address("")))
    self.hasFolder = hasFolder
    for path in paths { add(path) }
  }

  private mutating func add(_ named: NamedPath) {
    if named.isOutside {
      let text = "The path \(named.path) leads out of the collection: it may name another file where the export is"
      return notes.append(InterchangeNote(.changed, named.place, text))
    }
    let path = named.path.split(separator: "/").removingDotNames.joined(separator: "/")
    // Many requests may send one file.
    guard known.insert(path).inserted else { return }
    if let problem = copy(path, isCertificate: named.isCertificate) {
      notes.append(InterchangeNote(.dropped, named.place, "The file \(path) is not copied: \(problem)"))
    }
  }

  /// Adds the copy of a file.
  ///
  /// - Returns: Why it is not copied.
  private mutating func copy(_ path: String, isCertificate: Bool) -> String? {
    if path.contains("{{") { return "its name has variables" }
    if isCertificate { return "certificates and keys stay where they are" }
    guard hasFolder else { return "copy it from the collection to this path beside the export" }
    switch read(path) {
    case .bytes(let bytes):
      guard size + bytes.count <= Self.limits.all else { return "all files have more than \(Self.limits.all >> 20) MB" }
      size += bytes.count
      copies.append(ExportResult.File(path, Data(bytes)))
      return nil
    case .missing: return "it is not in the collection"
    case .outside: return "it is hidden, or a link that leads out of the collection"
    case .tooLarge: return "it has more than \(Self.limits.each >> 20) MB"
    }
  }

  /// Reads a file of the collection, or of the base that it is inherited from.
  private func read(_ path: String) -> SentFiles.Found {
    let own = FilesBeside.files(in: root).read(path, Self.limits.each)
    guard case .missing = own else { return own }
    let inherited = layers.file(root + "/" + path)
    if inherited.isExactly(root + "/" + path) { return own }
    return FilesBeside.files(in: Address(inherited).parent.path).read(Address(inherited).name, Self.limits.each)
  }
}
