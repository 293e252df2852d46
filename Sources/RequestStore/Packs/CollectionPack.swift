internal import Foundation

/// A folder of collections as one file, to share it.
package struct CollectionPack: Equatable, Sendable {
  package let manifest: PackManifest
  package let bytes: [UInt8]
  /// Sentences about omitted or replaced content.
  package let notes: [String]

  static let limit = 512 << 20
  /// The limit of the zip format, less one for the manifest.
  static let fileLimit = ZipWriter.most - 1

  /// Reads a folder. Hidden files, links, keys, other packs and files named `HEAD` are left out.
  package init(folder: String) throws { try self.init(folder: folder, fileLimit: Self.fileLimit) }

  init(folder: String, fileLimit: Int) throws {
    var notes: [String] = []
    var files = try Self.read(Disk.resolved(folder), fileLimit, &notes)
    try PackPaths.check(files.map(\.path))
    try Self.checkJSON(of: files)
    let (secrets, doubts) = Self.replaceSecrets(in: &files)
    // Declarations may have added a file.
    guard files.count <= fileLimit else { throw Self.tooLarge(fileLimit) }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    if !secrets.isEmpty {
      notes.append("Credentials were replaced by secret variables: \(secrets.joined(separator: ", "))")
    }
    if let note = doubts.note { notes.append(note) }
    let name = Address(Disk.resolved(folder)).name
    manifest = PackManifest(
      name: name,
      files: files.map { .init(path: $0.path, size: $0.bytes.count, checksum: SHA256.hex($0.bytes)) }, secrets: secrets)
    var archive = ZipWriter()
    archive.add(PackManifest.name, manifest.bytes)
    for file in files { archive.add(PackManifest.folder + file.path, file.bytes) }
    bytes = archive.finished
    self.notes = notes
  }

  /// Writes the pack. Overwrites an existing file only with `replace`.
  package func write(to path: String, replace: Bool) throws(StoreError) {
    if replace { try Disk.replace(path, with: bytes) } else { try Disk.create(path, with: bytes) }
  }

  // MARK: Reading

  private struct File {
    var path: String
    var bytes: [UInt8]
  }

  private static func read(_ root: String, _ fileLimit: Int, _ notes: inout [String]) throws -> [File] {
    var files: [File] = []
    var size = 0
    var folders = [""]
    while let folder = folders.popLast() {
      let (names, code) = Disk.names(in: root + "/" + folder)
      guard code == 0 else { throw StoreError.system(.list, path: root + "/" + folder, code: code) }
      for name in names.sorted() where !name.startsExactly(with: ".") {
        let path = folder + name
        guard let status = Disk.status(root + "/" + path, followsLinks: false) else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append(path + "/")
        case S_IFREG:
          if name.endsExactly(with: ".workbench") { continue }
          if RepositoryFile.isHead(name) {
            notes.append("Left out \(PackPaths.quoted(path)): git would take its folder for a repository")
            continue
          }
          let bytes = try Disk.read(root + "/" + path, limit: limit)
          guard !isKey(name, bytes) else {
            notes.append("Left out \(PackPaths.quoted(path)): it holds a private key")
            continue
          }
          size += bytes.count
          files.append(File(path: path, bytes: bytes))
          guard size <= limit, files.count <= fileLimit else { throw tooLarge(fileLimit) }
        default: notes.append("Left out \(PackPaths.quoted(path)): it is a link or no plain file")
        }
      }
    }
    return files
  }

  private static func tooLarge(_ fileLimit: Int) -> PackProblem {
    PackProblem("it has more than \(limit >> 20) MB or \(Formatting.number(fileLimit)) files — pack a part of it")
  }

  private static func isKey(_ name: String, _ bytes: [UInt8]) -> Bool {
    if [".p12", ".pfx", ".key", ".jks", ".keystore"].contains(where: name.lowercased().hasSuffix) { return true }
    // Keys in the members of a document are replaced.
    let isDocument = name.endsExactly(with: ".json") && bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{")
    return !isDocument && PrivateKeyFile.isOne(bytes)
  }

  // MARK: Secrets

  /// Credentials are found in valid JSON only.
  private static func checkJSON(of files: [File]) throws(PackProblem) {
    for file in files where file.path.endsExactly(with: ".json") {
      do {
        _ = try JSONText(file.bytes)
      } catch {
        throw PackProblem(
          "\(PackPaths.quoted(file.path)) is not valid JSON, so its credentials are not found: \(error)")
      }
    }
  }

  /// Replaces credentials with variables, and declares these in `collection.json` of their collection, or of the root.
  ///
  /// - Returns: The names of the new variables, and the values that stay and may be credentials.
  private static func replaceSecrets(in files: inout [File]) -> (names: [String], doubts: PackDoubts) {
    let documents = files.map { file -> JSONText? in
      guard file.path.endsExactly(with: ".json"), let text = try? JSONText(file.bytes), text.isObject else {
        return nil
      }
      return text
    }
    var taken = FreeNames()
    var known: Set<String> = []
    for document in documents.compactMap({ $0?.value.object }) {
      taken.formUnion((document["variables"]?.array ?? []).compactMap { $0.object?["name"]?.string })
      known.formUnion((document["notSecret"]?.array ?? []).compactMap(\.string))
    }
    // The places of the collections' settings, by their folders.
    var collections: [String: Int] = [:]
    for (index, file) in files.enumerated() where Address(file.path).name == "collection.json" {
      collections[Address(file.path).parent.path] = index
    }
    var found: [String: PackSecrets] = [:]
    var (names, doubts): ([String], PackDoubts) = ([], PackDoubts())
    for (index, document) in documents.enumerated() {
      guard let document else { continue }
      var root = Address(files[index].path).parent
      while !root.path.isEmpty, collections[root.path] == nil { root = root.parent }
      var secrets = found.removeValue(forKey: root.path) ?? PackSecrets(known: known)
      files[index].bytes = secrets.replaced(document, taken: &taken)
      doubts.add(doubtful(in: files[index], known), in: files[index].path)
      found[root.path] = secrets
    }
    for (root, secrets) in found.sorted(by: { $0.key < $1.key }) where !secrets.names.isEmpty {
      names += secrets.names
      if let index = collections[root], let text = try? JSONText(files[index].bytes) {
        files[index].bytes = secrets.declared(in: text)
      } else if let text = try? JSONText("{}\n") {
        files.append(File(path: Address(root).appending("collection.json").path, bytes: secrets.declared(in: text)))
      }
    }
    return (names, doubts)
  }

  /// The values that stay in a file and that their names call credentials.
  private static func doubtful(in file: File, _ known: Set<String>) -> [LikelySecret] {
    guard let document = (try? JSONText(file.bytes))?.value.object else { return [] }
    return LikelySecretSearch.doubtful(in: document, known: known)
  }
}
