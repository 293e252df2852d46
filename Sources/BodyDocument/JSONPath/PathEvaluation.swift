/// Evaluates a query on a body, visiting nodes in the order of RFC 9535.
///
/// Recurses once for each segment that may select several nodes, independently of the depth of the body.
final class PathEvaluation {
  typealias Node = Int
  /// Called with each selected node. Returns `false` to end the search.
  typealias Visitor = (Node) -> Bool

  let nodes: JSONNodes
  private let isStopped: () -> Bool
  private(set) var wasStopped = false
  /// Whether too many nested objects repeated a key.
  private(set) var isExhausted = false
  /// Whether a pattern took too many steps, which ends the search.
  var isTooCostly = false
  private static let maximumBranches = 512
  private var branches = 0
  var rowsUntilQuestion = 0
  var scanners: [IRegexpKey: RegularExpression.Scanner?] = [:]

  init(_ nodes: JSONNodes, isStopped: @escaping () -> Bool) {
    self.nodes = nodes
    self.isStopped = isStopped
  }

  /// Visits the nodes that `path` selects. Relative paths start at `current`.
  ///
  /// - Returns: `false` if a visitor ended the search or it was stopped.
  func visit(_ path: PathExpression, from current: Node, _ visitor: Visitor) -> Bool {
    visit(path.segments[...], from: path.isRelative ? current : nodes.root, visitor)
  }

  private func visit(_ segments: ArraySlice<PathSegment>, from node: Node, _ visitor: Visitor) -> Bool {
    var node = node
    var rest = segments
    // Steps to a single child do not recurse, so a path may be as long as a body is deep.
    while let segment = rest.first {
      rest = rest.dropFirst()
      guard let step = segment.step else { return visit(segment, from: node) { visit(rest, from: $0, visitor) } }
      guard goesOn(1) else { return false }
      switch step {
      case .index(let index):
        guard let child = child(of: node, at: index) else { return !wasStopped }
        node = child
      case .name(let name):
        let members = members(of: node, named: name)
        guard members.count == 1 else {
          return members.allSatisfy { branch(rest, from: $0, visitor) } && !wasStopped
        }
        node = members[0]
      case .wildcard, .slice, .filter: return true
      }
    }
    return visitor(node)
  }

  /// Continues from one of several members with the same key. Only these make the evaluation recurse.
  private func branch(_ segments: ArraySlice<PathSegment>, from node: Node, _ visitor: Visitor) -> Bool {
    guard branches < Self.maximumBranches else {
      isExhausted = true
      return false
    }
    branches += 1
    defer { branches -= 1 }
    return visit(segments, from: node, visitor)
  }

  private func visit(_ segment: PathSegment, from node: Node, _ visitor: Visitor) -> Bool {
    guard segment.isDescendant else {
      return segment.selectors.allSatisfy { visit($0, childrenOf: node, visitor) }
    }
    if segment.selectors.count == 1, case .name(let name) = segment.selectors[0] {
      return visitMembers(named: name, below: node, visitor)
    }
    var container = node
    let end = nodes.end(of: node)
    while container < end || container == node {
      guard goesOn(1) else { return false }
      if nodes.isContainer(container) {
        guard segment.selectors.allSatisfy({ visit($0, childrenOf: container, visitor) }) else { return false }
      }
      container += 1
    }
    return true
  }

  private func visit(_ selector: PathSelector, childrenOf node: Node, _ visitor: Visitor) -> Bool {
    switch selector {
    case .name(let name): return members(of: node, named: name).allSatisfy(visitor) && !wasStopped
    case .wildcard: return forEachChild(of: node, visitor)
    case .index(let index): return child(of: node, at: index).map(visitor) ?? !wasStopped
    case .slice(let start, let end, let step): return visitSlice(of: node, start, end, step, visitor)
    case .filter(let condition):
      return forEachChild(of: node) { child in
        guard isTrue(condition, for: child) else { return !wasStopped }
        return visitor(child)
      }
    }
  }

  // MARK: Work

  /// Counts visited rows and checks `isStopped` about every 4096.
  @inline(__always)
  func goesOn(_ rows: Int) -> Bool {
    rowsUntilQuestion -= rows
    return rowsUntilQuestion >= 0 || ask()
  }

  @inline(never)
  private func ask() -> Bool {
    rowsUntilQuestion = 4096
    if !wasStopped { wasStopped = isTooCostly || isStopped() }
    if wasStopped { rowsUntilQuestion = -1 }
    return !wasStopped
  }
}
