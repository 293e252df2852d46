/// The end of a command's help: examples, and the exit codes that it has.
enum CommandHelp {
  /// The exit codes of a command that only reads and writes files.
  static let usualExits =
    "0 done, 2 usage, 3 a file is broken or cannot be written, 4 the output could not be written, 5 interrupted, or the "
    + "reader closed the pipe."

  // The flags that several commands have.
  static let demo: ArgumentHelp =
    "Runs the built-in demo server, which also has the examples of the collections, and sets {{demo}} to its address."
  static let plain: ArgumentHelp =
    "Draws one pane at a time as text without lines, with the cursor on the selected row, for screen readers."

  /// - Parameter examples: Command lines of at most 76 columns, so that the help does not wrap them.
  static func text(_ about: String = "", examples: [String], exits: String = usualExits) -> String {
    let lines = examples.map { "  " + $0 }.joined(separator: "\n")
    return [about, "Examples:\n" + lines, "Exit codes: " + exits].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
