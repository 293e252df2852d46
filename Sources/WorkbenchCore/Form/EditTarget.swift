package import RequestModel

/// What a text field of the request pane changes.
package enum EditTarget: Equatable, Sendable {
  case method, url
  case parameterName(ParameterList, Int)
  case parameterValue(ParameterList, Int)
  case setting(Setting)
  case text(TextArea)

  package var isMultiline: Bool { if case .text = self { true } else { false } }

  package func content(in request: SavedRequest) -> String {
    switch self {
    case .method: request.method
    case .url: request.url
    case .parameterName(let list, let index): Self.row(list, index, request)?.name ?? ""
    case .parameterValue(let list, let index): Self.row(list, index, request)?.shownValue ?? ""
    case .setting(let setting): setting.value(in: request)
    case .text(let area): RequestForm.content(of: area, in: request)
    }
  }

  /// Takes the edited text over; a notice says what could not be done with it.
  package func commit(_ text: String, to request: inout SavedRequest) -> Notice? {
    switch self {
    case .method:
      let method = text.filter { !$0.isWhitespace }
      if !method.isEmpty { request.method = method }
    case .url: request.url = text.trimmingBlanks
    case .parameterName(let list, let index): change(list, index, in: &request) { $0.name = text }
    case .parameterValue(let list, let index):
      change(list, index, in: &request) { $0.setShownValue(text, inForm: list == .multipart) }
    case .setting(let setting): return setting.set(text, in: &request).map { Notice(.failure, $0.sentence) }
    case .text(let area): return RequestForm.setContent(text, of: area, in: &request)
    }
    return nil
  }

  private static func row(_ list: ParameterList, _ index: Int, _ request: SavedRequest) -> Parameter? {
    let rows = list.rows(of: request)
    return rows.indices.contains(index) ? rows[index] : nil
  }

  private func change(
    _ list: ParameterList, _ index: Int, in request: inout SavedRequest, _ edit: (inout Parameter) -> Void
  ) {
    var rows = list.rows(of: request)
    guard index <= rows.count else { return }
    if index == rows.count { rows.append(Parameter("", "")) }
    edit(&rows[index])
    // A row that was begun and left empty was never there.
    if rows[index].name.isEmpty, rows[index].shownValue.isEmpty, index == rows.count - 1, list != .path {
      rows.removeLast()
    }
    list.set(rows, in: &request)
  }
}

extension Parameter {
  /// The value of a row; a part that comes from a file shows as `@path`, as in curl.
  package var shownValue: String { file.map { "@" + $0 } ?? value }

  fileprivate mutating func setShownValue(_ text: String, inForm isMultipart: Bool) {
    guard text != shownValue else { return }
    if isMultipart, text.startsExactly(with: "@") {
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
