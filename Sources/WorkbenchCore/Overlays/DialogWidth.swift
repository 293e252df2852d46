/// The width of a dialog: as wide as its longest text needs, within limits.
enum DialogWidth {
  private static let most = 120
  /// The columns of the borders and of the blanks beside them.
  private static let frame = 4

  /// - Parameters:
  ///   - text: The columns of the longest text.
  /// - least: The minimum width.
  static func columns(for text: Int, least: Int, on screen: Size) -> Int {
    min(screen.columns, max(least, min(text + frame, most, screen.columns - 2 * frame)))
  }
}
