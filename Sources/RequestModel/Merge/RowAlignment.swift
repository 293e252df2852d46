/// Matches the elements of a changed list with those of the old one.
///
/// Equal elements are matched first, then rows of the same name or id, and last elements between the same neighbors.
/// The result depends only on the two lists, so both sides of a merge are matched alike.
struct RowAlignment: Equatable {
  /// For each new element, the index of the old one that it was; `nil` if it was inserted.
  private(set) var pairs: [Int?]
  /// Whether an old element has a new one.
  private var isTaken: [Bool]

  /// The criteria by which two elements are the same.
  enum Depth {
    /// The value alone, as of tags: they are added or removed, never changed.
    case value
    /// The name or id as well.
    case name
    /// The place between neighbors as well, if they have something in common.
    case place
  }

  init(_ old: [JSONValue], _ new: [JSONValue], isSet: Bool) { self.init(old, new, depth: isSet ? .value : .place) }

  /// - Parameter isStopped: If it returns `true`, fewer elements are matched.
  init(_ old: [JSONValue], _ new: [JSONValue], depth: Depth = .place, isStopped: () -> Bool = { false }) {
    isTaken = [Bool](repeating: false, count: old.count)
    let elements = NumberedElements(old, new)
    pairs = CommonSubsequence(elements, isStopped: isStopped).pairs
    let anchors = pairs
    elements.pairMoved(&pairs)
    for case let index? in pairs { isTaken[index] = true }
    guard depth != .value, pairs.contains(nil), isTaken.contains(false), !isStopped() else { return }
    let rows = Rows(old, new)
    let gaps = Self.gaps(anchors, oldCount: old.count)
    if rows.haveKeys {
      pairSame(in: gaps, rows)
      pairSame(in: [(old.indices, new.indices)], rows)
    }
    guard depth == .place else { return }
    if rows.areValues {
      pairInOrder(in: gaps)
    } else {
      pairAlike(in: gaps, rows.likenessOfOthers)
    }
  }

  /// The ranges between neighbors that did not change.
  private static func gaps(_ anchors: [Int?], oldCount: Int) -> [(old: Range<Int>, new: Range<Int>)] {
    var gaps: [(Range<Int>, Range<Int>)] = []
    var (oldStart, newStart) = (0, 0)
    for newEnd in 0...anchors.count {
      guard let oldEnd = newEnd == anchors.count ? oldCount : anchors[newEnd] else { continue }
      if oldStart < oldEnd, newStart < newEnd { gaps.append((oldStart..<oldEnd, newStart..<newEnd)) }
      (oldStart, newStart) = (oldEnd + 1, newEnd + 1)
    }
    return gaps
  }

  /// Elements that may be compared with each other.
  private typealias Group = (old: [Int], new: [Int])

  /// Above this number of comparisons, elements of a group are compared in order only.
  private static let limit = 250_000
  /// The same if all groups together have more than `totalLimit`: the work is then in proportion to the lists.
  private static let smallLimit = 1_024
  private static let totalLimit = 500_000

  /// Pairs the rows of one name or id that are still free within each gap, the most alike first.
  private mutating func pairSame(in gaps: [(old: Range<Int>, new: Range<Int>)], _ rows: Rows) {
    let groups = gaps.flatMap { gap -> [Group] in
      // Rows of different names are not compared.
      let new = Dictionary(grouping: gap.new.filter { pairs[$0] == nil && rows.newKeys[$0] != nil }) {
        rows.newKeys[$0]
      }
      if new.isEmpty { return [] }
      let old = Dictionary(grouping: gap.old.filter { !isTaken[$0] && rows.oldKeys[$0] != nil }) {
        rows.oldKeys[$0]
      }
      return old.map { (old: $0.value, new: new[$0.key] ?? []) }
    }
    pairAlike(groups, rows.likenessOfSame)
  }

  /// Pairs the elements that are still free within each gap, the most alike first.
  private mutating func pairAlike(in gaps: [(old: Range<Int>, new: Range<Int>)], _ likeness: (Int, Int) -> Int) {
    pairAlike(
      gaps.map { gap -> Group in (gap.old.filter { !isTaken[$0] }, gap.new.filter { pairs[$0] == nil }) }, likeness)
  }

  /// Pairs the elements of each group, the most alike first. Groups have no elements in common.
  private mutating func pairAlike(_ groups: [Group], _ likeness: (Int, Int) -> Int) {
    let total = groups.reduce(0) { $0 + $1.old.count * $1.new.count }
    let limit = total > Self.totalLimit ? Self.smallLimit : Self.limit
    for group in groups { pairAlike(group.old, group.new, limit: limit, likeness) }
  }

  /// Pairs the free elements of each gap in order, as all of them are equally alike.
  private mutating func pairInOrder(in gaps: [(old: Range<Int>, new: Range<Int>)]) {
    for gap in gaps {
      for (old, new) in zip(gap.old.filter({ !isTaken[$0] }), gap.new.filter({ pairs[$0] == nil })) {
        pairs[new] = old
        isTaken[old] = true
      }
    }
  }

  private mutating func pairAlike(_ old: [Int], _ new: [Int], limit: Int, _ likeness: (Int, Int) -> Int) {
    var candidates: [(likeness: Int, old: Int, new: Int)] = []
    let isLarge = old.count * new.count > limit
    for (offset, oldIndex) in old.enumerated() {
      for newIndex in isLarge ? new.dropFirst(offset).prefix(1) : new[...] {
        let value = likeness(oldIndex, newIndex)
        if value > 0 { candidates.append((value, oldIndex, newIndex)) }
      }
    }
    candidates.sort { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) }
    for candidate in candidates where pairs[candidate.new] == nil && !isTaken[candidate.old] {
      pairs[candidate.new] = candidate.old
      isTaken[candidate.old] = true
    }
  }
}

extension RowAlignment {
  /// How much the elements of two lists have in common.
  private struct Rows {
    let old: [JSONValue]
    let new: [JSONValue]
    let oldKeys: [RowKey?]
    let newKeys: [RowKey?]

    init(_ old: [JSONValue], _ new: [JSONValue]) {
      (self.old, self.new) = (old, new)
      oldKeys = old.map(RowKey.init)
      newKeys = new.map(RowKey.init)
    }

    /// Whether both lists have rows with names or ids.
    var haveKeys: Bool { oldKeys.contains { $0 != nil } && newKeys.contains { $0 != nil } }

    /// Whether no element is a list or an object, so that all are equally alike.
    var areValues: Bool { !old.contains(where: \.isContainer) && !new.contains(where: \.isContainer) }

    /// The likeness of rows with the same name or id; 0 for others.
    func likenessOfSame(_ a: Int, _ b: Int) -> Int {
      guard let key = oldKeys[a], key == newKeys[b] else { return 0 }
      return 1 + Self.common(old[a].object, new[b].object, besides: key.member)
    }

    /// The likeness of rows with different names, and of elements without names.
    func likenessOfOthers(_ a: Int, _ b: Int) -> Int {
      switch (old[a], new[b]) {
      case (.object(let before), .object(let after)):
        let common = Self.common(before, after, besides: oldKeys[a]?.member)
        return oldKeys[a] == nil && newKeys[b] == nil ? 1 + common : common
      case (.array, .array): return 1
      case (let before, let after): return before.isContainer || after.isContainer ? 0 : 1
      }
    }

    /// The number of equal members that say something.
    private static func common(_ a: JSONObject?, _ b: JSONObject?, besides key: String?) -> Int {
      guard let a, let b else { return 0 }
      return a.members.count { member in
        guard !member.value.isEmptyOrFlag, key.map({ !member.key.means($0) }) ?? true else { return false }
        return b.members.contains { $0.key.meansTheSame(as: member.key) && $0.value == member.value }
      }
    }
  }
}

extension JSONValue {
  fileprivate var isEmptyOrFlag: Bool {
    switch self {
    case .null, .bool: true
    case .number: false
    case .string(let string): string.escaped.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.members.isEmpty
    }
  }
}

/// The identity of a row in its list: its id, its name, or the subject of a check.
struct RowKey: Hashable {
  /// The member that identifies it.
  let member: String
  private let value: [JSONValue]

  init?(_ row: JSONValue) {
    guard let object = row.object else { return nil }
    for name in ["id", "name", "key"] {
      guard let value = object[name], !value.isContainer, value != .null else { continue }
      (member, self.value) = (name, [value])
      return
    }
    guard let query = object["query"], query.string != nil else { return nil }
    (member, value) = ("query", [query, object["expression"] ?? .null])
  }

  /// The row's label for messages.
  var text: String { value.filter { $0 != .null }.map(\.templateText).joined(separator: " ") }
}
