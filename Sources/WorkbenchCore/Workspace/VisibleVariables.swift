/// The variables that the shown templates may use, built once for each context and environment.
package struct VisibleVariables: Equatable, Sendable {
  package struct Key: Equatable, Sendable {
    let context: RequestContext?
    let environment: String?
    /// The values that responses and scripts set in memory.
    var session = SessionValues()
    /// The folder that is open.
    var root = ""
    /// Those of the shown request.
    var own: [Variable] = []
  }

  private let key: Key
  let scope: VariableScope
  let index: VariableIndex

  init(_ key: Key) {
    self.key = key
    let context = key.context ?? RequestContext()
    let environment = context.environments.first { $0.name == key.environment }
    var scope = VariableScope(
      builtIn: context.builtIn, folders: context.folders, environment: environment,
      environmentPath: key.environment.map { context.path(ofEnvironment: $0) })
    scope.add(context.shared, to: .workspace, from: context.sharedPath)
    scope.add(key.own, to: .request)
    key.session.apply(to: &scope, key.sessionScopes)
    scope.add(key.session.variables, to: .session)
    self.scope = scope
    index = VariableIndex(scope)
  }

  package static func == (a: VisibleVariables, b: VisibleVariables) -> Bool { a.key == b.key }

  /// Whether nothing is known about what the templates may use.
  var isUnknown: Bool { key.context == nil }

  func unresolved(in text: String) -> [String] { isUnknown ? [] : index.unresolved(in: text) }

  func unresolved(in texts: [String]) -> [String] { isUnknown ? [] : index.unresolved(in: texts) }

  /// The settings of the folders, outermost first.
  var folders: [FolderSettings] { key.context?.folders ?? [] }

  /// The options of the environment.
  var options: RequestOptions {
    key.context?.environments.first { $0.name == key.environment }?.options ?? RequestOptions()
  }

  /// How `{{name}}` is shown.
  func style(of name: String) -> Style {
    if isUnknown { return Style(.variable) }
    guard unresolved(in: "{{\(name)}}").isEmpty else { return Style(.error, underlined: true) }
    if index.isSecret(name) { return Style(.secretVariable) }
    return Style(index[name] == nil && DynamicVariables.contains(name) ? .dynamicVariable : .variable)
  }

  // MARK: Values

  private static let depthLimit = 10

  /// The value of a variable with the variables in it replaced. Secrets are masked.
  func value(of variable: Variable) -> String {
    guard case .literal = variable.source, !index.isSecret(variable.name) else {
      return index.isSecret(variable.name) ? PlacedField.mask : variable.shownValue
    }
    return expanded(variable.text, depth: 0)
  }

  private func expanded(_ text: String, depth: Int) -> String {
    Template(text).pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .escapedBraces: "{{"
      case .variable(let name): value(ofName: name, depth: depth) ?? "{{\(name)}}"
      }
    }.joined()
  }

  private func value(ofName template: String, depth: Int) -> String? {
    guard let name = Template.isNested(template) ? index.filled(template) : template else { return nil }
    if index.isSecret(name) { return PlacedField.mask }
    guard depth < Self.depthLimit, let variable = index[name], case .literal = variable.source else { return nil }
    return expanded(variable.text, depth: depth + 1)
  }

  // MARK: Origins

  /// `environment local`, `collection shop`; `session, env local` for what a script has set in memory.
  func origin(of scoped: ScopedVariable) -> String {
    guard scoped.layer != .session, key.session.hasSet(scoped) else { return place(of: scoped) }
    return "session, " + (scoped.layer == .environment ? "env \(key.environment ?? "none")" : place(of: scoped))
  }

  private func place(of scoped: ScopedVariable) -> String {
    switch scoped.layer {
    case .dynamic: "dynamic"
    case .workspace: scoped.path.map { Address($0).name } ?? (key.session.hasSet(scoped) ? "globals" : "built in")
    case .collection where scoped.path == nil: "collection"
    case .collection, .folders:
      key.context?.folders.first { $0.path == scoped.path }?.title ?? "folder"
    case .environment:
      (key.context?.isShared(key.environment) == true ? "workspace environment " : "environment ")
        + (key.environment ?? "")
    case .dataRow: "data row"
    case .request: "this request"
    case .session: "session"
    case .commandLine: "command line"
    }
  }

  /// The value of `{{name}}` and its source, in one line.
  func explanation(of name: String) -> [Span] {
    if isUnknown { return [] }
    let title = Span("{{\(name)}}", style(of: name))
    let missing = unresolved(in: "{{\(name)}}")
    if let first = missing.first {
      let what = first.isExactly(name) ? " has no value" : " needs {{\(first)}}, which has no value"
      return [title, Span(what + (key.environment.map { " in \($0)" } ?? ""), .error)]
    }
    if let found = scope.inForce(name) {
      let overridden = found.overridden.first.map { ", overrides \(origin(of: $0))" } ?? ""
      let value = value(of: found.winner.variable)
      return [title, Span(" = "), Span(value), Span("  " + origin(of: found.winner) + overridden, .hint)]
    }
    if DynamicVariables.contains(name) { return [title, Span("  a new value for each use", .hint)] }
    // A filter or a response.
    guard let expression = try? TemplateExpression(name) else { return [title] }
    let inner = expression.variables.filter { !$0.isExactly(name) }.prefix(1).flatMap(explanation)
    return inner.isEmpty ? [title] : [title, Span("  ")] + inner
  }
}

extension VisibleVariables.Key {
  /// The layers that scripts of the request change, as the engine names them.
  fileprivate var sessionScopes: [SessionValues.Scope] {
    let folders = context?.folders ?? []
    let collection = (folders.last(where: \.isTop) ?? folders.first)?.folder ?? context?.collection ?? ""
    return SessionValues.scopes(
      root: root, collection: collection, environment: environment,
      owner: environment.flatMap { context?.environmentOwners[$0] })
  }
}

extension RequestContext {
  func path(ofEnvironment name: String) -> String { "\(owner(ofEnvironment: name))/environments/\(name).json" }

  /// The absolute path of the folder that has an environment, whose values are kept for it: the collection, or a folder
  /// of the workspace. `nil` stands for no environment.
  func owner(ofEnvironment name: String?) -> String { name.flatMap { environmentOwners[$0] } ?? collection }

  /// Whether an environment is one of the workspace.
  func isShared(_ environment: String?) -> Bool { environment.flatMap { environmentOwners[$0] } != nil }
}
