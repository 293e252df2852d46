/// Merges two changes of a text by lines, as git does.
struct LineMerge: Equatable {
  enum Part: Equatable {
    case merged([String])
    case conflict(base: [String], ours: [String], theirs: [String])
  }

  private(set) var parts: [Part] = []

  init(base: String, ours: String, theirs: String) {
    self.init(FieldChange.split(base), FieldChange.split(ours), FieldChange.split(theirs))
  }

  init(_ base: [String], _ ours: [String], _ theirs: [String]) {
    let exact = base.map(ExactText.init)
    let own = Self.places(exact, ours, count: base.count)
    let other = Self.places(exact, theirs, count: base.count)
    var (start, ownStart, otherStart) = (0, 0, 0)
    for index in 0...base.count {
      let isEnd = index == base.count
      guard let ownEnd = isEnd ? ours.count : own[index], let otherEnd = isEnd ? theirs.count : other[index] else {
        continue
      }
      add(base[start..<index], ours[ownStart..<ownEnd], theirs[otherStart..<otherEnd])
      if !isEnd { append([base[index]]) }
      (start, ownStart, otherStart) = (index + 1, ownEnd + 1, otherEnd + 1)
    }
  }

  var hasConflicts: Bool {
    parts.contains { if case .conflict = $0 { true } else { false } }
  }

  /// Returns the text with the conflicts decided for a side.
  func text(_ side: MergeSide) -> String {
    parts.flatMap { part in
      switch part {
      case .merged(let lines): lines
      case .conflict(let base, let ours, let theirs): side == .base ? base : side == .ours ? ours : theirs
      }
    }.joined(separator: "\n")
  }

  /// For each line of the base its index in a side.
  private static func places(_ base: [ExactText], _ side: [String], count: Int) -> [Int?] {
    var places = [Int?](repeating: nil, count: count)
    for (index, pair) in CommonSubsequence.pairs(base, side.map(ExactText.init)).enumerated() {
      if let pair { places[pair] = index }
    }
    return places
  }

  private mutating func add(_ base: ArraySlice<String>, _ ours: ArraySlice<String>, _ theirs: ArraySlice<String>) {
    let areEqual = { (a: ArraySlice<String>, b: ArraySlice<String>) in
      a.count == b.count && zip(a, b).allSatisfy { $0.isExactly($1) }
    }
    if areEqual(ours, theirs) || areEqual(theirs, base) { return append(Array(ours)) }
    if areEqual(ours, base) { return append(Array(theirs)) }
    parts.append(.conflict(base: Array(base), ours: Array(ours), theirs: Array(theirs)))
  }

  private mutating func append(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    if case .merged(let former) = parts.last {
      parts[parts.count - 1] = .merged(former + lines)
    } else {
      parts.append(.merged(lines))
    }
  }
}
