/// The facts about a folder in the Overview tab. Equal values have equal rows.
struct FolderFacts: Equatable, Sendable {
  private let folder: Address
  private let treeRevision: Int
  private let environments: [String]

  init?(_ workspace: Workspace) {
    guard case .folder(let folder) = workspace.subject else { return nil }
    self.folder = folder
    treeRevision = workspace.treeRevision
    environments = workspace.scope?.environments.map(\.name) ?? []
  }

  func rows(in workspace: Workspace) -> [FormRow] {
    let (requests, folders) = workspace.counts(in: folder)
    let file = workspace.settingsFile(of: folder)
    var rows: [FormRow] = [
      .fact("File", file.path), .fact("Requests", String(requests)), .fact("Folders", String(folders)),
    ]
    if file.name == "collection.json" {
      rows.append(.fact("Environments", environments.isEmpty ? "none" : environments.joined(separator: ", ")))
    }
    return rows
  }
}
