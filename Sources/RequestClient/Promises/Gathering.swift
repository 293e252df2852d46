internal import Synchronization

/// Values that come in any order, on any thread, each for its place.
final class Gathering<Value: Sendable>: Sendable {
  private struct State {
    var places: [Value?]
    var missing: Int
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(State(places: Array(repeating: nil, count: count), missing: count))
  }

  /// All of them, in order, once the last has come.
  var values: [Value]? {
    state.withLock { $0.missing == 0 ? $0.places.compactMap { $0 } : nil }
  }

  /// Each place is to be filled once.
  ///
  /// - Returns: All values, where this was the last.
  @discardableResult
  func put(_ value: Value, at index: Int) -> [Value]? {
    state.withLock { state in
      state.places[index] = value
      state.missing -= 1
      return state.missing == 0 ? state.places.compactMap { $0 } : nil
    }
  }
}
