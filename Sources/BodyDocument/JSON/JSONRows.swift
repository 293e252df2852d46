import Foundation

/// The rows of a JSON text.
struct JSONRows {
  /// Where a text that breaks off was cut, and the brackets that close what is open there, innermost first.
  struct Cut {
    var offset: Int
    var closing: [UInt8]
  }

  var tree: RowTree
  /// The number of values that stand one after another.
  var documents: Int
  /// Whether a string or a key has an escape in it.
  var hasEscapes: Bool
  /// `nil` where the text is whole.
  var cut: Cut?

  /// The text that the rows are of: `text` up to the cut, with all brackets closed.
  func text(of text: Data) -> Data {
    guard let cut else { return text }
    return cut.closing.isEmpty ? text.prefix(cut.offset) : text.prefix(cut.offset) + Data(cut.closing)
  }
}
