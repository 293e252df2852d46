// Edits of requests, and saving them.
extension Workspace {
  /// Why the shown file cannot be edited, with names of commands in braces.
  var whyNotEditable: String? {
    if let address = shownFile {
      if items[address].draft != nil { return nil }
      if items[address].problem == nil { return "Still reading the file" }
      return isEnvironment(address)
        ? "This file cannot be read: {environments.openFile} in the environments opens it in your editor"
        : "This file cannot be read: {collections.openFile} in the collections opens it in your editor"
    }
    if case .past = subject { return "History is read-only: {history.copy} in the list makes a new request of it" }
    return "Select a request first"
  }

  var whyNothingToSave: String? {
    guard let address = shownFile, let draft = items[address].draft else { return whyNotEditable }
    let isSaved = !draft.isUnsaved && !items[address].isRowWithoutFile
    return !isSaved || openField != nil ? nil : Self.noEdits
  }

  static let noEdits = "No unsaved edits"

  /// Changes a file and stores the change as a draft.
  mutating func apply(_ change: FileChange, to address: Address) -> [PaneOutput] {
    let former = items[address].draft?.current
    items[address].draft?.apply(change)
    let isStep = change == .undo || change == .redo
    if isStep { noteStep(of: address) } else if items[address].draft?.current != former { noteEdit(of: address) }
    updateRow(ofNew: address)
    let outputs = keep(address) + (change == .undo ? stayingSecrets(of: address, since: former) : [])
    return outputs + followMovedSecrets(of: address, since: former, isUndo: change == .undo)
  }

  /// Stores the edits of a file as a draft. Without edits, removes the draft and reloads a file that has changed.
  func keep(_ address: Address) -> [PaneOutput] {
    guard let draft = items[address].draft else { return [] }
    if draft.isUnsaved { return [files(.keepDraft(address, draft.current))] }
    return [files(.keepDraft(address, nil))] + (items[address].isOutdated ? [files(.open(address))] : [])
  }

  /// Writes text from the external editor into its file.
  mutating func commitEditedText(_ text: String, for edited: EditedText) -> [PaneOutput] {
    guard var file = items[edited.file].draft?.current else { return [] }
    let notice = edited.target.commit(edited.target.fitting(text), to: &file)
    return (notice.map { [.notice($0)] } ?? []) + apply(.replace(file), to: edited.file)
  }

  func save() -> [PaneOutput] {
    guard let address = shownFile, let draft = items[address].draft,
      draft.isUnsaved || items[address].isRowWithoutFile
    else { return [] }
    return save(address)
  }

  func save(_ address: Address, overwriting: Bool = false, evenReadOnly: Bool = false) -> [PaneOutput] {
    guard let draft = items[address].draft else { return [] }
    if address.isScratch { return askName(of: address) }
    return [files(.save(address, draft.current, overwriting: overwriting, evenReadOnly: evenReadOnly))]
  }

  /// Copies a file as it is shown, with its unsaved edits.
  func duplicate(_ address: Address) -> [PaneOutput] {
    let draft = items[address].draft
    return [files(.duplicate(address, edits: draft?.isUnsaved == true ? draft?.current : nil))]
  }

  /// Whether the program ends once files are saved.
  var quitsWhenSaved: Bool { !items.addresses(where: \.quitsWhenSaved).isEmpty }

  mutating func stayWhenSaved() {
    for address in items.addresses(where: \.quitsWhenSaved) { items[address].quitsWhenSaved = false }
  }

  /// Saves all edits of files. New requests stay drafts, as each needs a name.
  func saveFiles() -> [PaneOutput] { unsaved.filter { !$0.isScratch }.flatMap { save($0) } }

  /// Saves all edits, and asks for the names of new requests, one after the other.
  func saveAll() -> [PaneOutput] {
    let new = unsaved.filter(\.isScratch)
    return saveFiles() + (new.first.map { askName(of: $0, then: Array(new.dropFirst())) } ?? [])
  }

  /// Takes back all unsaved edits of files and removes their drafts; new requests are gone, as the question says.
  mutating func discardAllEdits() -> [PaneOutput] {
    var outputs: [PaneOutput] = []
    for address in unsaved {
      guard !address.isScratch else {
        outputs += discardEdits(of: address)
        continue
      }
      let former = items[address].draft?.current
      items[address].draft = items[address].draft.flatMap { $0.hasFile ? EditedFile($0.saved) : nil }
      outputs.append(files(.keepDraft(address, nil)))
      outputs += followMovedSecrets(of: address, since: former, isUndo: false)
    }
    return outputs
  }

  mutating func revert() -> [PaneOutput] {
    guard let address = shownFile, let draft else { return [] }
    let outputs = apply(.replace(draft.saved), to: address)
    return outputs + stayingSecrets(of: address, since: draft.current)
  }
}
