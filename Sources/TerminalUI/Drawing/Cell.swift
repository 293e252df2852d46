/// One cell of a frame.
package struct Cell: Equatable, Sendable {
  /// A base character with its combining marks; empty in the second cell of a wide one.
  package var text: String
  /// Columns: 1, 2 for a wide character, 0 for the second cell of one.
  package var width: UInt8
  package var style: Style

  package init(_ text: String = " ", width: UInt8 = 1, style: Style = Style()) {
    self.text = text
    self.width = width
    self.style = style
  }

  package static let blank = Cell()
}
