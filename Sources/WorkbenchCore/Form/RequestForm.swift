package import RequestModel

/// Builds the rows of a request tab from the fields of the request's kind.
package enum RequestForm {
  package static func rows(of request: SavedRequest, tab: FormTab) -> [FormRow] {
    [.address] + rows(of: tab.fields.map { PlacedField($0) }, request)
  }

  /// The badge beside the tab's title: a count of table rows, or a dot if any field is set.
  package static func badge(of request: SavedRequest, tab: FormTab) -> String {
    let tables = tab.fields.map { PlacedField($0) }.filter(\.isTable)
    let count = tables.reduce(0) { $0 + $1.rows(in: request).count { !$0.isOff } }
    if !tables.isEmpty { return count == 0 ? "" : String(count) }
    return tab.fields.contains { isPresent($0, request) } ? "●" : ""
  }

  private static func isPresent(_ field: Field, _ request: SavedRequest) -> Bool {
    switch field.type {
    case .kinds: request.kind(of: field) != nil
    case .object: request.document[field.name]?.object?.members.isEmpty == false
    default: !PlacedField(field).text(in: request).isEmpty
    }
  }

  /// Single-row fields first, then tables and multi-line texts, with headings if there are several of these.
  private static func rows(of fields: [PlacedField], _ request: SavedRequest, warning: String? = nil) -> [FormRow] {
    let single = fields.filter { $0.field.isSingleRow }.map(FormRow.setting)
    let blocks = fields.filter { !$0.field.isSingleRow }.map { (label: $0.label, rows: block($0, request)) }
      .filter { !$0.rows.isEmpty }
    return single + (warning.map { [.hint($0)] } ?? [])
      + blocks.flatMap { blocks.count > 1 ? [.heading($0.label)] + $0.rows : $0.rows }
  }

  private static func block(_ field: PlacedField, _ request: SavedRequest) -> [FormRow] {
    switch field.field.type {
    case .strings: field.rows(in: request).indices.map { .parameter(field, $0) }
    case .rows: field.rows(in: request).indices.map { .parameter(field, $0) } + [.newParameter(field)]
    case .lines, .json: lines(field, request)
    case .object(let fields):
      rows(of: fields.filter(\.isInForm).map { PlacedField($0, in: field.field.name) }, request)
    case .kinds(let table): [.setting(field)] + content(of: field.field, table, request)
    case .text, .number, .flag, .choice, .file, .names: []
    }
  }

  private static func content(of section: Field, _ table: KindTable, _ request: SavedRequest) -> [FormRow] {
    guard let kind = request.kind(of: section) else { return [.hint(table.absentHint)] }
    if kind.fields.isEmpty { return [.hint(kind.hint)] + preview(of: section, request) }
    let all = kind.fields.filter(\.isInForm).map { PlacedField($0, in: section.name, kind: kind.name) }
    let fields = all.filter { hasMeaning($0, among: all, request) }
    let warning = section.name == BodyKind.section ? request.body.flatMap { $0.kind.warning($0) } : nil
    return rows(of: fields, request, warning: warning) + preview(of: section, request)
  }

  /// What the request's auth adds to it.
  private static func preview(of section: Field, _ request: SavedRequest) -> [FormRow] {
    guard section.name == AuthKind.section, let auth = request.auth else { return [] }
    let preview = auth.kind.preview(auth)
    return preview.isEmpty ? [] : [.hint("Sends " + preview)]
  }

  /// Whether the other fields of the kind leave a use for this one.
  private static func hasMeaning(_ field: PlacedField, among all: [PlacedField], _ request: SavedRequest) -> Bool {
    guard let condition = field.field.condition, let other = all.first(where: { $0.field.name == condition.field })
    else { return true }
    return condition.values.contains(other.text(in: request))
  }

  private static func lines(_ field: PlacedField, _ request: SavedRequest) -> [FormRow] {
    field.text(in: request).split(separator: "\n", omittingEmptySubsequences: false).indices.map { .line(field, $0) }
  }
}

extension PlacedField {
  fileprivate var isTable: Bool {
    switch field.type {
    case .rows, .strings: true
    default: false
    }
  }
}
