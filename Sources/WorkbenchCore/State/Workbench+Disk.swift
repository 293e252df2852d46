import RequestModel
import TerminalUI

// What other programs do to the files, and what earlier runs left unsaved.

extension Workbench {
  /// Takes over what a file holds. A text field that is open without a change shows the new content.
  mutating func takeFile(_ address: Address, _ request: SavedRequest) {
    workspace.problems[address] = nil
    workspace.outdated.remove(address)
    let isFieldUntouched = requestPane.editing?.subject == .request(address) && !hasEdits(address)
    if workspace.drafts[address] == nil {
      workspace.drafts[address] = Draft(request)
    } else if workspace.drafts[address]?.saved != request || workspace.drafts[address]?.hasFile == false {
      workspace.drafts[address]?.reload(request)
    }
    if isFieldUntouched { requestPane.renewField(workspace) }
    requestPane.fit(workspace, height: height(.request))
  }

  mutating func takeDrafts(_ drafts: [Address: SavedRequest], _ recovered: [Address: SavedRequest]) {
    for (address, request) in drafts { workspace.drafts[address]?.edit { $0 = request } }
    for (address, request) in recovered { workspace.drafts[address] = Draft(recovered: request) }
    requestPane.fit(workspace, height: height(.request))
    let count = drafts.count + recovered.count
    guard count > 0 else { return }
    notice = Notice(.information, "\(Formatting.count(count, "request")) with edits from last time, not saved yet")
  }

  /// Shows the tree as it is now. Edits stay; what has none is read again.
  mutating func takeChanges(_ tree: CollectionTree, _ files: Set<Address>) -> [Effect] {
    let before = Set(workspace.tree.nodes.lazy.filter { !$0.isFolder }.map(\.address)).subtracting(
      workspace.rowsWithoutFile)
    let after = Set(tree.nodes.lazy.filter { !$0.isFolder }.map(\.address))
    var effects = followRenamed(tree, gone: before.subtracting(after), new: after.subtracting(before))
    let shown = workspace.subject
    workspace.staleScopes = Set(workspace.scopes.keys)
    for address in workspace.drafts.keys where files.contains(address) && after.contains(address) {
      if hasEdits(address) {
        workspace.outdated.insert(address)
      } else if shown != .request(address) {
        workspace.drafts[address] = nil
      }
    }
    effects += show(tree)
    if workspace.subject == shown { effects += refreshShown() }
    tellChanges(files.union(before.symmetricDifference(after)), gone: before.subtracting(after))
    return effects
  }

  /// Requests keep their edits where their files were moved or renamed: their ids say where they went.
  private mutating func followRenamed(
    _ tree: CollectionTree, gone: Set<Address>, new: Set<Address>
  ) -> [Effect] {
    guard !new.isEmpty else { return [] }
    var effects: [Effect] = []
    for old in workspace.drafts.keys.sorted() where gone.contains(old) {
      guard let id = workspace.drafts[old]?.saved.id else { continue }
      let homes = tree.nodes.filter { new.contains($0.address) && $0.kind.id == id }
      guard homes.count == 1, let home = homes.first?.address else { continue }
      if selectedNode?.address == old { sidebarFollows = home }
      workspace.moved(from: old, to: home)
      if requestPane.editing?.subject == .request(old) { requestPane.editing?.subject = .request(home) }
      if overlaySubject == .request(old) { overlaySubject = .request(home) }
      effects.append(files(.follow(old, to: home)))
    }
    return effects
  }

  private mutating func tellChanges(_ changed: Set<Address>, gone: Set<Address>) {
    guard let first = changed.first else { return }
    if case .request(let shown) = workspace.subject, workspace.outdated.contains(shown), changed.contains(shown) {
      notice = Notice(.failure, "\(shown.path): changed on disk since you opened it; your edits stay")
    } else if changed.count > 1 {
      notice = Notice(.information, "\(Formatting.count(changed.count, "file")) changed on disk")
    } else if gone.contains(first) {
      notice = Notice(.information, "\(first.path) was removed from the disk")
    } else {
      notice = Notice(.information, "\(first.path) changed on disk")
    }
  }

  mutating func takeOutdated(_ address: Address) -> [Effect] {
    guard hasEdits(address) else { return workspace.drafts[address] == nil ? [] : [files(.open(address))] }
    workspace.outdated.insert(address)
    return []
  }

  /// Reads again what is shown: the file where nothing is unsaved, else only what surrounds it.
  func refreshShown() -> [Effect] {
    switch workspace.subject {
    case .request(let address):
      let isKept = hasEdits(address) || workspace.rowsWithoutFile.contains(address)
      return [isKept ? files(.refresh(address)) : files(.open(address))]
    case .folder(let folder): return workspace.neighbour(of: folder).map { [files(.refresh($0))] } ?? []
    case .past, .nothing: return []
    }
  }

  /// Reads the tree again, and everything else when it is looked at.
  mutating func reload() -> [Effect] {
    workspace.staleScopes = Set(workspace.scopes.keys)
    return refreshShown() + [files(.loadCollections)]
  }
}
