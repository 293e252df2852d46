/// The structure of a value in a file, according to the program's fields.
package indirect enum FieldShape: Sendable {
  /// An object with these members.
  case members([Field])
  /// An object whose kind is given by one of its keys.
  case kinds(KindTable)
  /// A table.
  case rows(RowShape)
  /// An object of strings.
  case strings
  /// An object of texts, such as headers.
  case texts
  /// A list of words without an order of its own, such as tags.
  case words
  /// A text of several lines: a string, or an array of lines.
  case lines
  /// A text, a number or a choice.
  case plain(Field)
  case json
}

extension FieldShape {
  package init(_ role: FileRole) { self = .members(role.fields) }

  init(_ field: Field) {
    switch field.type {
    case .object(let fields): self = .members(fields)
    case .kinds(let table): self = .kinds(table)
    case .rows(let shape, _): self = .rows(shape)
    case .strings: self = .strings
    case .names: self = .words
    case .lines: self = .lines
    case .json: self = .json
    case .text, .scalar, .number, .flag, .choice, .file: self = .plain(field)
    }
  }

  /// Returns the field of a member, if there is one.
  func field(_ name: String) -> Field? {
    switch self {
    case .members(let fields): fields.first { $0.name.isExactly(name) }
    case .kinds(let table): table.kinds.lazy.filter { !$0.isNested }.flatMap(\.fields).first { $0.name.isExactly(name) }
    default: nil
    }
  }

  func member(_ name: String) -> FieldShape {
    if case .kinds(let table) = self, let kind = table.kinds.first(where: { $0.isNested && $0.name.isExactly(name) }) {
      return .members(kind.fields)
    }
    if case .texts = self { return .lines }
    return field(name).map(FieldShape.init) ?? .json
  }

  /// Whether a member holds a credential.
  ///
  /// - Parameter row: The name of the row that contains the member. It describes the value.
  func isSecret(_ name: String, inRow row: String?) -> Bool {
    if let row, name.isExactly("value") { return SecretName.isLikely(row) }
    return field(name)?.isSecret ?? SecretName.isLikely(name)
  }

  /// The kind of a section, by its key.
  func kind(of object: JSONObject?) -> KindShape? {
    guard case .kinds(let table) = self, let object else { return nil }
    return table.kinds.first { kind in object.members.contains { $0.key.means(kind.name) } }
  }

  /// The value that is equivalent to a missing table or group of fields.
  var empty: JSONValue? {
    switch self {
    case .rows, .words: .array([])
    case .strings, .members, .texts: .object(JSONObject())
    case .kinds, .lines, .plain, .json: nil
    }
  }

  var element: FieldShape {
    if case .rows(let shape) = self { .members(shape.fields) } else { .json }
  }
}

extension FileRole {
  /// The members of such a file.
  package var fields: [Field] {
    switch self {
    case .request: RequestKind.allFields
    case .folder, .collection: FolderSettings.fields
    case .environment, .workspace: Environment.fields
    }
  }

  /// Returns the role of a file by its path in a collection; `nil` for paths outside of the format.
  package static func of(path: String) -> FileRole? {
    let parts = path.split(separator: "/")
    guard let name = parts.last, name.endsExactly(with: ".json"), !name.startsExactly(with: ".") else { return nil }
    switch name {
    case "collection.json": return .collection
    case "folder.json": return .folder
    case "workspace.json": return .workspace
    default: return parts.dropLast().last == "environments" ? .environment : .request
    }
  }
}
