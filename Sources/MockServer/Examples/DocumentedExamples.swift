/// The examples of a document such as OpenAPI, for requests of a collection without examples.
package struct DocumentedExamples: Sendable {
  private let examples: [Key: [SavedExample]]

  /// Identifies a request by its method and the path below its base URL. Parameters are equal regardless of their
  /// names.
  private struct Key: Hashable {
    let method: String
    let path: [[UInt8]?]

    init(_ request: SavedRequest) {
      method = request.method
      let template = PathTemplate(path: URLTemplate(request.url) { $0 }.path)
      // Escape literals that could be taken for a parameter.
      path = template.segments.map { segment in
        guard segment.count == 1, case .literal(let text) = segment[0] else { return nil }
        return text
      }
    }
  }

  /// - Parameter requests: The requests of the document.
  package init(_ requests: [SavedRequest]) {
    examples = Dictionary(
      requests.filter { !$0.examples.isEmpty }.map { (Key($0), $0.examples) }, uniquingKeysWith: { first, _ in first })
  }

  /// The operation with the document's examples, if it has no examples itself.
  package func completing(_ operation: MockOperation) -> MockOperation {
    guard operation.request.examples.isEmpty, let found = examples[Key(operation.request)] else { return operation }
    var operation = operation
    operation.request.examples = found
    return operation
  }
}
