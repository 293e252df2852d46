import Dispatch
import RequestModel
import RequestStore
import Synchronization

/// Loads the tree on its own queue, so that a slow or hanging folder delays neither saving nor quitting.
final class TreeLoader: Sendable {
  let reading = TreeReading()
  private let queue = DispatchQueue(label: "workbench.tree")
  private let numbers = Mutex((asked: 0, shown: 0))

  /// Loads the tree on the calling thread.
  ///
  /// - Parameter show: Called with the tree, unless a newer one was shown meanwhile.
  func load(_ store: CollectionStore, show: (CollectionTree) -> Void) throws(StoreError) {
    let number = nextNumber()
    try finish(number, store, show)
  }

  /// Loads the tree in the background. `show` is also called with errors.
  func loadElsewhere(
    _ store: CollectionStore, show: @escaping @Sendable (Result<CollectionTree, StoreError>) -> Void
  ) {
    let number = nextNumber()
    queue.async { [self] in
      do throws(StoreError) {
        try finish(number, store) { show(.success($0)) }
      } catch {
        show(.failure(error))
      }
    }
  }

  /// Cancels loading.
  func cancel() { reading.cancel() }

  private func nextNumber() -> Int {
    numbers.withLock { numbers in
      numbers.asked += 1
      return numbers.asked
    }
  }

  private func finish(_ number: Int, _ store: CollectionStore, _ show: (CollectionTree) -> Void) throws(StoreError) {
    let tree = try store.load(reading)
    numbers.withLock { numbers in
      guard number > numbers.shown else { return }
      numbers.shown = number
      show(tree)
    }
  }
}
