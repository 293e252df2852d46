/// The part of a request that a text field edits.
package enum EditTarget: Equatable, Sendable {
  case method, url
  case parameterName(PlacedField, Int)
  case parameterValue(PlacedField, Int)
  case parameterDescription(PlacedField, Int)
  case member(PlacedField, Int, PlacedField)
  /// The value of a secret variable, which is kept outside of the file.
  case secretValue(PlacedField, Int)
  case setting(PlacedField)
  case text(PlacedField)
  /// All rows of a table as lines of text.
  case table(PlacedField)

  package var isMultiline: Bool {
    switch self {
    case .text, .table: true
    default: false
    }
  }

  package func content(in file: SavedFile) -> String {
    switch self {
    case .method: file.request?.method ?? ""
    case .url: file.request?.shownURL ?? ""
    case .parameterName(let list, let index): Self.row(list, index, file)?.name ?? ""
    case .parameterValue(let list, let index): Self.row(list, index, file).map(list.shownValue) ?? ""
    case .parameterDescription(let list, let index):
      Self.row(list, index, file).flatMap { Variable(document: $0.document).description } ?? ""
    case .member(let list, let index, let member):
      Self.row(list, index, file).map { member.field.text(of: $0.document[member.field.name]) } ?? ""
    case .secretValue: ""
    case .setting(let field), .text(let field): field.text(in: file)
    case .table(let list): TableText(list).text(of: list.rows(in: file))
    }
  }

  /// The text that an open field starts with. A JSON object without members starts empty, as what is typed replaces it.
  func openingText(in file: SavedFile) -> String { isEmptyObject(in: file) ? "" : content(in: file) }

  private func isEmptyObject(in file: SavedFile) -> Bool {
    guard case .text(let field) = self, field.isJSON else { return false }
    return field.text(in: file) == "{}"
  }

  /// Writes the edited text into `file`.
  ///
  /// - Returns: A notice if the text was rejected.
  package func commit(_ text: String, to file: inout SavedFile) -> Notice? {
    switch self {
    case .method:
      let method = text.filter { !$0.isWhitespace }
      if !method.isEmpty { file.request?.choose(method: method) }
    case .url: return Self.commit(url: text, to: &file)
    case .parameterName(let list, let index) where list.hasFixedRows:
      guard let name = Self.row(list, index, file)?.name else { return nil }
      return file.request?.renamePathParameter(name, to: text.trimmingBlanks).map { Notice(.failure, $0) }
    case .parameterName(let list, let index): change(list, index, in: &file) { $0.name = text }
    case .parameterValue(let list, let index):
      change(list, index, in: &file) { list.setShownValue(text, of: &$0) }
    case .parameterDescription(let list, let index):
      change(list, index, in: &file) { row in
        var variable = Variable(document: row.document)
        variable.description = text.isEmpty ? nil : text
        row.document = variable.document
      }
    case .member(let list, let index, let member):
      // Nothing for the default.
      change(list, index, in: &file) { $0.document[member.field.name] = (try? member.field.value(of: text)) ?? nil }
    case .secretValue: break
    case .table(let list):
      let (rows, notice) = TableText(list).rows(of: text, over: list.rows(in: file))
      list.setRows(rows, in: &file)
      return notice
    case .text where text.trimmingBlanks.isEmpty && isEmptyObject(in: file): break
    case .setting(let field), .text(let field):
      return field.set(text, in: &file).map { Notice($0.isNote ? .information : .failure, $0.sentence) }
    }
    return nil
  }

  /// A method before the URL is chosen, too, and its scheme may change the kind.
  private static func commit(url text: String, to file: inout SavedFile) -> Notice? {
    let former = file.request
    let typed = TypedURL(text.trimmingBlanks, after: former?.url)
    file.request?.setShownURL(typed.url)
    file.request?.followScheme(after: former?.url ?? "")
    guard let method = typed.method else {
      let isOther = file.request?.kind != former?.kind
      return isOther ? file.request?.unusedSentence.map { Notice(.information, $0) } : nil
    }
    file.request?.choose(method: method)
    return Notice(.information, "Method set to \(method)")
  }

  /// Whether it is the value of a secret variable, which the file must not hold.
  func isSecret(in file: SavedFile) -> Bool {
    guard case .parameterValue(let list, let index) = self, list.holdsVariables, let row = Self.row(list, index, file)
    else { return false }
    return Variable(document: row.document).isSecret
  }

  private static func row(_ list: PlacedField, _ index: Int, _ file: SavedFile) -> Parameter? {
    list.rows(in: file)[ifPresent: index]
  }

  private func change(
    _ list: PlacedField, _ index: Int, in file: inout SavedFile, _ edit: (inout Parameter) -> Void
  ) {
    var rows = list.rows(in: file)
    guard index <= rows.count else { return }
    let isNew = index == rows.count
    if isNew { rows.append(list.newRow()) }
    edit(&rows[index])
    // Drop a new row that was left empty.
    if rows[index].name.isEmpty, list.shownValue(of: rows[index]).isEmpty, index == rows.count - 1, !list.hasFixedRows {
      // Writing no rows would remove an empty list of the file.
      if isNew { return }
      rows.removeLast()
    }
    list.setRows(rows, in: &file)
  }
}

extension Parameter {
  /// The value of a row as the form shows it.
  ///
  /// - Parameter mayBeFile: Whether a row may be read from a file. That shows as `@path`, as in curl, and a text that
  ///   begins with an at sign as `\@text`.
  fileprivate func shownValue(mayBeFile: Bool) -> String {
    if mayBeFile, let file { return "@" + file }
    // The value of a variable may be any JSON.
    let text = hasValue ? Variable(document: document).text : ""
    return mayBeFile && text.isAtSignEscaped ? "\\" + text : text
  }

  fileprivate mutating func setShownValue(_ text: String, mayBeFile: Bool) {
    guard !text.isExactly(shownValue(mayBeFile: mayBeFile)) else { return }
    if mayBeFile, text.startsExactly(with: "@") {
      document["value"] = nil
      document["file"] = .string(String(text.unicodeScalars.dropFirst()))
    } else {
      if mayBeFile { document["file"] = nil }
      var variable = Variable(document: document)
      variable.setText(mayBeFile && text.isAtSignEscaped ? String(text.unicodeScalars.dropFirst()) : text)
      document = variable.document
    }
  }
}

extension PlacedField {
  /// The value of a row as the form shows it.
  func shownValue(of row: Parameter) -> String {
    shape?.cells == nil ? row.shownValue(mayBeFile: takesFiles) : row.value
  }

  func setShownValue(_ text: String, of row: inout Parameter) {
    if shape?.cells == nil { row.setShownValue(text, mayBeFile: takesFiles) } else { row.value = text }
  }
}

extension String {
  /// Whether it begins with an at sign, perhaps after backslashes. In a table that takes files, a backslash before it
  /// says that it is text.
  fileprivate var isAtSignEscaped: Bool { unicodeScalars.first { $0 != "\\" } == "@" }

  var trimmingBlanks: String { String(trimming(while: \.isWhitespace)) }
}
