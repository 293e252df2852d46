extension Array where Element: Equatable {
  /// The element `step` steps after `element`, wrapping around at the ends; counts from the first element if it is
  /// missing.
  func cycled(from element: Element, by step: Int) -> Element {
    self[((firstIndex(of: element) ?? 0) + step + count) % count]
  }
}
