/// An error of a child process, as a message for the user.
package struct ChildProcessError: Error, CustomStringConvertible {
  package let description: String
  /// Whether the program ran and said that it did not do what it was asked for, as `:cq` in vim.
  package let isCancellation: Bool

  init(_ description: String, isCancellation: Bool = false) {
    (self.description, self.isCancellation) = (description, isCancellation)
  }
}
