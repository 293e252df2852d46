/// Values of variables, for all commands that resolve requests.
struct VariableOption: ParsableArguments {
  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A variable, name=value; may be repeated and overrides all others.", valueName: "name=value"))
  var texts: [String] = []

  func values() throws -> [String: String] { try OptionText.variables(texts) }
}

/// Values of variables, plain and masked, for commands that send.
struct SecretVariableOptions: ParsableArguments {
  @OptionGroup
  var variables: VariableOption

  @Option(
    name: .customLong("secret"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A variable that is masked everywhere, NAME=VALUE, or NAME for the value of that environment variable.",
      valueName: "name[=value]"))
  var secrets: [String] = []

  func all() throws -> CommandVariables { try CommandVariables(variables.texts, secrets: secrets) }
}

/// Where the values of variables come from, for commands that send to a URL or a stored request.
struct VariableOptions: ParsableArguments {
  @Option(
    name: .customLong("env"), parsing: .unconditional,
    help: ArgumentHelp("The environment; for a URL, one of the collection here or in ./collections.", valueName: "name")
  )
  var environment: String?

  @OptionGroup
  var supplied: SecretVariableOptions

  /// Advice for requests whose variables have no value.
  static let advice = "--env NAME chooses an environment, --var name=value gives a value"
}
