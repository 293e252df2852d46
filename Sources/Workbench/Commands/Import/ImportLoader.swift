import Foundation

/// Reads the source of an import: a file, a folder, an archive, or a URL.
struct ImportLoader: Sendable {
  /// Whether a file may refer to others in its folder.
  var allowsReferences = false
  var progress: ImportProgress?
  /// Where the files are read whose text becomes part of requests, such as scripts.
  var joinedAccess = JoinedAccess.beside

  enum JoinedAccess {
    case none, beside, anywhere
  }

  /// The largest file to read, in bytes.
  private static let limit = 512 << 20

  static func isURL(_ name: String) -> Bool { name.hasPrefix("http://") || name.hasPrefix("https://") }

  func load(_ name: String) async throws(ImportError) -> ImportSource {
    if Self.isURL(name) {
      var source = try await download(name)
      source.place = name
      return source
    }
    let path = URL(fileURLWithPath: HomeFolder.expandingTyped(name)).standardizedFileURL
    var source = try read(path, name)
    source.place = path.path
    return source
  }

  private func read(_ path: URL, _ name: String) throws(ImportError) -> ImportSource {
    if CollectionStore.isFolder(path.path) {
      return ImportSource(folder: try FolderFiles.files(in: path.path, progress), name: path.lastPathComponent)
    }
    let data: Data
    do {
      data = try Data(contentsOf: path, options: .mappedIfSafe)
    } catch {
      throw ImportError("Cannot read \(name): \(FileProblem.reason(error))")
    }
    let beside = allowsReferences ? try FolderFiles.files(in: path.deletingLastPathComponent().path, progress) : nil
    var loaded = try source(data, path.lastPathComponent, beside, name)
    if !loaded.isFolder { giveFiles(to: &loaded, in: path.deletingLastPathComponent().path) }
    return loaded
  }

  private func giveFiles(to source: inout ImportSource, in folder: String) {
    source.sentFiles = FilesBeside.files(in: folder)
    switch joinedAccess {
    case .none: break
    case .beside: source.joinedFiles = source.sentFiles
    case .anywhere: source.joinedFiles = FilesBeside.allFiles(from: folder)
    }
  }

  /// Standard input, or text that was pasted.
  func source(_ data: Data) throws(ImportError) -> ImportSource { try source(data, nil, nil, "the input") }

  private func source(
    _ data: Data, _ fileName: String?, _ files: SourceFiles?, _ name: String
  ) throws(ImportError) -> ImportSource {
    guard ArchiveFiles.recognizes(data) else { return ImportSource(data, fileName: fileName, files: files) }
    do {
      let contents = try ArchiveFiles.read(data, progress: progress)
      progress?.begin(.reading)
      let stem = fileName.map { String($0.prefix { $0 != "." }) } ?? "archive"
      return ImportSource(folder: Self.unwrapped(SourceFiles(contents, progress: progress)), name: stem)
    } catch {
      throw ImportError("Cannot read the archive \(name): \(error)")
    }
  }

  /// Unwraps an archive that has all its files in one folder.
  private static func unwrapped(_ files: SourceFiles) -> SourceFiles {
    let tops = Set(files.paths.map { $0.prefix { $0 != "/" } })
    guard tops.count == 1, let top = tops.first, files.paths.allSatisfy({ $0.hasPrefix(top + "/") }) else {
      return files
    }
    return files.below(String(top))
  }

  private func download(_ url: String) async throws(ImportError) -> ImportSource {
    let session = WorkspaceCookies.session(with: nil)
    var options = TransferOptions()
    options.maxBodySize = Self.limit
    let response = await session.request(url, options: options).serializingData().response
    let data: Data
    switch response.result {
    case .success(let body): data = body
    case .failure(let error): throw ImportError("Cannot fetch \(url): \(error)")
    }
    guard let status = response.response?.status.code, (200..<300).contains(status) else {
      let status = response.response.map { "\($0.status.code)" } ?? "nothing"
      throw ImportError("\(url) answered \(status) — check it in a browser, or download the file and import that")
    }
    let path = url.prefix { $0 != "?" && $0 != "#" }
    var fetched = try source(data, path.split(separator: "/").last.map(String.init), nil, url)
    fetched.url = url
    return fetched
  }
}

/// The files of a folder, read on demand.
enum FolderFiles {
  /// Folders of other tools that hold no requests.
  private static let skipped: Set = [".git", "node_modules"]
  private static let limit = 100_000

  static func files(in folder: String, _ progress: ImportProgress?) throws(ImportError) -> SourceFiles {
    var (paths, links): ([String], [String]) = ([], [])
    try list(folder, "", 0, &paths, &links)
    paths.sort { $0.localizedStandardCompare($1) == .orderedAscending }
    return SourceFiles(paths: paths, links: links.sorted(), progress: progress) { path throws(ImportError) in
      do {
        return try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path), options: .mappedIfSafe)
      } catch {
        throw ImportError("Cannot read \(path) — check its mode")
      }
    }
  }

  /// Lists files. Links are not followed, as they may lead out of the folder.
  private static func list(
    _ root: String, _ folder: String, _ depth: Int, _ paths: inout [String], _ links: inout [String]
  ) throws(ImportError) {
    guard depth < 64 else { throw ImportError("\(root)/\(folder) is more than 64 folders deep — import a part of it") }
    let keys: Set<URLResourceKey> = [.isDirectoryKey, .isSymbolicLinkKey]
    let entries: [(name: String, values: URLResourceValues)]
    do {
      // Hidden entries are included.
      entries = try FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: root + "/" + folder), includingPropertiesForKeys: Array(keys)
      ).map { ($0.lastPathComponent, try $0.resourceValues(forKeys: keys)) }
    } catch {
      throw ImportError("Cannot list \(root)/\(folder): \(error)")
    }
    for (name, values) in entries {
      let path = folder.isEmpty ? name : folder + "/" + name
      if values.isSymbolicLink == true {
        links.append(path)
      } else if values.isDirectory != true {
        guard paths.count < limit else { throw ImportError("\(root) has more than \(limit) files") }
        paths.append(path)
      } else if !skipped.contains(name) {
        try list(root, path, depth + 1, &paths, &links)
      }
    }
  }
}
