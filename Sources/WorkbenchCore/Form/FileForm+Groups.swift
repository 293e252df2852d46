// The groups of long forms: the options, and auth kinds with many fields.
extension FileForm {
  /// The fields with groups that differ from their defaults. A form that is opened has them first.
  static func changedFields(of file: SavedFile, tab: FormTab) -> Set<PlacedField> {
    let fields = rows(of: file, tab: tab).compactMap { row -> PlacedField? in
      switch row {
      case .setting(let field), .newParameter(let field), .line(let field, 0): field
      default: nil
      }
    }
    return Set(fields.filter { $0.field.group != nil && $0.differsFromDefault(in: file) })
  }

  /// The fields `first` below a heading of their own, then the others by group.
  static func grouped(_ fields: [PlacedField], _ file: SavedFile, first: Set<PlacedField>) -> [FormRow] {
    let others = fields.filter { !first.contains($0) }
    let groups = FieldGroup.allCases.map { group in
      (title: group.rawValue, fields: others.filter { ($0.field.group ?? .basics) == group })
    }
    return ([(title: "Set here", fields: fields.filter(first.contains))] + groups).filter { !$0.fields.isEmpty }
      .flatMap { [FormRow.heading($0.title)] + members($0.fields, file) }
  }

  /// The fields of a group in one row each, then its tables and texts with their labels.
  private static func members(_ fields: [PlacedField], _ file: SavedFile) -> [FormRow] {
    fields.filter(\.field.isSingleRow).map(FormRow.setting)
      + fields.filter { !$0.field.isSingleRow }.flatMap { [FormRow.heading($0.label)] + block($0, file) }
  }
}
