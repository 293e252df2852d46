/// A value to save as a variable.
package struct KeptValue: Equatable, Sendable {
  /// The name of the variable, which can be changed.
  var name: String
  let text: String
  let isSecret: Bool

  /// Whether the value is kept with the secrets: it has a secret of the request, or looks like a credential.
  fileprivate var isKeptSecret: Bool {
    isSecret || !SecretName.isPosition(name) && SuppliedCredential.isLikely([name], text)
  }

  /// The first part, which fits into a line of a dialog.
  fileprivate var beginning: String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").truncated(to: 40)
  }
}

// Saving the value of a row as a variable of an environment.
extension BodyTab {
  private static let maxVariableBytes = 1 << 16

  /// Asks for the name of the variable; first for its environment, if none is in use.
  func promptVariable(in context: PaneContext) -> [PaneOutput] {
    let title = "Save as variable"
    guard let body = shown.document else { return [] }
    let line = min(line, body.lineCount - 1)
    guard body.line(at: line, columns: 0..<0).bytes.count <= Self.maxVariableBytes, let text = body.value(at: line)
    else { return [.refusal(title, "This row has no value")] }
    if let reason = whyMasked(text, in: context) { return [.failure(reason)] }
    let workspace = context.workspace
    guard let scope = workspace.scope, workspace.environmentsFolder != nil else {
      return [.refusal(title, workspace.keys.text(workspace.whyNoCollection))]
    }
    let isSecret = containsSecret(text, body.ownBytes(ofLine: line), in: context)
    let named = KeptValue(name: Self.variableName(of: body, at: line), text: text, isSecret: isSecret)
    // A credential stays one under another name.
    let value = KeptValue(name: named.name, text: text, isSecret: named.isKeptSecret)
    // One whose file is gone would be created anew, with this variable alone.
    if let environment = workspace.environment, workspace.goneEnvironment == nil {
      return Self.nameVariable(value, of: environment)
    }
    return scope.environments.isEmpty
      ? nameEnvironment(for: value, in: context) : Self.chooseEnvironment(for: value, in: scope)
  }

  /// A name for the value of a line: its key, else the nearest key above it, such as the key of its list.
  private static func variableName(of body: BodyDocument, at line: Int) -> String {
    let path = body.path(at: line).split { ".[]'\"/@".contains($0) }
    let keys = [body.key(at: line)].compactMap(\.self) + path.reversed().map(String.init)
    let names = keys.map { key in key.filter { $0.isLetter || $0.isNumber || $0 == "_" } }
    return names.first { $0.first?.isLetter == true || $0.first == "_" } ?? "value"
  }

  /// Lists the environments where none is in use.
  private static func chooseEnvironment(for value: KeptValue, in scope: RequestContext) -> [PaneOutput] {
    let items = scope.environments.map { environment in
      Picker.Item(
        title: environment.name, whyUnavailable: scope.environmentProblems[environment.name]?.sentence,
        action: .body(.nameVariable(value, of: environment.name)))
    }
    let new = Picker.Item(title: "New environment", action: .body(.nameEnvironment(value)))
    return [.open(Picker(title: "No environment is in use: save the value in", items: items + [new]))]
  }

  func nameEnvironment(for value: KeptValue, in context: PaneContext) -> [PaneOutput] {
    let isFirst = context.workspace.scope?.environments.isEmpty ?? true
    let prompt = Prompt(
      title: isFirst ? "No environments yet" : "New environment",
      hint: "Name of an environment to create for the value, such as staging",
      purpose: EnvironmentName(value: value))
    return [.open(prompt)]
  }

  static func nameVariable(_ value: KeptValue, of environment: String) -> [PaneOutput] {
    let (start, shown) =
      value.isSecret ? ("Secret variable", "stored with your secrets") : ("Variable", value.beginning)
    let prompt = Prompt(
      title: "\(start) of \(environment)", hint: "Name; value: \(shown)", text: value.name,
      purpose: VariableName(value: value, environment: environment)
    ).selectingText
    return [.open(prompt)]
  }

  /// Saves a value as a variable of an environment and chooses the environment. A missing one is created.
  func setVariable(_ value: KeptValue, of environment: String, in context: PaneContext) -> [PaneOutput] {
    let workspace = context.workspace
    guard let scope = workspace.scope else { return [.failure("No collection has an environment \(environment)")] }
    let owner = scope.owner(ofEnvironment: environment)
    let isNew = !scope.environments.contains { $0.name == environment }
    let effect: FileEffect =
      isNew
      ? .setInNewEnvironment(
        value.name, value: value.text, environment: environment, collection: owner, isSecret: value.isKeptSecret)
      : .setVariable(
        value.name, value: value.text, environment: environment, collection: owner, isSecret: value.isKeptSecret)
    let isInUse = workspace.environment == environment
    return (isInUse ? [] : [.workspace(.environment(environment))]) + [.effect(.files(workspace.id, effect))]
  }
}

/// The name of a new environment for a value.
struct EnvironmentName: PromptUse {
  let value: KeptValue

  func output(_ text: String) -> PaneOutput { .body(.nameVariable(value, of: FileStem.of(text) ?? text)) }
  func mistake(in text: String) -> String? {
    FileStem.of(text) == nil ? "An environment cannot have that name" : nil
  }
  var accepting: String { "name its variable" }
  var appliesToSubject: Bool { true }
}

/// The name of a variable that gets a value.
struct VariableName: PromptUse {
  let value: KeptValue
  let environment: String

  func output(_ text: String) -> PaneOutput {
    var named = value
    named.name = text.trimmingBlanks
    return .body(.keepVariable(named, of: environment))
  }

  func mistake(in text: String) -> String? {
    RowMistake.sentence(aboutVariable: text.trimmingBlanks)
  }

  var accepting: String { "save" }
  var appliesToSubject: Bool { true }
}
