/// Why another program could not be run or did not do its work, as a sentence for the user.
package struct ChildProcessError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
