/// One cell of a frame.
package struct Cell: Equatable, Sendable {
  // Pixels share the storage of text, because frames are compared cell by cell and most cells are text.
  private enum Content: Equatable, Sendable {
    case text(CellText)
    case pixels(PixelPair)
  }

  private var content: Content
  /// Columns: 1, 2 for a wide character, 0 for the second cell of one.
  package var width: UInt8
  package var style: Style

  package init(_ text: String = " ", width: UInt8 = 1, style: Style = Style()) {
    self.init(CellText(text), width: width, style: style)
  }

  init(_ text: CellText, width: UInt8, style: Style) {
    content = .text(text)
    self.width = width
    self.style = style
  }

  /// A cell of a picture.
  package init(_ pixels: PixelPair) {
    content = .pixels(pixels)
    width = 1
    style = Style()
  }

  package static let blank = Cell()

  /// A base character with its combining marks. Empty in the second cell of a wide character, `▀` in a picture.
  package var text: String { characters.string }

  /// The text in packed form.
  package var characters: CellText {
    switch content {
    case .text(let text): text
    case .pixels: Self.halfBlock
    }
  }

  private static let halfBlock = CellText("▀")

  /// The colours of a picture's cell; `nil` in all other cells.
  package var pixels: PixelPair? {
    switch content {
    case .text: nil
    case .pixels(let pixels): pixels
    }
  }
}
