/// Options of the screen that are written before the name of a subcommand, as in `workbench --plain tutorial`.
///
/// Otherwise the parser would assign them to the default subcommand, and take the subcommand's name for its argument.
enum LeadingOptions {
  private static let flags: Set<String> = ["--plain", "--demo"]
  private static let withValue: Set<String> = ["--env"]

  /// Returns the arguments with those options behind the name of the subcommand.
  static func moved(_ arguments: [String], behind isCommand: (String) -> Bool) -> [String] {
    var rest = arguments[...]
    var options: [String] = []
    while let first = rest.first {
      if flags.contains(first) || withValue.contains(where: { first.hasPrefix($0 + "=") }) {
        options.append(rest.removeFirst())
      } else if withValue.contains(first), rest.count > 1 {
        options += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    guard !options.isEmpty, let name = rest.first, isCommand(name) else { return arguments }
    return [name] + options + rest.dropFirst()
  }
}
