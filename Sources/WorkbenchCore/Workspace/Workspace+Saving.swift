import RequestModel

// Edits of requests, and saving them.
extension Workspace {
  var whyNotEditable: String? {
    switch subject {
    case .request(let address) where drafts[address] != nil: nil
    case .request(let address):
      problems[address] == nil
        ? "Still reading the file" : "This file cannot be read: E in the collections opens it in your editor"
    case .past: "History is read-only: o in the list selects the request"
    case .folder, .nothing: "Select a request first"
    }
  }

  var whyNothingToSave: String? {
    guard case .request(let address) = subject, let draft = drafts[address] else { return whyNothingToSend }
    let isSaved = !draft.isUnsaved && !rowsWithoutFile.contains(address)
    return !isSaved || openField != nil ? nil : "This request has no unsaved edits"
  }

  /// Changes a request and stores the change as a draft.
  mutating func apply(_ change: RequestChange, to address: Address) -> [PaneOutput] {
    drafts[address]?.apply(change)
    return keep(address)
  }

  /// Stores the edits of a request as a draft. Without edits, removes the draft and reloads a file that has changed.
  private func keep(_ address: Address) -> [PaneOutput] {
    guard let draft = drafts[address] else { return [] }
    if draft.isUnsaved { return [files(.keepDraft(address, draft.current))] }
    return [files(.keepDraft(address, nil))] + (outdated.contains(address) ? [files(.open(address))] : [])
  }

  /// Writes text from the external editor into its request.
  mutating func take(_ text: String, for ticket: EditTicket) -> [PaneOutput] {
    guard case .request(let address) = ticket.subject else { return [] }
    var notice: Notice?
    drafts[address]?.edit { notice = EditTarget.text(ticket.field).commit(text, to: &$0) }
    return (notice.map { [.notice($0)] } ?? []) + keep(address)
  }

  func save() -> [PaneOutput] {
    guard case .request(let address) = subject, let draft = drafts[address],
      draft.isUnsaved || rowsWithoutFile.contains(address)
    else { return [] }
    return save(address)
  }

  func save(_ address: Address, overwriting: Bool = false, evenReadOnly: Bool = false) -> [PaneOutput] {
    guard let draft = drafts[address] else { return [] }
    return [files(.save(address, draft.current, overwriting: overwriting, evenReadOnly: evenReadOnly))]
  }

  func saveAll() -> [PaneOutput] { unsaved.flatMap { save($0) } }

  mutating func revert() -> [PaneOutput] {
    guard case .request(let address) = subject, let draft else { return [] }
    return apply(.replace(draft.saved), to: address)
  }

  mutating func undoDelete() -> [PaneOutput] { trash.popLast().map { [files(.restore($0))] } ?? [] }
}
