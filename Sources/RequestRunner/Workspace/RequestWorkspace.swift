/// The collections below a root, and the variables, secrets and files that their requests may use.
package struct RequestWorkspace: Sendable {
  package private(set) var collections: CollectionStore
  package let secrets: SecretStore
  private let consents: ConsentStore
  let prompts: PromptStore
  private let folders: UserFolders
  /// Whether collections may read any file, and be based on any collection, without permission.
  package var allowsOutsideFiles = false { didSet { collections.bases.allowsAll = allowsOutsideFiles } }
  /// Whether collections may run any commands.
  package var allowsCommands = false
  /// Whether the scripts of any collection run.
  package var allowsScripts = false
  /// The variables supplied by the command.
  package var supplied = SuppliedVariables()
  /// Variables defined by the program.
  package let builtIn: [String: String]
  private let processEnvironment: [String: String]

  package init(
    root: String, _ folders: UserFolders, builtIn: [String: String] = [:], processEnvironment: [String: String]
  ) {
    collections = CollectionStore(root: root, folders)
    secrets = SecretStore(folders, environment: processEnvironment)
    consents = ConsentStore(folders)
    prompts = PromptStore(folders)
    self.folders = folders
    self.builtIn = builtIn
    self.processEnvironment = processEnvironment
  }

  /// Returns the same workspace for another folder of collections.
  package func rooted(at root: String) -> RequestWorkspace {
    guard root != collections.root else { return self }
    var workspace = self
    workspace.collections = CollectionStore(root: root, folders)
    workspace.collections.bases = collections.bases
    return workspace
  }

  // MARK: Inputs

  /// Returns the inputs of a request without a file: the variables of the program and the command line.
  package func inputs(overrides: [String: String] = [:]) -> RunInputs {
    var inputs = RunInputs(
      variables: VariableScope(builtIn: builtIn, overrides: overrides), baseFolder: collections.root,
      access: .unrestricted)
    inputs.inherited.systemTrust = SystemTrust(environment: processEnvironment)
    markSecrets(of: &inputs)
    return inputs
  }

  /// Reads the inputs of the request at `address`.
  ///
  /// - Parameters:
  ///   - name: An environment of the collection, or `nil` for none.
  ///   - allowed: The outside sources that the request may read, in addition to permanently allowed ones.
  package func inputs(
    of address: Address, environment name: String?, overrides: [String: String] = [:],
    allowed: Set<OutsideSource> = [], answers: [String: String] = [:]
  ) throws(Failure) -> RunInputs {
    let folders = try unprepared { () throws(StoreError) in try collections.settings(for: address) }
    let (environment, environmentPath, owner) =
      try name.map { (name) throws(Failure) in try self.environment(name, for: address) } ?? (nil, nil, nil)
    let shared = try unprepared { () throws(StoreError) in try collections.workspaceVariables(for: address) }
    let declared = (shared?.variables ?? []) + folders.flatMap(\.variables) + (environment?.variables ?? [])
    let collection = collections.collectionRoot(of: address)
    // `nil` for an environment of the collection itself.
    let outerOwner = owner == collection ? nil : owner
    let access = try access(of: address, allowed)
    let values = try secretValues(
      among: declared, ofEnvironment: environment?.variables ?? [], of: outerOwner, environment: name,
      collection: collection, access)
    var inputs = RunInputs(
      folders: folders,
      variables: VariableScope(
        builtIn: builtIn, folders: folders, environment: environment, environmentPath: environmentPath,
        overrides: overrides),
      baseFolder: collections.path(of: address.parent), access: access, secretValue: values.value)
    inputs.withheldSecret = values.withheld
    inputs.secretFailure = values.failure
    inputs.tokens = KeptTokens(secrets, collection: collection, environment: name)
    inputs.inherited.systemTrust = SystemTrust(environment: processEnvironment)
    inputs.inherited.options = environment?.options ?? RequestOptions()
    (inputs.inherited.folder, inputs.inherited.optionsFolder) = (collection, outerOwner)
    (inputs.environmentOwner, inputs.inherited.layers) = (outerOwner, collections.layers(of: address))
    if let shared { inputs.variables.add(shared.variables, to: .workspace, from: shared.name) }
    inputs.variables.add(supplied.globals, to: .workspace)
    markSecrets(of: &inputs)
    inputs.sources = sources(around: address) { [self] other throws(Failure) in
      try job(other, environment: name, overrides: overrides, allowed: allowed, answers: answers)
    }
    (inputs.sources.answers, inputs.sources.environmentFolder) = (answers, outerOwner)
    // An unreadable file has no credentials to restore.
    inputs.fileRequest = { [collections] in try? collections.open(address).request }
    return inputs
  }

  /// - Parameters:
  ///   - declared: All variables around a request.
  ///   - own: The variables of an environment of a folder above the collection, whose own secrets come first.
  ///   - owner: That folder; `nil` for an environment of the collection.
  ///   - access: What the collection may have, also from the user's command.
  private func secretValues(
    among declared: [Variable], ofEnvironment own: [Variable], of owner: String?, environment name: String?,
    collection: String, _ access: ReadAccess
  ) throws(Failure) -> SecretValues {
    // Without an environment, both places are the same: the user's command runs once.
    let places: [String?] = name == nil ? [nil] : [nil, name]
    var kept = KeptSecrets()
    try readSecrets(among: declared, in: places, of: collection, access, into: &kept)
    if let owner { try readSecrets(among: own, in: [name], of: owner, access, into: &kept) }
    for (name, value) in supplied.secrets { kept.note(value, for: name) }
    return SecretValues(
      kept: kept, processEnvironment: processEnvironment,
      ofRequest: { [self] variable in
        var found = KeptSecrets()
        // An unreadable secret counts as missing, which the send reports.
        try? readSecrets(among: [variable], in: places, of: collection, access, into: &found)
        return found
      })
  }

  /// Reads the inputs of a request without a file that uses an environment of `collection`. Leaves out the collection's
  /// headers and credentials, as the URL may belong to another server.
  package func inputs(
    environment: String?, of collection: String, overrides: [String: String], allowed: Set<OutsideSource>,
    answers: [String: String]
  ) throws(Failure) -> RunInputs {
    var inputs = try rooted(at: collection).inputs(
      of: Address(""), environment: environment, overrides: overrides, allowed: allowed, answers: answers)
    inputs.folders = []
    inputs.baseFolder = collections.root
    return inputs
  }

  // MARK: Permission

  private func access(of address: Address, _ allowed: Set<OutsideSource>) throws(Failure) -> ReadAccess {
    let folder = collections.ownFolder(of: address)
    let kept = try unprepared { () throws(StoreError) in try consents.allowed(for: folder) }.union(allowed)
    var access =
      allowsOutsideFiles ? ReadAccess.unrestricted(allowed: kept) : .collection(folder: folder, allowed: kept)
    access.allowsCommands = allowsCommands
    access.allowsScripts = allowsScripts
    access.bases = collections.layers(of: address).bases.map(\.walls)
    return access
  }

  /// Permanently allows the collection of a request to read `sources`.
  package func allow(_ sources: [OutsideSource], for address: Address) throws(StoreError) {
    try consents.allow(sources, for: collections.ownFolder(of: address))
  }

  // MARK: Secrets

  /// Declares the secrets named by the command, and values of the operating system that look like credentials.
  private func markSecrets(of inputs: inout RunInputs) {
    var names = supplied.secretNames
    let index = VariableIndex(inputs.variables)
    for variable in inputs.variables.all.map(\.variable) where !variable.isOff {
      guard let source = variable.source.environmentVariable, let value = processEnvironment[source],
        !index.isSecret(variable.name), SuppliedCredential.isLikely([variable.name, source], value),
        names.insert(variable.name).inserted
      else { continue }
      inputs.warnings.append(
        "{{\(variable.name)}} has the value of $\(source), which looks like a credential and is masked — "
          + "declare it with \"secret\": true")
    }
    // The variable is off: it only marks the name as secret, and has no value.
    inputs.variables.add(names.sorted().map { Variable($0, .secret, off: true) }, to: .workspace)
  }

  /// Reads the values of the secrets in `variables`. Later environments override earlier ones; `nil` is the folder
  /// itself.
  private func readSecrets(
    among variables: [Variable], in environments: [String?], of folder: String, _ access: ReadAccess,
    into kept: inout KeptSecrets
  ) throws(Failure) {
    for variable in variables where variable.source == .secret {
      for environment in environments {
        let key = SecretStore.Key(collection: folder, environment: environment, name: variable.name)
        let (value, withheld, failure) = try unprepared { () throws(StoreError) in try lookUp(key, access) }
        kept.note(value, withheld: withheld, failure: failure, for: variable.name)
      }
    }
  }

  /// Returns the value of a secret, what the user has to allow before the user's command is asked for it, and what the
  /// command did instead of printing it.
  private func lookUp(
    _ key: SecretStore.Key, _ access: ReadAccess
  ) throws(StoreError) -> (value: String?, withheld: OutsideSource?, failure: String?) {
    var withheld: OutsideSource?
    var failure: String?
    let value = try secrets.value(
      key,
      ifAllowed: { line in
        let source = OutsideSource.secret(line)
        if !access.allows(source) { withheld = source }
        return withheld == nil
      }, failed: { failure = $0 })
    return (value, withheld, failure)
  }
}

/// Does something before a request is sent, which cannot be prepared if that fails.
func unprepared<Value>(_ body: () throws(StoreError) -> Value) throws(Failure) -> Value {
  do { return try body() } catch { throw Failure(.unprepared, error.description) }
}

/// The secrets that were looked up, by name.
private struct KeptSecrets: Sendable {
  private(set) var values: [String: String] = [:]
  /// The command lines that did not run, as the user has not allowed them.
  private(set) var withheld: [String: [OutsideSource]] = [:]
  /// What the user's command did instead of printing a value.
  private(set) var failures: [String: String] = [:]
  private(set) var names: Set<String> = []

  /// Notes the result of a lookup. A value overrides those of earlier lookups.
  mutating func note(
    _ value: String?, withheld source: OutsideSource? = nil, failure: String? = nil, for name: String
  ) {
    names.insert(name)
    if let failure { failures[name] = failure }
    if let value {
      values[name] = value
      withheld[name] = nil
    } else if let source, withheld[name]?.contains(source) != true {
      withheld[name, default: []].append(source)
    }
  }
}

/// Looks up the values of secret variables.
private struct SecretValues: Sendable {
  let kept: KeptSecrets
  let processEnvironment: [String: String]
  /// Looks up a secret that only the request itself declares, even if the declaration is not saved yet.
  let ofRequest: @Sendable (Variable) -> KeptSecrets

  @Sendable func value(of variable: Variable) -> String? {
    // A secret set by a script is not in the store.
    if variable.secretScope != nil { return nil }
    return switch variable.source {
    case .secret: kept.values[variable.name] ?? ofRequest(variable).values[variable.name]
    case .environmentVariable(let name): processEnvironment[name]
    case .literal, .prompt, .command, .dotenv: nil  // In the file, or fetched.
    }
  }

  /// What the user has to allow before the collection gets a secret from the user's command.
  @Sendable func withheld(_ variable: Variable) -> [OutsideSource] {
    guard variable.secretScope == nil, variable.source == .secret else { return [] }
    return lookup(of: variable).withheld[variable.name] ?? []
  }

  /// What the user's command did instead of printing a secret that has no value elsewhere either.
  @Sendable func failure(_ variable: Variable) -> String? {
    guard variable.secretScope == nil, variable.source == .secret else { return nil }
    return lookup(of: variable).failures[variable.name]
  }

  private func lookup(of variable: Variable) -> KeptSecrets {
    kept.names.contains(variable.name) ? kept : ofRequest(variable)
  }
}
