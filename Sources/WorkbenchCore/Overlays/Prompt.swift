/// The purpose of a dialog's text, declared by the part of the program that asks.
package protocol PromptUse: Equatable, Sendable {
  func output(_ text: String) -> PaneOutput
  /// Why Enter refuses a text, in place of the hint while it is typed; `nil` if it does not.
  func mistake(in text: String) -> String?
  /// The footer's labels of Enter, the verb of what it does, and of Escape.
  var accepting: String { get }
  var leaving: String { get }
  /// Whether the text completes a request that waits to be sent: the key that sends accepts it, too.
  var sends: Bool { get }
  /// The minimum width of its box in columns. Some texts are long.
  var columns: Int { get }
  /// Whether Enter accepts an empty text, which removes the value.
  var acceptsNothing: Bool { get }
  /// Hints for the path of a new file and for that of an existing one; `nil` if Tab completes no paths.
  var pathHints: (new: String, existing: String)? { get }
  /// Whether it applies to the subject shown when it was opened; other prompts name their file.
  var appliesToSubject: Bool { get }
  /// Handles a pasted text immediately; `nil` inserts it.
  func paste(_ text: String) -> PaneOutput?
  /// Outputs when it is closed without a text.
  var whenLeft: [PaneOutput] { get }
  /// Outputs when Ctrl+C closes it.
  var whenCancelled: [PaneOutput] { get }
  /// Outputs when Ctrl+N closes it; `nil` if Ctrl+N does not close it.
  var whenRefused: [PaneOutput]? { get }
  /// The exchange that waits for this login.
  var login: ExchangeID? { get }
}

extension PromptUse {
  package func mistake(in text: String) -> String? { nil }
  package var leaving: String { "cancel" }
  package var sends: Bool { false }
  package var columns: Int { 64 }
  package var acceptsNothing: Bool { false }
  package var pathHints: (new: String, existing: String)? { nil }
  package var appliesToSubject: Bool { false }
  package func paste(_ text: String) -> PaneOutput? { nil }
  package var whenLeft: [PaneOutput] { [] }
  package var whenCancelled: [PaneOutput] { whenLeft }
  package var whenRefused: [PaneOutput]? { nil }
  package var login: ExchangeID? { nil }

  static var writtenPath: (new: String, existing: String) { ("A new file", "It exists") }
}

/// A dialog with one line of text.
package struct Prompt: OverlayScreen {
  package var title: String
  package var hint: String
  package var editor: TextEditor
  package var purpose: any PromptUse
  /// The prompt that Ctrl+T switches to and back from.
  package var alternative: Alternative?
  /// The names that complete the path.
  package internal(set) var completion: Completion?
  /// Whether to draw a dot instead of each letter.
  package var hidesText = false
  /// The text that it was opened with.
  private let suggestion: String

  package struct Alternative: Equatable, Sendable {
    var title: String
    var hint: String
    var purpose: any PromptUse

    package static func == (a: Alternative, b: Alternative) -> Bool {
      a.title == b.title && a.hint == b.hint && a.purpose.isEqual(to: b.purpose)
    }
  }

  package init(title: String, hint: String, text: String = "", purpose: any PromptUse) {
    self.title = title
    self.hint = hint
    editor = TextEditor(text)
    suggestion = text
    self.purpose = purpose
  }

  /// The prompt with its text selected, so that what is typed replaces it.
  var selectingText: Prompt {
    var prompt = self
    prompt.editor.selectAll()
    return prompt
  }

  package static func == (a: Prompt, b: Prompt) -> Bool {
    a.title == b.title && a.hint == b.hint && a.editor == b.editor && a.purpose.isEqual(to: b.purpose)
      && a.alternative == b.alternative && a.completion == b.completion && a.hidesText == b.hidesText
  }

  package var isQuestion: Bool { true }
  package var headline: String { title }
  package var endOutputs: [PaneOutput] { purpose.whenLeft }
  package var cancelOutputs: [PaneOutput] { purpose.whenCancelled }
  package var login: ExchangeID? { purpose.login }
  package var takesSend: Bool { purpose.sends }
  package var isTyping: Bool { true }
  package var holdsText: Bool { !purpose.sends && !editor.text.isEmpty && editor.text != suggestion }

  package var enterHint: String? { completion?.isChosen == true ? "take" : purpose.accepting }
  package var escapeHint: String? { completion == nil ? purpose.leaving : "close list" }
  package var hints: [(key: String, label: String)] {
    (purpose.pathHints == nil ? [] : [("Tab", completion?.isChosen == true ? "take" : "complete")])
      + (alternative == nil ? [] : [("Ctrl+T", "switch")])
      + (purpose.whenRefused == nil ? [] : [("Ctrl+N", "skip all")])
  }
  package mutating func point(_ pointer: FieldPointer) { editor.point(pointer) }

  package mutating func complete(_ text: String, by path: String, _ others: [String]) -> [PaneOutput] {
    if purpose.pathHints != nil, editor.text == text { complete(by: path, others) }
    return []
  }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(let key) where completion != nil && chooseName(with: key): break
    case .key(.escape): return .closed(purpose.whenLeft)
    case .key(.control("n")) where purpose.whenRefused != nil: return .closed(purpose.whenRefused ?? [])
    case .key(.enter): return submit()
    case .key(.function(5)) where purpose.sends: return submit()
    case .key(.control("t")) where alternative != nil: toggleAlternative()
    case .key(.tab) where purpose.pathHints != nil, .key(.control(" ")) where purpose.pathHints != nil,
      .key(.control("n")) where purpose.pathHints != nil:
      return .stays([.effect(.imports(.complete(editor.text)))])
    case .key(let key):
      _ = editor.handle(key)
      followPath()
    case .paste(let text):
      if let output = purpose.paste(text) { return .closed([output]) }
      editor.insert(text)
    case .scrolled: break
    }
    return .stays()
  }

  private func submit() -> OverlayOutcome {
    let text = editor.text.filter { !$0.isNewline }
    guard purpose.acceptsNothing || text.contains(where: { !$0.isWhitespace }) else {
      return .stays([.information("Type something first")])
    }
    if let mistake = purpose.mistake(in: text) { return .stays([.failure(mistake)]) }
    let output = purpose.output(text)
    // A refused answer can be corrected.
    if case .notice(let notice) = output, notice.kind == .failure { return .stays([output]) }
    return .closed([output], appliesToSubject: purpose.appliesToSubject)
  }

  mutating func toggleAlternative() {
    guard let other = alternative else { return }
    alternative = Alternative(title: title, hint: hint, purpose: purpose)
    (title, hint, purpose) = (other.title, other.hint, other.purpose)
  }

  package func draw(into canvas: inout Canvas) {
    let longest = max(hint.columns, title.columns + 2)
    let columns = DialogWidth.columns(for: longest, least: purpose.columns, on: canvas.size)
    let mistake = editor.text.isEmpty ? nil : purpose.mistake(in: editor.text)
    let hints = (mistake ?? hint).wrapped(to: max(1, columns - 4)).prefix(max(1, canvas.size.rows - 3))
    let box = Rect(canvas.size).centered(Size(columns: columns, rows: 3 + hints.count))
    canvas.dialog(box, title: title)
    let (field, below) = box.inset(columns: 2, rows: 1).splitTop(1)
    canvas.draw(in: field) { FieldView(editor: editor, hidesText: hidesText).draw(into: &$0) }
    let style = Style(mistake == nil ? .hint : .error)
    canvas.write(lines: hints, column: below.column, row: below.row, style: style, limit: below.columns)
    if let completion { CompletionPopup(completion: completion).draw(into: &canvas) }
  }
}
