/// A value of a file that can be moved to the user's secrets, whatever it looks like.
struct MovableValue {
  /// The name of its row or field.
  let name: String
  let text: String

  /// - Returns: `nil` for a value that is empty or has a fixed set of choices, and for other parts of a file.
  init?(_ target: EditTarget, in file: SavedFile) {
    switch target {
    case .parameterValue(let list, let index):
      guard list.holdsMovableValues, let row = list.rows(in: file)[ifPresent: index], row.file == nil
      else { return nil }
      (name, text) = (row.name, row.value)
    case .member(_, _, let member) where member.field.isSecret && member.field.allowsVariables:
      (name, text) = (member.field.name, target.content(in: file))
    case .setting(let field)
    where field.section == AuthKind.section && field.field.allowsVariables && field.field.choices == nil:
      let isNamedByKind = field.field.name == "value"
      (name, text) = (isNamedByKind ? file.auth?.kind.name ?? "value" : field.field.name, field.text(in: file))
    default: return nil
    }
    if text.isEmpty { return nil }
  }
}

extension FormRow {
  /// The value of the row.
  var valueTarget: EditTarget? {
    switch self {
    case .parameter(let list, let index): .parameterValue(list, index)
    case .member(let list, let index, let member): .member(list, index, member)
    case .setting(let field): .setting(field)
    default: nil
    }
  }
}

extension PlacedField {
  /// Whether the table's values are sent: those of query parameters, path parameters, headers and form fields.
  fileprivate var holdsMovableValues: Bool {
    if isQuery || hasFixedRows { return true }
    let isForm = section == BodyKind.section && hasValues
    return shape?.cells == nil && (isForm || section.isEmpty && field.name == Field.headers.name)
  }
}
