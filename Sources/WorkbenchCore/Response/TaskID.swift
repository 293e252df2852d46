/// Names a piece of work that is done elsewhere, so that the answer to one that was replaced belongs to nobody.
package struct TaskID: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }
}
