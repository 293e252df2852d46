import Dispatch
import Foundation
import Synchronization

// Data that is stored outside of the files by their paths, and moves along with a rename.
extension FileEffects {
  /// The time that a rename waits for its secrets. With a slow service they are moved later.
  private static let patience = DispatchTimeInterval.seconds(1)

  /// Moves the data of a renamed file or folder and of the collections in it.
  func moveKept(from old: Address, to new: Address) {
    replaced.withLock { replaced in
      for (number, kept) in replaced {
        replaced[number]?.files = kept.files.map { file in
          var file = file
          file.address = file.address.moved(from: old, to: new)
          return file
        }
      }
    }
    keep("replacements to undo") {
      for record in try store.moveReplacements(from: old, to: new) {
        let id = TrashID(record.folder)
        earlierReplacements.withLock { if $0[id] != nil { $0[id] = record } }
      }
    }
    keep("ranking") {
      let names = ("file:" + old.path, "file:" + new.path)
      let store = NavigationStore(services.folders)
      let (state, note) = try store.update(self.store.root) { $0.uses.rename(names.0, to: names.1) }
      tell(.uses(state.uses))
      report(note)
    }
    let paths = (path(of: old), path(of: new))
    guard CollectionStore.isFolder(paths.1) else { return }
    keep("permissions") { try ConsentStore(services.folders).move(from: paths.0, to: paths.1) }
    keep("answers to prompts") { try PromptStore(services.folders).move(from: paths.0, to: paths.1) }
    keyring.async(group: movingSecrets) { [self] in keep("secrets") { try moveSecrets(from: old, to: new) } }
    _ = movingSecrets.wait(timeout: .now() + Self.patience)
  }

  /// Names the templates that still take the response of a renamed request by its former path.
  func tellStaleTemplates(of former: Address) {
    // The rename itself is done, and unreadable folders are reported with the tree.
    guard let stale = try? store.staleTemplates(of: former), let request = stale.first?.requests.first else { return }
    let count = stale.reduce(0) { $0 + $1.requests.count }
    let verb = count == 1 ? "takes" : "take"
    let files = stale.prefix(3).map(\.file.path).joined(separator: ", ")
    let more = stale.count > 3 ? " and \(stale.count - 3) more" : ""
    let text = "\(Formatting.count(count, "template")) still \(verb) the response of \"\(request)\": \(files)\(more)"
    queue.tell(.failure, text)
  }

  /// Names the paths in moved files that may name other files now.
  func tellStale(_ stale: [StalePaths]) {
    guard let first = stale.first, let path = first.paths.first else { return }
    let more = stale.reduce(0) { $0 + $1.paths.count } - 1
    let others = more == 0 ? "" : " and \(Formatting.count(more, "other path"))"
    queue.tell(.failure, "Check the path \"\(path)\" in \(first.file)\(others): it may name another file now")
  }

  private func moveSecrets(from old: Address, to new: Address) throws {
    for node in try store.load().nodes where node.kind == .folder(isCollection: true) && node.address.isInside(new) {
      let former = node.address.moved(from: new, to: old)
      try services.workspace.secrets.move(collection: path(of: former), to: path(of: node.address))
    }
  }

  /// Waits until the secrets of all renames were moved, at most until the deadline.
  func finishMovingSecrets(by deadline: DispatchTime) {
    guard movingSecrets.wait(timeout: deadline) == .timedOut else { return }
    tellLeft("secrets", "the program ended before their service responded")
  }

  /// Calls `done` on the queue of files once the secrets of all renames were moved.
  func whenSecretsMoved(_ done: @escaping @Sendable () -> Void) {
    movingSecrets.notify(queue: disk) { done() }
  }

  /// The rename itself is done; a message names the data that could not be moved.
  private func keep(_ what: String, _ move: () throws -> Void) {
    do {
      try move()
    } catch {
      tellLeft(what, "\(error)")
    }
  }

  private func tellLeft(_ what: String, _ reason: String) {
    queue.tell(.failure, "The \(what) stay with the former name: \(reason)")
  }
}
