import RequestModel

// The list of a folder for choosing a file.
extension Workbench {
  func listFolder(_ query: FolderQuery) -> [Effect] { [.files(workspace.id, .listFolder(query))] }

  mutating func take(_ listing: FolderListing) -> [Effect] {
    inputs.updateFilePicker { $0.take(listing) }
    return []
  }
}
