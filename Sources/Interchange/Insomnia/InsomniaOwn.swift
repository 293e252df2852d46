/// Members of our documents that Insomnia has no place for, kept in `x-workbench` of its files, which it ignores.
enum InsomniaOwn {
  static let member = "x-workbench"

  /// The documents that have such members.
  enum Document {
    case request, settings, environment

    /// - Throws: The error that the program would report for the file.
    func check(_ document: JSONObject) throws(DocumentError) {
      switch self {
      case .request: _ = try SavedRequest(document: document)
      case .settings: _ = try FolderSettings(document: document)
      case .environment: _ = try Environment(name: "", document: document)
      }
    }
  }

  /// Puts the members into a document. `null` means that the document does not have the member.
  static func apply(
    _ source: JSONObject, to document: inout JSONObject, _ secrets: inout [PortableSecret], as kind: Document,
    _ context: inout InterchangeContext
  ) {
    guard let own = source[member]?.object else { return }
    var whole = document
    for member in own.members { whole[member.key.value] = member.value == .null ? nil : member.value }
    whole = sorted(whole)
    let rows = own["variables"]?.array
    if let rows { whole["variables"] = .array(rows.map(withoutSecret)) }
    do { try kind.check(whole) } catch { return context.note(.dropped, "\(member): \(error.problem)") }
    if let rows { secrets = values(of: rows, document["variables"]?.array ?? [], secrets) }
    document = whole
  }

  private static func withoutSecret(_ row: JSONValue) -> JSONValue {
    guard var object = row.object, object["secret"] == true else { return row }
    object["value"] = nil
    return .object(object)
  }

  /// The values of secret variables are those that the file has under the same name, or beside variables that are off.
  private static func values(
    of rows: [JSONValue], _ plain: [JSONValue], _ secrets: [PortableSecret]
  ) -> [PortableSecret] {
    rows.compactMap(\.object).filter { $0["secret"] == true }.compactMap { row in
      guard let name = row.text("name") else { return nil }
      let secret = row["value"]?.string ?? secrets.first { $0.name == name }?.value
      let value = secret ?? plain.compactMap(\.object).first { $0.text("name") == name }?["value"]?.templateText ?? ""
      return value.isEmpty ? nil : PortableSecret(name: name, value: value)
    }
  }

  /// The rows with the values of secret variables that are off, which the data of an environment cannot hold.
  static func withSecrets(_ document: JSONObject, _ secrets: [PortableSecret]) -> JSONObject {
    guard !secrets.isEmpty, let rows = document["variables"]?.array else { return document }
    var document = document
    document["variables"] = .array(
      rows.map { row in
        guard var object = row.object, object["secret"] == true, object.flag("off") else { return row }
        object["value"] = secrets.first { $0.name == object.text("name") }.map { .string($0.value) }
        return .object(object)
      })
    return document
  }

  /// The members of `original` that `copy` lacks or has otherwise; `null` for those that only `copy` has.
  static func difference(_ original: JSONObject, _ copy: JSONObject) -> JSONObject {
    var difference = JSONObject()
    for member in original.members where copy[member.key.value] != member.value {
      // A whole document would hide the rest.
      if member.key.means(KeptDocument.member) { continue }
      difference[member.key.value] = member.value
    }
    for member in copy.members where original[member.key.value] == nil { difference[member.key.value] = .null }
    return difference
  }

  /// The members in the order of our files; unknown ones at the end.
  static func sorted(_ document: JSONObject) -> JSONObject {
    if document.isSocket { return document.ordered(by: JSONObject.requestOrder) }
    let fields = document["url"] == nil ? FolderSettings.fields : RequestKind.standard.fields
    return document.ordered(by: fields.map(\.name))
  }
}
