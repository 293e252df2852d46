package import Foundation

/// A picture shown with iTerm2's inline images protocol. It is sent each time it is shown, and text written over it
/// removes it.
package enum InlinePicture {
  /// Shows a picture file stretched over `part`, relative to the screen. Does not move the cursor.
  ///
  /// `part` must not include the last row of the screen: terminals that put the cursor below the picture would scroll.
  package static func show(_ file: Data, in part: Rect) -> String {
    guard !part.isEmpty else { return "" }
    let options =
      "inline=1;size=\(file.count);width=\(part.columns);height=\(part.rows);preserveAspectRatio=0;doNotMoveCursor=1"
    return ControlSequence.atPlace(part, "\u{1B}]1337;File=\(options):\(file.base64EncodedString())\u{07}")
  }
}
