import Dispatch
import Synchronization

/// Loads the tree on its own queue, so that a slow or hanging folder delays neither saving nor quitting.
final class TreeLoader: Sendable {
  let reading = TreeReading()
  private let queue = DispatchQueue(label: "workbench.tree")
  private let newest = Mutex(Newest())

  private struct Newest {
    var asked = 0
    var shown: (number: Int, tree: CollectionTree)?
  }

  /// Loads the tree on the calling thread.
  ///
  /// - Parameter show: Called with the tree, or with a newer one if that was shown meanwhile.
  func load(_ store: CollectionStore, show: (CollectionTree) -> Void) throws(StoreError) {
    let number = nextNumber()
    try finish(number, store) { tree, _ in show(tree) }
  }

  /// Loads the tree in the background.
  ///
  /// - Parameter show: Called with the tree, unless a newer one was shown meanwhile, and with errors.
  func loadElsewhere(
    _ store: CollectionStore, show: @escaping @Sendable (Result<CollectionTree, StoreError>) -> Void
  ) {
    let number = nextNumber()
    queue.async { [self] in
      do throws(StoreError) {
        try finish(number, store) { tree, isNew in if isNew { show(.success(tree)) } }
      } catch {
        show(.failure(error))
      }
    }
  }

  func cancel() { reading.cancel() }

  private func nextNumber() -> Int {
    newest.withLock { newest in
      newest.asked += 1
      return newest.asked
    }
  }

  private func finish(
    _ number: Int, _ store: CollectionStore, _ show: (_ tree: CollectionTree, _ isNew: Bool) -> Void
  ) throws(StoreError) {
    let loaded = try store.load(reading)
    newest.withLock { newest in
      if let shown = newest.shown, shown.number > number { return show(shown.tree, false) }
      newest.shown = (number, loaded)
      show(loaded, true)
    }
  }
}
