/// What is known of a terminal that shows sixels.
package struct SixelTerminal: Equatable, Sendable {
  /// A cell in pixels. Where nobody says, as the VT340's in 80 columns; Windows Terminal shows every font as if it had
  /// these.
  package var cell = PixelSize(width: 10, height: 20)
  /// The colours at once. The VT340 has 16 and says so; nearly all that came after it have 256 or more.
  package var registers = 256
  /// The largest picture, where there is a limit.
  package var largest: PixelSize?

  package init() {}

  /// Pixels of one picture: so many take the time of a blink to encode. A larger one stays in half blocks.
  private static let most = 3_000_000

  /// What to ask a terminal that shows sixels: its registers and its largest picture (XTSMGRAPHICS), to which the
  /// answers are `TerminalAnswer`s.
  package static let questions = "\u{1B}[?1;1;0S\u{1B}[?2;1;0S"
  /// What to ask where the kernel does not know the pixels of a cell (XTWINOPS).
  package static let cellQuestion = "\u{1B}[16t"

  func size(of part: Rect) -> PixelSize {
    PixelSize(width: part.columns * cell.width, height: part.rows * cell.height)
  }

  /// Whether a picture there leaves the rest of the screen as it is.
  ///
  /// After a picture the cursor goes to the row below, and a last band of six rows may reach into one more: on the
  /// screen's last row either would scroll.
  func canShow(in part: Rect, of screen: Size) -> Bool {
    let size = size(of: part)
    let fits = largest.map { size.width <= $0.width && size.height <= $0.height } ?? true
    return fits && size.width * size.height <= Self.most && part.row + part.rows + 2 <= screen.rows
  }
}
