import Foundation

extension BodyDocument {
  /// A JSON array of the values that `query` selects, each with its original bytes.
  ///
  /// The values of a sequence (NDJSON) count as items of an array, as in `path(at:)`. If an object repeats a key, its name
  /// selects both members; comparisons use the last one, like JSON libraries. `$..name` takes one pass over the rows, at
  /// several hundred megabytes a second. The result is indexed like any other body.
  ///
  /// - Parameter isStopped: Called about every 4096 rows.
  package func select(
    _ query: JSONPathQuery, isStopped: () -> Bool = { Task.isCancelled }
  ) throws(FilterProblem) -> BodyDocument {
    let values = try withFoundNodes(query, isStopped: isStopped) { (nodes, found) throws(FilterProblem) -> Data in
      try nodes.array(of: found, isStopped: isStopped)
    }
    let result = BodyDocument(values, contentType: "application/json", isStopped: isStopped)
    // The array is valid JSON, so indexing fails only if stopped or if there are too many values.
    guard result.notice == nil else { throw isStopped() ? .stopped : .tooLarge }
    return result
  }

  /// The rows that `query` selects. -1 is the implicit array around a sequence.
  func rows(
    matching query: JSONPathQuery, limit: Int = JSONNodes.maximumMatches, isStopped: () -> Bool = { false }
  ) throws(FilterProblem) -> [Int] {
    try withFoundNodes(query, limit: limit, isStopped: isStopped) { (_, found) throws(FilterProblem) -> [Int] in found }
  }

  private func withFoundNodes<Result>(
    _ query: JSONPathQuery, limit: Int = JSONNodes.maximumMatches, isStopped: () -> Bool,
    _ body: (JSONNodes, [Int]) throws(FilterProblem) -> Result
  ) throws(FilterProblem) -> Result {
    let result = JSONNodes.read(content) { nodes in
      Swift.Result { () throws(FilterProblem) in try body(nodes, try nodes.matches(of: query, limit, isStopped)) }
    }
    guard let result else { throw .notJSON }
    return try result.get()
  }
}

extension JSONNodes {
  static var maximumMatches: Int { 1 << 26 }

  fileprivate func matches(
    of query: JSONPathQuery, _ limit: Int, _ isStopped: () -> Bool
  ) throws(FilterProblem) -> [Int] {
    var found: [Int] = []
    let (problem, isExhausted) = withoutActuallyEscaping(isStopped) { isStopped in
      let evaluation = PathEvaluation(self, isStopped: isStopped)
      _ = evaluation.visit(query.path, from: root) { node in
        found.append(node)
        return found.count <= limit
      }
      let problem: FilterProblem? = evaluation.isTooCostly ? .tooCostly : evaluation.wasStopped ? .stopped : nil
      return (problem, evaluation.isExhausted)
    }
    if let problem { throw problem }
    guard found.count <= limit, !isExhausted else { throw .tooLarge }
    return found
  }

  /// The values in brackets, one per line. Adds up their sizes first to allocate memory only once.
  fileprivate func array(of found: [Int], isStopped: () -> Bool) throws(FilterProblem) -> Data {
    guard !found.isEmpty else { return Data("[]".utf8) }
    var size = 3
    for (index, node) in found.enumerated() {
      if index % 4096 == 4095, isStopped() { throw .stopped }
      size += self.size(of: node) + 2
      guard size <= 1 << 30 else { throw .tooLarge }
    }
    var data = Data(count: size - 1)
    let isWhole = data.withUnsafeMutableBytes { (target: UnsafeMutableRawBufferPointer) in
      write(found, to: target, isStopped)
    }
    guard isWhole else { throw .stopped }
    return data
  }

  private func write(_ found: [Int], to target: UnsafeMutableRawBufferPointer, _ isStopped: () -> Bool) -> Bool {
    var end = 0
    func put(_ byte: UInt8) {
      target[end] = byte
      end += 1
    }
    put(UInt8(ascii: "["))
    for (index, node) in found.enumerated() {
      if index % 4096 == 4095, isStopped() { return false }
      if index > 0 { put(UInt8(ascii: ",")) }
      put(UInt8(ascii: "\n"))
      if node == Self.sequence {
        put(UInt8(ascii: "["))
        for (index, child) in children(of: node).enumerated() {
          if index > 0 { put(UInt8(ascii: ",")) }
          copy(value(of: child), to: target, &end)
        }
        put(UInt8(ascii: "]"))
      } else {
        copy(value(of: node), to: target, &end)
      }
    }
    put(UInt8(ascii: "\n"))
    put(UInt8(ascii: "]"))
    return true
  }

  private func copy(_ value: Range<Int>, to target: UnsafeMutableRawBufferPointer, _ end: inout Int) {
    UnsafeMutableRawBufferPointer(rebasing: target[end..<end + value.count])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[value]))
    end += value.count
  }

  private func size(of node: Int) -> Int {
    guard node == Self.sequence else { return value(of: node).count }
    return children(of: node).reduce(1) { $0 + value(of: $1).count + 1 }
  }
}
