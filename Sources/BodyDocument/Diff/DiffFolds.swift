internal import RequestModel

/// Unchanged ranges of a comparison, each of which folds into one line.
struct DiffFolds: Equatable, Sendable {
  enum Place {
    case folded(Int)
    /// A line number with nothing folded.
    case line(Int, isInStretch: Bool)
  }

  private struct Stretch: Equatable, Sendable {
    var start: Int
    var count: Int
    var isOpen = false
    /// The number of lines hidden by this range and all before it.
    var hiddenThrough = 0
  }

  /// The number of context lines around a change.
  private static let context = 3
  /// The smallest number of lines worth folding.
  private static let minimum = 4

  private var stretches: ContiguousArray<Stretch> = []

  /// Folds everything but changes and their context.
  init(_ runs: ContiguousArray<DiffRun>, _ starts: ContiguousArray<Int>) {
    var index = 0
    while index < runs.count {
      let first = index
      while index < runs.count, runs[index].mark == .same { index += 1 }
      if index > first {
        let start = starts[first] + (first > 0 ? Self.context : 0)
        let end = starts[index - 1] + runs[index - 1].count - (index < runs.count ? Self.context : 0)
        if end - start >= Self.minimum { stretches.append(Stretch(start: start, count: end - start)) }
      }
      index += 1
    }
    count(from: 0)
  }

  var hiddenCount: Int { stretches.last?.hiddenThrough ?? 0 }

  func lines(of stretch: Int) -> Range<Int> {
    stretches[stretch].start..<stretches[stretch].start + stretches[stretch].count
  }

  func place(of visible: Int) -> Place {
    guard let index = stretch(atVisible: visible) else { return .line(visible, isInStretch: false) }
    let stretch = stretches[index]
    if !stretch.isOpen, visible == stretch.start - hiddenBefore(index) { return .folded(index) }
    let line = visible + stretch.hiddenThrough
    return .line(line, isInStretch: lines(of: index).contains(line))
  }

  /// The line at a visible index; of a folded range its last line.
  func lastLine(of visible: Int) -> Int {
    switch place(of: visible) {
    case .folded(let stretch): lines(of: stretch).upperBound - 1
    case .line(let line, _): line
    }
  }

  /// The visible index of a line, or of the fold that hides it.
  func visible(_ line: Int) -> Int {
    let index = stretches.partitioningIndex { $0.start > line } - 1
    guard index >= 0 else { return line }
    let isHidden = !stretches[index].isOpen && lines(of: index).contains(line)
    return isHidden ? stretches[index].start - hiddenBefore(index) : line - stretches[index].hiddenThrough
  }

  mutating func toggle(at visible: Int) -> Int? {
    switch place(of: visible) {
    case .line(_, isInStretch: false): return nil
    case .folded, .line:
      guard let index = stretch(atVisible: visible) else { return nil }
      stretches[index].isOpen.toggle()
      count(from: index)
      return stretches[index].start - hiddenBefore(index)
    }
  }

  mutating func setAll(isOpen: Bool) {
    for index in stretches.indices { stretches[index].isOpen = isOpen }
    count(from: 0)
  }

  /// The last range that begins at or before a visible index.
  private func stretch(atVisible visible: Int) -> Int? {
    let behind = stretches.indices.partitioningIndex { stretches[$0].start - hiddenBefore($0) > visible }
    return behind > 0 ? behind - 1 : nil
  }

  private func hiddenBefore(_ index: Int) -> Int { index > 0 ? stretches[index - 1].hiddenThrough : 0 }

  private mutating func count(from index: Int) {
    for index in index..<stretches.count {
      let stretch = stretches[index]
      stretches[index].hiddenThrough = hiddenBefore(index) + (stretch.isOpen ? 0 : stretch.count - 1)
    }
  }
}
