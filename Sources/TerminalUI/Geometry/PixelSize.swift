/// An extent in pixels: of a picture, or of one cell of a terminal.
package struct PixelSize: Equatable, Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
