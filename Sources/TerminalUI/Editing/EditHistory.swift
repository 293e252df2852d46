/// One replacement of bytes.
struct TextEdit: Equatable, Sendable {
  var offset: Int
  var removed: [UInt8]
  var inserted: [UInt8]
}

/// The edits of a text that can be undone, in steps.
struct EditHistory: Equatable, Sendable {
  /// A group of edits that is undone at once.
  struct Step: Equatable, Sendable {
    var edits: [TextEdit]
    var cursorBefore: Int
    var anchorBefore: Int?
    var cursorAfter: Int
  }

  /// Consecutive edits of the same kind form a step, except for `other`.
  enum Change: Equatable, Sendable { case typing, erasing, other }

  private(set) var past: [Step] = []
  private(set) var future: [Step] = []
  private var lastChange: Change?
  /// Whether all edits join the last step, and whether that step has begun.
  private var group = Group.none

  private enum Group: Equatable, Sendable { case none, requested, begun }

  private static let limit = 1_000

  /// Ends the current run of typing.
  mutating func interrupt() { lastChange = nil }

  mutating func beginGroup() { if group == .none { group = .requested } }

  mutating func endGroup() {
    group = .none
    lastChange = nil
  }

  var canUndo: Bool { !past.isEmpty }

  var isGrouping: Bool { group != .none }

  mutating func add(_ edit: TextEdit, _ change: Change, cursor: Int, anchor: Int?, after: Int) {
    future = []
    let continues = group == .begun || (group == .none && change != .other && change == lastChange)
    if continues, let last = past.indices.last {
      if !past[last].edits.joinLast(edit) { past[last].edits.append(edit) }
      past[last].cursorAfter = after
    } else {
      past.append(Step(edits: [edit], cursorBefore: cursor, anchorBefore: anchor, cursorAfter: after))
      if past.count > Self.limit { past.removeFirst() }
    }
    if group == .requested { group = .begun }
    lastChange = change
  }

  mutating func undo() -> Step? {
    endGroup()
    guard let step = past.popLast() else { return nil }
    future.append(step)
    return step
  }

  mutating func redo() -> Step? {
    endGroup()
    guard let step = future.popLast() else { return nil }
    past.append(step)
    return step
  }
}

extension [TextEdit] {
  /// Extends the last edit by an adjacent one: typing, or deleting in either direction.
  fileprivate mutating func joinLast(_ edit: TextEdit) -> Bool {
    guard let index = indices.last else { return false }
    let end = self[index].offset + self[index].inserted.count
    if edit.removed.isEmpty, edit.offset == end {
      self[index].inserted += edit.inserted
      return true
    }
    guard edit.inserted.isEmpty, self[index].inserted.isEmpty else { return false }
    if edit.offset == self[index].offset {
      self[index].removed += edit.removed
      return true
    }
    guard edit.offset + edit.removed.count == self[index].offset else { return false }
    self[index].removed.insert(contentsOf: edit.removed, at: 0)
    self[index].offset = edit.offset
    return true
  }
}
