/// An error of a child process, as a message for the user.
package struct ChildProcessError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
