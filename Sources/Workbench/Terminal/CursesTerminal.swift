internal import CNcurses
import Glibc

/// The terminal. Only this file uses ncurses, on the main actor.
@MainActor
final class CursesTerminal {
  private var theme: Theme
  private var choice = ThemeChoice()
  /// The number of the terminal's colours, and whether the user has turned them off.
  private let colours: (count: Int, areUnwanted: Bool)
  private let hasTitle: Bool
  private let glyphs: GlyphSet
  private var shown: Frame?
  /// Whether another program or the shell has the terminal.
  private var isAway = false
  /// The handler of curses for Ctrl+Z. It leaves the terminal, even if the terminal was left already.
  private var stopHandler: cn_signal_handler?
  /// The colour pairs in use, by foreground and background.
  private var pairs: [Int: Int32] = [:]
  private var isOutOfPairs = false
  private var pictures: PictureScreen
  /// Whether the terminal was queried for sixels. Otherwise apparent replies are ignored.
  private let isAsked: Bool

  /// Takes over the terminal.
  init(environment: [String: String]) throws(TerminalProblem) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    let name = environment["TERM"] ?? ""
    guard !name.isEmpty else { throw .noName }
    cn_use_utf8()
    glyphs = GlyphSet(environment: environment)
    hasTitle = ["xterm", "tmux", "screen", "alacritty", "foot", "rxvt", "kitty", "wezterm"].contains {
      name.hasPrefix($0)
    }
    cn_prepare_restoring()
    guard cn_start() == 0 else { throw .unknown(name) }
    guard cn_is_capable() != 0 else {
      endwin()
      throw .incapable(name)
    }
    cn_restore_with(Self.leaving(hasTitle))
    cn_start_guard()
    cn_enter_modes()
    colours = (Int(cn_start_colours()), environment["NO_COLOR"].map { !$0.isEmpty } ?? false)
    theme = Theme(colours: colours.count, isColourless: colours.areUnwanted)
    // NO_COLOR turns off pictures too.
    let hasPictures = theme.palette != .none
    pictures = PictureScreen(hasPictures ? PictureProtocol(environment: environment) : .halfBlocks)
    isAsked = hasPictures && PictureProtocol.sixelProbe(environment: environment) != .nobody
    cn_flush()
    write(Self.entering(hasTitle))
    if theme.palette != .none, hasTitle { write(TerminalReply.backgroundQuery) }
    // The reply arrives among the keys, if at all.
    if isAsked { write(TerminalReply.attributesQuery) }
    measureCell()
  }

  /// Applies a reply of the terminal.
  ///
  /// - Returns: Whether the next present redraws every cell, because pictures are drawn differently now.
  func adoptCapability(_ reply: TerminalReply) -> Bool {
    if case .background(let colour) = reply {
      guard colour.isLight != theme.isOnLight else { return false }
      theme.isOnLight = colour.isLight
      invalidate()
      return true
    }
    guard isAsked else { return false }
    let isStale = pictures.adoptCapability(reply)
    if case .attributes = reply, pictures.isSixel {
      write(SixelTerminal.questions)
      measureCell()
    }
    if isStale { invalidate() }
    return isStale
  }

  /// Uses other colours from the next present on.
  ///
  /// - Returns: Whether the colours have changed.
  func use(_ choice: ThemeChoice) -> Bool {
    guard choice != self.choice else { return false }
    self.choice = choice
    let isOnLight = theme.isOnLight
    theme = Theme(colours: colours.count, isColourless: colours.areUnwanted, choice: choice)
    theme.isOnLight = isOnLight
    forgetPairs()
    invalidate()
    return true
  }

  /// Gets the size of a cell in pixels, which sixels need, from the kernel, or from the terminal if the kernel does not
  /// know it.
  private func measureCell() {
    guard pictures.isSixel else { return }
    var width: Int32 = 0
    var height: Int32 = 0
    cn_cell_size(&width, &height)
    if width > 0, height > 0 {
      _ = pictures.adoptCapability(.cell(PixelSize(width: Int(width), height: Int(height))))
    } else {
      write(SixelTerminal.cellQuestion)
    }
  }

  /// Asks the kernel, because curses never sees SIGWINCH with a dispatch signal source.
  var size: Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    cn_window_size(&columns, &rows)
    return Size(columns: Int(columns), rows: Int(rows))
  }

  func resize() {
    let size = size
    resizeterm(Int32(size.rows), Int32(size.columns))
    measureCell()
    invalidate()
  }

  /// Makes the next present redraw every cell.
  func invalidate() {
    shown = nil
    cn_clear()
  }

  /// Shows `frame`. Passes only changed cells to curses.
  func present(_ frame: Frame) {
    let frame = glyphs.spelling(frame)
    guard frame != shown else { return }
    draw(frame)
    // Pairs of removed pictures are not freed, so reassign all pairs once.
    if isOutOfPairs {
      forgetPairs()
      draw(frame)
      isOutOfPairs = false
    }
    if hasTitle, frame.title != shown?.title { write("\u{1B}]2;\(frame.title.safeLine)\u{07}") }
    showCursor(frame.cursor)
    for rows in pictures.staleRows(in: frame) { cn_redraw(Int32(rows.lowerBound), Int32(rows.count)) }
    cn_refresh()
    write(pictures.update(from: shown, to: frame))
    shown = frame
  }

  private func draw(_ frame: Frame) {
    guard let shown, shown.size == frame.size else {
      cn_erase()
      for index in frame.cells.indices { put(frame.cells[index], at: index, of: frame.size) }
      return
    }
    frame.forEachChange(since: shown) { put($1, at: $0, of: frame.size) }
  }

  private func put(_ cell: Cell, at index: Int, of size: Size) {
    if cell.width > 0 { put(cell, column: index % size.columns, row: index / size.columns) }
  }

  private func forgetPairs() {
    pairs = [:]
    cn_reset_pairs()
    shown = nil
  }

  private func put(_ cell: Cell, column: Int, row: Int) {
    if let pixels = cell.pixels {
      let look = theme.palette.look(of: pixels)
      let pair = pair(look.foreground, look.background)
      return put(CellText(String(look.character)), width: 1, 0, pair, column: column, row: row)
    }
    let look = theme.look(of: cell.style)
    var attributes: UInt32 = 0
    if look.isBold { attributes |= cn_bold }
    if look.isDim { attributes |= cn_dim }
    if look.isUnderlined { attributes |= cn_underline }
    if look.isReversed { attributes |= cn_reverse }
    let pair = pair(Int(look.foreground), Int(look.background))
    put(cell.characters, width: cell.width, attributes, pair, column: column, row: row)
  }

  private func put(
    _ text: CellText, width: UInt8, _ attributes: UInt32, _ pair: Int32, column: Int, row: Int
  ) {
    withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: 8) { buffer in
      for index in 0..<CellText.maxCount { buffer[index] = wchar_t(text.value(at: index)) }
      buffer[CellText.maxCount] = 0
      cn_put(Int32(row), Int32(column), buffer.baseAddress, Int32(width), attributes, pair)
    }
  }

  /// The pair of two colours, created on first use; -1 is the terminal's default colour.
  private func pair(_ foreground: Int, _ background: Int) -> Int32 {
    guard foreground != -1 || background != -1 else { return 0 }
    // Colours take at most 24 bits.
    let key = (foreground + 1) << 32 | (background + 1)
    if let pair = pairs[key] { return pair }
    let pair = Int32(pairs.count + 1)
    guard pair < cn_max_pairs() else {
      isOutOfPairs = true
      return 0
    }
    init_extended_pair(pair, Int32(foreground), Int32(background))
    pairs[key] = pair
    return pair
  }

  private func showCursor(_ cursor: Point?) {
    curs_set(cursor == nil ? 0 : 1)
    if let cursor { cn_move(Int32(cursor.row), Int32(cursor.column)) }
  }

  // MARK: Leaving and returning

  /// Hands the terminal to another program or the shell. Does nothing if it has been handed over already.
  func leave() {
    guard !isAway else { return }
    isAway = true
    stopHandler = cn_stop_without_curses()
    // Ctrl+\ is for the other program, which does not inherit a handler. Any thread may call it.
    signal(SIGQUIT) { @Sendable _ in }
    write(pictures.clear())
    write(Self.leavingModes(hasTitle))
    endwin()
    cn_be_away(1)
  }

  func enterAgain() {
    guard isAway else { return }
    isAway = false
    cn_be_away(0)
    cn_refresh()
    cn_enter_modes()
    write(Self.entering(hasTitle))
    signal(SIGQUIT, SIG_DFL)
    signal(SIGTSTP, stopHandler)
    resize()
  }

  /// Restores the terminal at exit.
  func close() {
    // A held key must not end the program in another way.
    signal(SIGINT, SIG_IGN)
    leave()
    cn_dismiss_guard()
  }

  /// Stops this process like Ctrl+Z, and returns when the shell continues it.
  func suspend() {
    let isLent = isAway
    leave()
    // Stop the whole process group, as with any Ctrl+Z. This thread signals itself, because after a signal to the
    // process it could run on for a moment and draw over the shell.
    let handler = signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    raise(SIGSTOP)
    signal(SIGTSTP, handler)
    // If another program has the terminal, it keeps it.
    if !isLent { enterAgain() }
  }

  // MARK: Modes

  // kitty's keyboard protocol with the codes of shifted keys, and xterm's modifyOtherKeys: they distinguish Ctrl+Enter
  // from Enter. Terminals without them ignore both, except for consoles, which have no title either.
  private static let enteringKeys = "\u{1B}[>5u\u{1B}[>4;1m"
  private static let leavingKeys = "\u{1B}[>4;0m\u{1B}[<u"

  // Bracketed paste (2004), mouse clicks and wheel (1000) and drags (1002) as SGR reports (1006), reports of the focus
  // (1004); pushes and pops the title (XTWINOPS).
  private static func entering(_ hasTitle: Bool) -> String {
    (hasTitle ? "\u{1B}[22;2t" + enteringKeys : "")
      + "\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h"
  }

  private static func leavingModes(_ hasTitle: Bool) -> String {
    "\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l" + (hasTitle ? leavingKeys + "\u{1B}[23;2t" : "")
  }

  /// Restores modes, colours, cursor and the main screen when curses cannot.
  private static func leaving(_ hasTitle: Bool) -> String {
    leavingModes(hasTitle) + "\u{1B}[0m" + capability("cnorm") + capability("rmcup") + "\r"
  }

  /// A sequence of terminfo without its pauses, such as `$<5>`, which only tputs(3) performs.
  private static func capability(_ name: String) -> String {
    let parts = String(cString: cn_capability(name)).split(separator: "$<", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { $0 + $1.drop { $0 != ">" }.dropFirst() }
  }

  /// Sends a control sequence directly.
  func send(_ sequence: String) { write(sequence) }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cn_write($0.baseAddress, $0.count) }
    }
  }
}

/// Why the workbench cannot use this terminal.
enum TerminalProblem: Error, CustomStringConvertible {
  case notATerminal
  case noName
  case unknown(String)
  case incapable(String)

  var description: String {
    switch self {
    case .notATerminal:
      "Not a terminal — \"workbench send\" works without one"
    case .noName: "TERM is not set — set it to your terminal's type, such as xterm-256color"
    case .unknown(let name):
      "Unknown terminal type \"\(name)\" — install ncurses-term, or set TERM to a known type, such as xterm-256color"
    case .incapable(let name):
      "Terminal type \"\(name)\" cannot move the cursor — set TERM to your terminal's type, such as xterm-256color"
    }
  }
}
