package import RequestModel

/// The part of a request that a text field edits.
package enum EditTarget: Equatable, Sendable {
  case method, url
  case parameterName(PlacedField, Int)
  case parameterValue(PlacedField, Int)
  case setting(PlacedField)
  case text(PlacedField)

  package var isMultiline: Bool { if case .text = self { true } else { false } }

  package func content(in request: SavedRequest) -> String {
    switch self {
    case .method: request.method
    case .url: request.url
    case .parameterName(let list, let index): Self.row(list, index, request)?.name ?? ""
    case .parameterValue(let list, let index): Self.row(list, index, request)?.shownValue ?? ""
    case .setting(let field), .text(let field): field.text(in: request)
    }
  }

  /// Writes the edited text into `request`.
  ///
  /// - Returns: A notice if the text was rejected.
  package func commit(_ text: String, to request: inout SavedRequest) -> Notice? {
    switch self {
    case .method:
      let method = text.filter { !$0.isWhitespace }
      if !method.isEmpty { request.method = method }
    case .url: request.url = text.trimmingBlanks
    case .parameterName(let list, let index): change(list, index, in: &request) { $0.name = text }
    case .parameterValue(let list, let index):
      change(list, index, in: &request) { $0.setShownValue(text, mayBeFile: list.takesFiles) }
    case .setting(let field), .text(let field):
      return field.set(text, in: &request).map { Notice(.failure, $0.sentence) }
    }
    return nil
  }

  private static func row(_ list: PlacedField, _ index: Int, _ request: SavedRequest) -> Parameter? {
    let rows = list.rows(in: request)
    return rows.indices.contains(index) ? rows[index] : nil
  }

  private func change(
    _ list: PlacedField, _ index: Int, in request: inout SavedRequest, _ edit: (inout Parameter) -> Void
  ) {
    var rows = list.rows(in: request)
    guard index <= rows.count else { return }
    if index == rows.count { rows.append(Parameter("", "")) }
    edit(&rows[index])
    // Drop a new row that was left empty.
    if rows[index].name.isEmpty, rows[index].shownValue.isEmpty, index == rows.count - 1, !list.hasFixedRows {
      rows.removeLast()
    }
    list.setRows(rows, in: &request)
  }
}

extension Parameter {
  /// The value of a row. A part read from a file shows as `@path`, as in curl.
  package var shownValue: String { file.map { "@" + $0 } ?? value }

  fileprivate mutating func setShownValue(_ text: String, mayBeFile: Bool) {
    guard text != shownValue else { return }
    if mayBeFile, text.startsExactly(with: "@") {
      document["value"] = nil
      document["file"] = .string(String(text.unicodeScalars.dropFirst()))
    } else {
      document["file"] = nil
      value = text
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
