/// Rows for a table in a pasted text: lines of `Name: value` or `name=value`, a query, or a URL with a query.
enum PastedRows {
  /// - Returns: `nil` if the text is something else, such as a command or a document.
  static func rows(in text: String, for list: PlacedField) -> [Parameter]? {
    let text = text.trimmingBlanks
    guard let first = text.first, !"{[<".contains(first), !PastedText.isCurl(text), !text.containsExactly("fetch(")
    else {
      return nil
    }
    let isLine = !text.contains(where: \.isNewline)
    if isLine, takesQuery(list) || isPlainQuery(text), let rows = query(text, for: list) { return rows }
    if isURL(text) { return nil }
    return lines(text, for: list)
  }

  /// Whether a URL was pasted on a table that takes no part of it.
  static func isURLElsewhere(_ text: String, for list: PlacedField) -> Bool {
    isURL(text.trimmingBlanks) && !takesQuery(list)
  }

  private static func takesQuery(_ list: PlacedField) -> Bool { list.isQuery || list.section == BodyKind.section }

  /// Whether it is one line that begins with a scheme.
  private static func isURL(_ text: String) -> Bool {
    guard !text.contains(where: \.isWhitespace), let scheme = text.cut(at: ":") else { return false }
    return scheme.after.startsExactly(with: "//") && !scheme.before.isEmpty
      && scheme.before.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains($0))
      }
  }

  /// Whether it is `a=1&b=2` and nothing else, so that it has several rows in any table.
  private static func isPlainQuery(_ text: String) -> Bool {
    let pairs = text.parts(separatedBy: "&")
    return pairs.count > 1 && !text.contains(where: { $0.isWhitespace || $0 == ":" })
      && pairs.allSatisfy { $0.unicodeScalars.count { $0 == "=" } == 1 && !$0.startsExactly(with: "=") }
  }

  /// The parameters of `?a=1&b=2`, with or without the mark or the URL before it.
  private static func query(_ text: String, for list: PlacedField) -> [Parameter]? {
    let isQuery = text.utf8.first == UInt8(ascii: "?") || text.containsExactly("://")
    let isBare = !text.contains(where: \.isWhitespace) && text.containsExactly("=") && isWholeQuery(text)
    guard isQuery || isBare else { return nil }
    let rows = URLParts(isQuery ? text : "?" + text).rows(keepsSpelling: list.isQuery)
    return rows.isEmpty ? nil : rows
  }

  /// Whether what is before the first `=` can be the name of a parameter, and not of a header with its value.
  private static func isWholeQuery(_ text: String) -> Bool {
    guard let name = text.cut(at: "=")?.before else { return false }
    return !name.isEmpty && !name.containsExactly(":")
  }

  private static func lines(_ text: String, for list: PlacedField) -> [Parameter]? {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0) }.filter { !$0.trimmingBlanks.isEmpty }
    let isRequest = lines.first?.containsExactly(" HTTP/") ?? false
    let read = lines.map(TableLine.init)
    // The first line of a document that can be imported.
    if ["openapi", "swagger", "opencollection"].contains(read.first?.name) { return nil }
    let fits = read.allSatisfy { line in
      // `https://…` is not a name with a value.
      line.value.map { !line.name.isEmpty && !$0.startsExactly(with: "//") } ?? false
    }
    guard fits, !isRequest, list.hasValues else { return nil }
    return read.map { line in
      var row = list.newRow()
      row.name = line.name
      list.setShownValue(line.value ?? "", of: &row)
      row.isOff = line.isOff
      return row
    }
  }
}
