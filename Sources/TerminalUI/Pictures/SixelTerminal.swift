/// The properties of a terminal with sixels.
package struct SixelTerminal: Equatable, Sendable {
  /// The size of a cell in pixels. Defaults to the VT340's in 80 columns, which Windows Terminal uses for all fonts.
  package var cell = PixelSize(width: 10, height: 20)
  /// The number of colours. The VT340 reports 16; nearly all later terminals have at least 256.
  package var registers = 256
  /// The largest picture, if limited.
  package var largest: PixelSize?

  package init() {}

  /// The largest number of pixels to encode, which bounds the delay. Larger pictures use half blocks.
  private static let most = 3_000_000

  /// The queries for colour registers and the largest picture (XTSMGRAPHICS). The replies are `TerminalReply`s.
  package static let questions = "\u{1B}[?1;1;0S\u{1B}[?2;1;0S"
  /// The query for the size of a cell, if the kernel does not know it (XTWINOPS).
  package static let cellQuestion = "\u{1B}[16t"

  func size(of part: Rect) -> PixelSize {
    PixelSize(width: part.columns * cell.width, height: part.rows * cell.height)
  }

  /// Whether a picture at `part` leaves the rest of the screen unchanged.
  ///
  /// The cursor moves to the row below the picture, and the last band may extend into it, so a picture in the last row
  /// would scroll the screen.
  func canShow(in part: Rect, of screen: Size) -> Bool {
    let size = size(of: part)
    let fits = largest.map { size.width <= $0.width && size.height <= $0.height } ?? true
    return fits && size.width * size.height <= Self.most && part.row + part.rows + 2 <= screen.rows
  }
}
