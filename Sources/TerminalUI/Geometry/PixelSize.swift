/// A size in pixels, of a picture or a terminal cell.
package struct PixelSize: Equatable, Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
