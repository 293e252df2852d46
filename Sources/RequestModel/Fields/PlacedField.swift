/// A field at its place in a request, shown and edited by a row of the form.
package struct PlacedField: Hashable, Sendable {
  package let field: Field
  /// The member of the request that contains the field; empty for a member of the request itself.
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
  package func text(in request: SavedRequest) -> String {
    if case .kinds(let table) = field.type { return request.kind(of: field)?.name ?? table.absentName }
    return field.text(of: value(in: request))
  }

  /// Returns the note that the form shows beside the value.
  package func note(in request: SavedRequest) -> String {
    field.missingNote.flatMap { value(in: request) == nil ? $0 : nil } ?? field.note
  }

  /// Sets the value from typed or chosen text.
  ///
  /// - Returns: Why the text is not a valid value, or `nil`.
  package func set(_ text: String, in request: inout SavedRequest) -> FieldProblem? {
    if case .kinds(let table) = field.type {
      request.setKind(of: field.name, to: text == table.absentName ? nil : text)
      return nil
    }
    if section == BodyKind.section { return setInBody(text, of: &request) }
    guard text != self.text(in: request) else { return nil }
    do {
      setValue(try field.value(of: text), in: &request)
      return nil
    } catch {
      if let kept = error.keptValue { setValue(kept, in: &request) }
      return error
    }
  }

  private func setInBody(_ text: String, of request: inout SavedRequest) -> FieldProblem? {
    guard let body = request.body, let field = ownField(in: body) else { return nil }
    let (edited, problem) = body.edited(field, text)
    request.body = edited
    return problem
  }

  /// Returns the rows of a table.
  package func rows(in request: SavedRequest) -> [Parameter] {
    if case .strings = field.type { return request.urlPathParameters }
    return (value(in: request)?.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }
  }

  package func setRows(_ rows: [Parameter], in request: inout SavedRequest) {
    if case .strings = field.type { return request.pathParameters = rows.filter { !$0.value.isEmpty } }
    let isOptional = kind == nil && rows.isEmpty
    setValue(isOptional ? nil : .array(rows.map { .object($0.document) }), in: &request)
  }
}

extension PlacedField {
  private func value(in request: SavedRequest) -> JSONValue? {
    switch section {
    case "": field.value(in: request.document)
    case BodyKind.section: request.body.flatMap { body in ownField(in: body).flatMap { body[$0.name] } }
    case AuthKind.section: request.auth.flatMap { $0.kind.name == kind ? $0[field.name] : nil }
    default: field.value(in: request.document[section]?.object ?? JSONObject())
    }
  }

  private func setValue(_ value: JSONValue?, in request: inout SavedRequest) {
    switch section {
    case "": field.write(value, to: &request.document)
    case BodyKind.section: if request.body?.kind.name == kind { request.body?[field.name] = value }
    case AuthKind.section: if request.auth?.kind.name == kind { request.auth?[field.name] = value }
    default:
      var object = request.document[section]?.object ?? JSONObject()
      field.write(value, to: &object)
      request.document[section] = object.members.isEmpty ? nil : .object(object)
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

extension SavedRequest {
  /// Returns the kind of a section.
  package func kind(of section: Field) -> KindShape? {
    let content = document[section.name]?.object
    return section.name == BodyKind.section
      ? RequestBody.kind(of: content)?.shape : RequestAuth.kind(of: content)?.shape
  }

  fileprivate mutating func setKind(of section: String, to name: String?) {
    if section == BodyKind.section { return setBodyKind(name.flatMap(BodyKind.named)) }
    guard name != auth?.kind.name else { return }
    auth = name.flatMap(AuthKind.named).map(RequestAuth.init)
  }

  /// Changes the kind of the body. Keeps its content if the new kind can hold it.
  package mutating func setBodyKind(_ kind: BodyKind?) {
    guard kind != body?.kind else { return }
    body = kind.map { kind in body?.converted(to: kind) ?? RequestBody(kind) }
  }

  /// Returns whether the body keeps its content when changed to that kind.
  package func canConvertBody(to kind: BodyKind) -> Bool { body?.converts(to: kind) ?? false }

  /// A row for each `:name` segment of the URL, with its value in the file.
  package var urlPathParameters: [Parameter] {
    let known = pathParameters
    let address = String(url.unicodeScalars.prefix { $0 != "?" && $0 != "#" })
    let segments = address.unicodeScalars.split(separator: "/").dropFirst(address.containsExactly("://") ? 2 : 1)
    let names = segments.filter { $0.first == ":" && $0.count > 1 }.map { String($0.dropFirst().prefix { $0 != "." }) }
    return names.map { name in known.first { $0.name.isExactly(name) } ?? Parameter(name, "") }
  }
}
