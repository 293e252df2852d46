import RequestModel
import TerminalUI

extension Workbench {
  var whyNothingToSave: String? {
    guard case .request(let address) = workspace.subject, let draft = workspace.drafts[address] else {
      return whyNothingToSend
    }
    let isSaved = !draft.isUnsaved && !workspace.rowsWithoutFile.contains(address)
    return !isSaved || requestPane.editing != nil ? nil : "Nothing is unsaved here"
  }

  /// Whether a request has edits that are not saved, those of a text field that is still open included.
  func hasEdits(_ address: Address) -> Bool {
    guard let draft = workspace.drafts[address] else { return false }
    guard !draft.isUnsaved, let editing = requestPane.editing, editing.subject == .request(address) else {
      return draft.isUnsaved
    }
    return editing.editor.text != editing.target.content(in: draft.current)
  }

  mutating func save() -> [Effect] {
    let effects = commitEditing()
    guard case .request(let address) = workspace.subject, let draft = workspace.drafts[address],
      draft.isUnsaved || workspace.rowsWithoutFile.contains(address)
    else { return effects }
    return effects + [files(.save(address, draft.current, overwriting: false))]
  }

  mutating func saveAll() -> [Effect] {
    let effects = commitEditing()
    return effects
      + workspace.unsaved.compactMap { address in
        workspace.drafts[address].map { files(.save(address, $0.current, overwriting: false)) }
      }
  }

  mutating func revert() -> [Effect] {
    editDraft { [saved = workspace.draft?.saved] request in if let saved { request = saved } }
  }

  mutating func undo() -> [Effect] { changeDraft { $0.undo() } }
  mutating func redo() -> [Effect] { changeDraft { $0.redo() } }

  /// Makes one edit of the shown request and keeps it safe.
  mutating func editDraft(_ change: (inout SavedRequest) -> Void) -> [Effect] { changeDraft { $0.edit(change) } }

  mutating func changeDraft(_ change: (inout Draft) -> Void) -> [Effect] {
    guard case .request(let address) = workspace.subject, var draft = workspace.drafts[address] else { return [] }
    change(&draft)
    workspace.drafts[address] = draft
    requestPane.fit(workspace, height: height(.request))
    return keep(address)
  }

  /// Keeps the edits of a request safe, or forgets them where none are left; a file that changed meanwhile is read then.
  func keep(_ address: Address) -> [Effect] {
    guard let draft = workspace.drafts[address] else { return [] }
    if draft.isUnsaved { return [files(.keepDraft(address, draft.current))] }
    return [files(.keepDraft(address, nil))] + (workspace.outdated.contains(address) ? [files(.open(address))] : [])
  }
}
