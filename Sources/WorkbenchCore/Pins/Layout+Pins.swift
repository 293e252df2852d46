extension Layout {
  /// Gives half of a pane's place to the pinned one, if there is room.
  mutating func pin(_ pinned: WritableKeyPath<Layout, Rect?>, beside pane: WritableKeyPath<Layout, Rect?>) {
    guard let area = self[keyPath: pane] else { return }
    if area.columns >= 80 {
      let halves = area.splitLeft(area.columns / 2)
      self[keyPath: pinned] = halves.left
      self[keyPath: pane] = halves.rest
    } else if area.rows >= 12 {
      let halves = area.splitTop(area.rows / 2)
      self[keyPath: pinned] = halves.top
      self[keyPath: pane] = halves.rest
    }
  }
}
