import Foundation

/// The secrets declared by a collection, and their stored values.
struct CollectionSecrets {
  let store: SecretStore
  private let collection: String
  private let declarations: VariableDeclarations

  /// - Parameter path: The collection's folder, or a request in it.
  init(_ path: String) throws {
    let place = try LaunchTarget(path)
    store = SecretStore(place.folders, environment: ProcessInfo.processInfo.environment)
    collection = place.store.collectionRoot(of: place.address)
    declarations = try place.store.declarations(around: place.address)
  }

  func key(_ name: String, _ environment: String?) -> SecretStore.Key {
    let owner = environment.flatMap { declarations.owners[$0] } ?? collection
    return SecretStore.Key(collection: owner, environment: environment, name: name)
  }

  // MARK: Setting

  /// Rejects undeclared secrets, whose values would never be used.
  func checkDeclaration(of name: String, environment: String?) throws {
    if let environment, !declarations.environments.contains(environment) {
      throw CommandExit.usageError("No environment \"\(environment)\" — \(choice(of: environment))")
    }
    let inReach = declarations.all.filter { $0.environment == nil || $0.environment == environment }
    let same = inReach.filter { $0.variable.name == name }.map(\.variable)
    if same.contains(where: { $0.source == .secret }) { return }
    if let variable = same.last { throw CommandExit.usageError(Self.notKept(variable)) }
    // An unreadable file may declare it.
    if let problem = declarations.problems.first { throw CommandExit.fail(problem.description, CommandExit.broken) }
    let place = environment.map { "environment \"\($0)\"" } ?? "this collection"
    throw CommandExit.usageError("\"\(name)\" is not declared in \(place) — \(advice(for: name, inReach))")
  }

  private func choice(of environment: String) -> String {
    if let near = NearestName.of(environment, among: declarations.environments) { return "did you mean \"\(near)\"?" }
    let all = declarations.environments
    return all.isEmpty ? "this collection has none" : "choose one of \(all.joined(separator: ", "))"
  }

  private static func notKept(_ variable: Variable) -> String {
    switch variable.source {
    case .environmentVariable(let source):
      return "\"\(variable.name)\" takes its value from the environment variable \(source) — set that one"
    case .prompt: return "\"\(variable.name)\" is asked for before each send — there is no value to keep"
    case .command(let command): return "\"\(variable.name)\" takes what \(command.text) prints — change that one"
    case .dotenv(let path, let key): return "\"\(variable.name)\" takes \(key) from \(path) — set it there"
    case .literal, .secret:
      return
        "\"\(variable.name)\" is not secret: its value is in the file — replace \"value\" with \"secret\": true"
    }
  }

  private func advice(for name: String, _ inReach: [VariableDeclarations.Declaration]) -> String {
    let elsewhere = declarations.all.filter { $0.variable.name == name && $0.variable.isSecret }
    if let environment = elsewhere.compactMap(\.environment).first { return "add --env \(environment)" }
    let secrets = inReach.filter { $0.variable.source == .secret }.map(\.variable.name)
    if let near = NearestName.of(name, among: secrets) { return "did you mean \"\(near)\"?" }
    return "add { \"name\": \"\(name)\", \"secret\": true } to its \"variables\""
  }

  // MARK: Listing

  struct Row {
    let key: SecretStore.Key
    let source: String
    let isSet: Bool
    var isExpired = false

    var fields: [String] {
      [key.name, key.environment ?? "-", source, isExpired ? "expired" : isSet ? "set" : "unset"]
    }
  }

  /// A row for each declared secret, then one for each other stored value.
  func rows(processEnvironment: [String: String]) throws -> [Row] {
    for problem in declarations.problems { StandardError.write(problem.description) }
    var keys = try store.keys(of: collection)
    for (environment, owner) in declarations.owners {
      keys += try store.keys(of: owner).filter { $0.key.environment == environment && !$0.key.isToken }
    }
    let kept = Dictionary(keys.map { ($0.key, $0.place) }) { first, _ in first }
    var rows: [Row] = []
    for declaration in declarations.all where declaration.variable.isSecret {
      let key = key(declaration.variable.name, declaration.environment)
      if rows.contains(where: { $0.key == key }) { continue }
      switch declaration.variable.source {
      case .environmentVariable(let source):
        let isSet = processEnvironment[source] != nil
        rows.append(Row(key: key, source: "environment variable \(source)", isSet: isSet))
      case .secret, .literal:
        let place = kept[key]
        rows.append(Row(key: key, source: (place ?? .file).description, isSet: place != nil))
      case .prompt, .command, .dotenv: continue  // Found out when a request needs it.
      }
    }
    let declared = Swift.Set(declarations.all.filter { $0.environment == nil }.map(\.variable.name))
    let others = kept.filter { kept in !rows.contains { $0.key == kept.key } }
    for (key, place) in others.sorted(by: { Self.order($0.key) < Self.order($1.key) }) {
      let remark = key.isToken ? ", token" : declared.contains(key.name) ? "" : ", undeclared"
      let token = key.isToken ? try store.value(key).flatMap(AccessToken.init(kept:)) : nil
      let isExpired = token.map { !$0.isUsable(at: Date()) } ?? false
      rows.append(Row(key: key, source: place.description + remark, isSet: true, isExpired: isExpired))
    }
    return rows
  }

  private static func order(_ key: SecretStore.Key) -> (String, String) { (key.environment ?? "", key.name) }
}
