import Dispatch
import RequestModel
import RequestStore
import Synchronization

/// Reads the tree of the collections, apart from the queue that saves: a folder that takes long, or never answers, holds up
/// neither a save nor the way out.
final class TreeLoader: Sendable {
  let reading = TreeReading()
  private let queue = DispatchQueue(label: "workbench.tree")
  private let numbers = Mutex((asked: 0, shown: 0))

  /// Reads it at once, on the thread that calls.
  ///
  /// - Parameter show: Gets the tree, unless a newer one was shown meanwhile.
  func load(_ store: CollectionStore, show: (CollectionTree) -> Void) throws(StoreError) {
    let number = nextNumber()
    try finish(number, store, show)
  }

  /// Reads it elsewhere. Where that fails, `show` gets the error.
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

  /// Cancels the current reading.
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
