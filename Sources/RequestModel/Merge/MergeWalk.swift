/// Walks through three versions of a document at once.
struct MergeWalk {
  private(set) var conflicts: [MergeConflict] = []
  let knowsBase: Bool
  /// Whether members that both sides changed are conflicts as a whole.
  var isSeparate = false

  mutating func merged(_ base: JSONValue?, _ ours: JSONValue?, _ theirs: JSONValue?, _ spot: FieldSpot) -> MergeNode {
    if isSame(ours, theirs, spot) { return .value(ours) }
    if knowsBase {
      if isSame(theirs, base, spot) { return .value(ours) }
      if isSame(ours, base, spot) { return .value(theirs) }
    }
    if !spot.isRow, let empty = spot.shape.empty, knowsBase, base != nil, ours == nil || theirs == nil {
      return .optional(merged(base, ours ?? empty, theirs ?? empty, spot))
    }
    guard let ours, let theirs, !isSeparate || spot.place.steps.isEmpty else {
      return conflict(base, ours, theirs, spot)
    }
    switch (ours, theirs) {
    case (.object(let own), .object(let other)):
      guard let before = base == nil ? JSONObject() : base?.object else { break }
      return list(members(before, own, other, base, spot), ours, theirs, spot)
    case (.array(let own), .array(let other)):
      if case .lines = spot.shape { break }
      guard let before = base == nil ? [] : base?.array else { break }
      return list(elements(before, own, other, spot), ours, theirs, spot)
    default: break
    }
    return text(base, ours, theirs, spot) ?? conflict(base, ours, theirs, spot)
  }

  /// A table that neither side has left empty is removed when it becomes so.
  private func list(_ node: MergeNode, _ ours: JSONValue, _ theirs: JSONValue, _ spot: FieldSpot) -> MergeNode {
    guard !spot.isRow, let empty = spot.shape.empty, ours != empty, theirs != empty else { return node }
    return .optional(node)
  }

  /// A text is the same as a string and as lines.
  private func isSame(_ a: JSONValue?, _ b: JSONValue?, _ spot: FieldSpot) -> Bool {
    if a == b { return true }
    guard case .lines = spot.shape, let a = a?.wholeLines, let b = b?.wholeLines else { return false }
    return a.isExactly(b)
  }

  private mutating func conflict(
    _ base: JSONValue?, _ ours: JSONValue?, _ theirs: JSONValue?, _ spot: FieldSpot
  ) -> MergeNode {
    let values = [(MergeSide.base, base), (.ours, ours), (.theirs, theirs)].compactMap { side, value in
      value.map { (side, spot.text(of: $0, beside: [base, ours, theirs])) }
    }
    conflicts.append(
      MergeConflict(
        place: spot.place, label: spot.label.text, base: base, ours: ours, theirs: theirs,
        texts: Dictionary(uniqueKeysWithValues: values)))
    return .conflict(conflicts.count - 1)
  }

  // MARK: Objects

  private mutating func members(
    _ base: JSONObject, _ ours: JSONObject, _ theirs: JSONObject, _ whole: JSONValue?, _ spot: FieldSpot
  ) -> MergeNode {
    let order = MergeOrder(
      count: base.members.count, ours: MemberAlignment.pairs(base, ours), theirs: MemberAlignment.pairs(base, theirs))
    let keys = { (slot: MergeSlot) in
      (slot.ours.map { ours.members[$0] } ?? slot.theirs.map { theirs.members[$0] } ?? base.members[slot.base ?? 0]).key
    }
    let same = Self.sameMembers(base, ours, theirs)
    let rowName = (ours["name"] ?? theirs["name"] ?? base["name"])?.string
    let known = conflicts.count
    let merged = order.slots(same: same) { keys($0).value }.map { slot in
      MergedMember(
        key: keys(slot),
        node: self.merged(
          slot.base.map { base.members[$0].value }, slot.ours.map { ours.members[$0].value },
          slot.theirs.map { theirs.members[$0].value }, spot.member(keys(slot).value, rowName: rowName)))
    }
    let node = MergeNode.object(merged)
    guard case .kinds(let table) = spot.shape, !isOneKind(node, table) else { return node }
    // An object of two kinds is neither.
    conflicts.removeSubrange(known...)
    return conflict(whole, .object(ours), .object(theirs), spot)
  }

  /// The members that both sides added, ours by the index of theirs.
  private static func sameMembers(_ base: JSONObject, _ ours: JSONObject, _ theirs: JSONObject) -> [Int: Int] {
    let own = MemberAlignment.pairs(base, ours).indices(of: nil)
    let other = MemberAlignment.pairs(base, theirs).indices(of: nil)
    let pairs = MemberAlignment.pairs(
      JSONObject(members: own.map { ours.members[$0] }), JSONObject(members: other.map { theirs.members[$0] }))
    return Dictionary(
      uniqueKeysWithValues: zip(other, pairs).compactMap { theirs, pair in pair.map { (theirs, own[$0]) } })
  }

  /// Whether the object has at most one kind, whichever side the conflicts are decided for.
  private func isOneKind(_ node: MergeNode, _ table: KindTable) -> Bool {
    MergeSide.allCases.dropFirst().allSatisfy { side in
      let object = node.value { conflicts[$0].value(side) }?.object ?? JSONObject()
      return table.kinds.count { kind in object.members.contains { $0.key.means(kind.name) } } <= 1
    }
  }

  // MARK: Lists

  private mutating func elements(
    _ base: [JSONValue], _ ours: [JSONValue], _ theirs: [JSONValue], _ spot: FieldSpot
  ) -> MergeNode {
    let isSet = if case .words = spot.shape { true } else { false }
    let rows =
      knowsBase
      ? MergedRows(base, ours, theirs, isSet: isSet) : MergedRows(ours: ours, theirs: theirs, isSet: isSet)
    return .array(
      rows.slots.map { slot in
        merged(
          slot.base.map { base[$0] }, slot.ours.map { ours[$0] }, slot.theirs.map { theirs[$0] },
          rows.spot(of: slot, in: spot))
      })
  }

  // MARK: Texts

  private mutating func text(_ base: JSONValue?, _ ours: JSONValue, _ theirs: JSONValue, _ spot: FieldSpot)
    -> MergeNode?
  {
    if case .plain = spot.shape { return nil }
    let isLines = if case .lines = spot.shape { true } else { false }
    guard let before = (isLines ? base?.wholeLines : base?.string), let own = isLines ? ours.wholeLines : ours.string,
      let other = isLines ? theirs.wholeLines : theirs.string
    else { return nil }
    if let node = json(before, own, other, isLines: ours.array != nil || theirs.array != nil, spot) { return node }
    let merge = LineMerge(base: before, ours: own, theirs: other)
    let value = { (side: MergeSide) in
      let like = [ours, theirs].first { $0.array != nil } ?? ours
      return isLines ? JSONValue.lines(merge.text(side), like: like) : .string(merge.text(side))
    }
    guard merge.hasConflicts else { return .value(value(.ours)) }
    return conflict(value(.base), value(.ours), value(.theirs), spot)
  }

  private mutating func json(
    _ base: String, _ ours: String, _ theirs: String, isLines: Bool, _ spot: FieldSpot
  ) -> MergeNode? {
    guard let before = JSONValue.container(in: base), let own = JSONValue.container(in: ours),
      let other = JSONValue.container(in: theirs), let baseText = try? JSONText(base),
      let text = try? JSONText(ours), let otherText = try? JSONText(theirs)
    else { return nil }
    let both = [text, otherText].sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return .text(
      MergedText(base: baseText, ours: both[0], theirs: both[1], isLines: isLines),
      merged(before, own, other, spot.inText))
  }
}

extension [Int?] {
  func indices(of value: Int?) -> [Int] { indices.filter { self[$0] == value } }

  /// Whether the numbers ascend.
  var isInOrder: Bool {
    let kept = compactMap(\.self)
    return zip(kept, kept.dropFirst()).allSatisfy(<)
  }

  /// For each number below a count its index.
  func inverted(count: Int) -> [Int?] {
    var places = [Int?](repeating: nil, count: count)
    for (index, pair) in enumerated() { if let pair { places[pair] = index } }
    return places
  }
}
