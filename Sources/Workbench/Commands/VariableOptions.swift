import ArgumentParser

/// Where the values of variables come from, for commands that send to a URL or a stored request.
struct VariableOptions: ParsableArguments {
  @Option(
    name: .customLong("env"), parsing: .unconditional,
    help: ArgumentHelp("The environment; for a URL, one of the collection here or in ./collections.", valueName: "name")
  )
  var environment: String?

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A variable, name=value; may be repeated and overrides all others.", valueName: "name=value"))
  var variables: [String] = []

  @Option(
    name: .customLong("secret"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A variable that is masked everywhere, NAME=VALUE, or NAME for the value of that environment variable.",
      valueName: "name[=value]"))
  var secrets: [String] = []

  func all() throws -> CommandVariables { try CommandVariables(variables, secrets: secrets) }
}
