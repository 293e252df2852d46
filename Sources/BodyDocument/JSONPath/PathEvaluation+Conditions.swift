internal import RequestModel

extension PathEvaluation {
  typealias Operand = LogicalExpression.Operand

  func isTrue(_ condition: LogicalExpression, for node: Node) -> Bool {
    switch condition {
    case .or(let parts): parts.contains { isTrue($0, for: node) }
    case .and(let parts): parts.allSatisfy { isTrue($0, for: node) }
    case .not(let part): !isTrue(part, for: node)
    case .exists(let path): exists(path, from: node)
    case .test(let call): isMatch(call, for: node)
    case .comparison(let left, let comparison, let right):
      compare(value(of: left, for: node), comparison, value(of: right, for: node))
    }
  }

  private func exists(_ path: PathExpression, from node: Node) -> Bool {
    var isThere = false
    _ = visit(path, from: node) { _ in
      isThere = true
      return false
    }
    return isThere
  }

  /// The value of an operand. A query in a comparison selects at most one node.
  private func value(of operand: Operand, for node: Node) -> PathValue {
    switch operand {
    case .literal(let literal): PathValue(literal)
    case .query(let path): singleNode(path, from: node).map(value(of:)) ?? .nothing
    case .function(let call): result(of: call, for: node)
    }
  }

  private func singleNode(_ path: PathExpression, from node: Node) -> Node? {
    var node = path.isRelative ? node : nodes.root
    for segment in path.segments {
      let child: Node? =
        switch segment.step {
        case .name(let name): member(of: node, named: name)
        case .index(let index): self.child(of: node, at: index)
        default: nil
        }
      guard let child else { return nil }
      node = child
    }
    return node
  }

  private func value(of node: Node) -> PathValue {
    switch nodes.kind(of: node) {
    case .object, .array: return .container(node)
    case .null: return .null
    case .boolean: return .boolean(nodes.bytes[nodes.valueStart(of: node)] == UInt8(ascii: "t"))
    case .number: return .number(DecimalNumber(UnsafeRawBufferPointer(rebasing: nodes.bytes[nodes.value(of: node)])))
    case .string:
      let value = nodes.value(of: node)
      return .string(nodes.text(value.lowerBound + 1..<value.upperBound - 1))
    }
  }

  // MARK: Functions

  private func result(of call: LogicalExpression.FunctionCall, for node: Node) -> PathValue {
    switch call.function {
    case .length: return length(of: value(of: call.arguments[0], for: node))
    case .count:
      var count = 0
      countedNodes(of: call.arguments[0], for: node) { _ in
        count += 1
        return true
      }
      return .number(DecimalNumber(count))
    case .value:
      var found: [Node] = []
      countedNodes(of: call.arguments[0], for: node) { node in
        found.append(node)
        return found.count < 2
      }
      return found.count == 1 ? value(of: found[0]) : .nothing
    case .match, .search: return .nothing
    }
  }

  private func countedNodes(of argument: Operand, for node: Node, _ visitor: Visitor) {
    guard case .query(let path) = argument else { return }
    _ = visit(path, from: node, visitor)
  }

  private func length(of value: PathValue) -> PathValue {
    switch value {
    case .string(let text):
      .number(DecimalNumber(text.withBytes { $0.count { $0 & 0xC0 != 0x80 } }))
    case .container(let node): .number(DecimalNumber(nodes.childCount(of: node)))
    case .nothing, .null, .boolean, .number: .nothing
    }
  }

  private func isMatch(_ call: LogicalExpression.FunctionCall, for node: Node) -> Bool {
    guard case .string(let text) = value(of: call.arguments[0], for: node),
      case .string(let pattern) = value(of: call.arguments[1], for: node),
      let scanner = scanner(pattern, isWhole: call.function == .match)
    else { return false }
    return text.withBytes { text in
      // PCRE2 needs an address, which an empty text may lack.
      text.isEmpty
        ? withUnsafeBytes(of: UInt8(0)) { matches(scanner, $0, 0..<0) } : matches(scanner, text, 0..<text.count)
    }
  }

  /// A pattern that is too costly for this text ends the search: its result is unknown.
  private func matches(
    _ scanner: RegularExpression.Scanner, _ text: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> Bool {
    do { return try scanner.next(in: text, range) != nil } catch {
      isTooCostly = true
      rowsUntilQuestion = 0
      return false
    }
  }

  /// An invalid I-Regexp matches nothing: RFC 9535, section 2.4.6.
  private func scanner(_ pattern: StringBytes, isWhole: Bool) -> RegularExpression.Scanner? {
    let key = IRegexpKey(pattern: pattern.withBytes(Array.init), isWhole: isWhole)
    if let known = scanners[key] { return known }
    let expression = IRegexp.translated(String(decoding: key.pattern, as: UTF8.self), isWhole: isWhole)
      .flatMap { try? RegularExpression($0, isWholeText: true) }
    scanners[key] = .some(expression?.scanner())
    return expression?.scanner()
  }
}

/// A compiled pattern, cached by text and mode.
struct IRegexpKey: Hashable {
  var pattern: [UInt8]
  var isWhole: Bool
}
