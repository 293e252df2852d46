internal import Foundation
internal import RequestModel

/// Keeps unsaved edits over a crash: one file for each draft, which only the user may read.
///
/// A draft belongs to the workbench that wrote it for as long as that one runs (`DraftOwner`). Drafts without a running
/// owner are taken over by the next workbench that is opened on their root. So two workbenches on one folder never write
/// to the same file, and a draft is gone only when it was saved or discarded.
///
///     drafts/<id>.<owner>.json    a draft
///     drafts/<owner>.lock         locked while its owner runs
///     drafts/<id>.json            a draft of an earlier version, without an owner
package struct DraftStore: Sendable {
  private let folder: String
  private let owner: DraftOwner

  /// Drafts hold a whole request as one value of an object, which takes more bytes than its own file.
  private static let fileLimit = 4 * Disk.fileLimit

  package init(_ folders: UserFolders) {
    folder = folders.drafts
    owner = DraftOwner(folder: folders.drafts)
  }

  /// Writes a new draft, or another version of the one called `id`.
  @discardableResult
  package func keep(_ draft: Draft, as id: DraftID? = nil) throws(StoreError) -> DraftID {
    let id = id ?? .random()
    try owner.claim()
    try Disk.replace(path(id), with: draft.rendered, mode: 0o600)
    return id
  }

  /// Forgets a draft; nothing happens where there is none.
  package func discard(_ id: DraftID) throws(StoreError) {
    guard unlink(path(id)) == 0 || errno == ENOENT else { throw .system(.delete, path: path(id), code: errno) }
  }

  /// Takes over every draft of a file below `root` whose owner has ended, the newest first; one that cannot be read is a note.
  package func takeOver(root: String) throws(StoreError) -> (drafts: [KeptDraft], notes: [String]) {
    guard Disk.exists(folder) else { return ([], []) }
    var found: [(kept: KeptDraft, date: timespec)] = []
    var notes: [String] = []
    let files = try FolderScan.list(folder).map(\.name).sorted().compactMap(DraftFile.init)
    let running = Set(Set(files.compactMap(\.owner)).filter { owner.isRunning($0) })
    for file in files where file.owner.map({ !running.contains($0) }) ?? true {
      do {
        let (draft, date) = try read(folder + "/" + file.name)
        guard let own = draft.rooted(at: root), try takeOver(file) else { continue }
        if own != draft { try keep(own, as: file.id) }
        found.append((KeptDraft(id: file.id, draft: own), date))
      } catch {
        notes.append("An unsaved edit cannot be read: \(error)")
      }
    }
    owner.removeLocksWithoutDrafts()
    let newestFirst = found.sorted { ($1.date.tv_sec, $1.date.tv_nsec) < ($0.date.tv_sec, $0.date.tv_nsec) }
    return (newestFirst.map(\.kept), notes)
  }

  /// Whether the file is ours now: another workbench may have been faster.
  private func takeOver(_ file: DraftFile) throws(StoreError) -> Bool {
    try owner.claim()
    let path = folder + "/" + file.name
    if rename(path, self.path(file.id)) == 0 { return true }
    guard errno == ENOENT else { throw .system(.move, path: path, code: errno) }
    return false
  }

  private func read(_ path: String) throws(StoreError) -> (Draft, timespec) {
    let text = try JSONText.object(try Disk.read(path, limit: Self.fileLimit), path)
    var status = stat()
    stat(path, &status)
    do {
      return (try Draft(document: text.value.object ?? JSONObject()), status.st_mtim)
    } catch {
      throw .notUnderstood(path: path, text.position(of: error.path), problem: error.problem)
    }
  }

  private func path(_ id: DraftID) -> String { "\(folder)/\(id.text).\(owner.name).json" }
}

/// What the name of a file among the drafts says.
private struct DraftFile {
  let name: String
  let id: DraftID
  /// `nil` for a file of an earlier version.
  let owner: String?

  init?(name: String) {
    let parts = name.split(separator: ".")
    guard parts.last == "json", (2...3).contains(parts.count) else { return nil }
    self.name = name
    id = DraftID(String(parts[0]))
    owner = parts.count == 3 ? String(parts[1]) : nil
  }
}
