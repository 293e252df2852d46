extension RandomAccessCollection {
  /// The element at an index; `nil` if there is none.
  subscript(ifPresent index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}
