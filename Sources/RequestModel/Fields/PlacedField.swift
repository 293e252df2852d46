/// A field at its place in a file, shown and edited by a row of the form.
package struct PlacedField: Hashable, Sendable {
  package let field: Field
  /// The member of the file that contains the field; empty for a member of the file itself.
  package let section: String
  /// The kind that the section must have; `nil` for any.
  let kind: String?

  package init(_ field: Field, in section: String = "", kind: String? = nil) {
    self.field = field
    self.section = section
    self.kind = kind
  }

  /// The long text of a body kind.
  package static func content(of kind: BodyKind) -> PlacedField? {
    kind.contentField.map { PlacedField($0, in: BodyKind.section, kind: kind.name) }
  }

  package static func == (a: PlacedField, b: PlacedField) -> Bool {
    a.field.name == b.field.name && a.section == b.section && a.kind == b.kind
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(field.name)
    hasher.combine(section)
    hasher.combine(kind)
  }
}

extension PlacedField {
  package var label: String {
    if case .kinds = field.type { "Kind" } else { field.label }
  }

  /// Returns the value as the form shows it.
  package func text(in file: SavedFile) -> String {
    if case .kinds(let table) = field.type { return file.kind(of: field)?.name ?? table.absentName }
    return field.text(of: value(in: file))
  }

  /// Returns the note that the form shows beside the value.
  package func note(in file: SavedFile) -> String {
    if section == BodyKind.section, field.name == Field.mediaType.name, value(in: file) == nil,
      let header = file.request?.headers.first(where: { !$0.isOff && $0.name.lowercased() == "content-type" })
    {
      return "header: \(header.value)"
    }
    return field.missingNote.flatMap { value(in: file) == nil ? $0 : nil } ?? field.note
  }

  /// Sets the value from typed or chosen text.
  ///
  /// - Returns: Why the text is not a valid value, or `nil`.
  package func set(_ text: String, in file: inout SavedFile) -> FieldProblem? {
    if case .kinds(let table) = field.type {
      file.setKind(of: field.name, to: text == table.absentName ? nil : text)
      return nil
    }
    if section == BodyKind.section { return setInBody(text, of: &file) }
    guard text != self.text(in: file) else { return nil }
    do {
      setValue(try field.value(of: text), in: &file)
      return nil
    } catch {
      if let kept = error.keptValue { setValue(kept, in: &file) }
      return error
    }
  }

  private func setInBody(_ text: String, of file: inout SavedFile) -> FieldProblem? {
    guard let body = file.request?.body, let field = ownField(in: body) else { return nil }
    let (edited, problem) = body.edited(field, text)
    file.request?.body = edited
    return problem
  }

  /// The shape of a table's rows.
  package var shape: RowShape? { if case .rows(let shape, _) = field.type { shape } else { nil } }

  /// Whether it is the table of the URL's query.
  package var isQuery: Bool { section.isEmpty && field === Field.query }

  /// Returns the rows of a table.
  package func rows(in file: SavedFile) -> [Parameter] {
    if case .strings = field.type { return file.request?.urlPathParameters ?? [] }
    if isQuery { return file.request?.shownQuery ?? [] }
    let rows = (value(in: file)?.array ?? []).compactMap(\.object)
    return rows.map(shape?.cells?.shown ?? Parameter.init(document:))
  }

  /// Returns the row to store in the file for a shown row.
  package func document(of shown: Parameter) -> JSONObject { shape?.cells?.stored(shown) ?? shown.document }

  package func setRows(_ rows: [Parameter], in file: inout SavedFile) {
    if case .strings = field.type {
      file.request?.setPathValues(rows)
      return
    }
    if isQuery {
      file.request?.setShownQuery(rows)
      return
    }
    let isOptional = kind == nil && rows.isEmpty
    let documents = shape?.cells.map { rows.map($0.stored) } ?? rows.map(\.document)
    setValue(isOptional ? nil : .array(documents.map(JSONValue.object)), in: &file)
  }

  private func value(in file: SavedFile) -> JSONValue? {
    switch section {
    case "": field.value(in: file.document)
    case BodyKind.section: file.request?.body.flatMap { body in ownField(in: body).flatMap { body[$0.name] } }
    case AuthKind.section: file.auth.flatMap { $0.kind.name == kind ? $0[field.name] : nil }
    default: field.value(in: file.document[section]?.object ?? JSONObject())
    }
  }

  private func setValue(_ value: JSONValue?, in file: inout SavedFile) {
    switch section {
    case "": field.write(value, to: &file.document)
    case BodyKind.section: if file.request?.body?.kind.name == kind { file.request?.body?[field.name] = value }
    case AuthKind.section: if file.auth?.kind.name == kind { file.auth?[field.name] = value }
    default:
      var object = file.document[section]?.object ?? JSONObject()
      field.write(value, to: &object)
      file.document[section] = object.members.isEmpty ? nil : .object(object)
    }
  }

  /// Returns the field of the body's kind. If an edit has turned the body into a draft, it is the draft's field.
  private func ownField(in body: RequestBody) -> Field? {
    if body.kind.name == kind { return field }
    guard let former = kind.flatMap(BodyKind.named), former.contentField?.name == field.name,
      former.draftKind == body.kind.name || body.kind.draftKind == former.name
    else { return nil }
    return body.kind.contentField
  }
}

extension SavedFile {
  package func kind(of section: Field) -> KindShape? {
    let content = document[section.name]?.object
    return section.name == BodyKind.section
      ? RequestBody.kind(of: content)?.shape : RequestAuth.kind(of: content)?.shape
  }

  fileprivate mutating func setKind(of section: String, to name: String?) {
    if section == BodyKind.section {
      request?.setBodyKind(name.flatMap(BodyKind.named))
    } else if name != auth?.kind.name {
      auth = name.flatMap(AuthKind.named).map(RequestAuth.init)
    }
  }
}

extension SavedRequest {
  /// Changes the kind of the body. Keeps its content if the new kind can hold it.
  package mutating func setBodyKind(_ kind: BodyKind?) {
    guard kind != body?.kind else { return }
    body = kind.map { kind in body?.converted(to: kind) ?? RequestBody(kind) }
  }

  /// Returns whether the body keeps its content when changed to that kind.
  package func canConvertBody(to kind: BodyKind) -> Bool { body?.converts(to: kind) ?? false }
}
