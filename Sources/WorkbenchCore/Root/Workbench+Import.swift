import RequestModel
import TerminalUI

// Imports and pastes outside of text fields.
extension Workbench {
  /// Asks what to import.
  mutating func openImport() -> [Effect] {
    let prompt = Prompt(
      title: "Import", hint: "File, folder or URL; Tab completes; - is the clipboard", purpose: .importSource)
    return commit() + route(.overlay(.prompt(prompt)))
  }

  /// Reads a source and shows what would be imported.
  mutating func startImport(_ text: String) -> [Effect] {
    let place = text.trimmingBlanks
    let isClipboard = ["-", "-clipboard"].contains(place)
    return startImport(isClipboard ? .clipboard : .place(place))
  }

  mutating func startImport(_ source: ImportJob.Source) -> [Effect] {
    let job = importJob(source)
    return commit() + route(.overlay(.importing(ImportScreen(job)))) + [.imports(.read(job))]
  }

  private mutating func importJob(_ source: ImportJob.Source) -> ImportJob {
    importNumber += 1
    let folder = collectionsPane.folder(in: context(.collections))
    let collection = workspace.collectionFolder ?? workspace.collection(around: folder)
    return ImportJob(importNumber, source, collection: collection)
  }

  /// Takes text that was pasted outside of a text field: requests become files, anything larger is offered as an import.
  mutating func paste(outsideOfFields text: String) -> [Effect] {
    guard PastedText.mayBeImported(text) else { return refusePaste() }
    return take(text, .folder(collectionsPane.folder(in: context(.collections))))
  }

  /// Takes a pasted text whose requests go to `place`.
  mutating func take(_ text: String, _ place: PastePlace) -> [Effect] {
    notice = Notice(.information, "Reading what was pasted…")
    return [.imports(.paste(importJob(.text(text)), place))]
  }

  private mutating func refusePaste() -> [Effect] {
    route(.information("No field is open: press \(keys.name(of: "request.edit")) on a field, then paste"))
  }

  mutating func chooseImportTarget(ofCollections: Bool) -> [Effect] {
    let items = workspace.importTargets(ofCollections: ofCollections).map { folder in
      Picker.Item(
        title: folder.path.isEmpty ? "/" : folder.path, detail: "", whyUnavailable: nil,
        action: .importTarget(folder))
    }
    return route(.overlay(.picker(Picker(title: "Import into", items: items))))
  }

  mutating func setImportTarget(_ target: Address) -> [Effect] {
    var outputs: [PaneOutput] = []
    inputs.updateImport { screen in
      screen.job.target = target
      outputs = [screen.plan()]
    }
    return route(outputs)
  }

  // MARK: Events

  mutating func handle(_ event: ImportEvent, of number: Int) -> [Effect] {
    // Another import was started meanwhile; what was written is told anyway.
    let isCurrent = number == importNumber
    switch event {
    case .progress(let text): if isCurrent { inputs.updateImport { $0.show(text) } }
    case .ready(let preview): if isCurrent { inputs.updateImport { $0.show(preview) } }
    case .failed(let problem):
      guard isCurrent else { return [] }
      if inputs.importScreen?.preview != nil {
        inputs.updateImport { $0.resume() }
      } else if inputs.importScreen != nil {
        inputs.closeImport()
        return route(.refusal("Import", problem.sentence))
      }
      return route(.failure(problem.sentence))
    case .offered(let job, let preview):
      guard isCurrent else { return [] }
      notice = nil
      var screen = ImportScreen(job)
      screen.show(preview)
      return route(.overlay(.importing(screen)))
    case .unknown: if isCurrent { return refusePaste() }
    case .done(let summary):
      inputs.closeImport()
      show(summary)
      return focus(.sidebar)
    case .replaced(let address, let document, let summary):
      let outputs = workspace.replace(address, by: document)
      // Nothing to replace: the request was deleted meanwhile.
      guard !outputs.isEmpty else { return [] }
      let effects = route(outputs)
      requestPane.fit(in: context(.request))
      show(summary)
      return effects
    }
    return []
  }

  mutating func show(_ summary: InterchangeSummary) {
    lastInterchange = summary
    notice = Notice(.success, summary.notice)
  }

  /// Shows what the last import or export left out or changed.
  mutating func openImportNotes() -> [Effect] {
    guard let lastInterchange else { return [] }
    let columns = HelpScreen.box(size).columns - 4
    let notes = NoteList.lines(lastInterchange.notes, columns: columns).map { spans in
      Span(spans.map(\.text).joined(), spans[0].style)
    }
    let lines =
      [Span(lastInterchange.notice), Span("")] + (notes.isEmpty ? [Span("Nothing was left out", .hint)] : notes)
    return route(.overlay(.text(TextScreen(title: lastInterchange.title, lines: lines))))
  }
}

extension Workspace {
  /// The collection that a folder is in.
  func collection(around folder: Address) -> Address? {
    var folder = folder
    while !folder.path.isEmpty {
      if node(folder)?.kind == .folder(isCollection: true) { return folder }
      folder = folder.parent
    }
    return tree.isCollection ? folder : nil
  }

  /// The folders that an import may go to.
  func importTargets(ofCollections: Bool) -> [Address] {
    let folders = tree.nodes.filter(\.isFolder)
    let collections = folders.filter { $0.kind == .folder(isCollection: true) }.map(\.address)
    if ofCollections { return (tree.isCollection ? [Address("")] : []) + collections }
    // Collections are not put into one another.
    let plain = folders.map(\.address).filter { folder in !collections.contains { folder.isInside($0) } }
    return [Address("")] + (tree.isCollection ? [] : plain)
  }

  /// Replaces what a request sends as one edit. Its name, notes, scripts and the like stay.
  mutating func replace(_ address: Address, by document: JSONObject) -> [PaneOutput] {
    guard var merged = drafts[address]?.current.document else { return [] }
    for name in ["method", "url", "path", "query", "headers", "body", "auth", "options"] {
      merged[name] = document[name]
    }
    guard let file = try? SavedFile(document: merged, role: .request) else { return [] }
    return apply(.replace(file), to: address)
  }

  /// Removes what was pasted or imported last, or restores what was deleted last.
  mutating func undoLast() -> [PaneOutput] {
    guard !created.isEmpty else { return undoDelete() }
    defer { created = [] }
    // The first one is selected: it goes last, so that none is opened that goes too.
    return created.reversed().map { files(.delete($0)) }
  }

  var whyNothingToUndo: String? { trash.isEmpty && created.isEmpty ? "Nothing to restore" : nil }
}
