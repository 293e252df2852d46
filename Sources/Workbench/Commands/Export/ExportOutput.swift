import Foundation

/// The destination of an export.
struct ExportOutput {
  /// A file or folder; `nil` is standard output.
  let path: String?
  let format: ExportFormat
  /// The name of the collection.
  let name: String
  var isPrivate = false
  var replaceable = Replaceable.named
  /// The folder that is open on the screen.
  var openFolder: String?

  /// The existing files that may be replaced.
  enum Replaceable {
    /// The named file, but no file beside it or in a named folder.
    case named
    case files([String])
    case all
  }

  /// Files that exist, have other contents and may not be replaced.
  struct Taken: Error, Equatable {
    let paths: [String]
  }

  /// A file that a folder of requests would list, and could not read.
  struct Listed: Error, Equatable {
    let path: String
    let folder: String

    var sentence: String {
      "Not written: \(path) would be listed in \(folder) as a file that cannot be read — choose a place outside of it"
    }
  }

  /// Several files without a folder for them.
  struct MissingFolder: Error, Equatable {
    let sentence: String
  }

  /// - Throws: `Problem`, `MissingFolder`, `Listed`, `Taken`, or `OutputProblem` of standard output.
  func write(_ result: ExportResult) throws {
    let files = result.files
    if let missing = missingFolder(for: result) { throw missing }
    guard let path else { return try StandardOutput.write(text: files[0].bytes) }
    let places = places(of: result, at: path)
    guard Set(places.map { $0.standardizedFileURL.path }).count == places.count else {
      throw Problem("Not written: another file of the export is also named \(path) — choose another name")
    }
    let written = try Array(zip(files, places)) + copies(of: result, beside: places)
    for (_, place) in written {
      try requireRoom(for: place)
      if let folder = folder(for: result) { try requireNoLink(to: place, in: folder) }
      if let folder = CollectionStore.folder(reading: place.path, open: openFolder) {
        throw Listed(path: place.path, folder: folder)
      }
    }
    let taken = written.filter { isTaken($1.path, by: $0) }.map(\.1.path)
    guard taken.isEmpty else { throw Taken(paths: taken) }
    try write(written)
  }

  /// The copies of data files with their places in the folder of the files. Those that are there already are left out,
  /// also the files themselves if the export is in the folder of the collection.
  ///
  /// - Throws: `Problem` if the export has a file of the same name.
  private func copies(
    of result: ExportResult, beside places: [URL]
  ) throws(Problem) -> [(ExportResult.File, URL)] {
    guard !result.copies.isEmpty, let path = self.folder(for: result) else { return [] }
    let folder = URL(fileURLWithPath: path)
    let copies = result.copies.map { ($0, folder.appending(path: $0.path)) }
    let own = Set(places.map { $0.standardizedFileURL.path })
    if let clash = copies.first(where: { own.contains($0.1.standardizedFileURL.path) }) {
      throw Problem("Not written: \(clash.1.path) is in the export and also a file that a request sends")
    }
    return copies.filter { !isThere($0.0, at: $0.1.path) }
  }

  /// Writes all files. After a failure, removes the new files and folders: half an export is of no use.
  private func write(_ files: [(ExportResult.File, URL)]) throws(Problem) {
    var made: [String] = []
    do throws(Problem) {
      for (file, place) in files {
        try makeFolder(of: place, &made)
        let isNew = access(place.path, F_OK) != 0
        try write(file, to: place)
        if isNew { made.append(place.path) }
      }
    } catch {
      // A folder that another program has put a file into stays.
      for path in made.reversed() { remove(path) }
      throw error
    }
  }

  /// Fails before any file is written if a folder has the name of a file, or a file the name of a folder.
  private func requireRoom(for place: URL) throws(Problem) {
    if CollectionStore.isFolder(place.path) {
      throw Problem(
        "Not written: \(place.path) is a folder, and the export has a file of this name — choose another place")
    }
    let folder = place.deletingLastPathComponent()
    if let obstacle = NamedFile.obstacle(toFolder: folder.path) {
      throw Problem("Cannot write \(place.path): \(folder.path): \(obstacle)")
    }
  }

  /// Fails if a link in the folder of the export leads to a file's place: the file would be written elsewhere.
  private func requireNoLink(to place: URL, in folder: String) throws(Problem) {
    let top = URL(fileURLWithPath: folder).standardizedFileURL.path
    var parent = place.standardizedFileURL.deletingLastPathComponent()
    while parent.path.utf8.count > top.utf8.count {
      var facts = stat()
      if lstat(parent.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK {
        throw Problem(
          "Not written: \(parent.path) is a link, and \(place.lastPathComponent) would be written elsewhere — "
            + "remove the link, or choose another place")
      }
      parent.deleteLastPathComponent()
    }
  }

  /// Whether writing would replace other contents that may not be replaced.
  private func isTaken(_ place: String, by file: ExportResult.File) -> Bool {
    !mayReplace(place) && access(place, F_OK) == 0 && !isThere(file, at: place)
  }

  /// Whether a place has a file with the same contents.
  private func isThere(_ file: ExportResult.File, at place: String) -> Bool {
    var facts = stat()
    // Reading a pipe would wait for its writer.
    guard stat(place, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, Int(facts.st_size) == file.bytes.count else {
      return false
    }
    return FileManager.default.contents(atPath: place) == file.bytes
  }

  private func mayReplace(_ place: String) -> Bool {
    switch replaceable {
    case .named: path.map { Self.url($0).path } == place
    case .files(let agreed): agreed.contains(place)
    case .all: true
    }
  }

  /// The files that a result is written to; none for standard output.
  func paths(of result: ExportResult) -> [String] {
    guard let path else { return [] }
    let places = places(of: result, at: path)
    let copies = (try? self.copies(of: result, beside: places)) ?? []
    return places.map(\.path) + copies.map(\.1.path)
  }

  /// Whether files can be copied beside an export: not beside standard output, a device or a pipe.
  static func hasFolder(_ path: String?) -> Bool {
    path.map { isFolder($0) || !NamedFile.isSpecial(url($0).path) } ?? false
  }

  /// Why standard output or the named file cannot take the result; `nil` if it can.
  func missingFolder(for result: ExportResult) -> MissingFolder? {
    guard result.files.count != 1, path == nil || looksLikeFile && !namesFile(for: result) else { return nil }
    return MissingFolder(sentence: "\(format.title) has \(result.files.count) files — name a folder for them")
  }

  /// The folder of the files, which is made if it is missing; `nil` for standard output.
  func folder(for result: ExportResult) -> String? {
    path.flatMap { places(of: result, at: $0).first?.deletingLastPathComponent().path }
  }

  private func places(of result: ExportResult, at path: String) -> [URL] {
    let files = result.files
    let fileName = (FileStem.of(name) ?? "export") + "." + (result.fileExtension ?? format.fileExtension)
    let place = Self.url(path)
    let isFolder = Self.isFolder(path)
    if files.count == 1, files[0].path.isEmpty || !isFolder {
      return [isFolder ? place.appending(path: fileName) : place]
    }
    // The others of a named file, such as environments, are beside it.
    if namesFile(for: result) {
      return [place] + files.dropFirst().map { place.deletingLastPathComponent().appending(path: $0.path) }
    }
    return files.map { place.appending(path: $0.path.isEmpty ? fileName : $0.path) }
  }

  /// Whether the path names the first of several files, the only one of the collection itself.
  func namesFile(for result: ExportResult) -> Bool {
    guard result.files.count > 1, looksLikeFile else { return false }
    let (main, ending) = (result.files[0].path, "." + (result.fileExtension ?? format.fileExtension))
    if main.isEmpty { return true }
    let isOnly = !result.files.dropFirst().contains { $0.path.hasSuffix(ending) }
    return isOnly && main.hasSuffix(ending) && !main.contains("/")
  }

  /// Whether the path is not a folder and has the extension of a format.
  private var looksLikeFile: Bool {
    guard let path, !Self.isFolder(path) else { return false }
    let ending = Self.url(path).pathExtension.lowercased()
    return ExportFormat.all.contains { $0.fileExtension == ending } || ["yaml", "json"].contains(ending)
  }

  private static func url(_ path: String) -> URL { URL(fileURLWithPath: HomeFolder.expandingTyped(path)) }

  private static func isFolder(_ path: String) -> Bool {
    path.hasSuffix("/") || CollectionStore.isFolder(url(path).path)
  }

  /// Makes the folder of a file and those above it, and notes the new ones.
  private func makeFolder(of file: URL, _ made: inout [String]) throws(Problem) {
    let folders = sequence(first: file.deletingLastPathComponent()) { $0.deletingLastPathComponent() }
      .prefix { access($0.path, F_OK) != 0 }
    for folder in Array(folders).reversed() {
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      } catch {
        throw Problem("Cannot write \(file.path): \(FileProblem.reason(error)) — check the folder")
      }
      made.append(folder.path)
    }
  }

  private func write(_ file: ExportResult.File, to url: URL) throws(Problem) {
    do throws(OutputProblem) {
      try NamedFile.write(Data(file.bytes), to: url.path, mode: isPrivate ? 0o600 : nil)
    } catch {
      throw Problem(error.description)
    }
  }
}
