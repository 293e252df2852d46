/// The functions of RFC 9535, section 2.4.
enum PathFunction: String, Equatable, Sendable, CaseIterable {
  case length, count, match, search, value

  var argumentCount: Int {
    switch self {
    case .match, .search: 2
    case .length, .count, .value: 1
    }
  }

  /// Whether it takes a node list rather than a value.
  var takesNodes: Bool { self == .count || self == .value }

  /// Whether its result is logical. Other functions return a value to compare.
  var isLogical: Bool { self == .match || self == .search }
}
