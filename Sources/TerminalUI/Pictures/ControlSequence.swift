/// Pieces of what both protocols send.
enum ControlSequence {
  /// Carries out `sequence` with the cursor in the corner of `part`, and brings the cursor back (DECSC, CUP, DECRC).
  static func atPlace(_ part: Rect, _ sequence: String) -> String {
    "\u{1B}7\u{1B}[\(part.row + 1);\(part.column + 1)H\(sequence)\u{1B}8"
  }
}
