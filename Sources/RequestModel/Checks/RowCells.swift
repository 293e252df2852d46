/// Shows table rows without a name and value as two cells of text, and converts edited cells back.
package struct RowCells: Sendable {
  /// The headings of the two cells.
  package let headings: [String]
  /// The members that the cells show.
  let members: Set<String>
  /// The members that have rows of their own.
  package let further: [String]
  let texts: @Sendable (JSONObject) -> (name: String, value: String)
  let setName: @Sendable (String, inout JSONObject) -> Void
  let setValue: @Sendable (String, inout JSONObject) -> Void

  /// The member of a shown row that remembers the row in the file.
  private static let former = "former"

  /// The row as the form shows it.
  func shown(_ row: JSONObject) -> Parameter {
    let (name, value) = texts(row)
    var shown = Parameter(name, value)
    for member in row.members where !members.contains(member.key.value) {
      shown.document[member.key.value] = member.value
    }
    shown.document[Self.former] = .object(row)
    return shown
  }

  /// The row to store in the file. Keeps members that the cells do not show.
  func stored(_ shown: Parameter) -> JSONObject {
    var row = shown.document[Self.former]?.object ?? JSONObject()
    let former = texts(row)
    if !shown.name.isExactly(former.name) { setName(shown.name, &row) }
    if !shown.value.isExactly(former.value) { setValue(shown.value, &row) }
    for key in row.keys where !members.contains(key) { row[key] = shown.document[key] }
    for member in shown.document.members where !["name", "value", Self.former].contains(member.key.value) {
      row[member.key.value] = member.value
    }
    return row
  }
}

extension RowCells {
  static let check = RowCells(
    headings: ["Response", "Expected"],
    members: ["query", "expression", "filters", "x-filters", "not", "predicate", "value"], further: [],
    texts: { (CheckSubject(row: $0).text, CheckExpectation(row: $0).text) },
    setName: { CheckSubject($0).set(in: &$1) }, setValue: { CheckExpectation($0).set(in: &$1) })

  static let capture = RowCells(
    headings: ["Variable", "Response"], members: ["name", "query", "expression", "filters", "x-filters"],
    further: ["scope", "secret"],
    texts: { ($0["name"]?.string ?? "", CheckSubject(row: $0).text) },
    setName: { $1["name"] = .string($0) }, setValue: { CheckSubject($0).set(in: &$1) })
}
