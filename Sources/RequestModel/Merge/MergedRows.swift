/// Matches the elements of three versions of a list.
struct MergedRows {
  private(set) var slots: [MergeSlot] = []
  private let base: [JSONValue]
  private let ours: [JSONValue]
  private let theirs: [JSONValue]
  private let names: [RowNames]

  init(_ base: [JSONValue], _ ours: [JSONValue], _ theirs: [JSONValue], isSet: Bool) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    names = [base, ours, theirs].map(RowNames.init)
    var own = RowAlignment(base, ours, isSet: isSet).pairs
    var other = RowAlignment(base, theirs, isSet: isSet).pairs
    exchangeEqual(&own, ours, other, theirs)
    exchangeEqual(&other, theirs, own, ours)
    let order = MergeOrder(count: base.count, ours: own, theirs: other)
    slots = order.slots(same: sameInsertions(own, other)) { row(of: $0)?.compact ?? "" }
  }

  /// Merges without a base: rows of only one side are conflicts.
  init(ours: [JSONValue], theirs: [JSONValue], isSet: Bool) {
    (base, self.ours, self.theirs) = ([], ours, theirs)
    names = [base, ours, theirs].map(RowNames.init)
    let pairs = RowAlignment(ours, theirs, isSet: isSet).pairs
    let order = MergeOrder(count: ours.count, ours: Array(ours.indices), theirs: pairs)
    slots = order.slots(same: [:]) { row(of: $0)?.compact ?? "" }.map { MergeSlot(ours: $0.ours, theirs: $0.theirs) }
  }

  /// If a side removed one of several equal old rows, treats a row that the other side left unchanged as removed.
  private func exchangeEqual(_ pairs: inout [Int?], _ rows: [JSONValue], _ otherPairs: [Int?], _ others: [JSONValue]) {
    let (kept, otherKept) = (pairs.inverted(count: base.count), otherPairs.inverted(count: base.count))
    let isUnchanged = { (index: Int, place: Int?, rows: [JSONValue]) in place.map { rows[$0] == base[index] } ?? false }
    let removed = base.indices.filter { index in
      kept[index] == nil && otherKept[index] != nil && !isUnchanged(index, otherKept[index], others)
    }
    guard !removed.isEmpty else { return }
    var free: [JSONValue: [Int]] = [:]
    for index in base.indices.reversed()
    where isUnchanged(index, kept[index], rows)
      && (otherKept[index] == nil || isUnchanged(index, otherKept[index], others))
    { free[base[index], default: []].append(index) }
    for index in removed {
      guard let place = free[base[index]]?.popLast(), let row = kept[place] else { continue }
      pairs[row] = index
    }
  }

  /// The rows that both sides inserted, ours by the index of theirs: equal ones, and those of a name that is new.
  private func sameInsertions(_ own: [Int?], _ other: [Int?]) -> [Int: Int] {
    let (mine, others) = (own.indices(of: nil), other.indices(of: nil))
    guard !mine.isEmpty, !others.isEmpty else { return [:] }
    let pairs = RowAlignment(mine.map { ours[$0] }, others.map { theirs[$0] }, depth: .name).pairs
    let known = Set(base.compactMap(RowKey.init))
    let counts = [mine.map { ours[$0] }, others.map { theirs[$0] }].map { rows in
      Dictionary(rows.compactMap(RowKey.init).map { ($0, 1) }, uniquingKeysWith: +)
    }
    var same: [Int: Int] = [:]
    for (theirIndex, pair) in zip(others, pairs) {
      guard let ourIndex = pair.map({ mine[$0] }) else { continue }
      if ours[ourIndex] != theirs[theirIndex] {
        guard let key = RowKey(ours[ourIndex]), !known.contains(key), counts.allSatisfy({ $0[key] ?? 0 <= 1 }) else {
          continue
        }
      }
      same[theirIndex] = ourIndex
    }
    return same
  }

  private func row(of slot: MergeSlot) -> JSONValue? {
    slot.ours.map { ours[$0] } ?? slot.theirs.map { theirs[$0] } ?? slot.base.map { base[$0] }
  }

  /// The row's location and label, numbered among rows of the same name. Existing rows keep their number in the base.
  func spot(of slot: MergeSlot, in list: FieldSpot) -> FieldSpot {
    let names = names[slot.base != nil ? 0 : slot.ours != nil ? 1 : 2]
    let index = slot.base ?? slot.ours ?? slot.theirs ?? 0
    return list.element(index, names.label(index, list.label))
  }
}
