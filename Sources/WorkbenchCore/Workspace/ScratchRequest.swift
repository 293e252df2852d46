/// Requests of screens for new requests, which are not files yet.
enum ScratchRequest: WorkspaceMessage, Equatable {
  /// Opens an empty request, for a file in that folder.
  case newRequest(in: Address)
  /// Opens pasted requests.
  ///
  /// - Parameter secrets: Their variables whose values were stored.
  case newRequests([SavedRequest], in: Address, secrets: [String])
  /// Values were stored for a request that was replaced by a pasted one.
  case noteSecrets([String], of: Address)
  /// Opens the request of the shown exchange of history as a new one.
  case copyPast
  /// Saves a new request under a name, and then asks for the names of others.
  case saveNew(Address, name: String, then: [Address])
  case placeNew(Address, name: String, in: Address, then: [Address])
  case askName(Address, typed: String?, then: [Address])

  func apply(to workspace: inout Workspace) -> [PaneOutput] {
    switch self {
    case .newRequest(let folder): workspace.newRequest(in: folder)
    case .newRequests(let requests, let folder, let secrets):
      workspace.pastedRequests(requests, in: folder, secrets: secrets)
    case .noteSecrets(let names, let address): workspace.notePasted(names, address)
    case .copyPast: workspace.copyPast()
    case .saveNew(let address, let name, let rest): workspace.saveNew(address, named: name, then: rest)
    case .placeNew(let address, let name, let folder, let rest):
      workspace.placeNew(address, name, in: folder, then: rest)
    case .askName(let address, let typed, let rest): workspace.askName(of: address, typed: typed, then: rest)
    }
  }
}
