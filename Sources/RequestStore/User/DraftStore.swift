internal import Foundation
package import RequestModel

/// An edited request that was not saved yet.
package struct Draft: Equatable, Sendable {
  /// The absolute path of the workbench's root.
  package var root: String
  package var address: Address
  /// Of the file that was edited; where the file's own is another now, somebody changed it meanwhile.
  package var base: Fingerprint
  package var request: SavedRequest

  package init(root: String, address: Address, base: Fingerprint, request: SavedRequest) {
    self.root = root
    self.address = address
    self.base = base
    self.request = request
  }
}

/// Keeps drafts over a crash: one file for each, which only the user may read.
package struct DraftStore: Sendable {
  private let folder: String

  package init(_ folders: UserFolders) { folder = folders.drafts }

  package func write(_ draft: Draft) throws(StoreError) {
    let document: JSONValue = [
      "root": .string(draft.root), "address": .string(draft.address.path), "base": .string(draft.base.text),
      "document": .object(draft.request.document),
    ]
    try Disk.createFolder(folder, mode: 0o700)
    try Disk.replace(path(draft.root, draft.address), with: Array((document.rendered() + "\n").utf8), mode: 0o600)
  }

  /// Forgets the draft of a request; nothing happens where there is none.
  package func remove(root: String, _ address: Address) throws(StoreError) {
    let path = path(root, address)
    guard unlink(path) == 0 || errno == ENOENT else { throw .system(.delete, path: path, code: errno) }
  }

  /// Every draft below `root`, by address; one that cannot be read is a note.
  package func load(root: String) throws(StoreError) -> (drafts: [Draft], notes: [String]) {
    guard Disk.exists(folder) else { return ([], []) }
    var (drafts, notes): ([Draft], [String]) = ([], [])
    for entry in try FolderScan.list(folder) where entry.name.hasSuffix(".json") {
      do {
        let draft = try read(folder + "/" + entry.name)
        if draft.root == root { drafts.append(draft) }
      } catch {
        notes.append("An unsaved edit cannot be read: \(error)")
      }
    }
    return (drafts.sorted { $0.address < $1.address }, notes)
  }

  private func read(_ path: String) throws(StoreError) -> Draft {
    let text = try JSONText.object(at: path)
    do {
      return try Self.draft(text.value.object ?? JSONObject())
    } catch {
      throw .notUnderstood(path: path, text.position(of: error.path), problem: error.problem)
    }
  }

  private static func draft(_ document: JSONObject) throws(ShapeError) -> Draft {
    let reader = ShapeReader(document)
    guard let root = try reader.string("root"), let address = try reader.string("address"),
      let base = try reader.string("base"), let document = try reader.object("document")
    else { throw ShapeError("a draft needs \"root\", \"address\", \"base\" and \"document\"") }
    let request = try SavedRequest(document: document.object)
    return Draft(root: root, address: Address(address), base: Fingerprint(text: base), request: request)
  }

  private func path(_ root: String, _ address: Address) -> String {
    folder + "/" + Fingerprint(of: Array((root + "\0" + address.path).utf8)).text + ".json"
  }
}
