package import RequestModel
package import TerminalUI

/// A dialog with one line of text.
package struct Prompt: OverlayScreen {
  package enum Purpose: Equatable, Sendable {
    case create(NewItem, in: Address, WorkspaceID)
    case rename(Address, WorkspaceID)
    /// - Parameter includesSecrets: Whether to write secrets; `nil` if the body has none.
    case saveBody(includesSecrets: Bool? = nil)
    /// Asks for the name of a variable that gets `value`.
    case variable(value: String, isSecret: Bool)
    /// Where the browser was sent to after the login that an exchange waits for.
    case login(ExchangeID)
    case cookie(replacing: StoredCookie?, environment: String?)
    /// The value of a variable that a request needs.
    case answer(String, SendJob)
    /// A file, a folder or a URL to import.
    case importSource
    /// The file or folder that an export goes to.
    case exportPlace(ExportJob)
    case tags(ExchangeID)
    case note(ExchangeID)
    /// How much of history is kept.
    case limits
    /// The message of a commit.
    case commit
    /// The name of a branch to create.
    case newBranch
    /// The name of the example that the response of an exchange becomes.
    case example(Address, ExchangeID)
    /// The value of a setting.
    case setting([String])
    /// A value that a request of the run needs.
    case runValue

    func output(_ text: String) -> PaneOutput {
      switch self {
      case .create(let item, let folder, let workspace):
        .effect(.files(workspace, .create(item, in: folder, name: text)))
      case .rename(let address, let workspace): .effect(.files(workspace, .rename(address, to: text)))
      case .saveBody(let includesSecrets): .body(.save(path: text, includesSecrets: includesSecrets))
      case .login(let id): .effect(.exchange(.completeLogin(id, text)))
      case .variable(let value, let isSecret): .body(.keepVariable(text, value: value, isSecret: isSecret))
      case .cookie(let old, let environment):
        .effect(.cookies(.set(text, replacing: old), of: environment))
      case .answer(let name, let job): .workspace(.answer(name, text, job))
      case .importSource: .runWith("import.open", argument: text)
      case .exportPlace(let job): .effect(.export(job.to(text)))
      case .tags(let id):
        .effect(.history(.tag(id, text.split(separator: ",").map(String.init))))
      case .note(let id): .effect(.history(.note(id, text)))
      case .limits: HistoryPane.limit(text)
      case .commit: .git(.commit(message: text))
      case .newBranch: .git(.createBranch(text))
      case .example(let address, let id): .tell(ExampleAction.save(name: text, address, id))
      case .setting(let path): Self.setting(path, text)
      case .runValue: .effect(.run(.answer(.value(text))))
      }
    }

    /// What follows if it is closed without a text.
    var whenLeft: [PaneOutput] { self == .runValue ? [.effect(.run(.answer(.no)))] : [] }

    private static func setting(_ path: [String], _ text: String) -> PaneOutput {
      do throws(FieldProblem) {
        return .setting(path, to: try Settings.value(of: text, at: path))
      } catch {
        return .failure(error.sentence)
      }
    }

    /// What follows if Ctrl+C closes it.
    var whenCancelled: [PaneOutput] { self == .runValue ? [.run("run.stop")] : whenLeft }

    /// The columns of its box. Some texts are long.
    var columns: Int {
      switch self {
      case .cookie, .login, .importSource, .exportPlace, .commit: 110
      case .create, .rename, .saveBody, .variable, .answer, .tags, .note, .limits, .newBranch, .example, .setting,
        .runValue:
        64
      }
    }

    /// Whether Enter takes an empty text, which removes what there was.
    var acceptsNothing: Bool {
      switch self {
      case .tags, .note, .limits, .setting: true
      default: false
      }
    }

    /// Whether Tab completes the path of a file.
    var completesPaths: Bool {
      switch self {
      case .importSource, .exportPlace, .saveBody: true
      default: false
      }
    }

    /// Whether it applies to the subject shown when it was opened; the others name their file.
    var appliesToSubject: Bool {
      switch self {
      case .create, .rename, .answer, .login, .cookie, .importSource, .exportPlace, .tags, .note, .limits, .commit,
        .newBranch, .example, .setting, .runValue:
        false
      case .saveBody, .variable: true
      }
    }
  }

  package var title: String
  package var hint: String
  package var editor: TextEditor
  package var purpose: Purpose
  /// The prompt that Ctrl+T switches to and back from.
  package var alternative: Alternative?
  /// The names that complete the path.
  package internal(set) var completion: Completion?
  /// Whether a dot stands for each letter.
  package var hidesText = false

  package struct Alternative: Equatable, Sendable {
    var title: String
    var hint: String
    var purpose: Purpose
  }

  package init(title: String, hint: String, text: String = "", purpose: Purpose) {
    self.title = title
    self.hint = hint
    editor = TextEditor(text)
    self.purpose = purpose
  }

  package var isQuestion: Bool { true }
  package var endOutputs: [PaneOutput] { purpose.whenLeft }
  package var cancelOutputs: [PaneOutput] { purpose.whenCancelled }
  package var login: ExchangeID? { if case .login(let id) = purpose { id } else { nil } }
  package mutating func point(_ pointer: FieldPointer) { editor.point(pointer) }

  package mutating func complete(_ text: String, by path: String, _ others: [String]) -> [PaneOutput] {
    if purpose.completesPaths, editor.text == text { complete(by: path, others) }
    return []
  }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(let key) where completion != nil && chooseName(with: key): break
    case .key(.escape): return .closed(purpose.whenLeft)
    case .key(.control("n")) where purpose == .runValue: return .closed([.effect(.run(.answer(.never)))])
    case .key(.enter): return submit()
    case .key(.control("t")) where alternative != nil: toggleAlternative()
    case .key(.tab) where purpose.completesPaths, .key(.control(" ")) where purpose.completesPaths,
      .key(.control("n")) where purpose.completesPaths:
      return .stays([.effect(.imports(.complete(editor.text)))])
    case .key(let key):
      _ = editor.handle(key)
      followPath()
    // What is no path is what is to be imported itself.
    case .paste(let text) where purpose == .importSource && text.contains(where: \.isNewline):
      return .closed([.tell(ImportRequest.start(.text(text)))])
    case .paste(let text): editor.insert(text)
    case .scrolled: break
    }
    return .stays()
  }

  private func submit() -> OverlayOutcome {
    let text = editor.text.filter { !$0.isNewline }
    guard purpose.acceptsNothing || text.contains(where: { !$0.isWhitespace }) else { return .stays() }
    return .closed([purpose.output(text)], appliesToSubject: purpose.appliesToSubject)
  }

  mutating func toggleAlternative() {
    guard let other = alternative else { return }
    alternative = Alternative(title: title, hint: hint, purpose: purpose)
    (title, hint, purpose) = (other.title, other.hint, other.purpose)
  }

  private func columns(on screen: Size) -> Int {
    DialogWidth.columns(for: max(hint.columns, title.columns + 2), least: purpose.columns, on: screen)
  }

  package func draw(into canvas: inout Canvas) {
    let columns = columns(on: canvas.size)
    let hints = hint.wrapped(to: max(1, columns - 4)).prefix(max(1, canvas.size.rows - 3))
    let box = Rect(canvas.size).centered(Size(columns: columns, rows: 3 + hints.count))
    canvas.fill(box)
    canvas.box(box, title: [Span(title, Style(.title, bold: true))], style: Style(.focusedBorder))
    let (field, below) = box.inset(columns: 2, rows: 1).splitTop(1)
    canvas.draw(in: field) { FieldView(editor: editor, hidesText: hidesText).draw(into: &$0) }
    for (row, line) in hints.enumerated() {
      canvas.write(line, column: below.column, row: below.row + row, style: Style(.hint), limit: below.columns)
    }
    if let completion { CompletionPopup(completion: completion).draw(into: &canvas) }
  }
}
