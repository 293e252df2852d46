/// A way to do one thing of several, chosen by a key of the file: a kind of auth, a kind of body.
package protocol FieldKind: Hashable, Sendable {
  /// Every kind, in the order of the form.
  static var all: [Self] { get }
  /// The member of a request that holds it.
  static var section: String { get }
  var shape: KindShape { get }
}

/// What a kind looks like in the file and in the form.
package final class KindShape: Sendable {
  /// The key of the file.
  package let name: String
  package let title: String
  /// One sentence for the schema and the reference.
  package let summary: String
  /// What the form says of a kind without fields.
  package let hint: String
  package let fields: [Field]
  /// Whether the fields are members of the kind's own object, and not of the section's.
  package let isNested: Bool

  package init(
    _ name: String, _ title: String, _ summary: String, hint: String = "", isNested: Bool, fields: [Field]
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.hint = hint
    self.isNested = isNested
    self.fields = fields
  }
}

extension FieldKind {
  package var name: String { shape.name }
  package var fields: [Field] { shape.fields }

  package static func named(_ name: String) -> Self? { all.first { $0.name == name } }

  package static func == (a: Self, b: Self) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  package func field(_ name: String) -> Field? { fields.first { $0.name == name } }
}

/// The kinds of a section, as a field sees them.
package struct KindTable: Sendable {
  package let kinds: [KindShape]
  /// What the form calls a section that is missing, and says of it.
  package let absentName: String
  package let absentHint: String
  let check: @Sendable (ObjectReader) throws(DocumentError) -> Void
}
