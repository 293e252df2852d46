/// An error of a child process, as a message for the user.
package struct ChildProcessError: Error, CustomStringConvertible {
  package let description: String
  /// Whether the program ran but reported failure, as vim does after `:cq`.
  package let isCancellation: Bool

  init(_ description: String, isCancellation: Bool = false) {
    (self.description, self.isCancellation) = (description, isCancellation)
  }
}
