/// The differences between two versions of a file, by fields instead of lines.
///
/// Rows of tables are matched as in a merge. Texts that are JSON in both versions are compared by their members.
package struct FieldDiff: Equatable, Sendable {
  package let changes: [FieldChange]

  package var lines: [String] { changes.flatMap(\.lines) }

  /// - Parameters:
  ///   - old: The old version; `nil` if there was none.
  ///   - new: The new version; `nil` if it was deleted.
  package init(_ old: JSONObject?, _ new: JSONObject?, role: FileRole) {
    self.init(
      .object(old ?? JSONObject()), .object(new ?? JSONObject()), FieldShape(role))
  }

  /// Compares two JSON values that have no fields.
  package init(json old: JSONValue, _ new: JSONValue) { self.init(old, new, .json) }

  /// Compares the members of two objects, which are texts, or JSON as text.
  ///
  /// - Parameter isStopped: If it returns `true`, changes are missing.
  init(texts old: JSONObject, _ new: JSONObject, isStopped: () -> Bool) {
    self.init(.object(old), .object(new), .texts, isStopped: isStopped)
  }

  private init(_ old: JSONValue, _ new: JSONValue, _ shape: FieldShape, isStopped: () -> Bool = { false }) {
    changes = withoutActuallyEscaping(isStopped) { isStopped in
      var comparison = FieldComparison(isStopped: isStopped)
      comparison.compare(old, new, FieldSpot(shape: shape))
      return comparison.changes
    }
  }
}

/// Collects the changes between two values.
private struct FieldComparison {
  private(set) var changes: [FieldChange] = []
  let isStopped: () -> Bool

  mutating func compare(_ old: JSONValue?, _ new: JSONValue?, _ spot: FieldSpot) {
    guard !isStopped(), old != new else { return }
    switch (spot.shape, old, new) {
    case (.lines, let old?, let new?): compareTexts(old, new, spot)
    case (.words, _, _): addChange(old, new, spot)
    case (.kinds, .object(let old)?, .object(let new)?)
    where spot.shape.kind(of: old)?.name == spot.shape.kind(of: new)?.name:
      compareMembers(old, new, spot)
    case (.kinds, _, _): addChange(old, new, spot)
    case (.members, nil, let new?) where !spot.isRow: compare(.object(JSONObject()), new, spot)
    case (.members, let old?, nil) where !spot.isRow: compare(old, .object(JSONObject()), spot)
    case (.strings, nil, .object(let new)?): compareMembers(JSONObject(), new, spot)
    case (.strings, .object(let old)?, nil): compareMembers(old, JSONObject(), spot)
    case (_, .object(let old)?, .object(let new)?): compareMembers(old, new, spot)
    case (.rows, _, _) where old?.array != nil || new?.array != nil:
      compareElements(old?.array ?? [], new?.array ?? [], spot)
    case (_, .array(let old)?, .array(let new)?): compareElements(old, new, spot)
    case (.json, .string(let old)?, .string(let new)?): compareTexts(.string(old), .string(new), spot)
    default: addChange(old, new, spot)
    }
  }

  private mutating func compareMembers(_ old: JSONObject, _ new: JSONObject, _ spot: FieldSpot) {
    let pairs = MemberAlignment.pairs(old, new)
    let kept = Set(pairs.compactMap(\.self))
    let rowName = spot.isRow ? (new["name"] ?? old["name"])?.string : nil
    for (index, member) in old.members.enumerated() where !kept.contains(index) {
      compare(member.value, nil, spot.member(member.key.value, rowName: rowName))
    }
    for (member, pair) in zip(new.members, pairs) {
      compare(pair.map { old.members[$0].value }, member.value, spot.member(member.key.value, rowName: rowName))
    }
  }

  private mutating func compareElements(_ old: [JSONValue], _ new: [JSONValue], _ spot: FieldSpot) {
    let pairs = RowAlignment(old, new, isStopped: isStopped).pairs
    var isKept = [Bool](repeating: false, count: old.count)
    for case let index? in pairs { isKept[index] = true }
    let (oldNames, newNames) = spot.label.hasRows ? (RowNames(old), RowNames(new)) : (RowNames([]), RowNames([]))
    for (index, row) in old.enumerated() where !isKept[index] {
      addChange(row, nil, spot.element(index, oldNames.label(index, spot.label)))
    }
    for (index, row) in new.enumerated() {
      let spot = spot.element(index, newNames.label(index, spot.label))
      guard let pair = pairs[index] else {
        addChange(nil, row, spot)
        continue
      }
      compare(old[pair], row, spot)
    }
    if !pairs.isInOrder { addMove(old, new, spot) }
  }

  private mutating func compareTexts(_ old: JSONValue, _ new: JSONValue, _ spot: FieldSpot) {
    guard let before = old.wholeLines, let after = new.wholeLines else { return addChange(old, new, spot) }
    guard !before.isExactly(after) else { return }
    guard let oldJSON = JSONValue.container(in: before), let newJSON = JSONValue.container(in: after),
      oldJSON != newJSON
    else { return addChange(old, new, spot) }
    compare(oldJSON, newJSON, spot.inText)
  }

  private mutating func addChange(_ old: JSONValue?, _ new: JSONValue?, _ spot: FieldSpot) {
    if isStopped() { return }
    let words = { (value: JSONValue) in spot.text(of: value, beside: [old, new]) }
    changes.append(
      FieldChange(
        kind: old == nil ? .added : new == nil ? .removed : .changed, place: spot.place, label: spot.label.text,
        old: old, new: new, oldText: old.map(words), newText: new.map(words)))
  }

  private mutating func addMove(_ old: [JSONValue], _ new: [JSONValue], _ spot: FieldSpot) {
    let order = { (rows: [JSONValue]) in
      rows.map { RowKey($0)?.text ?? ChangeText(isSecret: spot.isSecret).text(of: $0, spot.shape.element) }
        .joined(separator: ", ")
    }
    changes.append(
      FieldChange(
        kind: .moved, place: spot.place, label: spot.label.text, old: .array(old), new: .array(new),
        oldText: order(old), newText: order(new)))
  }
}
