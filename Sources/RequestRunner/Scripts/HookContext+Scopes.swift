extension HookContext {
  /// The variables visible to scripts, except for those without a value.
  var scriptVariables: ScriptVariables {
    var result = ScriptVariables()
    let (inputs, scope) = (resolved.inputs, resolved.variables)
    result.secretNames = scope.secretVariables.map(\.name)
    let secrets = Set(result.secretNames.map { ExactText($0) })
    func seen(_ layer: VariableScope.Layer) -> [ScriptVariable] {
      // Values set by scripts keep the type declared in the file.
      let types = Dictionary(
        inputs.variables[layer].compactMap { row in row.postmanType.map { (ExactText(row.name), $0) } }
      ) { $1 }
      return scope[layer].filter { !$0.isOff }.compactMap { variable in
        let name = ExactText(variable.name)
        return value(of: variable).map {
          ScriptVariable(variable.name, $0, type: types[name], isSecret: secrets.contains(name))
        }
      }
    }
    result.globals = seen(.workspace)
    result.collection = seen(.collection)
    result.folders = seen(.folders)
    result.environment = seen(.environment)
    result.environmentName = job.environment
    result.foldersOverrideEnvironment = scope.foldersOverrideEnvironment
    result.request = seen(.request)
    result.local = seen(.session) + seen(.commandLine)
    if let row = job.options.iteration?.row {
      result.data = JSONObject(members: row.rowVariables.compactMap(Self.member))
    }
    return result
  }

  private static func member(_ variable: Variable) -> JSONMember? {
    variable.value.map { JSONMember(key: JSONString(variable.name), value: $0) }
  }

  private func value(of variable: Variable) -> JSONValue? {
    switch variable.source {
    case .literal: variable.value
    case .secret: resolved.secretValue(variable).map { .string($0) } ?? variable.defaultValue
    default: (resolved.fetched.variables[variable] ?? resolved.secretValue(variable)).map { .string($0) }
    }
  }

  /// The values of all secrets visible to scripts.
  var secretsInScope: Set<String> {
    Set(resolved.variables.secretVariables.flatMap { value(of: $0)?.secretTexts ?? [] })
  }

  /// A secret of the session, of the environment or of the collection.
  func vaultSecret(_ name: String) -> String? { resolved.secretValue(vaultVariable(name)) }

  /// What the user has to allow before a script gets that secret.
  func withheldVaultSecret(_ name: String) -> [OutsideSource] {
    resolved.inputs.withheldSecret(vaultVariable(name))
  }

  private func vaultVariable(_ name: String) -> Variable {
    let secrets = resolved.variables.all.map(\.variable).filter { variable in
      !variable.isOff && variable.source == .secret && variable.name.isExactly(name)
    }
    return secrets.last ?? Variable(name, .secret)
  }

  func apply(_ changes: [ScriptChange]) {
    var names = SecretNames(resolved)
    var batch: [(change: ScriptChange, isSecret: Bool)] = []
    for change in changes {
      if names.needsEarlierChanges(change.change) {
        carryOut(batch)
        (batch, names) = ([], SecretNames(resolved))
      }
      batch.append((change, names.isSecret(change.change)))
    }
    carryOut(batch)
  }

  /// Carries out changes in order. The mask is rebuilt once for all secrets that they set.
  private func carryOut(_ changes: [(change: ScriptChange, isSecret: Bool)]) {
    var secrets: Set<String> = []
    for (change, isSecret) in changes where isSecret {
      if case .set(_, let value, _) = change.change { secrets.formUnion(value.secretTexts) }
    }
    mask.addSecrets(secrets)
    if job.options.iteration?.isConcurrent == true, changes.contains(where: \.change.isShared),
      session.scopes.noteSharing()
    {
      warn(Self.sharingSentence)
    }
    let scopes = resolved.scriptScopes
    for (change, isSecret) in changes {
      switch change.scope {
      case .globals: apply(change.change, in: scopes[0], isSecret: isSecret)
      case .collectionVariables: apply(change.change, in: scopes[1], isSecret: isSecret)
      case .environment: apply(change.change, in: scopes[2], isSecret: isSecret)
      case .variables: applyToSession(change.change, isSecret: isSecret)
      }
    }
  }

  private static let sharingSentence =
    "Iterations that run at the same time share what scripts set in the environment, the collection and the globals — "
    + "pm.variables is not shared, and --jobs 1 runs one after another"

  private func apply(_ change: ScriptChange.Change, in scope: ScopeChanges.Scope, isSecret: Bool) {
    switch change {
    case .set(let key, let value, _):
      session.scopes.set(key, to: value, isSecret: isSecret, masking: run.maskedValue, in: scope)
    case .unset(let key): session.scopes.remove(key, in: scope)
    case .clear: session.scopes.clear(scope)
    }
  }

  private func applyToSession(_ change: ScriptChange.Change, isSecret: Bool) {
    switch change {
    case .set(let key, let value, _): setVariable(key, to: value, isSecret: isSecret)
    case .unset(let key): unset(key)
    case .clear:
      job.given?.removeAll()
      session.removeAll()
      session.secrets.dropChanges(in: secretScope)
    }
  }

  private var session: SessionVariables { run.session }

  /// The scope of secrets that captures and scripts set in the session. They are invisible to other environments and collections.
  private var secretScope: ScopeChanges.Scope { resolved.scriptScopes[3] }

  func setVariable(_ name: String, to value: JSONValue, isSecret: Bool) {
    if isSecret { return setSecret(name, to: value) }
    let text = value.templateText
    guard run.maskedValue(text).isExactly(text) else { return setInScope(name, to: value, isSecret: false) }
    job.given?.remove(name)
    if !session.secrets.isEmpty { session.secrets.dropChanges(of: name, in: secretScope) }
    session.set(name, to: value, masking: { $0 })
  }

  /// Sets a secret of the session.
  func setSecret(_ name: String, to value: JSONValue) {
    mask.addSecrets(value.secretTexts)
    setInScope(name, to: value, isSecret: true)
  }

  /// Sets a variable of the session for this environment and collection.
  ///
  /// - Parameter isSecret: Whether the whole value is a secret. Otherwise it has one in it, such as a header for a token.
  private func setInScope(_ name: String, to value: JSONValue, isSecret: Bool) {
    job.given?.remove(name)
    session.remove(name)
    session.secrets.set(name, to: value, isSecret: isSecret, masking: run.maskedValue, in: secretScope)
  }

  /// Removes a variable of the session. Variables declared in files stay.
  func unset(_ name: String) {
    job.given?.remove(name)
    session.remove(name)
    session.secrets.dropChanges(of: name, in: secretScope)
  }
}

/// The names of the secrets visible to a request, while changes by scripts are classified. Reading them takes time in
/// proportion to the variables.
private struct SecretNames {
  private let resolved: ResolvedRequest
  private var names: Set<ExactText>?
  /// The names removed by earlier changes, which may still be secret elsewhere; `nil` if a scope was cleared.
  private var removed: Set<ExactText>? = []

  init(_ resolved: ResolvedRequest) { self.resolved = resolved }

  /// Whether earlier changes must be applied to know whether this one sets a secret.
  func needsEarlierChanges(_ change: ScriptChange.Change) -> Bool {
    guard case .set(let key, _, _) = change else { return false }
    return removed?.contains(ExactText(key)) ?? true
  }

  /// Whether the next change sets a secret. A variable that any layer declares secret stays secret.
  mutating func isSecret(_ change: ScriptChange.Change) -> Bool {
    switch change {
    case .set(let key, _, let type):
      var known = names ?? resolved.secretNames
      names = nil
      if type == "secret" { known.insert(ExactText(key)) }
      names = known
      return known.contains(ExactText(key))
    case .unset(let key): removed?.insert(ExactText(key))
    case .clear: removed = nil
    }
    return false
  }
}

extension Variable {
  /// The type declared in a Postman file.
  fileprivate var postmanType: String? { document["x-postman"]?.object?["type"]?.string }
}

extension ScriptChange {
  /// Whether other iterations of a run see it.
  fileprivate var isShared: Bool { scope != .variables }
}
