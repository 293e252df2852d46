import Foundation

/// The rows of a JSON text.
struct JSONRows {
  /// Where a partial text was cut, and the brackets that close it, innermost first.
  struct Cut {
    var offset: Int
    var closing: [UInt8]
  }

  var tree: RowTree
  /// The number of top-level values.
  var documents: Int
  /// Whether any string or key contains an escape.
  var hasEscapes: Bool
  /// `nil` if the text is complete.
  var cut: Cut?

  /// The text that the rows refer to: `text` up to the cut, with all brackets closed.
  func text(of text: Data) -> Data {
    guard let cut else { return text }
    return cut.closing.isEmpty ? text.prefix(cut.offset) : text.prefix(cut.offset) + Data(cut.closing)
  }
}
