/// A value inherited from a parent folder.
package struct InheritedValue: Equatable, Sendable {
  package var name: String
  /// Credentials are masked.
  package var value: String
  /// The folder's kind and name: `collection shop`.
  package var origin: String
  /// The absolute path of the folder it comes from.
  package var folder: String
  /// Whether a nearer folder, or the file itself, overrides it.
  package var isReplaced: Bool
}

extension FileForm {
  /// The inherited rows of a tab, the nearest folder first.
  static func inherited(_ tab: FormTab, by file: SavedFile, from layers: [FolderSettings]) -> [FormRow] {
    let values =
      switch tab.name {
      case FormTab.variables.name: variables(of: layers, file)
      case FormTab.headers.name: headers(of: layers, file)
      case FormTab.auth.name: auth(of: layers, file)
      case FormTab.options.name: options(of: layers, file)
      default: [InheritedValue]()
      }
    return values.isEmpty ? [] : [.heading("Inherited")] + values.map(FormRow.inherited)
  }

  private static func variables(of layers: [FolderSettings], _ file: SavedFile) -> [InheritedValue] {
    collect(layers, own: names(PlacedField(.variables), file)) { layer in
      layer.variables.filter { !$0.isOff }.map { ($0.name, $0.shownValue) }
    }
  }

  private static func headers(of layers: [FolderSettings], _ file: SavedFile) -> [InheritedValue] {
    collect(layers, own: names(PlacedField(.headers), file).map { $0.lowercased() }, fold: { $0.lowercased() }) {
      layer in
      layer.headers.filter { !$0.isOff }.map { ($0.name, $0.value) }
    }
  }

  private static func options(of layers: [FolderSettings], _ file: SavedFile) -> [InheritedValue] {
    let own = (file.document["options"]?.object?.keys ?? []).map { name in
      RequestOptions.fields.first { $0.name == name }?.label ?? name
    }
    return collect(layers, own: own) { layer in
      layer.options.document.members.compactMap { member in
        guard let field = RequestOptions.fields.first(where: { $0.name == member.key.value }) else { return nil }
        let text = field.isSingleRow ? field.text(of: member.value) : names(in: member.value)
        return (field.label, PlacedField(field).isMasked(text) ? PlacedField.mask : text)
      }
    }
  }

  /// The names of a table's rows.
  private static func names(in table: JSONValue) -> String {
    (table.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }.filter { !$0.isOff }.map(\.name)
      .joined(separator: ", ")
  }

  private static func names(_ table: PlacedField, _ file: SavedFile) -> [String] {
    table.rows(in: file).filter { !$0.isOff }.map(\.name)
  }

  private static func collect(
    _ layers: [FolderSettings], own: [String], fold: (String) -> String = { $0 },
    _ pairs: (FolderSettings) -> [(String, String)]
  ) -> [InheritedValue] {
    var seen = Set(own.map(ExactText.init))
    return layers.reversed().flatMap { layer in
      let found = pairs(layer)
      defer { seen.formUnion(found.map { ExactText(fold($0.0)) }) }
      return found.map { name, value in
        InheritedValue(
          name: name, value: value, origin: layer.title, folder: layer.folder ?? "",
          isReplaced: seen.contains(ExactText(fold(name))))
      }
    }
  }

  private static func auth(of layers: [FolderSettings], _ file: SavedFile) -> [InheritedValue] {
    guard let layer = layers.last(where: { $0.auth != nil }), let auth = layer.auth else { return [] }
    return [
      InheritedValue(
        name: auth.kind.shape.title, value: auth.summary, origin: layer.title, folder: layer.folder ?? "",
        isReplaced: file.auth != nil)
    ]
  }
}

extension RequestAuth {
  /// The values of its fields in one line, credentials masked.
  var summary: String {
    kind.fields.compactMap { field in
      let text = field.text(of: self[field.name])
      guard !text.isEmpty else { return nil }
      return PlacedField(field).isMasked(text) ? PlacedField.mask : text
    }.joined(separator: " · ")
  }
}
