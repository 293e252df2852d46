/// The value of a row, for copying.
package struct RowValue: Equatable, Sendable {
  var text: String
  /// Its name in the message.
  var what: String
}

// Copying values and paths.
extension ResponseTab {
  /// Copies the value of the selected row, or the selected rows.
  mutating func copyValue(in context: PaneContext) -> [PaneOutput] {
    if view.mark?.isEmpty == false { return copyMark(in: context) }
    guard view.anchor == nil else { return copyRows(in: context) }
    do throws(Refusal) {
      guard let value = try value(in: context) else { return copyRows(in: context) }
      guard !value.text.isEmpty else { return [.information("Nothing to copy: this value is empty")] }
      return [.effect(.copy(value.text, what: value.what))]
    } catch {
      return [.failure(error.reason)]
    }
  }

  /// Copies the selected rows; a second time, the path of the row.
  mutating func copyRowOrPath(in context: PaneContext) -> [PaneOutput] {
    let row = view.anchor == nil ? view.window.selected : nil
    let wasCopied = row != nil && view.copiedRow == row
    view.copiedRow = wasCopied ? nil : row
    if wasCopied, let path = path(in: context), !path.isEmpty { return [.effect(.copy(path, what: "the path"))] }
    return copyRows(in: context)
  }

  /// A value of the selected row that has no more to it than its text.
  func plainValue(_ text: String, in context: PaneContext) -> RowValue {
    RowValue(text: text, what: text.contains("••••••") ? "the value (secrets masked)" : "the value")
  }
}
