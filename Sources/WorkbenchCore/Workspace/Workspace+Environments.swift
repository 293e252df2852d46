import RequestModel
import TerminalUI

// The environments of the current collection.
extension Workspace {
  /// The folder of the environments, relative to the root; `nil` outside of a collection.
  var environmentsFolder: Address? {
    guard let scope, !scope.collection.isEmpty else { return nil }
    return relative(scope.collection + "/environments")
  }

  /// The files of the environments, in display order.
  var environmentFiles: [Address] {
    guard let folder = environmentsFolder, let scope else { return [] }
    return scope.environments.map { folder.appending($0.name + ".json") }
  }

  /// The file of the selected environment.
  var environmentFile: Address? { environmentFiles.first { $0.stem == environment } }

  /// Says that there is none, and how to create one.
  var noEnvironments: String { "No environments yet: \(keys.name(of: "environment.switch")) creates one" }

  /// What leads to a collection from where there is none, with names of commands in braces.
  var whyNoCollection: String {
    tree.nodes.contains { !$0.isFolder }
      ? "Select a request of a collection first" : "There is no request yet: {collections.new} creates one"
  }

  /// The file of the variables that all collections share. It may not exist yet.
  var globalsFile: Address? {
    guard let scope, !scope.collection.isEmpty else { return nil }
    if let path = scope.sharedPath { return relative(path) }
    let isAboveRoot = tree.root.startsExactly(with: scope.collection + "/")
    return relative((isAboveRoot ? scope.collection : tree.root) + "/workspace.json")
  }

  /// The address of an absolute path. One above the root begins with `..`.
  func relative(_ path: String) -> Address? {
    if path == tree.root { return Address("") }
    if let below = path.removingExactly(prefix: tree.root + "/") { return Address(below) }
    var (top, dots) = (tree.root, [String]())
    while !top.isEmpty {
      top = Address(top).parent.path
      dots.append("..")
      if let below = path.removingExactly(prefix: top + "/") { return Address((dots + [below]).joined(separator: "/")) }
    }
    return nil
  }

  func isEnvironment(_ file: Address) -> Bool { file.parent.name == "environments" && node(file) == nil }

  /// Follows a created, renamed or deleted environment before its collection is read again. The one in use stays in use.
  mutating func changeEnvironments(from old: Address?, to new: Address?) {
    guard let folder = (new ?? old)?.parent else { return }
    if let new { keepEnvironment(in: folder, from: old, to: new) }
    for address in files(beside: folder) {
      var environments = items[address].scope?.environments ?? []
      let index = old.flatMap { old in environments.firstIndex { $0.name == old.stem } }
      if let index {
        if let new { environments[index].name = new.stem } else { environments.remove(at: index) }
      } else if let new, !environments.contains(where: { $0.name == new.stem }) {
        environments.append(Environment(name: new.stem))
      }
      items[address].scope?.environments = environments
    }
    // Its secrets went with it.
    let names = [old?.stem, new?.stem]
    secrets = secrets.filter { place, _ in
      place.environment == nil || !names.contains(place.environment)
        || relative(place.collection + "/environments") != folder
    }
    makeScopesStale()
  }

  /// The files whose context has the environments of a folder.
  private func files(beside environments: Address) -> [Address] {
    items.addresses { $0.scope.map { relative($0.collection + "/environments") == environments } == true }
  }

  /// Makes the environment in use an explicit choice: another one might be the first from now on.
  private mutating func keepEnvironment(in folder: Address, from old: Address?, to new: Address) {
    // A chosen one that was deleted comes back.
    guard let scope = files(beside: folder).first.flatMap({ items[$0].scope }),
      old != nil || chosenEnvironments[scope.collection] != new.stem, let used = environment(in: scope)
    else { return }
    chosenEnvironments[scope.collection] = used == old?.stem ? new.stem : used
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
