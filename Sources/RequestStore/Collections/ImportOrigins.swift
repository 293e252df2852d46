internal import Foundation

/// Names the sources of collections: by their own ids, else by their paths or URLs.
///
/// Only an import of the same origin updates a collection. Titles and file names say nothing: they repeat.
struct ImportOrigins {
  private let place: String?
  private let isFolder: Bool
  private let isAlone: Bool
  private var taken = FreeNames()

  /// - Parameter target: The folder of the collections, links resolved.
  init(_ result: ImportResult, in target: String) {
    isFolder = result.place.map { Disk.kind($0) == .folder } ?? false
    isAlone = result.collections.count == 1
    place = result.place.map { place in
      // A URL may have credentials, and the record is shared.
      place.containsExactly("://")
        ? "url " + SHA256.hex(Array(place.utf8)) : "file " + Self.relative(Disk.resolved(place), to: target)
    }
  }

  /// The origin of the next collection of the source.
  ///
  /// - Returns: `nil` for text without an id, which no later import is the same as.
  mutating func next(_ collection: PortableFolder) -> String? {
    if let id = collection.sourceID, !id.isEmpty, !taken.contains("id " + id) {
      taken.insert("id " + id)
      return "id " + id
    }
    guard var origin = place else { return nil }
    if let file = collection.sourceFile {
      origin += (isFolder ? "/" : "#") + file
    } else if !isAlone {
      origin += "#" + collection.name
    }
    return taken.claim(origin) { "\(origin) #\($0)" }
  }

  /// A path from a collection in `folder`, so that both can be moved together.
  private static func relative(_ path: String, to folder: String) -> String {
    let (path, folder) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(path, folder).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: folder.count - shared + 1)
    return (up + path.dropFirst(shared).map(String.init)).joined(separator: "/")
  }
}

/// The collections in the target folder of an import: their origins, and the free names.
struct ImportTargets {
  private let folder: String
  private let names: Set<String>
  private var taken: FreeNames
  private var used: Set<String> = []
  /// The folders of each origin, in order; read when first needed.
  private var byOrigin: [String: [String]]?

  init(in folder: String) throws(StoreError) {
    self.folder = folder
    names = try Set(Disk.kind(folder) == .folder ? FolderScan.list(folder).map(\.name) : [])
    // Names that differ in case or normalization are the same file on some systems.
    taken = FreeNames(taken: Set(names.map { $0.lowercased() }).union(FileStem.reserved))
  }

  /// The folder of an earlier import of this origin, which is then used. Of several, the one of that name.
  mutating func claimFolder(of origin: String, named stem: String) -> String? {
    let all = byOrigin ?? readOrigins()
    byOrigin = all
    let found = (all[origin] ?? []).filter { !used.contains($0) }
    guard let name = found.first(where: { $0 == stem }) ?? found.first else { return nil }
    used.insert(name)
    return name
  }

  /// A folder that exists and is not used by this import; else a free name.
  mutating func claimFolder(existing stem: String) -> String {
    // The bytes of an equal name may be others.
    guard let name = names.firstIndex(of: stem).map({ names[$0] }), used.insert(name).inserted else {
      return claimName(free: stem)
    }
    return name
  }

  /// `stem`, or `stem 2`, `stem 3` …
  mutating func claimName(free stem: String) -> String {
    let name = taken.claimIgnoringCase(stem)
    used.insert(name)
    return name
  }

  private func readOrigins() -> [String: [String]] {
    var all: [String: [String]] = [:]
    for name in names.sorted() {
      if let origin = ImportRecord.origin(of: folder + "/" + name) { all[origin, default: []].append(name) }
    }
    return all
  }
}
