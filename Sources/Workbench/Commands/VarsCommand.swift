struct VarsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vars", abstract: "Lists the variables that a request sees, and where each comes from.",
    discussion:
      CommandHelp.text(
        "Columns: name, value, origin, and the origins it overrides. Values are shown as they are in the files; secrets are masked.",
        examples: [
          "workbench vars collections/shop/orders/show.json --env staging", "workbench vars collections/shop --json",
        ])
  )

  @Argument(help: "A request, or a collection's folder.", completion: .file())
  var path = "."

  @Option(
    name: .customLong("env"),
    help: ArgumentHelp("The environment. (default: the collection's only one)", valueName: "name"))
  var environment: String?

  @OptionGroup
  var variables: VariableOption

  @Flag(help: "Writes JSON.")
  var json = false

  func run() async throws {
    let place = try LaunchTarget(path)
    let services = try Services(root: place.root)
    let address = place.address
    if let environment { try services.workspace.checkEnvironment(environment, for: [address]) }
    var inputs = try services.workspace.inputs(
      of: address, environment: environment ?? services.workspace.onlyEnvironment(for: address),
      overrides: variables.values())
    if place.selection != nil, services.collections.role(of: address) == .request {
      let request = try services.collections.open(address).request
      inputs.variables.add(request.variables, to: .request, from: services.collections.path(of: address))
    }
    let folder = services.collections.collectionRoot(of: address)
    let list = inputs.variables.inForce.map { VariableText(variable: $0, folder: folder) }
    if json {
      try StandardOutput.write(text: JSONValue.array(list.map(\.json)).rendered() + "\n")
    } else {
      if list.isEmpty { StandardError.write("No variables here") }
      try StandardOutput.write(rows: list.map(\.fields))
    }
  }
}

/// A variable in scope, as `vars` prints it.
private struct VariableText {
  let variable: VariableInForce
  let folder: String

  var fields: [String] {
    let overridden = variable.overridden.map(origin).joined(separator: ", ")
    return [variable.name, value(variable.winner), origin(variable.winner), overridden.isEmpty ? "-" : overridden]
  }

  var json: JSONValue {
    var object: JSONObject = ["name": .string(variable.name)]
    object["value"] = shown(variable.winner)
    object["secret"] = variable.isSecret ? true : nil
    for member in place(variable.winner).members { object[member.key.value] = member.value }
    object["overrides"] = .array(
      variable.overridden.map { overridden in
        var object = place(overridden)
        object["value"] = shown(overridden)
        return .object(object)
      })
    return .object(object)
  }

  /// The value in the file, if it may be shown; `nil` for a value from elsewhere.
  private func shown(_ scoped: ScopedVariable) -> JSONValue? {
    guard case .literal(let value) = scoped.variable.source else { return nil }
    return variable.isSecret ? .string(SecretMask.mark) : value
  }

  private func value(_ scoped: ScopedVariable) -> String {
    switch scoped.variable.source {
    case .literal(let value): variable.isSecret ? SecretMask.mark : value.templateText
    case .secret: SecretMask.mark
    case .prompt(let question): "prompt: \(question)"
    case .command(let command): "command: \(command.text)"
    case .dotenv(let path, let key): "\(key) of \(path)"
    case .environmentVariable(let name): "environment variable \(name)"
    }
  }

  private func place(_ scoped: ScopedVariable) -> JSONObject {
    var place: JSONObject = ["layer": .string(scoped.layer.name)]
    place["file"] = scoped.path.map(JSONValue.string)
    return place
  }

  private func origin(_ scoped: ScopedVariable) -> String {
    guard let path = scoped.path else { return scoped.layer.name }
    return path.removingExactly(prefix: folder + "/") ?? path
  }
}
