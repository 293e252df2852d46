// The environments that the current collection can use.
extension Workspace {
  /// The folder of the environments, relative to the root; `nil` outside of a collection.
  var environmentsFolder: Address? {
    guard let scope, !scope.collection.isEmpty else { return nil }
    return relative(scope.collection + "/environments")
  }

  /// The files of the environments, in display order: the collection's own, then those of the workspace.
  var environmentFiles: [Address] {
    guard let scope, !scope.collection.isEmpty else { return [] }
    return scope.environments.compactMap { relative(scope.path(ofEnvironment: $0.name)) }
  }

  /// Whether a file is an environment of the workspace that the current collection is in.
  func isShared(_ environment: Address) -> Bool {
    guard let scope, scope.isShared(environment.stem) else { return false }
    return relative(scope.path(ofEnvironment: environment.stem)) == environment
  }

  /// The environment whose form is shown.
  var shownEnvironmentFile: Address? {
    switch subject {
    case .environment(let address): address
    case .globals(let address, _): isEnvironment(address) ? address : nil
    case .request, .past, .folder, .nothing: nil
    }
  }

  /// Where an environment is from, such as `shop` or `workspace`; `nil` where all are of the same folder.
  func origin(ofEnvironment name: String) -> String? {
    guard let scope else { return nil }
    let owners = Set(scope.environments.map { scope.owner(ofEnvironment: $0.name) })
    guard owners.count > 1 || scope.isShared(name) else { return nil }
    let owner = scope.owner(ofEnvironment: name)
    let isInside = owner.startsExactly(with: tree.root + "/")
    if scope.isShared(name), !isInside { return "workspace" }
    let origin = title(ofFolder: owner)
    // An environment may have the name of its collection.
    return origin == name ? "collection" : origin
  }

  /// The chosen environment, if its file is gone. Nothing is sent before another one or none is chosen.
  var goneEnvironment: String? {
    guard let scope, let environment, !scope.environments.contains(where: { $0.name == environment })
    else { return nil }
    return environment
  }

  /// Why nothing is sent with the chosen environment: its file is gone.
  var whyEnvironmentGone: String? {
    goneEnvironment.map(gone)
  }

  private func gone(_ environment: String) -> String {
    "Environment \(environment) is gone: \(keys.name(of: "environment.switch")) chooses another or none"
  }

  /// Makes the environment in use an explicit choice if its file is gone, so that no other one replaces it.
  mutating func keepGoneEnvironment(of former: RequestContext?, in scope: RequestContext) -> [PaneOutput] {
    guard let former, former.collection == scope.collection, chosenEnvironments[scope.collection] == nil,
      scope.problems.isEmpty, let used = environment(in: former),
      !scope.environments.contains(where: { $0.name == used })
    else { return [] }
    chosenEnvironments[scope.collection] = used
    return [.failure(gone(used))]
  }

  var environmentFile: Address? { environmentFiles.first { $0.stem == environment } }

  /// Why an environment of the current collection cannot be used: its file cannot be read.
  func problem(ofEnvironment file: Address) -> Problem? {
    guard let problem = scope?.environmentProblems[file.stem], environmentFiles.contains(file) else { return nil }
    return problem
  }

  /// Says that there is none, and how to create one.
  var noEnvironments: String { "No environments yet: \(keys.name(of: "environment.switch")) creates one" }

  /// The way to a collection from where there is none, with names of commands in braces.
  var whyNoCollection: String {
    tree.nodes.contains { !$0.isFolder }
      ? "Select a request of a collection first" : "There is no request yet: {collections.new} creates one"
  }

  /// The file of the variables that all collections share. It may not exist yet.
  var globalsFile: Address? { scope.flatMap(globalsFile) }

  func globalsFile(in scope: RequestContext) -> Address? {
    guard !scope.collection.isEmpty else { return nil }
    if let path = scope.sharedPath { return relative(path) }
    let isAboveRoot = tree.root.startsExactly(with: scope.collection + "/")
    return relative((isAboveRoot ? scope.collection : tree.root) + "/workspace.json")
  }

  /// The address of an absolute path. One above the root begins with `..`.
  func relative(_ path: String) -> Address? { Address(ofPath: path, root: tree.root) }

  func isEnvironment(_ file: Address) -> Bool { file.parent.name == "environments" && node(file) == nil }

  /// Follows a created, renamed or deleted environment before its collections are read again. The one in use stays in
  /// use.
  mutating func changeEnvironments(from old: Address?, to new: Address?) {
    guard let folder = (new ?? old)?.parent else { return }
    keepEnvironment(in: folder, from: old, to: new)
    for address in items.addresses(where: { $0.scope.map { canUse(folder, $0) } == true }) {
      if let scope = items[address].scope { items[address].scope = changed(scope, from: old, to: new) }
    }
    // Its secrets went with it.
    let names = [old?.stem, new?.stem]
    secrets = secrets.filter { place, _ in
      place.environment == nil || !names.contains(place.environment)
        || relative(place.collection + "/environments") != folder
    }
    makeScopesStale()
  }

  private func changed(_ scope: RequestContext, from old: Address?, to new: Address?) -> RequestContext {
    var scope = scope
    // The collection may have another one of that name.
    func isOf(_ file: Address) -> Bool { relative(scope.path(ofEnvironment: file.stem)) == file }
    let index = old.flatMap { old in isOf(old) ? scope.environments.firstIndex { $0.name == old.stem } : nil }
    let owner = old.flatMap { index == nil ? nil : scope.environmentOwners.removeValue(forKey: $0.stem) }
    let isTaken = scope.environments.indices.contains { $0 != index && scope.environments[$0].name == new?.stem }
    if let index {
      if let new, !isTaken { scope.environments[index].name = new.stem } else { scope.environments.remove(at: index) }
    } else if let new, !isTaken {
      scope.environments.append(Environment(name: new.stem))
    }
    let problem = index == nil ? nil : old.flatMap { scope.environmentProblems.removeValue(forKey: $0.stem) }
    if let new, !isTaken {
      scope.environmentProblems[new.stem] = problem
      scope.environmentOwners[new.stem] = owner ?? scope.environmentOwners.values.first { owns(new, $0) }
    }
    return scope
  }

  private func owns(_ environment: Address, _ folder: String) -> Bool {
    relative(folder + "/environments") == environment.parent
  }

  /// Whether the environments of a folder are among those of a context.
  private func canUse(_ environments: Address, _ scope: RequestContext) -> Bool {
    ([scope.collection] + scope.environmentOwners.values).contains { relative($0 + "/environments") == environments }
  }

  /// Makes the environment in use an explicit choice, as another one may become the first. One that is deleted is gone.
  private mutating func keepEnvironment(in folder: Address, from old: Address?, to new: Address?) {
    let scopes = items.addresses { $0.scope.map { canUse(folder, $0) } == true }.compactMap { items[$0].scope }
    var seen: Set<String> = []
    for scope in scopes where seen.insert(scope.collection).inserted {
      // A chosen one that was deleted comes back.
      guard old != nil || chosenEnvironments[scope.collection] != new?.stem, let used = environment(in: scope) else {
        continue
      }
      let isRenamed = used == old?.stem && old.map { relative(scope.path(ofEnvironment: $0.stem)) == $0 } == true
      chosenEnvironments[scope.collection] = isRenamed ? new?.stem ?? used : used
    }
  }

  // MARK: New ones

  /// Opens the first variable of an environment that was just created, if it is still shown.
  mutating func fillInNew(_ address: Address) -> [PaneOutput] {
    guard items[address].creation == .opensVariable else { return [] }
    items[address].creation = .leadsBack
    return shownFile == address ? [.focus(.request), .request(.addVariable)] : []
  }

  /// Says that a file is saved, and leads back from a new environment.
  mutating func noteSaved(_ address: Address) -> [PaneOutput] {
    guard items[address].creation != nil else { return [.notice(savedNotice(address))] }
    items[address].creation = nil
    return [.tell(SavedEnvironment(address: address))]
  }

  /// Closes a file that the program has removed. Unsaved edits of it stay.
  mutating func followRemoval(of address: Address) -> [PaneOutput] {
    if hasEdits(address) { return adoptOwnChange(nil, of: address) }
    items[address].draft = nil
    if isEnvironment(address) { changeEnvironments(from: address, to: nil) }
    // Where it was shown, another one is selected and read.
    return [.moved(address, to: nil)] + (shownFile == address ? [] : refreshShown())
  }

  // MARK: Comparing

  /// Two environments side by side, what differs first.
  func comparison(of first: String, with second: String) -> TableScreen {
    func variables(_ name: String) -> [Variable] {
      scope?.environments.first { $0.name == name }?.variables.filter { !$0.isOff } ?? []
    }
    let (left, right) = (variables(first), variables(second))
    var names: [String] = []
    for name in (left + right).map(\.name) where !names.contains(where: { $0.isExactly(name) }) { names.append(name) }
    let rows = names.map { name in
      (name, left.last { $0.name.isExactly(name) }, right.last { $0.name.isExactly(name) })
    }
    let (different, same) = (rows.filter { !Self.isSame($1, $2) }, rows.filter { Self.isSame($1, $2) })
    return TableScreen(
      title: "\(first) and \(second): \(Formatting.count(different.count, "difference"))",
      columns: ["Name", first, second], rows: (different + same).map(Self.row))
  }

  /// Secrets may differ though the files do not show it.
  private static func isSame(_ a: Variable?, _ b: Variable?) -> Bool {
    guard let a, let b else { return false }
    return a.source == b.source && a.isSecret == b.isSecret
  }

  private static func row(_ name: String, _ a: Variable?, _ b: Variable?) -> TableScreen.Row {
    let isSame = isSame(a, b)
    func cell(_ variable: Variable?) -> Span {
      guard let variable else { return Span("not set", .hint) }
      return Span(variable.isSecret ? PlacedField.mask : variable.shownValue, isSame ? .hint : .text)
    }
    return TableScreen.Row(cells: [Span((isSame ? "  " : "≠ ") + name, isSame ? .hint : .warning), cell(a), cell(b)])
  }
}
