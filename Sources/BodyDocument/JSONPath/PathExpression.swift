/// A query from the root (`$`) or from the current node of a filter (`@`).
struct PathExpression: Equatable, Sendable {
  var isRelative = false
  var segments: [PathSegment] = []

  /// Whether it is a singular query, which selects at most one node: RFC 9535, section 2.3.5.1.
  var isSingular: Bool { segments.allSatisfy { $0.step != nil } }
}

/// A step from nodes to their children or descendants.
struct PathSegment: Equatable, Sendable {
  var isDescendant: Bool
  var selectors: [PathSelector]

  /// The selector of a child segment, if it is the only one and names one child.
  var step: PathSelector? {
    guard !isDescendant, selectors.count == 1 else { return nil }
    switch selectors[0] {
    case .name, .index: return selectors[0]
    case .wildcard, .slice, .filter: return nil
    }
  }
}

indirect enum PathSelector: Equatable, Sendable {
  /// The decoded key in UTF-8.
  case name([UInt8])
  case wildcard
  case index(Int)
  case slice(start: Int?, end: Int?, step: Int)
  case filter(LogicalExpression)
}
