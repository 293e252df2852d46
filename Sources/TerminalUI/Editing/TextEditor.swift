/// A text with a cursor and undo, single-line or multi-line. Positions count characters.
package struct TextEditor: Equatable, Sendable {
  package private(set) var lines: [String]
  package private(set) var row: Int
  /// The number of characters before the cursor in its line.
  package private(set) var column: Int
  /// Whether Enter starts a new line. Otherwise line ends of pasted text become blanks.
  package let isMultiline: Bool

  private var past: [Snapshot] = []
  private var future: [Snapshot] = []
  private var lastChange: Change?

  private struct Snapshot: Equatable, Sendable {
    var lines: [String]
    var row: Int
    var column: Int
  }

  private enum Change: Equatable, Sendable { case typing, erasing, other }

  private static let undoLimit = 1_000

  /// Places the cursor at the end of a single-line text, or at the start of a multi-line one.
  package init(_ text: String, isMultiline: Bool = false) {
    self.isMultiline = isMultiline
    lines = Self.split(text, isMultiline)
    row = 0
    column = isMultiline ? 0 : lines[0].count
  }

  package var text: String { lines.joined(separator: "\n") }

  private static func split(_ text: String, _ isMultiline: Bool) -> [String] {
    isMultiline
      ? text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      : [String(text.map { $0.isNewline ? " " : $0 })]
  }

  private var line: String { lines[row] }

  private func index(_ column: Int) -> String.Index { line.index(line.startIndex, offsetBy: column) }
}

// MARK: Changing

extension TextEditor {
  package mutating func insert(_ text: String) {
    let isOne = text.count == 1 && text != "\n"
    remember(isOne ? .typing : .other)
    let added = Self.split(text, isMultiline)
    let (head, tail) = (String(line[..<index(column)]), String(line[index(column)...]))
    guard added.count > 1 else {
      lines[row] = head + added[0] + tail
      column = (head + added[0]).count
      return
    }
    lines.replaceSubrange(
      row...row, with: [head + added[0]] + added[1..<(added.count - 1)] + [added[added.count - 1] + tail])
    row += added.count - 1
    column = added[added.count - 1].count
  }

  /// Starts a new line with the indentation of the current one.
  package mutating func insertLineBreak() {
    guard isMultiline else { return }
    let indent = line.prefix(while: { $0 == " " || $0 == "\t" })
    insert("\n" + indent.prefix(column))
  }

  package mutating func deleteBackward() {
    if column > 0 {
      remember(.erasing)
      lines[row].remove(at: index(column - 1))
      column -= 1
    } else if row > 0 {
      remember(.other)
      joinWithLineAbove()
    }
  }

  package mutating func deleteForward() {
    if column < line.count {
      remember(.erasing)
      lines[row].remove(at: index(column))
    } else if row + 1 < lines.count {
      remember(.other)
      row += 1
      joinWithLineAbove()
    }
  }

  package mutating func deleteWordBackward() {
    guard column > 0 else { return deleteBackward() }
    remember(.other)
    let start = wordStart
    lines[row].removeSubrange(index(start)..<index(column))
    column = start
  }

  package mutating func deleteToLineStart() {
    guard column > 0 else { return }
    remember(.other)
    lines[row].removeSubrange(..<index(column))
    column = 0
  }

  package mutating func deleteToLineEnd() {
    guard column < line.count else { return deleteForward() }
    remember(.other)
    lines[row].removeSubrange(index(column)...)
  }

  private mutating func joinWithLineAbove() {
    column = lines[row - 1].count
    lines[row - 1] += lines.remove(at: row)
    row -= 1
  }
}

// MARK: Undo

extension TextEditor {
  package mutating func undo() {
    guard let snapshot = past.popLast() else { return }
    future.append(Snapshot(lines: lines, row: row, column: column))
    restore(snapshot)
  }

  package mutating func redo() {
    guard let snapshot = future.popLast() else { return }
    past.append(Snapshot(lines: lines, row: row, column: column))
    restore(snapshot)
  }

  private mutating func restore(_ snapshot: Snapshot) {
    (lines, row, column) = (snapshot.lines, snapshot.row, snapshot.column)
    lastChange = nil
  }

  /// Undoes consecutive typing or deleting in one step.
  private mutating func remember(_ change: Change) {
    defer { lastChange = change }
    future = []
    if change != .other, change == lastChange { return }
    past.append(Snapshot(lines: lines, row: row, column: column))
    if past.count > Self.undoLimit { past.removeFirst() }
  }
}

// MARK: Moving

extension TextEditor {
  package mutating func moveLeft() {
    if column > 0 { place(row, column - 1) } else if row > 0 { place(row - 1, lines[row - 1].count) }
  }

  package mutating func moveRight() {
    if column < line.count { place(row, column + 1) } else if row + 1 < lines.count { place(row + 1, 0) }
  }

  package mutating func moveUp(_ count: Int = 1) { place(row - count, column) }
  package mutating func moveDown(_ count: Int = 1) { place(row + count, column) }
  package mutating func moveToLineStart() { place(row, 0) }
  package mutating func moveToLineEnd() { place(row, line.count) }
  package mutating func moveToStart() { place(0, 0) }
  package mutating func moveToEnd() { place(lines.count - 1, .max) }
  package mutating func moveWordLeft() { column > 0 ? place(row, wordStart) : moveLeft() }
  package mutating func moveWordRight() { column < line.count ? place(row, wordEnd) : moveRight() }

  /// Moves the cursor to the nearest valid position.
  package mutating func place(_ row: Int, _ column: Int) {
    lastChange = nil
    self.row = min(max(0, row), lines.count - 1)
    self.column = min(max(0, column), line.count)
  }

  private var wordStart: Int {
    let before = Array(line.prefix(column))
    var place = column
    while place > 0, !before[place - 1].isWordPart { place -= 1 }
    while place > 0, before[place - 1].isWordPart { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    let characters = Array(line)
    var place = column
    while place < characters.count, !characters[place].isWordPart { place += 1 }
    while place < characters.count, characters[place].isWordPart { place += 1 }
    return place
  }

  /// The number of drawn columns before the cursor.
  package var cursorColumns: Int { String(line.prefix(column)).columns }

  /// The position nearest to a drawn column, such as that of a click.
  package mutating func place(row: Int, atColumns columns: Int) {
    let row = min(max(0, row), lines.count - 1)
    var used = 0
    var place = 0
    for character in lines[row] {
      let width = String(character).columns
      if used + width > columns { break }
      used += width
      place += 1
    }
    self.place(row, place)
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
