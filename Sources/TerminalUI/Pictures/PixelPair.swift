/// What one cell shows of a picture: two pixels, one above the other.
package struct PixelPair: Equatable, Hashable, Sendable {
  package var top: RGB
  package var bottom: RGB

  package init(top: RGB, bottom: RGB) {
    self.top = top
    self.bottom = bottom
  }
}
