import Foundation

/// An environment or the globals, as the scripts of a run left them, for export to a file.
struct EnvironmentExport {
  private let name: String
  /// The id and the name in the Postman file that it was read from.
  private let label: (id: String?, name: String?)
  private let variables: [Variable]
  private let scope: ExportFormat.PostmanScope
  private let isPostman: Bool
  /// The names of variables that are left out because their values contain a secret.
  private let withheld: [String]
  /// The number of variables that are left out because their names contain a secret.
  private let leftOutCount: Int

  /// The current environment of a request.
  init(environment source: RunPaths.Source, for address: Address) throws {
    let workspace = source.services.workspace
    let selected = source.environment ?? workspace.onlyEnvironment(for: address)
    let environment = try Self.environment(selected, workspace, address)
    let owner = SessionValues.owner(
      ofEnvironment: selected, in: workspace.owner(ofEnvironment: selected, for: address))
    self.init(
      environment.name, environment.variables, of: .environment, owner: owner, .environment, source,
      isPostman: source.hasPostmanVariables, source.environmentFile)
  }

  /// The current variables of all collections.
  init(globals source: RunPaths.Source, for address: Address) throws {
    let workspace = source.services.workspace
    let own = try workspace.collections.workspaceVariables(for: address)?.variables ?? []
    self.init(
      source.globalsFile?.label.name ?? "Globals", own + workspace.supplied.globals, of: .workspace,
      owner: workspace.collections.root, .globals, source, isPostman: source.hasPostmanGlobals, source.globalsFile)
  }

  private init(
    _ name: String, _ variables: [Variable], of layer: VariableScope.Layer, owner: String,
    _ scope: ExportFormat.PostmanScope, _ source: RunPaths.Source, isPostman: Bool, _ file: VariablesFile?
  ) {
    let changes = source.services.engine.session.scopes
    let all = changes.applied(to: variables, of: layer, owner: owner)
    let left = all.filter { !changes.hasSecretName($0.name) }
    leftOutCount = all.count - left.count
    let withheld = left.map(\.name).filter { changes.holdsSecret($0, of: layer, owner: owner) }
    self.name = name
    label = file?.label ?? (nil, scope == .globals ? nil : name)
    self.scope = scope
    self.withheld = withheld
    self.variables = left.map { withheld.contains($0.name) ? Variable($0.name, .secret) : $0 }
    self.isPostman = isPostman
  }

  /// The environment. Without one, scripts may still have set variables of an environment.
  private static func environment(
    _ name: String?, _ workspace: RequestWorkspace, _ address: Address
  ) throws -> RequestModel.Environment {
    let supplied = workspace.supplied.environment
    if let supplied, supplied.name == name { return supplied }
    let files = try workspace.collections.environments(for: address)
    if let name, let file = files.first(where: { $0.name.isExactly(name) }) { return try file.content.get() }
    guard name == nil, files.isEmpty else {
      throw CommandExit.usageError("There is no environment to export — choose one with --env")
    }
    return Environment(name: "environment")
  }

  /// Writes the file. It declares secrets, but has no values for them.
  func write(to path: String, asNewman newman: Bool = false) throws {
    let document: JSONObject = ["variables": .array(variables.map { .object($0.document) })]
    let json =
      newman
      ? newmanDocument(of: variables)
      : isPostman
        ? ExportFormat.postmanVariables(PortableEnvironment(name: name, document: document), scope) : .object(document)
    try CommandExit.failing(with: CommandExit.unfinished) { try NamedFile.write(Data(json.renderedFile), to: path) }
    for name in withheld {
      StandardError.write("\(path): \"\(name.visibleLine)\" has no value there, because it contains a secret")
    }
    if leftOutCount > 0 {
      let count = Formatting.count(leftOutCount, "variable")
      StandardError.write("\(path): \(count) left out, because the name contains a secret")
    }
  }
}

extension EnvironmentExport {
  /// The variables in newman's format with likely credentials masked, for reports.
  var maskedNewmanJSON: JSONValue {
    let shown = variables.map { variable -> Variable in
      let isCredential = variable.value.map { SuppliedCredential.isLikely([variable.name], $0.templateText) } ?? false
      guard isCredential else { return variable }
      var masked = variable
      masked.value = .string(SecretMask.mark)
      return masked
    }
    return newmanDocument(of: shown)
  }

  private func newmanDocument(of variables: [Variable]) -> JSONValue {
    // newman defaults to the name of the scope.
    [
      "id": .string(label.id ?? UUID().uuidString.lowercased()), "name": .string(label.name ?? scope.rawValue),
      "values": .array(variables.map(Self.newmanRow)),
      "_postman_variable_scope": .string(scope.rawValue),
      "_postman_exported_at": .string(UTCTime.milliseconds(Date())),
      "_postman_exported_using": .string("workbench/\(ProgramVersion.number)"),
    ]
  }

  private static func newmanRow(_ variable: Variable) -> JSONValue {
    let isSecret = variable.source == .secret
    var row: JSONObject = [
      "type": .string(isSecret ? "secret" : "any"), "value": isSecret ? .string("") : (variable.value ?? .null),
      "key": .string(variable.name),
    ]
    if variable.isOff { row["enabled"] = false }
    return .object(row)
  }
}

/// The reason for a failure with files, as a clause.
enum FileProblem {
  private static let codes: [CocoaError.Code: Int32] = [
    .fileNoSuchFile: ENOENT, .fileReadNoSuchFile: ENOENT, .fileReadNoPermission: EACCES, .fileWriteNoPermission: EACCES,
    .fileWriteOutOfSpace: ENOSPC, .fileWriteVolumeReadOnly: EROFS,
  ]

  static func reason(_ error: any Error) -> String {
    let error = error as NSError
    if error.domain == NSCocoaErrorDomain, let code = codes[CocoaError.Code(rawValue: error.code)] {
      return String(cString: strerror(code))
    }
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    guard cause.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return String(cString: strerror(Int32(cause.code)))
  }
}
