// Scripts of other shells: `sh -c SCRIPT NAME PARAMETER…`.
extension ShellScript {
  private static func isShell(_ word: String) -> Bool {
    ["sh", "bash", "dash", "zsh", "ksh", "ash"].contains(word.split(separator: "/").last)
  }

  /// The commands of the script in `sh -c`; `nil` for another command, or if none of them is one of curl.
  mutating func nestedCommands(of command: ShellCommand) -> [ShellCommand]? {
    guard depth < 5, substitutions > 0, CurlReader.arguments(of: command) == nil,
      let (source, parameters) = Self.nestedScript(of: command)
    else { return nil }
    let text = known(source)
    guard text.contains("curl") else { return nil }
    let script = inner(text, parameters: parameters)
    guard script.commands.contains(where: { CurlReader.arguments(of: $0) != nil }) else { return nil }
    for problem in script.problems { note(problem) }
    variables.add(script.variables)
    var commands = script.commands
    if commands[0].input == nil, commands[0].inputFile == nil {
      (commands[0].input, commands[0].inputFile) = (command.input, command.inputFile)
    }
    return commands
  }

  /// The script, its name and its parameters, if there are any.
  private static func nestedScript(of command: ShellCommand) -> (source: String, parameters: [String])? {
    guard var rest = CurlReader.arguments(of: command, to: isShell) else { return nil }
    while let option = rest.popFirst(), option.hasPrefix("-") {
      if option.hasPrefix("--") { continue }
      if option.contains("c") {
        guard let source = rest.popFirst() else { return nil }
        return (source, Array(rest))
      }
      if option.hasSuffix("o") { rest = rest.dropFirst() }
    }
    return nil
  }

  /// The value of `$1`, `$@` and others; `nil` if the parameters are unknown.
  mutating func parameter(_ name: String) -> String? {
    if parameters.isEmpty { return nil }
    if let number = Int(name) { return element(number, of: parameters) }
    return name == "@" || name == "*" ? joined(parameters.dropFirst()) : nil
  }
}
