import RequestModel

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
    let prefix = folder.path.isEmpty ? "" : folder.path + "/"
    let nodes = workspace.tree.nodes
    var (folders, requests) = (0, 0)
    for index in nodes.indices where nodes[index].address.path.startsExactly(with: prefix) {
      if !nodes[index].isFolder { requests += 1 } else if nodes[index].address != folder { folders += 1 }
    }
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
