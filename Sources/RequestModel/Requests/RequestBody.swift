/// The body of a stored request. A key of the file's `body` object selects the kind.
package typealias RequestBody = KindContent<BodyKind>

extension RequestBody {
  /// The long text of the content as the form shows it; empty for a table or a file.
  var contentText: String {
    kind.contentField.map { $0.text(of: self[$0.name]) } ?? ""
  }

  /// Returns a body of another kind with as much of this content as it can hold.
  func converted(to kind: BodyKind) -> RequestBody {
    if let body = convertedGraphQL(to: kind) { return body }
    var body = RequestBody(kind)
    if let rows = kind.rowsField {
      let former = self.kind.rowsField.flatMap { self[$0.name] }
      body[rows.name] = former ?? .array([])
    } else if let content = kind.contentField {
      // Text that is not JSON is dropped; undo restores it.
      body[content.name] = (try? content.value(of: contentText)) ?? RequestBody(kind)[content.name]
      if kind.name == self.kind.draftKind { body["type"] = self.kind.mediaType.map(JSONValue.string) }
    }
    return body
  }

  /// Returns whether a body of that kind can hold the content.
  func converts(to kind: BodyKind) -> Bool {
    if convertedGraphQL(to: kind) != nil { return true }
    if self.kind.rowsField != nil { return kind.rowsField != nil }
    guard self.kind.contentField != nil, let content = kind.contentField else { return false }
    return (try? content.value(of: contentText)) != nil
  }

  /// Sets a field from edited text. Text that does not parse is kept, if necessary in a body of the draft kind.
  func edited(_ field: Field, _ text: String) -> (body: RequestBody, problem: FieldProblem?) {
    var body = self
    do {
      body[field.name] = try field.value(of: text)
      return (body.restored(from: self) ?? body, nil)
    } catch {
      if let draft = kind.draftKind.flatMap(BodyKind.named), let content = draft.contentField {
        body = RequestBody(draft, [content.name: .string(text), "type": kind.mediaType.map(JSONValue.string)])
      } else if let kept = error.keptValue {
        body[field.name] = kept
      }
      return (body, error)
    }
  }

  /// Converts a draft back to its original kind if an edit has made it parse again.
  private func restored(from former: RequestBody) -> RequestBody? {
    let type = self["type"]?.string
    guard kind == former.kind, former.contentText.contains(where: { !$0.isWhitespace }),
      let whole = BodyKind.all.first(where: { $0.draftKind == kind.name && $0.mediaType == type && type != nil }),
      !former.converts(to: whole), converts(to: whole)
    else { return nil }
    return converted(to: whole)
  }
}

extension BodyKind {
  /// The field that holds the content as one long text.
  var contentField: Field? {
    fields.first { field in
      switch field.type {
      case .lines, .json: true
      default: false
      }
    }
  }

  /// The field that holds the content as a table.
  var rowsField: Field? {
    fields.first { if case .rows = $0.type { true } else { false } }
  }
}
