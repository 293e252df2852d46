/// Names work that is done elsewhere. The result of a task that was replaced is stale and ignored.
package struct TaskID: Hashable, Sendable {
  /// The response tab that asked for it.
  package let tab: String
  package let number: Int

  package init(tab: String, number: Int) {
    self.tab = tab
    self.number = number
  }
}
