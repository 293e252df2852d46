package import Foundation

extension CollectionStore {
  /// Adds a response to the examples of a request.
  ///
  /// An example of the same name gets a number behind it, unless `replacing` is set: then it is updated in place, and its
  /// other members stay. A large or binary body is written to a file beside the request first.
  package func save(
    _ draft: ExampleDraft, to file: RequestFile, replacing: Bool = false
  ) throws(StoreError) -> RequestFile {
    var (draft, request) = (draft, file.request)
    if replacing, let index = request.examples.firstIndex(where: { $0.answersTheSame(as: draft) }) {
      let old = request.examples[index]
      draft.name = old.name
      let bodyFile = try writeBody(of: draft, beside: file.address, over: old.bodyFile)
      request.examples[index].replaceResponse(
        with: draft.example(bodyFile: bodyFile), knowsTimes: draft.delays != nil)
    } else {
      request.addExample(draft, bodyFile: try writeBody(of: draft, beside: file.address))
    }
    return try save(request, over: file)
  }

  /// Writes a body that an example does not have inline.
  ///
  /// - Parameter old: The file to replace.
  /// - Returns: The path for the example; `nil` for a body that it has inline.
  package func writeBody(
    of draft: ExampleDraft, beside request: Address, over old: String? = nil
  ) throws(StoreError) -> String? {
    guard draft.inlineText == nil else { return nil }
    // Never change a file of the base: write a new one to the collection.
    if let old, exists(request.parent.appending(old)), let path = bodyFile(old, of: request) {
      try Disk.replace(path, with: [UInt8](draft.body))
      return old
    }
    let name = draft.bodyFileName(stem: request.stem)
    let stem = String(name.dropLast(".body".count))
    try Disk.createFolder(path(of: request.parent))
    let free = FileStem.free(stem, suffix: ".body", taken: try FolderScan.list(path(of: request.parent)).map(\.name))
    try Disk.create(path(of: request.parent.appending(free)), with: [UInt8](draft.body))
    return free
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
