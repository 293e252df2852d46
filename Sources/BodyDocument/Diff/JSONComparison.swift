/// Compares two JSON bodies by structure: members by key, items by similarity.
///
/// Uses a task list instead of recursion, so that bodies can be nested to any depth.
struct JSONComparison {
  enum Task {
    case compare(Int, Int)
    /// Rows handled as a whole.
    case lines(DiffMark, Range<Int>)
  }

  let old, new: JSONNodes
  let oldHashes, newHashes: SubtreeHashes
  /// The hashes of keys whose values identify an item.
  let nameKeys: Set<UInt64>
  let isStopped: () -> Bool
  private var tasks: [Task] = []
  private var result = DiffRuns()

  /// The runs of the pretty lines of both; `nil` if it was stopped.
  static func runs(_ old: JSONNodes, _ new: JSONNodes, isStopped: () -> Bool) -> ContiguousArray<DiffRun>? {
    let hash = ContentHash()
    guard let oldHashes = SubtreeHashes(old, hash, isStopped: isStopped),
      let newHashes = SubtreeHashes(new, hash, isStopped: isStopped)
    else { return nil }
    return withoutActuallyEscaping(isStopped) { isStopped in
      var comparison = JSONComparison(
        old: old, new: new, oldHashes: oldHashes, newHashes: newHashes, isStopped: isStopped)
      return comparison.run()
    }
  }

  private init(
    old: JSONNodes, new: JSONNodes, oldHashes: SubtreeHashes, newHashes: SubtreeHashes,
    isStopped: @escaping () -> Bool
  ) {
    self.old = old
    self.new = new
    self.oldHashes = oldHashes
    self.newHashes = newHashes
    self.isStopped = isStopped
    let hash = newHashes.hash
    nameKeys = Set(["id", "_id", "uuid", "key", "name"].map { Array($0.utf8).withUnsafeBytes { hash.ofString($0) } })
  }

  private mutating func run() -> ContiguousArray<DiffRun>? {
    start()
    while let task = tasks.popLast() {
      switch task {
      case .lines(let mark, let lines): result.add(mark, lines)
      case .compare(let left, let right):
        guard !isStopped() else { return nil }
        compare(left, right)
      }
    }
    return isStopped() ? nil : result.runs
  }

  /// Compares a single value with a sequence as a sequence of one.
  private mutating func start() {
    guard old.isSequence || new.isSequence else { return tasks.append(.compare(0, 0)) }
    push(items(Array(old.children(of: JSONNodes.sequence)), Array(new.children(of: JSONNodes.sequence))))
  }

  /// Inserts tasks before all others.
  private mutating func push(_ list: [Task]) { tasks.append(contentsOf: list.reversed()) }

  private mutating func compare(_ left: Int, _ right: Int) {
    let rightEnd = new.end(of: right)
    if oldHashes[left] == newHashes[right] { return result.add(.same, right..<rightEnd + 1) }
    let isObject = new.isObject(right)
    guard old.isContainer(left), new.isContainer(right), old.isObject(left) == isObject else {
      result.add(.removed, left..<old.end(of: left) + 1)
      return result.add(.added, right..<rightEnd + 1)
    }
    result.add(.same, right..<right + 1)
    tasks.append(.lines(.same, rightEnd..<rightEnd + 1))
    let (leftChildren, rightChildren) = (Array(old.children(of: left)), Array(new.children(of: right)))
    push(isObject ? members(leftChildren, rightChildren) : items(leftChildren, rightChildren))
  }

  /// The rows of adjacent children.
  func rows(of children: ArraySlice<Int>, in nodes: JSONNodes) -> Range<Int> {
    guard let first = children.first, let last = children.last else { return 0..<0 }
    return first..<nodes.end(of: last) + 1
  }
}
