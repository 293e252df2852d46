// Unsaved edits of environments, folders and globals. Requests are sent with the values that are saved.
extension Workspace {
  /// The remark when the shown request is sent or previewed; `nil` if it inherits from no edited file.
  var unusedEdits: String? {
    guard let contextFile, let scope else { return nil }
    return remark(on: unusedFiles(of: contextFile, scope, environment))
  }

  /// The remark when a run starts.
  ///
  /// - Parameter environments: Those chosen for the run, by the paths of their collections.
  func editsUnused(by requests: [Address], _ environments: [String: String]) -> String? {
    let files = requests.flatMap { address -> [Address] in
      guard let scope = items[address].scope ?? self.scope(near: address.parent) else { return [] }
      let chosen = environments[scope.collection]
      return unusedFiles(of: address, scope, chosen.map { $0.isEmpty ? nil : $0 } ?? environment(in: scope))
    }
    return remark(on: Set(files).sorted())
  }

  private func unusedFiles(of address: Address, _ scope: RequestContext, _ environment: String?) -> [Address] {
    let environmentFile = environment.flatMap { relative(scope.path(ofEnvironment: $0)) }
    return unsaved.filter { file in
      switch items[file].draft?.current.role {
      case .environment: file == environmentFile
      case .workspace: file == globalsFile(in: scope)
      case .folder, .collection: address.isInside(file.parent) && isInCollection(file.parent, scope)
      case .request, nil: false
      }
    }
  }

  /// A collection inherits nothing from the folders above it.
  private func isInCollection(_ folder: Address, _ scope: RequestContext) -> Bool {
    let path = folder.path.isEmpty ? tree.root : tree.root + "/" + folder.path
    return path == scope.collection || path.startsExactly(with: scope.collection + "/")
  }

  private func remark(on files: [Address]) -> String? {
    guard let first = files.first else { return nil }
    let more = files.count > 1 ? " and of \(Formatting.count(files.count - 1, "other file"))" : ""
    let save = keys.name(of: "request.save")
    return "Unsaved edits of \(title(of: first))\(more) are not used: \(save) in the form saves them"
  }
}
