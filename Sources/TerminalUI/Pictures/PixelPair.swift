/// The two pixels of a cell, one above the other.
package struct PixelPair: Equatable, Hashable, Sendable {
  package var top: RGB
  package var bottom: RGB

  package init(top: RGB, bottom: RGB) {
    self.top = top
    self.bottom = bottom
  }
}
