/// Identifies a background task. Results of a replaced task are stale and ignored.
package struct TaskID: Hashable, Sendable {
  /// The response tab that started it.
  package let tab: String
  package let number: Int
}
