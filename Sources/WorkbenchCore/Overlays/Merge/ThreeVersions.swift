/// A file that both sides changed, merged by fields.
package struct ThreeVersions: Equatable, Sendable {
  package private(set) var merge: DocumentMerge
  /// The differences between mine and theirs: conflicts first, then automatic merges.
  package private(set) var rows: [Row]
  package let role: FileRole?

  package struct Row: Equatable, Sendable {
    package var label: String
    package var base: String?
    package var mine: String?
    package var theirs: String?
    package var kind: Kind

    package enum Kind: Equatable, Sendable {
      /// The number of a conflict to decide.
      case conflict(Int)
      /// Changed by one side only, or by both alike.
      case merged(MergeSide)
    }
  }

  /// - Parameter base: The common ancestor, if known.
  package init(base: JSONValue?, mine: JSONValue, theirs: JSONValue, role: FileRole?) {
    merge = DocumentMerge(base: base, ours: mine, theirs: theirs, role: role)
    self.role = role
    rows = merge.conflicts.enumerated().map { index, conflict in
      Row(
        label: conflict.label, base: conflict.texts[.base], mine: conflict.texts[.ours],
        theirs: conflict.texts[.theirs], kind: .conflict(index))
    }
    guard let base else { return }
    let conflicts = merge.conflicts
    let own = Self.changes(base, mine, role).filter { change in !conflicts.contains { $0.has(change, of: .ours) } }
    let other = Self.changes(base, theirs, role).filter { change in
      !conflicts.contains { $0.has(change, of: .theirs) }
    }
    rows += own.map { change in
      let same = other.contains { $0.label == change.label && $0.new == change.new }
      return Row(
        label: change.label, base: change.oldText, mine: change.newText,
        theirs: same ? change.newText : change.oldText, kind: .merged(.ours))
    }
    rows += other.filter { change in !own.contains { $0.label == change.label && $0.new == change.new } }.map {
      change in
      Row(
        label: change.label, base: change.oldText, mine: change.oldText, theirs: change.newText, kind: .merged(.theirs))
    }
  }

  private static func changes(_ old: JSONValue, _ new: JSONValue, _ role: FileRole?) -> [FieldChange] {
    guard let role, let before = old.object, let after = new.object else { return FieldDiff(json: old, new).changes }
    return FieldDiff(before, after, role: role).changes
  }
}

extension MergeConflict {
  /// Whether the change of a side is in it. A row may have another index in each version; its label is the same, unless
  /// it is the name that changed.
  fileprivate func has(_ change: FieldChange, of side: MergeSide) -> Bool {
    change.label.startsExactly(with: label)
      || place.isName && place.keys == change.place.keys && base != nil && base == change.old
        && value(side) == change.new
  }
}

extension JSONLocation {
  fileprivate var keys: [String] { steps.compactMap { if case .key(let key) = $0 { key } else { nil } } }

  /// Whether it is the name of a row.
  fileprivate var isName: Bool { keys.last.map { $0.isExactly("name") } ?? false }
}
