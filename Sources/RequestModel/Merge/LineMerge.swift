/// Merges two changes of a text by lines, as git does.
struct LineMerge<Line: Hashable & Sendable>: Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case merged([Line])
    case conflict(base: [Line], ours: [Line], theirs: [Line])
  }

  private(set) var parts: [Part] = []
  /// Merged lines that are not among the parts yet: more may follow.
  private var pending: [Line] = []

  init(_ base: [Line], _ ours: [Line], _ theirs: [Line]) {
    let own = CommonSubsequence.pairs(base, ours).inverted(count: base.count)
    let other = CommonSubsequence.pairs(base, theirs).inverted(count: base.count)
    var (start, ownStart, otherStart) = (0, 0, 0)
    for index in 0...base.count {
      let isEnd = index == base.count
      guard let ownEnd = isEnd ? ours.count : own[index], let otherEnd = isEnd ? theirs.count : other[index] else {
        continue
      }
      mergeSection(base[start..<index], ours[ownStart..<ownEnd], theirs[otherStart..<otherEnd])
      if !isEnd { pending.append(base[index]) }
      (start, ownStart, otherStart) = (index + 1, ownEnd + 1, otherEnd + 1)
    }
    addPending()
  }

  var hasConflicts: Bool {
    parts.contains { if case .conflict = $0 { true } else { false } }
  }

  /// Returns the lines with the conflicts decided for a side.
  func lines(_ side: MergeSide) -> [Line] {
    parts.flatMap { part in
      switch part {
      case .merged(let lines): lines
      case .conflict(let base, let ours, let theirs): side == .base ? base : side == .ours ? ours : theirs
      }
    }
  }

  private mutating func mergeSection(_ base: ArraySlice<Line>, _ ours: ArraySlice<Line>, _ theirs: ArraySlice<Line>) {
    if ours == theirs || theirs == base { return pending += ours }
    if ours == base { return pending += theirs }
    addPending()
    parts.append(.conflict(base: Array(base), ours: Array(ours), theirs: Array(theirs)))
  }

  private mutating func addPending() {
    guard !pending.isEmpty else { return }
    parts.append(.merged(pending))
    pending = []
  }
}

extension LineMerge where Line == ExactText {
  init(base: String, ours: String, theirs: String) {
    let lines = { (text: String) in FieldChange.split(text).map(ExactText.init) }
    self.init(lines(base), lines(ours), lines(theirs))
  }

  func text(_ side: MergeSide) -> String { lines(side).map(\.text).joined(separator: "\n") }
}
