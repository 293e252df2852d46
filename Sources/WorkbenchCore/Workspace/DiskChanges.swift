package import RequestModel
import TerminalUI

/// Files that other programs have changed.
package struct DiskChanges: Equatable, Sendable {
  /// All of them, with the removed ones and both places of moved ones.
  package var files: Set<Address>
  /// Those that are no longer at their place.
  package var gone: Set<Address>
  /// The new places of moved requests.
  package var moved: [Address: Address] = [:]

  /// The changes of these files, in one phrase; `nil` without any.
  fileprivate func phrase(of files: Set<Address>, isRest: Bool = false) -> String? {
    let old = moved.keys.filter(files.contains)
    // A moved file counts once.
    let count = files.subtracting(old.filter { moved[$0].map(files.contains) == true }).count
    if !old.isEmpty, old.count == count {
      if count > 1 { return "\(Formatting.count(count, isRest ? "other file" : "file")) moved on disk" }
      return old.first.flatMap { place in moved[place].map { "\(place.path) was moved to \($0.path)" } }
    }
    if count > 1 { return "\(Formatting.count(count, isRest ? "other file" : "file")) changed on disk" }
    guard let file = files.first(where: { !old.contains($0) }) else { return nil }
    return gone.contains(file) ? "\(file.path) was removed from disk" : "\(file.path) changed on disk"
  }
}

extension Workspace {
  /// A notice about changes made by other programs. That of the shown file stays as long as it concerns its edits.
  func notice(of changes: DiskChanges) -> Notice? {
    guard !changes.files.isEmpty else { return nil }
    let others = changes.files.filter { $0 != shownFile }
    let rest = changes.phrase(of: others, isRest: true).map { "; " + $0 } ?? ""
    if let shown = shownFile, items[shown].isRowWithoutFile, changes.gone.contains(shown) {
      let edits = hasEdits(shown) ? ": your edits are kept" : ""
      return Notice(hasEdits(shown) ? .failure : .information, "\(shown.path) was removed from disk\(edits)\(rest)")
    }
    if let shown = shownFile, items[shown].isOutdated {
      return Notice(.failure, "\(shown.path): changed on disk since you opened it; your edits are kept\(rest)")
    }
    return changes.phrase(of: changes.files).map { Notice(.information, $0) }
  }

  /// The new places of requests that were moved, found by their ids.
  func moves(to tree: CollectionTree, gone: Set<Address>, new: Set<Address>) -> [Address: Address] {
    if gone.isEmpty || new.isEmpty { return [:] }
    var ids: [Address: RequestID] = [:]
    for node in self.tree.nodes where gone.contains(node.address) { ids[node.address] = node.kind.id }
    for address in gone { if let id = items[address].draft?.saved.request?.id { ids[address] = id } }
    let homes = Dictionary(grouping: tree.nodes.filter { new.contains($0.address) }, by: \.kind.id)
    return ids.compactMapValues { id in homes[id].flatMap { $0.count == 1 ? $0[0].address : nil } }
  }

  /// Asks what to do with a file that was removed before it was saved.
  func offerToWriteAgain(_ address: Address) -> [PaneOutput] {
    let isEdited = hasEdits(address)
    let confirm = Confirm(
      title: "The file was removed from disk",
      text: "Another program removed \(address.path)." + (isEdited ? " Your edits are kept." : ""),
      choices: [
        .init(
          key: .character("w"), label: isEdited ? "write it again, with these edits" : "write it again",
          action: .workspace(.save(address, overwriting: true, evenReadOnly: false))),
        .init(
          key: .character("d"), label: isEdited ? "drop these edits" : "leave it removed",
          action: .workspace(.discardEdits(address))),
        .init(key: .escape, label: "decide later", action: nil),
      ])
    return [.overlay(.confirm(confirm))]
  }
}
