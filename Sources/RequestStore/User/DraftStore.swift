internal import Foundation

/// Preserves unsaved edits across crashes: one file per draft, readable only by the user.
///
/// A draft belongs to the workbench that wrote it while that one runs (`DraftOwner`). The next workbench that opens the
/// same root adopts drafts without a running owner. Two workbenches never write to the same file, and a draft is
/// removed only when it is saved or discarded.
///
///     drafts/<id>.<owner>.json    a draft
///     drafts/<owner>.lock         locked while its owner runs
package struct DraftStore: Sendable {
  private let folder: String
  private let owner: DraftOwner

  /// A draft contains a request as a member, which takes more bytes than the request file.
  private static let fileLimit = 4 * Disk.fileLimit

  package init(_ folders: UserFolders) {
    folder = folders.drafts
    owner = DraftOwner(folder: folders.drafts)
  }

  /// Writes a new draft, or replaces the one with that id.
  @discardableResult
  package func keep(_ draft: Draft, as id: DraftID? = nil) throws(StoreError) -> DraftID {
    let id = id ?? .random()
    try owner.claim()
    try Disk.replace(path(id), with: draft.rendered, mode: 0o600)
    return id
  }

  /// Leaves the drafts to the next workbench that opens their root.
  package func release() { owner.release() }

  /// Removes a draft, if it exists.
  package func discard(_ id: DraftID) throws(StoreError) {
    guard unlink(path(id)) == 0 || errno == ENOENT else { throw .system(.delete, path: path(id), code: errno) }
  }

  /// Adopts the drafts of files below `root` whose owner has exited, newest first. Unreadable ones become notes.
  package func takeOver(root: String) throws(StoreError) -> (drafts: [KeptDraft], notes: [String]) {
    guard let names = try names() else { return ([], []) }
    var found: [(kept: KeptDraft, date: timespec)] = []
    var notes: [String] = []
    let files = names.sorted().compactMap(DraftFile.init)
    let running = Set(files.map(\.owner)).filter { owner.isRunning($0) }
    for file in files where !running.contains(file.owner) {
      do {
        let (draft, date) = try read(folder + "/" + file.name)
        guard let own = draft.rooted(at: root), try takeOver(file) else { continue }
        if own != draft { try keep(own, as: file.id) }
        found.append((KeptDraft(id: file.id, draft: own), date))
      } catch {
        notes.append("Cannot read an unsaved edit: \(error)")
      }
    }
    owner.removeLocksWithoutDrafts()
    let newestFirst = found.sorted { ($1.date.tv_sec, $1.date.tv_nsec) < ($0.date.tv_sec, $0.date.tv_nsec) }
    return (newestFirst.map(\.kept), notes)
  }

  /// - Returns: `nil` if the folder is missing.
  private func names() throws(StoreError) -> [String]? {
    do throws(StoreError) {
      return try FolderScan.list(folder).map(\.name)
    } catch {
      guard case .system(.list, _, ENOENT) = error else { throw error }
      return nil
    }
  }

  /// Adopts a file. Returns `false` if another workbench was faster.
  private func takeOver(_ file: DraftFile) throws(StoreError) -> Bool {
    try owner.claim()
    let path = folder + "/" + file.name
    if rename(path, self.path(file.id)) == 0 { return true }
    guard errno == ENOENT else { throw .system(.move, path: path, code: errno) }
    return false
  }

  private func read(_ path: String) throws(StoreError) -> (Draft, timespec) {
    let text = try JSONText.object(try Disk.read(path, limit: Self.fileLimit), path)
    let written = Disk.status(path)?.st_mtim ?? timespec()
    do {
      return (try Draft(document: text.value.object ?? JSONObject()), written)
    } catch {
      throw .notUnderstood(path: path, text.position(of: error.path), problem: error.problem)
    }
  }

  private func path(_ id: DraftID) -> String { "\(folder)/\(id.text).\(owner.name).json" }
}

/// The file name of a draft.
private struct DraftFile {
  let name: String
  let id: DraftID
  let owner: String

  init?(name: String) {
    let parts = name.split(separator: ".")
    guard parts.last == "json", parts.count == 3 else { return nil }
    (self.name, id, owner) = (name, DraftID(String(parts[0])), String(parts[1]))
  }
}
