/// A query from the root (`$`) or from the node that a filter looks at (`@`).
struct PathExpression: Equatable, Sendable {
  var isRelative = false
  var segments: [PathSegment] = []

  /// Whether it can find one node at most, by its form: RFC 9535, section 2.3.5.1.
  var isSingular: Bool { segments.allSatisfy { $0.step != nil } }
}

/// What leads from nodes to their children, or to all that is below them.
struct PathSegment: Equatable, Sendable {
  var isDescendant: Bool
  var selectors: [PathSelector]

  /// The only selector of a child segment, where it names one child.
  var step: PathSelector? {
    guard !isDescendant, selectors.count == 1 else { return nil }
    switch selectors[0] {
    case .name, .index: return selectors[0]
    case .wildcard, .slice, .filter: return nil
    }
  }
}

indirect enum PathSelector: Equatable, Sendable {
  /// The key in UTF-8, without escapes.
  case name([UInt8])
  case wildcard
  case index(Int)
  case slice(start: Int?, end: Int?, step: Int)
  case filter(LogicalExpression)
}
