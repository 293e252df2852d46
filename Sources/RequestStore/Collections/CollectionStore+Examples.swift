package import Foundation

extension CollectionStore {
  /// Adds a response to the examples of a request.
  ///
  /// An example of the same name gets a number behind it, unless `replacing` is set: then it is updated in place, and its
  /// other members stay. A large or binary body is written to a new file beside the request first. The former file is
  /// removed last, if it was made for the example.
  package func save(
    _ draft: ExampleDraft, to file: RequestFile, replacing: Bool = false
  ) throws(StoreError) -> RequestFile {
    var (draft, request) = (draft, file.request)
    guard replacing, let index = request.examples.firstIndex(where: { $0.answersTheSame(as: draft) }) else {
      let bodyFile = try writeBody(of: draft, beside: file.address)
      request.addExample(draft, bodyFile: bodyFile)
      return try save(request, over: file, newBody: bodyFile)
    }
    let old = request.examples[index]
    draft.name = old.name
    let kept = old.bodyFile.flatMap { holdsBody($0, of: draft, beside: file.address) ? $0 : nil }
    let new = try kept == nil ? writeBody(of: draft, beside: file.address) : nil
    request.examples[index].replaceResponse(
      with: draft.example(bodyFile: kept ?? new), knowsTimes: draft.delays != nil)
    let saved = try save(request, over: file, newBody: new)
    if let former = old.bodyFile { removeBody(former, of: draft, replacedIn: saved) }
    return saved
  }

  /// Saves a request, or removes the file that was written for it.
  private func save(
    _ request: SavedRequest, over file: RequestFile, newBody name: String?
  ) throws(StoreError) -> RequestFile {
    do throws(StoreError) {
      return try save(request, over: file)
    } catch {
      if let name { unlink(path(of: file.address.parent.appending(name))) }
      throw error
    }
  }

  /// Writes a body that an example does not have inline, to a new file.
  ///
  /// - Returns: The path for the example; `nil` for a body that it has inline.
  package func writeBody(of draft: ExampleDraft, beside request: Address) throws(StoreError) -> String? {
    guard draft.inlineText == nil else { return nil }
    let folder = path(of: request.parent)
    try Disk.createFolder(folder)
    let taken = try FolderScan.list(folder).map(\.name)
    let free = FileStem.free(draft.bodyStem(of: request.stem), suffix: ExampleDraft.bodySuffix, taken: taken)
    try Disk.create(path(of: request.parent.appending(free)), with: [UInt8](draft.body))
    return free
  }

  /// Whether the file of an example has the body of a draft, so that it need not be written.
  private func holdsBody(_ name: String, of draft: ExampleDraft, beside request: Address) -> Bool {
    guard draft.inlineText == nil, let path = bodyFile(name, of: request) else { return false }
    // A file that cannot be read, or is larger, has another content.
    return (try? Disk.read(path, limit: draft.body.count)) == [UInt8](draft.body)
  }

  /// Removes the former file of an example's body: one that `writeBody` made for the example, and that nothing names.
  private func removeBody(_ name: String, of draft: ExampleDraft, replacedIn file: RequestFile) {
    let request = file.address
    guard let end = name.removingExactly(prefix: draft.bodyStem(of: request.stem)),
      end.wholeMatch(of: /( [0-9]+)?\.body/) != nil,
      !isNamed(name)
    else { return }
    let path = path(of: request.parent.appending(name))
    let isFile = Disk.status(path, followsLinks: false).map { $0.st_mode & S_IFMT } == S_IFREG
    if isFile, !FileMode.isReadOnly(path) { unlink(path) }
  }

  /// Whether a file below the root names a body file, as a copy of the request or a body that is sent may. Unreadable
  /// files count as naming it.
  private func isNamed(_ name: String) -> Bool {
    // JSON may escape other characters. What is left has at least the suffix, and names are found rather than missed.
    let plain = Data(name.utf8.reversed().prefix { $0 >= 0x20 && $0 < 0x7F && !#"/\""#.utf8.contains($0) }.reversed())
    let options: FileManager.DirectoryEnumerationOptions = [.skipsHiddenFiles]
    guard
      let files = FileManager.default.enumerator(
        at: URL(fileURLWithPath: root), includingPropertiesForKeys: nil, options: options)
    else { return true }
    for case let file as URL in files where file.pathExtension == "json" {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      guard let bytes = try? Disk.read(file.path), Data(bytes).range(of: plain) == nil else { return true }
    }
    return false
  }

  /// The body of an example, from its file if it has one.
  ///
  /// - Throws: `StoreError.system` if the file is not in the collection.
  package func body(of example: SavedExample, of request: Address) throws(StoreError) -> Data {
    guard let name = example.bodyFile else { return Data((example.body ?? "").utf8) }
    guard let path = bodyFile(name, of: request) else {
      throw .system(.read, path: path(of: request.parent) + "/" + name, code: ENOENT)
    }
    return Data(try Disk.read(path, limit: Self.bodyLimit))
  }

  private static var bodyLimit: Int { 256 << 20 }

  /// The absolute path of the file with an example's body; `nil` if it is not a file of the collection, or hidden, such
  /// as `.env`.
  package func bodyFile(_ name: String, of request: Address) -> String? {
    guard !name.isEmpty, name.unicodeScalars.first != "/" else { return nil }
    let layers = layers(of: request)
    let full = Disk.resolved(layers.file(path(of: request.parent) + "/" + name))
    let folders = [ownFolder(of: request)] + layers.bases.map(\.walls)
    guard let inside = folders.lazy.compactMap({ full.removingExactly(prefix: $0 + "/") }).first,
      !inside.split(separator: "/").contains(where: { $0.startsExactly(with: ".") }), Disk.kind(full) == .file
    else { return nil }
    return full
  }
}

extension SavedExample {
  fileprivate func answersTheSame(as draft: ExampleDraft) -> Bool {
    status == draft.status && (document["when"]?.object ?? JSONObject()) == draft.rules
  }

  /// Replaces the response with the response of another example and keeps all other members.
  ///
  /// - Parameter knowsTimes: Whether the times of the other response are known, so that its delays replace the old ones.
  fileprivate mutating func replaceResponse(with other: SavedExample, knowsTimes: Bool) {
    let names = ["reason", "headers", "body", "bodyFile", "templates"] + (knowsTimes ? ["delays"] : [])
    for name in names { document[name] = other.document[name] }
  }
}
