/// Where a comparison or a merge is in the documents.
struct FieldSpot {
  var shape: FieldShape
  var label = ChangeLabel()
  /// The location of the value, or of the text that it is in.
  var place = JSONLocation()
  /// Whether the value is in a text that was parsed.
  var isInText = false
  var isRow = false
  /// Whether it is the member `value` of a row.
  var isRowValue = false
  var isSecret = false

  /// - Parameter rowName: The name of the row whose member it is.
  func member(_ name: String, rowName: String?) -> FieldSpot {
    var spot = self
    spot.isSecret = isSecret || shape.isSecret(name, inRow: isRow ? rowName : nil)
    spot.shape = shape.member(name)
    spot.label = label.member(name, in: shape, isRow: isRow)
    spot.isRow = false
    spot.isRowValue = isRow && name.isExactly("value")
    if !isInText { spot.place = place.appending(name) }
    return spot
  }

  func element(_ index: Int, _ label: ChangeLabel) -> FieldSpot {
    var spot = self
    spot.label = label
    spot.isRow = if case .rows = shape { true } else { false }
    spot.isRowValue = false
    spot.shape = shape.element
    if !isInText { spot.place = place.appending(index) }
    return spot
  }

  /// The inside of a text that is JSON.
  var inText: FieldSpot {
    var spot = self
    spot.shape = .json
    spot.isInText = true
    return spot
  }

  /// Returns a value here as text, with secrets masked.
  ///
  /// - Parameter others: The values that it is shown beside.
  func text(of value: JSONValue, beside others: [JSONValue?]) -> String {
    let text = ChangeText(isSecret: isSecret)
    if isRow { return text.text(ofRow: value, shape) }
    // The quotes tell a string from a number where there may be both.
    let isPlain = isRowValue && others.allSatisfy { $0 == nil || $0?.string != nil }
    return text.text(of: value, isPlain ? .lines : shape)
  }
}
