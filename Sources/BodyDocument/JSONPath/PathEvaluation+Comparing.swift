extension PathEvaluation {
  /// Compares by RFC 9535, section 2.3.5.2.2: only numbers and strings are ordered; values of different types are unequal.
  func compare(_ a: PathValue, _ comparison: LogicalExpression.Comparison, _ b: PathValue) -> Bool {
    switch comparison {
    case .equal: isEqual(a, b)
    case .unequal: !isEqual(a, b)
    case .less: isLess(a, b)
    case .greater: isLess(b, a)
    case .lessOrEqual: isLess(a, b) || isEqual(a, b)
    case .greaterOrEqual: isLess(b, a) || isEqual(a, b)
    }
  }

  private func isLess(_ a: PathValue, _ b: PathValue) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a < b
    case (.string(let a), .string(let b)): a < b
    default: false
    }
  }

  private func isEqual(_ a: PathValue, _ b: PathValue) -> Bool {
    switch (a, b) {
    case (.nothing, .nothing), (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.container(let a), .container(let b)): isEqual(a, b)
    default: false
    }
  }

  /// Compares two containers with a list of pending pairs instead of recursion.
  private func isEqual(_ a: Node, _ b: Node) -> Bool {
    nodes.isEqual(a, to: b, in: nodes) { goesOn($0) }
  }
}
