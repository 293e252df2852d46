/// Vim's modes for a text editor: turns keys into movements and edits.
///
/// ```
///            i a o c …                     v V
///  insert ◄───────────── normal ─────────────────────► visual
///         ─────────────►   │ ▲    ◄─────────────────── Esc, operators
///            Esc         / : │ Enter, Esc
///                          ▼ │
///                      command line
/// ```
package struct VimState: Equatable, Sendable {
  package enum Mode: String, Equatable, Sendable {
    case normal = "NORMAL"
    case insert = "INSERT"
    case visual = "VISUAL"
    case visualLine = "VISUAL LINE"
  }

  /// The action that the owner of the text takes after a key.
  package enum Outcome: Equatable, Sendable {
    case done
    /// The key has no meaning here.
    case unknown
    /// Escape in normal mode: close the field.
    case leave
    /// Go to the next match of a regular expression.
    case search(String, forward: Bool)
    /// Run a line typed after `:`.
    case command(String)
    /// Fold or unfold lines, which depends on the language of the text.
    case fold(FoldAction)
    /// Text was cut or copied.
    case copied(String)
  }

  struct Register: Equatable, Sendable {
    var text: String
    var isLines: Bool
  }

  struct Find: Equatable, Sendable {
    var character: Character
    var isForward: Bool
    var isUntil: Bool
  }

  package internal(set) var mode = Mode.normal
  package internal(set) var commandLine: VimCommandLine?
  /// The keys of an incomplete command.
  package internal(set) var pending: [Key] = []
  var registers: [Character: Register] = [:]
  var lastFind: Find?
  private(set) var lastSearch: Search?
  /// The other end of a visual selection, which includes the character at the cursor.
  var visualStart = 0
  /// The column that `j` and `k` return to.
  var goal: Int?
  /// The keys of the last change, and those of the current one.
  private var lastChange: [Key] = []
  private var recording: [Key] = []
  private var isReplaying = false

  struct Search: Equatable, Sendable {
    var text: String
    var isForward: Bool
  }

  package init() {}

  package mutating func handle(_ key: Key, in editor: inout TextEditor) -> Outcome {
    if commandLine != nil { return handleInCommandLine(key, editor) }
    if mode == .insert { return insert(key, in: &editor) }
    if key == .escape { return escape(in: &editor) }
    pending.append(key)
    switch VimCommand.read(pending, isVisual: isVisual) {
    case .incomplete: return .done
    case .unknown:
      pending = []
      return .unknown
    case .command(let command):
      let keys = pending
      pending = []
      return runCommand(command, keys, in: &editor)
    }
  }

  /// Puts the cursor on a character after an edit by the owner of the text.
  package func settle(in editor: inout TextEditor) { if mode == .normal { editor.keepOnCharacter() } }

  /// Passes a mouse action to the command line.
  package mutating func point(_ pointer: FieldPointer) { commandLine?.editor.point(pointer) }

  var isVisual: Bool { mode == .visual || mode == .visualLine }

  /// A new state for another text, with the same registers.
  package func inAnotherText() -> VimState {
    var state = self
    (state.mode, state.commandLine, state.pending) = (.normal, nil, [])
    return state
  }

  /// Inserts pasted text, in any mode.
  package mutating func paste(_ text: String, in editor: inout TextEditor) {
    if commandLine != nil {
      commandLine?.editor.insert(text)
    } else {
      if isVisual { leaveVisual(&editor) }
      editor.insert(text)
      if mode == .normal { editor.keepOnCharacter() }
    }
  }

  private mutating func escape(in editor: inout TextEditor) -> Outcome {
    if !pending.isEmpty {
      pending = []
    } else if isVisual {
      leaveVisual(&editor)
    } else {
      return .leave
    }
    return .done
  }

  mutating func leaveVisual(_ editor: inout TextEditor) {
    mode = .normal
    editor.unselect()
    editor.keepOnCharacter()
  }

  private mutating func insert(_ key: Key, in editor: inout TextEditor) -> Outcome {
    if !isReplaying { recording.append(key) }
    guard key == .escape else { return editor.handle(key) ? .done : .unknown }
    mode = .normal
    editor.history.endGroup()
    editor.unselect()
    if editor.cursor > editor.buffer.lineStart(of: editor.cursor) { editor.moveLeft() }
    if !isReplaying { lastChange = recording }
    return .done
  }

  private mutating func runCommand(_ command: VimCommand, _ keys: [Key], in editor: inout TextEditor) -> Outcome {
    if command.kind == .act(.repeatChange) { return repeatChange(command.count, in: &editor) }
    let (revision, wasVisual) = (editor.revision, isVisual)
    if !isReplaying { recording = keys }
    let outcome = execute(command, in: &editor)
    let isHistory = command.kind == .act(.undo) || command.kind == .act(.redo)
    let isChange = editor.revision != revision && !isHistory
    if isChange, mode != .insert, !isReplaying, !wasVisual { lastChange = recording }
    if isVisual { showVisual(&editor) } else if mode == .normal { editor.keepOnCharacter() }
    return outcome
  }

  /// Repeats the last change, with `count` in place of the earlier count if it is given.
  private mutating func repeatChange(_ count: Int?, in editor: inout TextEditor) -> Outcome {
    var keys = lastChange[...]
    if let count {
      keys = keys.drop { if case .character(let digit) = $0 { digit.isASCII && digit.isNumber } else { false } }
      keys = String(count).map(Key.character) + keys
    }
    isReplaying = true
    defer { isReplaying = false }
    editor.asOneStep { editor in for key in keys { _ = handle(key, in: &editor) } }
    return .done
  }

  // MARK: The command line

  private mutating func handleInCommandLine(_ key: Key, _ editor: TextEditor) -> Outcome {
    guard var line = commandLine else { return .unknown }
    switch key {
    case .escape: commandLine = nil
    case .backspace where line.editor.buffer.count == 0: commandLine = nil
    case .enter:
      commandLine = nil
      return runLine(line)
    default:
      let isTaken = line.editor.handle(key)
      commandLine = line
      return isTaken ? .done : .unknown
    }
    return .done
  }

  private mutating func runLine(_ line: VimCommandLine) -> Outcome {
    let text = line.editor.text
    if line.kind == .command { return .command(text) }
    let forward = line.kind == .search
    let wanted = text.isEmpty ? lastSearch?.text ?? "" : text
    if wanted.isEmpty { return .done }
    lastSearch = Search(text: wanted, isForward: forward)
    return .search(wanted, forward: forward)
  }
}
