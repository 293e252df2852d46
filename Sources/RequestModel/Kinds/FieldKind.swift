/// A kind of auth or body, selected by a key in the file.
package protocol FieldKind: Hashable, Sendable {
  /// Every kind, in form order.
  static var all: [Self] { get }
  /// The member of a request that contains it.
  static var section: String { get }
  var shape: KindShape { get }
}

/// Describes a kind in the file and in the form.
package final class KindShape: Sendable {
  /// The key in the file.
  package let name: String
  package let title: String
  /// A sentence for the schema and the reference.
  package let summary: String
  /// The form's hint for a kind without fields.
  package let hint: String
  package let fields: [Field]
  /// Whether the fields are members of the kind's object instead of the section's.
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

/// The kinds of a section.
package struct KindTable: Sendable {
  package let kinds: [KindShape]
  /// The form's name and hint for a missing section.
  package let absentName: String
  package let absentHint: String
  let check: @Sendable (ObjectReader) throws(DocumentError) -> Void
}
