package import Foundation

/// A picture in a terminal that knows iTerm2's inline images. It is sent anew each time it is shown; text that is
/// written over it removes it.
package enum InlinePicture {
  /// Shows a picture file, stretched over `part`, which counts from the screen's corner. The cursor stays.
  ///
  /// The cells of the last row may not be the screen's: a terminal that puts the cursor below the picture would scroll.
  package static func show(_ file: Data, in part: Rect) -> String {
    guard !part.isEmpty else { return "" }
    let options =
      "inline=1;size=\(file.count);width=\(part.columns);height=\(part.rows);preserveAspectRatio=0;doNotMoveCursor=1"
    return ControlSequence.atPlace(part, "\u{1B}]1337;File=\(options):\(file.base64EncodedString())\u{07}")
  }
}
