/// Builds the rows of a tab from the fields of the file.
package enum FileForm {
  /// - Parameters:
  ///   - layers: The settings of the parent folders, the outermost first.
  ///   - facts: The first rows of a folder's Overview tab.
  ///   - first: The fields that come before the groups of a long form.
  package static func rows(
    of file: SavedFile, tab: FormTab, layers: [FolderSettings] = [], facts: [FormRow] = [],
    first: Set<PlacedField> = []
  ) -> [FormRow] {
    let own = rows(of: tab.fields.map { PlacedField($0) }, file, first: first)
    let described = tab == .overview ? facts + [.heading("Docs")] + own : own
    return [.address] + described + inherited(tab, by: file, from: layers)
  }

  /// The badge beside the tab's title: a count of table rows, or a dot if any field is set.
  package static func badge(of file: SavedFile, tab: FormTab) -> String {
    let tables = tab.fields.map { PlacedField($0) }.filter(\.isTable)
    let count = tables.reduce(0) { $0 + $1.rows(in: file).count { !$0.isOff } }
    if !tables.isEmpty { return count == 0 ? "" : String(count) }
    return tab.fields.contains { isPresent($0, file) } ? "●" : ""
  }

  private static func isPresent(_ field: Field, _ file: SavedFile) -> Bool {
    switch field.type {
    case .kinds: file.kind(of: field) != nil
    case .object: file.document[field.name]?.object?.members.isEmpty == false
    default: !PlacedField(field).text(in: file).isEmpty
    }
  }

  /// Single-row fields first, then tables and multi-line texts, with headings if there are several of these. The row of
  /// a file that replaces a text follows the text. Fields with groups are under the headings of these instead.
  private static func rows(
    of fields: [PlacedField], _ file: SavedFile, warning: String? = nil, first: Set<PlacedField> = []
  ) -> [FormRow] {
    if fields.contains(where: { $0.field.group != nil }) { return grouped(fields, file, first: first) }
    let standIns = fields.filter { field in fields.contains { field.isBelow($0) } }
    let single = fields.filter { $0.field.isSingleRow && !standIns.contains($0) }.map(FormRow.setting)
    let blocks = fields.filter { !$0.field.isSingleRow }.map { field in
      let below = standIns.filter { $0.isBelow(field) }.map(FormRow.setting)
      return (label: field.label, rows: block(field, file, first: first) + below)
    }
    .filter { !$0.rows.isEmpty }
    return single + (warning.map { [.hint($0)] } ?? [])
      + blocks.flatMap { blocks.count > 1 ? [.heading($0.label)] + $0.rows : $0.rows }
  }

  static func block(_ field: PlacedField, _ file: SavedFile, first: Set<PlacedField> = []) -> [FormRow] {
    switch field.field.type {
    case .strings: table(field, file)
    case .rows: table(field, file) + [.newParameter(field)]
    case .lines, .json: lines(field, file)
    case .object(let fields):
      rows(of: fields.filter(\.isInForm).map { PlacedField($0, in: field.field.name) }, file, first: first)
    case .kinds(let table): [.setting(field)] + content(of: field.field, table, file, first: first)
    case .text, .scalar, .number, .flag, .choice, .file, .names: []
    }
  }

  private static func table(_ field: PlacedField, _ file: SavedFile) -> [FormRow] {
    let rows = field.rows(in: file)
    let heading: [FormRow] = field.holdsVariables || field.hasValues && !rows.isEmpty ? [.columns(field)] : []
    return heading
      + rows.enumerated().flatMap { index, row in
        [.parameter(field, index)] + field.members(of: row).map { .member(field, index, $0) }
      }
  }

  private static func content(
    of section: Field, _ table: KindTable, _ file: SavedFile, first: Set<PlacedField>
  ) -> [FormRow] {
    guard let kind = file.kind(of: section) else {
      // A collection has no parent folder.
      let none = "Requests without their own auth send no credentials"
      return [.hint(file.role == .collection ? none : table.absentHint)]
    }
    if kind.fields.isEmpty { return [.hint(kind.hint)] + preview(of: section, file) }
    let all = kind.fields.filter(\.isInForm).map { PlacedField($0, in: section.name, kind: kind.name) }
    let fields = all.filter { hasMeaning($0, among: all, file) }
    let warning = section.name == BodyKind.section ? file.request?.body.flatMap { $0.kind.warning($0) } : nil
    return rows(of: fields, file, warning: warning, first: first) + preview(of: section, file)
  }

  /// A preview of what the auth adds to a request.
  private static func preview(of section: Field, _ file: SavedFile) -> [FormRow] {
    guard section.name == AuthKind.section, let auth = file.auth else { return [] }
    let preview = auth.kind.preview(auth)
    return preview.isEmpty ? [] : [.hint(preview)]
  }

  /// Whether the other fields of the kind leave this one an effect.
  private static func hasMeaning(_ field: PlacedField, among all: [PlacedField], _ file: SavedFile) -> Bool {
    guard let condition = field.field.condition, let other = all.first(where: { $0.field.name == condition.field })
    else { return true }
    return condition.values.contains(other.text(in: file))
  }

  private static func lines(_ field: PlacedField, _ file: SavedFile) -> [FormRow] {
    field.text(in: file).split(separator: "\n", omittingEmptySubsequences: false).indices.map { .line(field, $0) }
  }
}

extension PlacedField {
  /// Whether its row follows a text: as a file in place of the text, or because it belongs to it.
  fileprivate func isBelow(_ text: PlacedField) -> Bool {
    guard case .lines = text.field.type else { return false }
    return field.name == text.field.name + "File" || field.textAbove == text.field.name
  }

  fileprivate var isTable: Bool {
    switch field.type {
    case .rows, .strings: true
    default: false
    }
  }
}
