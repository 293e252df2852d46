import RequestModel

// Edits of requests, and saving them.
extension Workspace {
  var whyNotEditable: String? {
    if let address = shownFile {
      if items[address].draft != nil { return nil }
      if items[address].problem == nil { return "Still reading the file" }
      let open = keys.name(of: "collections.openFile")
      return "This file cannot be read: \(open) in the collections opens it in your editor"
    }
    if case .past = subject { return "History is read-only: o in the list selects the request" }
    return "Select a request first"
  }

  var whyNothingToSave: String? {
    guard let address = shownFile, let draft = items[address].draft else { return whyNothingToSend }
    let isSaved = !draft.isUnsaved && !items[address].isRowWithoutFile
    return !isSaved || openField != nil ? nil : Self.noEdits
  }

  static let noEdits = "This request has no unsaved edits"

  /// Changes a file and stores the change as a draft.
  mutating func apply(_ change: FileChange, to address: Address) -> [PaneOutput] {
    items[address].draft?.apply(change)
    return keep(address)
  }

  /// Stores the edits of a file as a draft. Without edits, removes the draft and reloads a file that has changed.
  private func keep(_ address: Address) -> [PaneOutput] {
    guard let draft = items[address].draft else { return [] }
    if draft.isUnsaved { return [files(.keepDraft(address, draft.current))] }
    return [files(.keepDraft(address, nil))] + (items[address].isOutdated ? [files(.open(address))] : [])
  }

  /// Writes text from the external editor into its file.
  mutating func take(_ text: String, for ticket: EditTicket) -> [PaneOutput] {
    let address = ticket.file
    var notice: Notice?
    items[address].draft?.edit { notice = ticket.target.commit(ticket.target.fitting(text), to: &$0) }
    return (notice.map { [.notice($0)] } ?? []) + keep(address)
  }

  func save() -> [PaneOutput] {
    guard let address = shownFile, let draft = items[address].draft,
      draft.isUnsaved || items[address].isRowWithoutFile
    else { return [] }
    return save(address)
  }

  func save(_ address: Address, overwriting: Bool = false, evenReadOnly: Bool = false) -> [PaneOutput] {
    guard let draft = items[address].draft else { return [] }
    return [files(.save(address, draft.current, overwriting: overwriting, evenReadOnly: evenReadOnly))]
  }

  /// Whether the program ends once files are saved.
  var quitsWhenSaved: Bool { !items.addresses(where: \.quitsWhenSaved).isEmpty }

  mutating func stayWhenSaved() {
    for address in items.addresses(where: \.quitsWhenSaved) { items[address].quitsWhenSaved = false }
  }

  func saveAll() -> [PaneOutput] { unsaved.flatMap { save($0) } }

  mutating func revert() -> [PaneOutput] {
    guard let address = shownFile, let draft else { return [] }
    return apply(.replace(draft.saved), to: address)
  }
}
