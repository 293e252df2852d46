import Foundation
import RequestModel
import RequestRunner
import RequestStore
import Synchronization
import WorkbenchCore

// What is kept outside of the files by their paths, and follows a rename.
extension FileEffects {
  /// Moves what is kept for a renamed file or folder and for the collections in it.
  ///
  /// - Parameter tree: The tree after the rename.
  func moveKept(from old: Address, to new: Address, _ tree: CollectionTree) {
    replaced.withLock { replaced in
      replaced = replaced.mapValues { files in
        files.map { file in
          var file = file
          file.address = file.address.moved(from: old, to: new)
          return file
        }
      }
    }
    keep("ranking") {
      let names = ("file:" + old.path, "file:" + new.path)
      let store = NavigationStore(services.folders)
      let (state, note) = try store.update(self.store.root) { $0.uses.rename(names.0, to: names.1) }
      tell(.uses(state.uses))
      report(note)
    }
    let collections = tree.nodes.filter { $0.kind == .folder(isCollection: true) && $0.address.isInside(new) }
    guard !collections.isEmpty else { return }
    let paths = (path(of: old), path(of: new))
    keep("permissions") { try ConsentStore(services.folders).move(from: paths.0, to: paths.1) }
    keep("answers to prompts") { try PromptStore(services.folders).move(from: paths.0, to: paths.1) }
    keep("secrets") {
      for collection in collections.map(\.address) {
        let former = collection.moved(from: new, to: old)
        try services.workspace.secrets.move(collection: path(of: former), to: path(of: collection))
      }
    }
  }

  /// The rename itself is done: what cannot follow is told.
  private func keep(_ what: String, _ move: () throws -> Void) {
    do {
      try move()
    } catch {
      queue.send(.notice(Notice(.failure, "The \(what) stay with the former name: \(error)")))
    }
  }
}
