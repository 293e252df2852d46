/// Imports, exports and pastes outside of text fields.
package struct Imports: Feature {
  /// The number of the last import that was started. Results of earlier ones are dropped.
  private var number = 0
  /// The summary of the last import or export.
  private var last: InterchangeSummary?

  package static let commands = [
    PaneCommand<Imports>(
      "import.open", "Import", "Import a file, a folder, a URL or the clipboard; `import FILE` reads it directly.",
      keywords: "postman insomnia bruno openapi swagger har curl migrate upload collection file folder url clipboard",
      keys: [], opensField: true, word: "import",
      run: { _, _ in
        [.commit, TypedSource.ask(hint: "File, folder or URL; Tab completes; - is the clipboard")]
      },
      runWith: { imports, text, context in
        let place = text.trimmingBlanks
        let isClipboard = ["-", "-clipboard"].contains(place)
        return imports.start(isClipboard ? .clipboard : .place(place), in: context)
      }),
    PaneCommand<Imports>(
      "export.open", "Export", "Copy or save the request or folder as code or in the format of another tool.",
      keywords: "postman insomnia bruno openapi collection share generate code snippet python javascript download",
      keys: [], opensField: true, whyUnavailable: { _, context in context.workspace.whyNoExport },
      run: { _, context in context.workspace.chooseExportFormat() }),
    PaneCommand<Imports>(
      "import.notes", "Notes of the last import", "Show what the last import, paste or export left out or changed.",
      keywords: "warnings report log problems",
      keys: [],
      whyUnavailable: { imports, _ in
        imports.last == nil ? "Nothing was imported or exported yet: :import FILE does so" : nil
      },
      run: { imports, context in imports.showNotes(on: context.screen) }),
  ]

  // MARK: Requests

  /// Reads a source and shows what would be imported.
  mutating func start(_ source: ImportJob.Source, in context: PaneContext) -> [PaneOutput] {
    let job = job(source, in: context)
    return [
      .dropWaiting(.of(ImportEffect.self)), .commit, .open(ImportScreen(job)), .effect(.imports(.read(job))),
    ]
  }

  private mutating func job(_ source: ImportJob.Source, in context: PaneContext) -> ImportJob {
    number += 1
    let workspace = context.workspace
    return ImportJob(
      number, source, collection: workspace.collectionFolder ?? workspace.collection(around: context.folder))
  }

  /// Reads a pasted text. Its requests become new ones in the current folder, unless `place` is a request.
  mutating func paste(_ text: String, _ place: PastePlace?, in context: PaneContext) -> [PaneOutput] {
    guard place != nil || PastedText.mayBeImported(text) else { return [refusal(in: context)] }
    let job = job(.text(text), in: context)
    return [
      .dropWaiting(.of(ImportEffect.self)), .information("Reading the pasted text…"),
      .effect(.imports(.paste(job, place ?? .folder(context.folder)))),
    ]
  }

  private func refusal(in context: PaneContext) -> PaneOutput {
    let key = context.workspace.keys.name(of: "request.edit")
    return .information("No field is open: press \(key) on a field, then paste")
  }

  // MARK: Results

  fileprivate mutating func handleEvent(_ event: ImportEvent, of number: Int, in context: PaneContext) -> [PaneOutput] {
    // Drop results of an import that was replaced since, but still report what it wrote.
    switch event {
    case .done(let summary): return [.tell(ImportScreen.Message.close)] + show(summary) + [.focus(.sidebar)]
    case .pasted(let requests, let folder, let summary):
      return [.tell(ScratchRequest.newRequests(requests, in: folder, secrets: summary.storedSecrets))] + show(summary)
    case .replaced(let address, let document, let summary):
      // Nothing to replace: the request was deleted meanwhile.
      guard let file = context.workspace.replacing(address, by: document) else { return [] }
      return [
        .edit(address, .replace(file)),
        .tell(ScratchRequest.noteSecrets(summary.storedSecrets, of: address)), .request(.fit),
      ]
        + show(summary)
    case _ where number != self.number: return []
    case .progress(let text): return [.tell(ImportScreen.Message.progress(text))]
    case .ready(let preview): return [.tell(ImportScreen.Message.ready(preview))]
    case .failed(let problem): return [.tell(ImportScreen.Message.failed(problem))]
    case .offered(let job, let preview):
      var screen = ImportScreen(job)
      screen.show(preview)
      return [.clearNotice, .open(screen)]
    case .unknown: return [refusal(in: context)]
    }
  }

  /// The place of an export that failed can be corrected.
  fileprivate mutating func report(_ result: Result<InterchangeSummary, Problem>, of job: ExportJob) -> [PaneOutput] {
    switch result {
    case .success(let summary): show(summary)
    case .failure(let problem): [ExportPlace.ask(job, job.place, hint: problem.sentence)]
    }
  }

  private mutating func show(_ summary: InterchangeSummary) -> [PaneOutput] {
    last = summary
    return [.success(summary.notice)]
  }

  /// Shows what the last import or export left out or changed.
  private func showNotes(on screen: Size) -> [PaneOutput] {
    guard let last else { return [] }
    let notes = NoteList.lines(last.notes, columns: HelpScreen.box(screen).columns - 4).map { spans in
      Span(spans.map(\.text).joined(), spans[0].style)
    }
    let lines = [Span(last.notice), Span("")] + (notes.isEmpty ? [Span("Nothing was left out", .hint)] : notes)
    return [.open(TextScreen(title: last.title, lines: lines))]
  }
}

/// Requests of screens for imports and exports.
package enum ImportRequest: FeatureMessage, Equatable {
  case start(ImportJob.Source)
  /// Reads a pasted text and creates its requests, by default in the current folder.
  case paste(String, PastePlace?)
  /// Asks for the target of an import.
  case chooseTarget(ofCollections: Bool)
  /// Asks for the destination of an export.
  case chooseExport(ExportChoice)

  package func apply(to imports: inout Imports, in context: PaneContext) -> [PaneOutput] {
    switch self {
    case .start(let source): imports.start(source, in: context)
    case .paste(let text, let place): imports.paste(text, place, in: context)
    case .chooseTarget(let ofCollections): context.workspace.chooseImportTarget(ofCollections: ofCollections)
    case .chooseExport(let format): context.workspace.chooseExportPlace(format)
    }
  }
}

/// A step of the import of a number.
struct NumberedImportEvent: FeatureMessage {
  let number: Int
  let event: ImportEvent

  var cause: Cause? { .of(ImportEffect.self) }

  func apply(to imports: inout Imports, in context: PaneContext) -> [PaneOutput] {
    imports.handleEvent(event, of: number, in: context)
  }
}

struct ExportResult: FeatureMessage {
  let job: ExportJob
  let result: Result<InterchangeSummary, Problem>

  var cause: Cause? { .of(ExportJob.self) }

  func apply(to imports: inout Imports, in context: PaneContext) -> [PaneOutput] { imports.report(result, of: job) }
}

/// An export to files that exist.
struct ExportRefusal: FeatureMessage, Equatable {
  let job: ExportJob
  let existing: [String]
  let areReadOnly: Bool

  var cause: Cause? { .of(ExportJob.self) }

  func apply(to imports: inout Imports, in context: PaneContext) -> [PaneOutput] {
    let isOne = existing.count == 1
    let files = isOne ? "File already exists" : "\(existing.count) files already exist"
    let title = areReadOnly ? files + (isOne ? " and is read-only" : ", some read-only") : files
    var confirm = Confirm(
      title: title, text: isOne ? existing.joined() : "The export would replace:",
      choices: [
        .init(
          key: .character("o"), label: isOne ? "overwrite" : "overwrite all",
          action: .effect(.export(job.replacing(existing)))),
        .init(key: .character("n"), label: "choose another name", action: ExportPlace.ask(job, job.place)),
        .init(key: .escape, label: "cancel", action: nil),
      ])
    if !isOne { confirm.details = [PermissionRequest.Detail(heading: "", lines: existing)] }
    return [.open(confirm)]
  }
}

extension Event {
  package static func exportRefused(_ job: ExportJob, existing: [String], areReadOnly: Bool) -> Event {
    .message(ExportRefusal(job: job, existing: existing, areReadOnly: areReadOnly))
  }

  package static func imported(_ number: Int, _ event: ImportEvent) -> Event {
    .message(NumberedImportEvent(number: number, event: event))
  }

  package static func exported(_ job: ExportJob, _ result: Result<InterchangeSummary, Problem>) -> Event {
    .message(ExportResult(job: job, result: result))
  }
}

extension Effect {
  package static func imports(_ effect: ImportEffect) -> Effect { .feature(FeatureWork(effect)) }
  package static func export(_ job: ExportJob) -> Effect { .feature(FeatureWork(job)) }
}

/// A file, a folder or a URL to import.
struct TypedSource: PromptUse {
  static func ask(_ text: String = "", hint: String) -> PaneOutput {
    .open(Prompt(title: "Import", hint: hint, text: text, purpose: TypedSource()))
  }

  func output(_ text: String) -> PaneOutput { .runWith("import.open", argument: text) }
  var accepting: String { "import" }
  var columns: Int { 110 }
  var pathHints: (new: String, existing: String)? { ("No such file", "Enter imports") }

  /// A pasted text that is not a path is imported itself.
  func paste(_ text: String) -> PaneOutput? {
    text.contains(where: \.isNewline) ? .tell(ImportRequest.start(.text(text))) : nil
  }
}

/// The destination of an export: a file or folder.
struct ExportPlace: PromptUse {
  let job: ExportJob

  static func ask(
    _ job: ExportJob, _ text: String, hint: String = "New file or folder; - copies to the clipboard"
  ) -> PaneOutput {
    let title = "Export as \(job.format.title)"
    return .open(Prompt(title: title, hint: hint, text: text, purpose: ExportPlace(job: job)))
  }

  func output(_ text: String) -> PaneOutput { .effect(.export(job.to(text))) }
  var accepting: String { "export" }
  var columns: Int { 110 }
  var pathHints: (new: String, existing: String)? { Self.writtenPath }
}
