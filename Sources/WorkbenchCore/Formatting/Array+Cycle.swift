extension Array where Element: Equatable {
  /// The element some steps after another, or after the first one if there is no such element. The ends are joined.
  func cycled(from element: Element, by step: Int) -> Element {
    self[((firstIndex(of: element) ?? 0) + step + count) % count]
  }
}
