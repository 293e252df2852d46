import Dispatch
import Glibc

/// Reads and changes the list of recent workspaces and the layouts, in order and off the main actor.
struct RecentEffects: Sendable {
  private let store: RecentWorkspaces
  private let folders: UserFolders
  private let events: ProgramQueue
  private let queue = DispatchQueue(label: "workbench.recents")
  /// For reading folders, which may be on a slow disk.
  private let looking = DispatchQueue(label: "workbench.recents.folders")

  init(folders: UserFolders, queue: ProgramQueue) {
    (store, self.folders, events) = (RecentWorkspaces(folders), folders, queue)
  }

  func list() {
    enqueue {
      let entries = try store.list()
      looking.async {
        events.send(
          .recents(
            entries.map {
              RecentWorkspace(root: $0.root, requests: $0.requests, isMissing: Self.isMissing($0.root))
            }))
      }
      return nil
    }
  }

  func keep(_ root: String, requests: Int?) { enqueue { try store.keep(root, requests: requests) } }

  func remove(_ root: String) { enqueue { try store.remove(root) } }

  func keep(_ layout: LayoutChoices, of root: String) {
    enqueue("Cannot keep the layout") {
      try WorkspaceState.update(folders) { $0.roots[root, default: .init()].layout = layout }
    }
  }

  /// Waits until all changes are written.
  func finish() { queue.sync {} }

  /// - Parameters:
  ///   - start: What an error is about.
  ///   - work: Returns a note for the user.
  private func enqueue(
    _ start: String = "Recent workspaces", _ work: @escaping @Sendable () throws -> String?
  ) {
    queue.async {
      do {
        if let note = try work() { events.tell(.failure, note) }
      } catch {
        events.tell(.failure, "\(start): \(error)")
      }
    }
  }

  private static func isMissing(_ root: String) -> Bool {
    var status = stat()
    return stat(root, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }
}
