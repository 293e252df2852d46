/// Merges two changes of a document by members, rows and lines instead of lines of the file.
///
/// Rows are matched by their identity (see `RowAlignment`). Texts that are JSON are merged by their members, other
/// texts by lines. The result is the same if the sides are exchanged, apart from the sides of its conflicts.
package struct DocumentMerge: Equatable, Sendable {
  /// Values that the two sides changed differently.
  package internal(set) var conflicts: [MergeConflict] = []
  private var root: MergeNode = .value(nil)

  /// - Parameters:
  ///   - base: The common ancestor; `nil` if unknown, so that each difference is a conflict.
  ///   - role: The role of the documents; `nil` for JSON without fields.
  package init(base: JSONValue?, ours: JSONValue, theirs: JSONValue, role: FileRole? = nil) {
    var walk = MergeWalk(knowsBase: base != nil)
    let shape = role.map(FieldShape.init) ?? .json
    root = walk.merged(base, ours, theirs, FieldSpot(shape: shape))
    conflicts = walk.conflicts
    guard let role, let base, !isSound(role, ours, theirs) else { return }
    separate(base, ours, theirs, role)
  }

  /// The result. Where both sides changed the same value, it has ours.
  package var value: JSONValue { value(.ours) }

  /// Returns the result with all conflicts decided for a side.
  package func value(_ side: MergeSide) -> JSONValue { value { _ in side } }

  /// Returns the result with each conflict decided by its number.
  package func value(_ side: (Int) -> MergeSide) -> JSONValue {
    root.value { conflicts[$0].value(side($0)) } ?? .null
  }

  // MARK: Files that would be broken

  /// Whether the result is a valid file, as both sides are.
  private func isSound(_ role: FileRole, _ ours: JSONValue, _ theirs: JSONValue) -> Bool {
    let sides: [MergeSide] = conflicts.isEmpty ? [.ours] : [.ours, .theirs]
    return sides.allSatisfy { role.accepts(value($0)) } || !role.accepts(ours) || !role.accepts(theirs)
  }

  /// Makes a conflict of each member that both sides changed: together the changes are not a valid file.
  private mutating func separate(_ base: JSONValue, _ ours: JSONValue, _ theirs: JSONValue, _ role: FileRole) {
    guard let base = base.object, let own = ours.object, let other = theirs.object else { return }
    var walk = MergeWalk(knowsBase: true)
    walk.isSeparate = true
    root = walk.merged(.object(base), .object(own), .object(other), FieldSpot(shape: FieldShape(role)))
    conflicts = walk.conflicts
  }
}

/// A value that both sides changed.
package struct MergeConflict: Equatable, Sendable {
  /// The location in the base; for values that both sides added, in ours.
  package let place: JSONLocation
  /// A readable name: `Header Accept`, `Body › user.name`.
  package let label: String
  package let base: JSONValue?
  package let ours: JSONValue?
  package let theirs: JSONValue?
  /// The values as text, with secrets masked; `nil` for removed values.
  package let texts: [MergeSide: String]

  package func value(_ side: MergeSide) -> JSONValue? {
    switch side {
    case .base: base
    case .ours: ours
    case .theirs: theirs
    }
  }

  /// `Method: GET here, PUT there`, for a list of conflicts.
  package var summary: String {
    "\(label): \(texts[.ours].map(Self.short) ?? "removed") here, \(texts[.theirs].map(Self.short) ?? "removed") there"
  }

  private static func short(_ text: String) -> String {
    let line = FieldChange.split(text).first { !$0.isEmpty } ?? "empty"
    return line.count > 40 || !line.isExactly(text) && !text.isEmpty ? line.prefix(40) + "…" : line
  }
}
