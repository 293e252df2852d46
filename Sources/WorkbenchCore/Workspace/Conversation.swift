package import RequestModel

/// The messages of an exchange in order. The panes keep copies while messages arrive, so that the array is one of chunks: the
/// next message copies one of them and not all.
package struct Conversation: RandomAccessCollection, Equatable, Sendable {
  private static let chunkSize = 1024

  /// All but the last are full.
  private var chunks: [[LogEvent]] = []

  package init() {}

  package init(_ events: some Sequence<LogEvent>) {
    append(contentsOf: events)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { chunks.last.map { (chunks.count - 1) * Self.chunkSize + $0.count } ?? 0 }

  package subscript(index: Int) -> LogEvent { chunks[index / Self.chunkSize][index % Self.chunkSize] }

  package mutating func append(_ event: LogEvent) {
    if endIndex.isMultiple(of: Self.chunkSize) { chunks.append([]) }
    chunks[chunks.count - 1].append(event)
  }

  package mutating func append(contentsOf events: some Sequence<LogEvent>) {
    for event in events { append(event) }
  }
}
