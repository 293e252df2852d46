/// The files that imported requests send, and their fates in an import.
struct ImportedCopies {
  /// The folder in the collection.
  static let folder = "files"

  private(set) var files: [(path: String, bytes: [UInt8], fate: ImportPlan.Fate)] = []
  private(set) var notes: [InterchangeNote] = []
  /// The digests for the next import.
  private(set) var items: [ImportRecord.Item] = []

  /// Ends names that would make a file a request.
  static let suffix = ".data"

  /// The paths in the collection, by those in the source.
  ///
  /// A file that is called `x.json.data` already, as in exports of a collection, keeps its name unless another copy has it.
  static func places(of files: [PortableFile]) -> [String: String] {
    let paths = Set(files.map(\.path))
    var places: [String: String] = [:]
    var taken: Set<String> = []
    let (own, others) = (paths.filter { !isCopyOfJSON($0) }, paths.filter(isCopyOfJSON))
    for path in own {
      let place = start(of: path, among: paths) + path + (path.endsExactly(with: ".json") ? suffix : "")
      places[path] = place
      taken.insert(place)
    }
    for path in others.sorted() {
      var place = start(of: path, among: paths) + path
      while !taken.insert(place).inserted { place += suffix }
      places[path] = place
    }
    return places
  }

  /// The folder that a path gets in front. One that is in such a folder already stays as it is, as in exports of a
  /// collection, unless it would be that of another file.
  private static func start(of path: String, among paths: Set<String>) -> String {
    let stays = path.removingExactly(prefix: folder + "/").map { !$0.isEmpty && !paths.contains($0) } ?? false
    return stays ? "" : folder + "/"
  }

  /// Whether a path has the form of a copy with another name: `x.json.data`, or `x.json.data.data`.
  private static func isCopyOfJSON(_ path: String) -> Bool {
    var stem = path
    while stem.endsExactly(with: suffix) { stem.unicodeScalars.removeLast(suffix.unicodeScalars.count) }
    return stem.endsExactly(with: ".json") && !stem.isExactly(path)
  }

  /// The names in the source of the copies with other names, by their paths in the collection.
  static func names(of files: [PortableFile], _ places: [String: String]) -> [String: String] {
    var names: [String: String] = [:]
    for file in files {
      let name = Address(file.path).name
      guard let place = places[file.path], !Address(place).name.isExactly(name) else { continue }
      names[place] = name
    }
    return names
  }

  /// - Parameters:
  ///   - isWhole: Whether all of the source could be read. Otherwise nothing is removed.
  ///   - conflict: The treatment of existing files; `nil` updates files that were not changed here.
  init(
    _ copies: [PortableFile], _ record: ImportRecord?, in root: String, isWhole: Bool = true,
    onConflict conflict: ImportConflict?
  ) {
    let bases = Dictionary((record?.items ?? []).filter(\.isCopy).map { ($0.path, $0) }) { first, _ in first }
    let targets = Self.places(of: copies)
    var places: Set<String> = []
    for copy in copies {
      guard let place = targets[copy.path], places.insert(place).inserted else { continue }
      let item = ImportRecord.Item(copy: place, SHA256.hex(copy.bytes))
      let fate = fate(of: item, bases[item.path], root, conflict)
      items.append(fate == .skip ? bases[item.path] ?? item : item)
      if let fate { files.append((item.path, copy.bytes, fate)) }
    }
    for base in bases.values.sorted(by: { $0.path < $1.path }) where !places.contains(base.path) {
      guard isWhole else {
        items.append(base)
        continue
      }
      guard Disk.exists(root + "/" + base.path) else { continue }
      if digest(root + "/" + base.path) == base.digest {
        files.append((base.path, [], .remove))
      } else {
        notes.append(InterchangeNote(.changed, [base.path], "No request of the source sends it now; it is kept"))
      }
    }
  }

  /// - Returns: `nil` for a file that was deleted here.
  private mutating func fate(
    of item: ImportRecord.Item, _ base: ImportRecord.Item?, _ root: String, _ conflict: ImportConflict?
  ) -> ImportPlan.Fate? {
    let path = root + "/" + item.path
    guard Disk.exists(path) else {
      return conflict != nil || base == nil || base?.digest != item.digest ? .create : nil
    }
    guard Disk.kind(path) != .folder else {
      notes.append(InterchangeNote(.changed, [item.path], "There is a folder of its name: it is not copied"))
      return nil
    }
    if let conflict { return conflict == .replace ? .replace : .skip }
    let own = digest(path)
    if own == item.digest || base?.digest == item.digest { return .keep }
    if let base, own == base.digest { return .replace }
    notes.append(InterchangeNote(.changed, [item.path], "It changed here and in the source: yours is kept"))
    return .keep
  }

  /// A file that cannot be read has been changed.
  private func digest(_ path: String) -> String? { (try? Disk.read(path, limit: 64 << 20)).map(SHA256.hex) }
}

extension ImportRecord.Item {
  /// A file that requests send.
  fileprivate init(copy path: String, _ digest: String) {
    self.init(id: Self.copyMark + path, path: path, document: ["sha256": .string(digest)])
  }

  private static let copyMark = "file "

  /// Whether it is a file that requests send, and no document.
  var isCopy: Bool { id.startsExactly(with: Self.copyMark) && digest != nil }

  fileprivate var digest: String? { document["sha256"]?.string }
}

extension JSONObject {
  /// The document with the names and types that copied JSON files are sent with.
  ///
  /// - Parameter name: The name in the source of the file at a path; `nil` if its copy has the same.
  func keepingFileNames(_ name: (String) -> String?) -> JSONObject {
    guard let body = self["body"]?.object else { return self }
    var (result, kept) = (self, body.keepingType(name))
    if let rows = body["multipart"]?.array {
      kept["multipart"] = .array(rows.map { row in row.object.map { .object($0.keepingName(name)) } ?? row })
    }
    result["body"] = .object(kept)
    return result
  }

  private func keepingName(_ name: (String) -> String?) -> JSONObject {
    guard let original = self["file"]?.string.flatMap(name) else { return self }
    var row = keepingType(name)
    if row["filename"] == nil { row["filename"] = .string(original) }
    return row
  }

  private func keepingType(_ name: (String) -> String?) -> JSONObject {
    guard self["type"] == nil, self["file"]?.string.flatMap(name)?.endsExactly(with: ".json") == true else {
      return self
    }
    var result = self
    result["type"] = "application/json"
    return result
  }
}
