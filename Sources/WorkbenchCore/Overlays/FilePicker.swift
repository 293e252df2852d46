/// Chooses a file for a field: the list of a folder, searched by typing.
package struct FilePicker: OverlayScreen {
  package let title: String
  /// The field that gets the path.
  package let target: EditTarget
  /// The file of the collection that the path is for.
  package let file: Address
  /// The folder as the path begins: empty, `../data/` or `/tmp/`.
  package private(set) var path: String
  package var editor = TextEditor("")
  package private(set) var window = ListWindow()
  package private(set) var showsHidden = false
  package private(set) var listing: FolderListing?
  /// The name to select in the next listing.
  private var wanted: String?

  /// - Parameter current: The path that the field has.
  package init(title: String, target: EditTarget, file: Address, current: String) {
    (self.title, self.target, self.file) = (title, target, file)
    let parts = current.parts(separatedBy: "/")
    path = parts.dropLast().map { $0 + "/" }.joined()
    wanted = parts.last.flatMap { $0.isEmpty ? nil : $0 }
    // A template has no folder.
    if !Template(current).isPlainText { (path, wanted) = ("", nil) }
  }

  /// The effect that lists the folder.
  var query: FolderQuery { FolderQuery(file: file, path: path) }

  package var isTyping: Bool { true }
  // The request would be sent without the file to choose.
  package var holdsText: Bool { true }
  package var enterHint: String? { entries[ifPresent: window.selected].map { $0.isFolder ? "open" : "choose" } }

  package var hints: [(key: String, label: String)] {
    let hasParent = editor.buffer.count == 0 && listing?.folder != "/"
    let hasHidden = listing?.entries.contains(where: \.isHidden) == true
    return (hasParent ? [("⌫", "parent folder")] : []) + (hasHidden ? [("Alt+.", "hidden files")] : [])
  }

  // MARK: Entries

  /// The parent folder unless something is typed, then the matching entries, the best first.
  var entries: [FolderListing.Entry] {
    let typed = editor.text
    let all = (listing?.entries ?? []).filter { showsHidden || !$0.isHidden || typed.utf8.first == UInt8(ascii: ".") }
    guard !typed.isEmpty else {
      return (listing?.folder == "/" ? [] : [FolderListing.Entry("..", isFolder: true)]) + all
    }
    let search = FuzzyMatch(typed)
    let found = all.enumerated().compactMap { index, entry in
      search.rank(in: entry.name, "").map { (rank: $0, index: index, entry: entry) }
    }
    return found.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.entry)
  }

  /// The list of its folder.
  package struct Listed: OverlayMessage, Equatable {
    let listing: FolderListing

    package func apply(to picker: inout FilePicker) -> OverlayOutcome {
      picker.showListing(listing)
      return .stays()
    }
  }

  /// Shows the listing of the folder, unless another folder was opened since.
  private mutating func showListing(_ listing: FolderListing) {
    guard listing.query == query else { return }
    self.listing = listing
    let index = wanted.flatMap { name in entries.firstIndex { $0.name.isExactly(name) } }
    wanted = nil
    window = ListWindow()
    // With the parent folder first, the second row is the first one of the folder.
    let first = listing.entries.isEmpty || listing.folder == "/" || !editor.text.isEmpty ? 0 : 1
    window.select(index ?? first, of: entries.count, height: entries.count)
  }

  // MARK: Keys

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(.escape): return .closed([])
    case .key(.enter), .key(.tab): return choose()
    case .key(.alt(".")):
      showsHidden.toggle()
      window = ListWindow()
    case .key(.backspace) where editor.buffer.count == 0, .key(.left) where editor.buffer.count == 0:
      return open("..")
    case .key(.character("/")): return openTyped()
    case .key(let key):
      if let step = ListKeys.step(key, page: height(on: screen)) {
        move(by: step, on: screen)
      } else if editor.handle(key) {
        window = ListWindow()
      }
    case .paste(let text): return paste(text)
    case .scrolled(let rows): move(by: rows, on: screen)
    }
    return .stays()
  }

  private mutating func choose() -> OverlayOutcome {
    guard let entry = entries[ifPresent: window.selected] else { return .stays() }
    if entry.isFolder { return open(entry.name) }
    return .closed([.request(.file(target, path + entry.name))], appliesToSubject: true)
  }

  /// A slash opens the typed folder: `data/`, `../`, `~/` or `/`.
  private mutating func openTyped() -> OverlayOutcome {
    let typed = editor.text
    if typed.isEmpty || typed == "~" { return list(typed + "/") }
    if typed == ".." { return open("..") }
    if typed == "." { return open("") }
    // A path that arrives before the list of the folder names its folders itself.
    guard listing != nil else { return open(typed) }
    let folder = entries.first { $0.isFolder && $0.name.isExactly(typed) } ?? entries.first(where: \.isFolder)
    return folder.map { open($0.name) } ?? .stays()
  }

  /// A pasted path is taken apart at its last slash.
  private mutating func paste(_ text: String) -> OverlayOutcome {
    let text = text.trimmingBlanks
    guard !text.contains(where: \.isNewline) else { return .stays() }
    let parts = text.parts(separatedBy: "/")
    editor.insert(parts.last ?? "")
    window = ListWindow()
    guard parts.count > 1 else { return .stays() }
    let folder = parts.dropLast().map { $0 + "/" }.joined()
    let isAbsolute = folder.startsExactly(with: "/") || folder.startsExactly(with: "~")
    return list(isAbsolute ? folder : path + folder, keepingText: true)
  }

  private mutating func open(_ name: String) -> OverlayOutcome {
    guard name == ".." else { return list(name.isEmpty ? path : path + name + "/") }
    guard listing?.folder != "/" else { return .stays() }
    var parts = path.parts(separatedBy: "/").dropLast()
    // Go above the folder that the path begins in.
    guard let last = parts.last, last != "..", last != "~" else {
      wanted = listing?.folder.parts(separatedBy: "/").last
      return list(path == "~/" ? (listing.map { Self.parent(of: $0.folder) } ?? path) : path + "../")
    }
    wanted = last
    parts.removeLast()
    return list(parts.map { $0 + "/" }.joined())
  }

  private static func parent(of folder: String) -> String {
    folder.parts(separatedBy: "/").dropLast().map { $0 + "/" }.joined()
  }

  private mutating func list(_ path: String, keepingText: Bool = false) -> OverlayOutcome {
    self.path = path
    listing = nil
    if !keepingText { editor = TextEditor("") }
    window = ListWindow()
    return .stays([.workspace(.listFolder(query))])
  }

  private mutating func move(by rows: Int, on screen: Size) {
    window.move(by: rows, of: entries.count, height: height(on: screen))
  }

  // MARK: Drawing

  private func height(on screen: Size) -> Int { max(1, screen.rows - 8) }

  private func box(on screen: Size) -> Rect { Rect(screen).centered(Size(columns: 76, rows: height(on: screen) + 4)) }

  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    let list = box(on: screen).inset(columns: 2, rows: 1).splitTop(1).rest
    return window.select(at: point, in: list, of: entries.count, height: list.rows) ? .enter : nil
  }

  package func draw(into canvas: inout Canvas) {
    let entries = entries
    let box = box(on: canvas.size)
    let folder = (listing?.folder ?? path).truncatedAtStart(to: max(0, box.columns - title.columns - 9))
    canvas.dialog(box, title: title, trailing: [Span(folder, .hint)])
    let (top, list) = box.inset(columns: 2, rows: 1).splitTop(1)
    canvas.draw(in: top) { line in
      line.fill(Rect(line.size), Style(on: .input))
      line.write([Span(path, Style(.hint, on: .input))] + editor.spans(on: .input), column: 0, row: 0)
      line.cursor = Point(column: min(path.columns + editor.cursorColumns, line.size.columns - 1), row: 0)
    }
    canvas.draw(in: list) { draw(entries, into: &$0) }
  }

  private func draw(_ entries: [FolderListing.Entry], into canvas: inout Canvas) {
    if let text = emptyText(entries) {
      let style = Style(listing?.problem == nil ? .hint : .error)
      let lines = text.wrapped(to: canvas.size.columns)
      canvas.write(lines: lines, column: 0, row: min(1, entries.count), style: style)
    }
    canvas.draw(window, of: entries.count, in: Rect(canvas.size)) { index, surface, line in
      let entry = entries[index]
      let size = entry.size.map(Formatting.bytes) ?? ""
      let name = (entry.name + (entry.isFolder ? "/" : "")).truncated(to: line.size.columns - size.columns - 2)
      line.write(name, column: 0, row: 0, style: Style(entry.isFolder ? .key : .text, on: surface))
      line.writeTrailing([Span(size, .hint)], endingAt: line.size.columns, row: 0, on: surface)
    }
  }

  private func emptyText(_ entries: [FolderListing.Entry]) -> String? {
    guard let listing else { return "Reading the folder…" }
    if let problem = listing.problem { return problem }
    if listing.entries.isEmpty { return "The folder is empty" }
    if entries.isEmpty { return "No matches" }
    let isOnlyHidden = !showsHidden && editor.text.isEmpty && listing.entries.allSatisfy(\.isHidden)
    return isOnlyHidden ? "Only hidden files" : nil
  }
}

extension String {
  /// Ends with as much of the text as fits, after `…`.
  fileprivate func truncatedAtStart(to columns: Int) -> String {
    guard self.columns > columns else { return self }
    var text = self
    while !text.isEmpty, text.columns >= columns { text.removeFirst() }
    return "…" + text
  }
}
