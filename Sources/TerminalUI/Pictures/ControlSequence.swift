/// Control sequences shared by the picture protocols.
enum ControlSequence {
  /// Sends `sequence` with the cursor at the corner of `part`, then restores the cursor (DECSC, CUP, DECRC).
  static func atPlace(_ part: Rect, _ sequence: String) -> String {
    "\u{1B}7\u{1B}[\(part.row + 1);\(part.column + 1)H\(sequence)\u{1B}8"
  }
}
