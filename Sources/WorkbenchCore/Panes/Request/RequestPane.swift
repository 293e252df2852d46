/// The form of a request or a folder: its address and one tab of fields.
package struct RequestPane: RowPane {
  package static let scope = Command.Scope.request
  package static let title = "the request"
  package static let place = Focus.request

  package internal(set) var tab = FormTab.params
  /// The selected row of the form. Row 0 is the address.
  package internal(set) var window = ListWindow(selected: 0)
  /// The selected cell of the row: 0 is the left one, 1 the right one.
  package internal(set) var cell = 1
  package internal(set) var editing: Editing?
  package var settings = EditorSettings()
  /// The state kept when a field closes: its clipboard, its search, and the registers of vim.
  var clipboard = ""
  var lastFind: FindBar?
  var lastVim = VimState()
  /// The variables as completions, and the number of the last search for other completions.
  var knownVariables = Derived<VisibleVariables, CompletionList>(CompletionList([]))
  var completionTask = 0
  var built = Derived<RowsKey, [FormRow]>([])
  /// The order of the shown form, which stays while the form is open.
  var order: FormOrder?
  /// The width for which the rows were last laid out.
  var layoutColumns = 80
  private var subject = Subject.nothing
  /// Whether a `.wakeForDraft` is pending. One is enough for all keys typed until then.
  var isWakeAsked = false
  /// The rows whose secrets were looked up.
  var lastSearch: SecretSearch?
  /// The secrets whose state was requested.
  var askedSecrets: Set<SecretPlace> = []
  /// A secret that is shown, until something else is selected.
  var revealed: Revealed?

  package init() {}

  /// An open text field.
  package struct Editing: Equatable, Sendable {
    package var target: EditTarget
    package var editor: TextEditor
    /// The file that the text belongs to, even if another one is selected meanwhile.
    package var address: Address
    /// The pane that Escape leads back to.
    var origin: Focus?
    /// The place where the text of a secret is stored.
    var secret: SecretPlace?
    /// The text when the field was opened.
    var opened: TextBuffer
    /// The language of a multi-line text.
    package var language = CodeLanguage.plain
    /// The first visible row and column of a multi-line text.
    package var firstRow = 0
    package var firstColumn = 0
    package var find: FindBar?
    package var vim: VimState?
    /// The result of the last check, and the checked revision.
    package var check: TextCheck?
    var checked: Int?
    /// The revision of the last draft, used to detect a pause in typing.
    var kept: Int?
    var completing: Completing
    /// The foldable regions of the text, and their depth.
    var regions = Derived<Int, FoldRegions>(FoldRegions())
    var foldDepth: Int?
  }

  struct Revealed: Equatable, Sendable {
    var place: SecretPlace
    var value: String
  }

  struct SecretSearch: Equatable, Sendable {
    var build: Int
    var file: Address?
    var collection: String?
  }

  struct RowsKey: Equatable, Sendable {
    var file: SavedFile?
    var tab: FormTab
    /// The state of the token, shown below its kind in the Auth tab.
    var token: String?
    var layers: [FolderSettings]
    var facts: FolderFacts?
    /// The width for which Markdown and hints are laid out.
    var columns: Int
    var first: Set<PlacedField>
  }

  /// The fields that an open form has before its groups.
  struct FormOrder: Equatable, Sendable {
    var subject: Subject
    var tab: FormTab
    var auth: AuthKind?
    var first: Set<PlacedField>
  }

  /// The choice made in a dialog of the pane.
  package enum Message: PaneMessage, Equatable {
    case method(String)
    case setting(PlacedField, String)
    /// A text body of a media type.
    case textBody(String)
    /// A chosen file.
    case file(EditTarget, String)
    case revealed(SecretPlace, String)
    /// Opens the check of that name, or the script at the line that has the test.
    case check(String)
    /// Opens the name of a new variable.
    case addVariable
    /// The rows have changed.
    case fit
    /// Writes the open text to its file, without closing the field.
    case write
    /// - Parameter from: The pane that Escape leads back to; `nil` stays here.
    case editURL(from: Focus?)
    /// A new request is shown: its parameters, and the cursor in its URL if it is empty.
    case showNew(isEmpty: Bool)
    /// Reloads the content of the open field.
    case renewField
    /// Closes the field of a request that can no longer be read.
    case closeField(Address)
    /// Suggestions for a field. Stale results are ignored.
    case suggested(TaskID, [CompletionItem])

    package func apply(to pane: inout RequestPane, in context: PaneContext) -> [PaneOutput] {
      pane.receive(self, in: context)
    }
  }

  package var rows: [FormRow] { built.value }

  package var selectedRow: FormRow? { rows[ifPresent: window.selected] }

  var openText: OpenText? {
    // The typed value of a secret is kept nowhere else.
    guard let editing, editing.secret == nil else { return nil }
    return OpenText(
      address: editing.address, target: editing.target, isChanged: editing.editor.buffer != editing.opened)
  }

  // MARK: Events

  package var isTyping: Bool { editing != nil }

  package mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] {
    var context = context
    switch event {
    case .changed:
      if subject != context.workspace.subject {
        subject = context.workspace.subject
        window = ListWindow()
        revealed = nil
        if context.workspace.opensDocs, case .request(let address) = subject, !address.isScratch { tab = .docs }
      }
      fit(in: context)
      checkText(isPausing: false)
      scrollToCursor(in: context)
      let completes = followCompletion(in: context)
      let isAuthShown = context.size.rows > 0 && shownTab(in: context) == .auth
      let findsToken: [PaneOutput] = isAuthShown ? [.tell(SendRequest.findToken)] : []
      return completes + findSecrets(in: context) + findsToken + showInPinned(context)
    case .key(let key): return handle(key, in: &context)
    case .paste(let text) where editing?.target == .url && PastedText.isCurl(text):
      // The text is a command, not just a URL: it replaces the request.
      guard let address = editing?.address else { return [] }
      return commit(&context) + [.tell(ImportRequest.paste(text, .request(address)))]
    case .paste(let text):
      return pasteIntoName(text, in: &context) ?? insert(pasted: text)
    case .escape: return [.stepOut]
    case .blurred:
      revealed = nil
      return commit(&context)
    case .scrolled(let rows): scroll(by: rows, in: context)
    case .clicked(let point): return click(point, in: &context)
    case .moved(let change):
      if change.isEnvironment { forgetSecrets(of: [change.old, change.new]) }
      follow(change)
    case .appeared, .task: break
    }
    return []
  }

  /// Updates the shown file after a move. An open text stays with a deleted file.
  private mutating func follow(_ change: Relocation) {
    subject = change(subject) ?? subject
    askedSecrets = change(askedSecrets)
    if let revealed { self.revealed?.place = change(revealed.place) ?? revealed.place }
    guard let editing else { return }
    self.editing?.address = change(editing.address) ?? editing.address
    self.editing?.secret = editing.secret.map { change($0) ?? $0 }
  }

  private mutating func insert(pasted text: String) -> [PaneOutput] {
    if editing?.find != nil { return pasteIntoFind(text) }
    if editing?.vim == nil { editing?.editor.insert(text) } else { editing?.paste(text) }
    return keepSoon()
  }

  private mutating func scroll(by rows: Int, in context: PaneContext) {
    if editing == nil {
      move(by: rows, in: context)
    } else if editing?.target.isMultiline == true {
      editing?.editor.moveDown(rows)
    }
  }

  mutating func receive(_ message: Message, in context: PaneContext) -> [PaneOutput] {
    var context = context
    switch message {
    case .method(let method):
      let former = context.workspace.request?.kind
      let outputs = edit(in: &context) {
        $0.request?.choose(method: method)
        $0.request?.followKind()
      }
      let request = context.workspace.request
      return outputs + (request?.kind == former ? [] : request?.unusedSentence.map { [.information($0)] } ?? [])
    case .setting(let setting, let value): return choose(value, of: setting, in: &context)
    case .textBody(let type):
      let former = context.workspace.file
      let outputs = edit(in: &context) { $0.request?.setTextBody(of: type) }
      goToContent(of: .bodyKind, after: former, in: context)
      return outputs + noteMethod(after: former?.request, in: context)
    case .file(let target, let path): return setChosenPath(path, for: target, in: &context)
    case .revealed(let place, let value):
      revealed = Revealed(place: place, value: value)
      return []
    case .check(let name): return showCheck(name, in: context)
    case .suggested(let task, let items): return showCompletions(items, for: task, in: context)
    case .editURL(let origin):
      fit(in: context)
      editURL(in: context)
      if origin != .request { editing?.origin = origin }
    case .showNew(let isEmpty):
      subject = context.workspace.subject
      select(.params, in: context)
      if isEmpty { editURL(in: context) }
    case .addVariable: return addVariable(in: &context)
    case .fit: fit(in: context)
    case .write: return write(in: context)
    case .renewField: renewField(in: context)
    case .closeField(let address): if editing?.address == address { editing = nil }
    }
    return []
  }

  /// Opens the value of a check, a capture or a step by the name of its result, or the script at its line.
  private mutating func showCheck(_ name: String, in context: PaneContext) -> [PaneOutput] {
    guard let file = context.workspace.file, let request = file.request else { return [] }
    let check = request.checks.firstIndex { CheckName.of($0).isExactly(name) }
    let capture = request.captures.firstIndex { CheckName.ofCapture($0).isExactly(name) }
    let step = request.stepRows.firstIndex { !$0.isOff && $0.name.isExactly(name) }
    let inTable =
      check.map { FormRow.parameter(PlacedField(.checks), $0) }
      ?? capture.map { FormRow.parameter(PlacedField(.captures), $0) }
    let inSteps = step.map { FormRow.parameter(PlacedField(.steps), $0) }
    let inScript = ScriptLine(ofTest: name, in: file).map { FormRow.line($0.field, $0.index) }
    let tabOfSteps: FormTab = request.formTabs.contains(.steps) ? .steps : .messages
    select(inTable != nil ? .checks : inSteps != nil ? tabOfSteps : .scripts, in: context)
    guard let place = inTable ?? inSteps ?? inScript, let row = rows.firstIndex(of: place) else { return [] }
    window.select(row, of: rows.count, height: height(in: context))
    cell = 1
    return edit(in: context)
  }

  private mutating func handle(_ key: Key, in context: inout PaneContext) -> [PaneOutput] {
    if let outputs = handleInCompletion(key, in: context) { return outputs }
    if key == .alt("e") { return editFieldExternally(in: &context) }
    guard let editing else { return [] }
    if let outputs = handleInText(key, in: &context) { return outputs }
    if key == .enter || key == .altEnter, editing.target == .url, let text = TypedURL.command(editing.editor.text) {
      return searchCommands(for: text, in: &context)
    }
    switch key {
    case .escape: return commit(&context) + (editing.origin.map { [.focus($0)] } ?? [])
    case .altEnter where editing.target == .url: return commit(&context) + [.run("request.send")]
    case .enter where isURLOfNew: return commit(&context) + [.run("request.send")]
    case .enter where !editing.target.isMultiline, .altEnter:
      let outputs = commit(&context)
      if key == .enter, let value = emptyValue(after: editing.target, in: context) { beginEditing(value, in: context) }
      return outputs
    case .tab where !editing.target.isMultiline:
      let outputs = commit(&context)
      if let next = advance(after: editing.target, in: context) { beginEditing(next, in: context) }
      return outputs
    case .backTab where !editing.target.isMultiline:
      let outputs = commit(&context)
      if let next = retreat(before: editing.target, in: context) { beginEditing(next, in: context) }
      return outputs
    default: break
    }
    _ = self.editing?.editor.handle(key)
    return self.editing?.editor.revision == editing.editor.revision ? [] : keepSoon()
  }

  /// Closes the open field without its text, which is searched in the list of commands.
  private mutating func searchCommands(for text: String, in context: inout PaneContext) -> [PaneOutput] {
    renewField(in: context)
    return commit(&context) + [.tell(CommandSearch(text: text))]
  }

  private mutating func click(_ point: Point, in context: inout PaneContext) -> [PaneOutput] {
    // Row 0 is the address, which is above the form.
    let index = point.row - Self.headRows + 1 + firstFormRow(in: context)
    let clicked = rows[ifPresent: index]
    let outputs = commit(&context)
    let selected = tabs(in: context).firstIndex(of: shownTab(in: context)) ?? 0
    if point.row < Self.headRows,
      let hit = TabBar.hit(point.column, titles(context), selected: selected, columns: context.size.columns - 4)
    {
      select(tabs(in: context)[hit], in: context)
    }
    if point.row >= Self.headRows {
      // The row may have moved when the open field was written.
      let moved = clicked.flatMap { $0.text == nil && $0.isSelectable ? place(of: $0) : nil }
      move(by: (moved ?? index) - window.selected, in: context)
      selectCell(at: point.column, in: context)
    }
    return outputs
  }

  /// Whether the open field is the URL of a new request, which Enter sends. A typed command replaces the request.
  var isURLOfNew: Bool {
    guard let editing, editing.target == .url, editing.address.isScratch else { return false }
    let text = editing.editor.text
    return !text.trimmingBlanks.isEmpty && !PastedText.isCurl(text)
  }

  /// The titles of the tabs. A `!` marks those with names that have no value.
  func titles(_ context: PaneContext) -> [(title: String, badge: String)] {
    guard let file = liveFile(in: context) else { return [] }
    let marked = context.workspace.missing.value.tabs
    return tabs(in: context).map {
      ($0.title, FileForm.badge(of: file, tab: $0) + (marked.contains($0.name) ? "!" : ""))
    }
  }
}

extension Command.Scope {
  package static let request = Self(rawValue: "request")
}

extension Workbench {
  package internal(set) var requestPane: RequestPane {
    get { panes[RequestPane.self] }
    _modify { yield &panes[RequestPane.self] }
  }
}

extension PaneOutput {
  static func request(_ message: RequestPane.Message) -> PaneOutput { .tell(message) }
}

extension Event {
  package static func suggested(_ task: TaskID, _ items: [CompletionItem]) -> Event {
    .message(RequestPane.Message.suggested(task, items))
  }
}
