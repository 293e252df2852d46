/// The differences between two versions of a file, by fields instead of lines.
///
/// Rows of tables are matched as in a merge. Texts that are JSON in both versions are compared by their members.
package struct FieldDiff: Equatable, Sendable {
  package private(set) var changes: [FieldChange] = []

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

  private init(_ old: JSONValue, _ new: JSONValue, _ shape: FieldShape) {
    compare(old, new, Spot(shape: shape))
  }

  /// Where the comparison is.
  private struct Spot {
    var shape: FieldShape
    var label = ChangeLabel()
    var place = JSONLocation()
    /// Whether the value is in a text that was parsed: its place is that of the text.
    var isInText = false
    var isRow = false
    var isRowValue = false
    var isSecret = false

    func member(_ name: String, rowName: String?) -> Spot {
      var spot = self
      spot.isSecret = isSecret || shape.isSecret(name, inRow: isRow ? rowName : nil)
      spot.shape = shape.member(name)
      spot.label = label.member(name, in: shape, isRow: isRow)
      spot.isRow = false
      spot.isRowValue = isRow && name.isExactly("value")
      if !isInText { spot.place = place.appending(name) }
      return spot
    }

    func element(_ index: Int, _ label: ChangeLabel) -> Spot {
      var spot = self
      spot.label = label
      spot.isRow = if case .rows = shape { true } else { false }
      spot.shape = shape.element
      if !isInText { spot.place = place.appending(index) }
      return spot
    }
  }

  private mutating func compare(_ old: JSONValue?, _ new: JSONValue?, _ spot: Spot) {
    guard old != new else { return }
    switch (spot.shape, old, new) {
    case (.lines, let old?, let new?): compareTexts(old, new, spot)
    case (.words, _, _): add(old, new, spot)
    case (.kinds, .object(let old)?, .object(let new)?)
    where spot.shape.kind(of: old)?.name == spot.shape.kind(of: new)?.name:
      compareMembers(old, new, spot)
    case (.kinds, _, _): add(old, new, spot)
    case (.members, nil, let new?) where !spot.isRow: compare(.object(JSONObject()), new, spot)
    case (.members, let old?, nil) where !spot.isRow: compare(old, .object(JSONObject()), spot)
    case (.strings, nil, .object(let new)?): compareMembers(JSONObject(), new, spot)
    case (.strings, .object(let old)?, nil): compareMembers(old, JSONObject(), spot)
    case (_, .object(let old)?, .object(let new)?): compareMembers(old, new, spot)
    case (.rows, _, _) where old?.array != nil || new?.array != nil:
      compareElements(old?.array ?? [], new?.array ?? [], spot)
    case (_, .array(let old)?, .array(let new)?): compareElements(old, new, spot)
    case (.json, .string(let old)?, .string(let new)?): compareTexts(.string(old), .string(new), spot)
    default: add(old, new, spot)
    }
  }

  private mutating func compareMembers(_ old: JSONObject, _ new: JSONObject, _ spot: Spot) {
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

  private mutating func compareElements(_ old: [JSONValue], _ new: [JSONValue], _ spot: Spot) {
    let pairs = RowAlignment(old, new).pairs
    let kept = Set(pairs.compactMap(\.self))
    let (oldNames, newNames) = (RowNames(old), RowNames(new))
    for (index, row) in old.enumerated() where !kept.contains(index) {
      add(row, nil, spot.element(index, oldNames.label(index, spot.label)))
    }
    for (index, row) in new.enumerated() {
      let spot = spot.element(index, newNames.label(index, spot.label))
      guard let pair = pairs[index] else {
        add(nil, row, spot)
        continue
      }
      compare(old[pair], row, spot)
    }
    guard !pairs.compactMap(\.self).isAscending else { return }
    addMove(old, new, spot)
  }

  private mutating func compareTexts(_ old: JSONValue, _ new: JSONValue, _ spot: Spot) {
    guard let before = old.joinedLines, let after = new.joinedLines else { return add(old, new, spot) }
    guard !before.isExactly(after) else { return }
    guard let oldJSON = JSONValue.container(in: before), let newJSON = JSONValue.container(in: after),
      oldJSON != newJSON
    else { return add(old, new, spot) }
    var inner = spot
    inner.shape = .json
    inner.isInText = true
    compare(oldJSON, newJSON, inner)
  }

  private mutating func add(_ old: JSONValue?, _ new: JSONValue?, _ spot: Spot) {
    let text = ChangeText(isSecret: spot.isSecret)
    // The quotes tell a string from a number where there may be both.
    let isPlain = spot.isRowValue && [old, new].allSatisfy { $0 == nil || $0?.string != nil }
    let shape = isPlain ? .lines : spot.shape
    let words = { (value: JSONValue) in
      spot.isRow ? text.text(ofRow: value, spot.shape) : text.text(of: value, shape)
    }
    changes.append(
      FieldChange(
        kind: old == nil ? .added : new == nil ? .removed : .changed, place: spot.place, label: spot.label.text,
        old: old, new: new, oldText: old.map(words), newText: new.map(words)))
  }

  private mutating func addMove(_ old: [JSONValue], _ new: [JSONValue], _ spot: Spot) {
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

/// The names of the rows of a list, for labels.
private struct RowNames {
  private let names: [String?]
  private let counts: [ExactText: Int]

  init(_ rows: [JSONValue]) {
    names = rows.map { RowKey($0)?.text }
    counts = Dictionary(names.compactMap { $0.map { (ExactText($0), 1) } }, uniquingKeysWith: +)
  }

  func label(_ index: Int, _ list: ChangeLabel) -> ChangeLabel {
    guard let name = names[index], list.hasRows else { return list.element(index) }
    let isRepeated = counts[ExactText(name)] ?? 0 > 1
    let occurrence = names[...index].count { $0.map { $0.isExactly(name) } ?? false }
    return list.row(name, occurrence: isRepeated ? occurrence : nil)
  }
}

extension [Int] {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy(<) }
}
