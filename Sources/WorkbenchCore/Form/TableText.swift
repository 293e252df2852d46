/// The rows of a table as lines of text, to edit them all at once: `Name: value`, `// Name: value` for a row that is
/// off, and `| ` before further lines of a value. A name alone has an empty value, as in Postman. A name that would be
/// read as something else is in quotes, as in JSON.
struct TableText {
  private let list: PlacedField

  init(_ list: PlacedField) { self.list = list }

  func text(of rows: [Parameter]) -> String { rows.map(text).joined(separator: "\n") }

  private func text(_ row: Parameter) -> String {
    let text = text(row, name: row.name)
    let read = entries(of: text)
    let isExact =
      read.count == 1 && read[0].line.name.isExactly(row.name) && read[0].line.isOff == row.isOff
      && (read[0].line.value == nil) == !showsValue(row)
    return isExact ? text : self.text(row, name: JSONValue.string(row.name).compact)
  }

  private func showsValue(_ row: Parameter) -> Bool { row.file != nil || row.hasValue || !list.allowsBareNames }

  private func text(_ row: Parameter, name: String) -> String {
    let hasValue = showsValue(row)
    let value = list.shownValue(of: row).replacingExactly("\n", with: "\n| ")
    return (row.isOff ? "// " : "") + name + (hasValue ? ":" + (value.isEmpty ? "" : " " + value) : "")
  }

  /// A row as typed, possibly on several lines.
  private struct Entry {
    var number: Int
    var text: String
    var line: TableLine
  }

  /// Reads the text. A row whose line is unchanged stays as it was, and one with a new value keeps what the text does
  /// not show.
  ///
  /// - Returns: The rows, and a notice with the first line whose value is not kept.
  func rows(of text: String, over old: [Parameter]) -> (rows: [Parameter], notice: Notice?) {
    let entries = entries(of: text)
    let matches = matches(old, entries)
    var problem: String?
    let rows = zip(entries, matches).map { entry, match in
      if let match, self.text(old[match]).isExactly(entry.text) { return old[match] }
      var row = match.map { old[$0] } ?? list.newRow()
      if isSecret(row), entry.line.value?.isEmpty == false {
        problem = problem ?? "Line \(entry.number): the value of a secret is not kept in the file; type it in the table"
        return row
      }
      set(entry.line, in: &row)
      return row
    }
    return (rows, problem.map { Notice(.failure, $0) })
  }

  private func isSecret(_ row: Parameter) -> Bool { list.holdsVariables && Variable(document: row.document).isSecret }

  private func set(_ line: TableLine, in row: inout Parameter) {
    row.name = line.name
    if row.isOff != line.isOff { row.isOff = line.isOff }
    if let value = line.value ?? (list.allowsBareNames ? nil : "") {
      if list.hasValues { list.setShownValue(value, of: &row) }
    } else if !list.holdsVariables {
      row.document["value"] = nil
    } else if row.hasValue {
      list.setShownValue("", of: &row)
    }
  }

  private func entries(of text: String) -> [Entry] {
    var entries: [Entry] = []
    for (index, text) in text.parts(separatedBy: "\n").enumerated() {
      let line = text.unicodeScalars.last == "\r" ? String(text.unicodeScalars.dropLast()) : text
      if line.trimmingBlanks.isEmpty { continue }
      if let rest = line.removingExactly(prefix: "|"), !entries.isEmpty, entries.last?.line.value != nil {
        entries[entries.count - 1].text += "\n" + text
        entries[entries.count - 1].line.value? += "\n" + (rest.removingExactly(prefix: " ") ?? rest)
      } else {
        entries.append(Entry(number: index + 1, text: text, line: TableLine(line)))
      }
    }
    return entries
  }

  /// The row that each entry comes from: an equal line, else the same name, else the same neighbours.
  private func matches(_ old: [Parameter], _ entries: [Entry]) -> [Int?] {
    let texts = old.map { ExactText(text($0)) }
    var matches = CommonSubsequence.pairs(texts, entries.map { ExactText($0.text) })
    var unused = Set(old.indices).subtracting(matches.compactMap(\.self))
    func matchRows(where isFitting: (Entry, Int) -> Bool) {
      for index in entries.indices where matches[index] == nil {
        guard let found = old.indices.first(where: { unused.contains($0) && isFitting(entries[index], $0) }) else {
          continue
        }
        matches[index] = found
        unused.remove(found)
      }
    }
    matchRows { texts[$1] == ExactText($0.text) }
    matchRows { old[$1].name.isExactly($0.line.name) }
    for index in entries.indices where matches[index] == nil {
      let before = index == 0 ? -1 : matches[index - 1] ?? -2
      let after = index + 1 == entries.count ? old.count : matches[index + 1] ?? -2
      guard unused.contains(before + 1), before + 2 == after || after < 0 else { continue }
      matches[index] = before + 1
      unused.remove(before + 1)
    }
    return matches
  }
}

extension PlacedField {
  /// Whether a row may be a name without a value.
  var allowsBareNames: Bool { isQuery || holdsVariables || !hasValues }
}
