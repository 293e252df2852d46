/// The value of a section: its kind and the values of the kind's fields.
///
/// Values are canonical: text is one string even if the file has an array of lines.
package struct KindContent<Kind: FieldKind>: Hashable, Sendable {
  package let kind: Kind
  private var values: JSONObject

  /// Creates a section with the initial values of its fields.
  package init(_ kind: Kind) {
    self.kind = kind
    values = JSONObject()
    for field in kind.fields {
      values[field.name] = field.firstValue
    }
  }

  package init(_ kind: Kind, _ members: KeyValuePairs<String, JSONValue?>) {
    self.init(kind)
    for (name, value) in members { self[name] = value }
  }

  package subscript(name: String) -> JSONValue? {
    get { values[name] }
    set {
      // Field order, so that equal contents compare equal.
      var changed = JSONObject()
      for field in kind.fields { changed[field.name] = field.name == name ? newValue : values[field.name] }
      values = changed
    }
  }

  package func text(_ name: String) -> String { values[name]?.string ?? "" }

  /// Returns the text of a field; `words` if it is empty.
  package func text(_ name: String, else words: String) -> String {
    let text = text(name)
    return text.isEmpty ? words : text
  }

  package func rows(_ name: String) -> [Parameter] {
    (values[name]?.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }
  }
}

extension KindContent {
  /// Returns the kind of a section's object without reading its fields.
  static func kind(of section: JSONObject?) -> Kind? {
    section.flatMap { object in Kind.all.first { object[$0.name] != nil } }
  }

  /// - Returns: `nil` if the section has no kind.
  static func read(_ reader: ObjectReader) throws(DocumentError) -> KindContent? {
    let kinds = Kind.all.filter { reader.object[$0.name] != nil }
    guard let kind = kinds.first else { return nil }
    guard kinds.count == 1 else {
      let names = kinds.map { "\"\($0.name)\"" }.joined(separator: " and ")
      throw DocumentError("\"\(Kind.section)\" has \(names): only one kind can be sent", at: reader.path)
    }
    guard kind.shape.isNested, !kind.fields.isEmpty else { return try KindContent(kind, in: reader) }
    guard let own = try reader.object(kind.name) else {
      throw DocumentError("\"\(kind.name)\" is not an object", at: reader.path.appending(kind.name))
    }
    return try KindContent(kind, in: own)
  }

  private init(_ kind: Kind, in reader: ObjectReader) throws(DocumentError) {
    self.kind = kind
    values = JSONObject()
    for field in kind.fields {
      try field.check(in: reader)
      values[field.name] = field.value(in: reader.object)
    }
  }

  /// Writes this content into the section's object. Replaces any other kind and keeps unknown members.
  func write(to section: inout JSONObject) {
    removeOtherKinds(from: &section)
    let isNew = section[kind.name] == nil
    guard kind.shape.isNested else { return write(to: &section, isNew: isNew) }
    var own = section[kind.name]?.object ?? JSONObject()
    write(to: &own, isNew: isNew)
    section[kind.name] = .object(own)
  }

  private func write(to object: inout JSONObject, isNew: Bool) {
    for field in kind.fields { field.write(values[field.name], to: &object, isNew: isNew) }
  }

  private func removeOtherKinds(from section: inout JSONObject) {
    for other in Kind.all where other != kind && section[other.name] != nil {
      section[other.name] = nil
      guard !other.shape.isNested else { continue }
      for field in other.fields where kind.shape.isNested || kind.field(field.name) == nil {
        section[field.name] = nil
      }
    }
  }
}
