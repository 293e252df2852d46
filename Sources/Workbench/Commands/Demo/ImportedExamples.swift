import Foundation
import MockServer

/// The examples in the source documents of imported collections, for requests without examples of their own. A document
/// is read when a request first needs it.
struct ImportedExamples {
  /// By the folder of the collection.
  private var documents: [String: DocumentedExamples] = [:]

  mutating func completing(_ operation: MockOperation, of collection: String) -> MockOperation {
    guard operation.request.examples.isEmpty else { return operation }
    let document = documents[collection] ?? Self.read(collection)
    documents[collection] = document
    return document.completing(operation)
  }

  /// A collection without a record, or with a damaged one, has no documented examples.
  private static func read(_ collection: String) -> DocumentedExamples {
    guard let record = try? ImportRecord(of: collection), let source = record.source,
      let document = try? ImportedSource(
        ImportSource(Data(source.rendered().utf8)), called: ImportRecord.fileName)
    else { return DocumentedExamples([]) }
    let requests = document.result.collections.flatMap(\.requests)
    return DocumentedExamples(requests.compactMap { try? SavedRequest(document: $0.request.document) })
  }
}
