/// An array of chunks. Of a copy that is kept elsewhere, the next element copies one chunk and not all.
package struct ChunkedArray<Element: Sendable>: RandomAccessCollection, Sendable {
  /// All but the last are full.
  private var chunks: [[Element]] = []

  private static var chunkSize: Int { 1024 }

  package var startIndex: Int { 0 }
  package var endIndex: Int { chunks.last.map { (chunks.count - 1) * Self.chunkSize + $0.count } ?? 0 }

  package subscript(index: Int) -> Element { chunks[index / Self.chunkSize][index % Self.chunkSize] }

  package mutating func append(_ element: Element) {
    if endIndex.isMultiple(of: Self.chunkSize) { chunks.append([]) }
    chunks[chunks.count - 1].append(element)
  }
}

extension ChunkedArray: Equatable where Element: Equatable {}
