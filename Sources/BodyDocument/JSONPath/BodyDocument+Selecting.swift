import Foundation

extension BodyDocument {
  /// A JSON array of the values that `query` finds, each by its bytes as they stand in this body: numbers, escapes and blanks stay.
  ///
  /// The values of a sequence (NDJSON) count as items of an array around them, as in `path(at:)`. Where an object has a key twice, its
  /// name finds both members; a comparison looks at the last one, which is what JSON libraries read. One pass over the rows for
  /// `$..name`, some hundred million bytes a second; the result is then read as any other body.
  ///
  /// - Parameter isStopped: Asked about every 4096 rows.
  package func select(
    _ query: JSONPathQuery, isStopped: () -> Bool = { Task.isCancelled }
  ) throws(FilterProblem) -> BodyDocument {
    let values = try withFoundNodes(query, isStopped: isStopped) { (nodes, found) throws(FilterProblem) -> Data in
      try nodes.array(of: found, isStopped: isStopped)
    }
    let result = BodyDocument(values, contentType: "application/json", isStopped: isStopped)
    guard result.notice == nil || !isStopped() else { throw .stopped }
    return result
  }

  /// The rows of the values that `query` finds; -1 stands for the array around the values of a sequence.
  func rows(matching query: JSONPathQuery, isStopped: () -> Bool = { false }) throws(FilterProblem) -> [Int] {
    try withFoundNodes(query, isStopped: isStopped) { (_, found) throws(FilterProblem) -> [Int] in found }
  }

  /// Where the value of a row stands, as RFC 9535, section 2.7 writes it: `$['items'][3]['name']`. Empty where the body is no JSON.
  func normalizedPath(ofRow row: Int) -> String {
    guard case .tree(let view) = content.pretty, let view = view as? JSONView else { return "" }
    guard row >= 0 else { return "$" }
    return content.text.withUnsafeBytes { view.path(of: row, in: $0, isNormalized: true) }
  }

  private func withFoundNodes<Result>(
    _ query: JSONPathQuery, isStopped: () -> Bool, _ body: (JSONNodes, [Int]) throws(FilterProblem) -> Result
  ) throws(FilterProblem) -> Result {
    let result = JSONNodes.read(content) { nodes in
      Swift.Result { () throws(FilterProblem) in try body(nodes, try nodes.matches(of: query, isStopped: isStopped)) }
    }
    guard let result else { throw .notJSON }
    return try result.get()
  }
}

extension JSONNodes {
  private static var maximumSize: Int { 1 << 30 }
  private static var maximumMatches: Int { 1 << 26 }

  fileprivate func matches(
    of query: JSONPathQuery, isStopped: () -> Bool
  ) throws(FilterProblem) -> [Int] {
    var found: [Int] = []
    let wasStopped = withoutActuallyEscaping(isStopped) { isStopped in
      let evaluation = PathEvaluation(self, isStopped: isStopped)
      _ = evaluation.visit(query.path, from: root) { node in
        found.append(node)
        return found.count <= Self.maximumMatches
      }
      return evaluation.wasStopped
    }
    guard !wasStopped else { throw .stopped }
    guard found.count <= Self.maximumMatches else { throw .tooLarge }
    return found
  }

  fileprivate func array(of found: [Int], isStopped: () -> Bool) throws(FilterProblem) -> Data {
    var data = Data("[".utf8)
    for (index, node) in found.enumerated() {
      if index % 4096 == 4095, isStopped() { throw .stopped }
      data.append(contentsOf: index == 0 ? [UInt8(ascii: "\n")] : [UInt8(ascii: ","), UInt8(ascii: "\n")])
      append(node, to: &data)
      guard data.count <= Self.maximumSize else { throw .tooLarge }
    }
    data.append(contentsOf: found.isEmpty ? [UInt8(ascii: "]")] : [UInt8(ascii: "\n"), UInt8(ascii: "]")])
    return data
  }

  private func append(_ node: Int, to data: inout Data) {
    guard node == Self.sequence else { return data.append(contentsOf: bytes[value(of: node)]) }
    data.append(UInt8(ascii: "["))
    var child = 0
    while child < rows.count {
      if child > 0 { data.append(UInt8(ascii: ",")) }
      append(child, to: &data)
      child = end(of: child) + 1
    }
    data.append(UInt8(ascii: "]"))
  }
}
