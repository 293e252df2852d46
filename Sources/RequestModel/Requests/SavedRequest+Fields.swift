/// The members of request files. Each request kind lists those it has.
extension Field {
  package static let id = Field(
    "id", "Id",
    "A random identifier, created at the first save. Links history to the request across renames and moves.",
    isInForm: false, allowsVariables: false)
  package static let name = Field(
    "name", "Name", "The display name. Default: the file name.", isInForm: false, allowsVariables: false)
  // Computed, as the table of kinds itself is made of fields.
  static var kind: Field {
    Field(
      "kind", "Kind", "The kind of request.", .choice(RequestKind.all.map(\.name)),
      defaultValue: .string(RequestKind.standard.name), isInForm: false)
  }
  package static let method = Field(
    "method", "Method", "The HTTP method; any token.", defaultValue: "GET", allowsVariables: false)
  package static let url = Field("url", "URL", "The URL; may contain {{variables}} and :name path parameters.")
  package static let path = Field("path", "Path", "Values for the :name segments of the URL.", .strings)
  package static let query = Field(
    "query", "Query", "Query parameters, appended to those in the URL.",
    .rows(.parameter, adding: "add a query parameter"))
  package static let headers = Field(
    "headers", "Headers", "Headers, in the order they are sent; duplicates are allowed.",
    .rows(.parameter, adding: "add a header"))
  package static let body = Field("body", "Body", "The request body. One key selects the kind.", .bodies)
  package static let auth = Field(
    "auth", "Auth",
    "How the request is authenticated. One key selects the kind. Default: inherited from the parent folder.",
    .auths)
  package static let options = Field(
    "options", "Options", "Options that differ from the defaults.",
    .object(RequestOptions.fields))
  package static let docs = Field(
    "docs", "Docs", "Notes in Markdown: a string, or an array of lines.", .lines(.markdown), allowsVariables: false)
}

extension FieldType {
  fileprivate static let bodies = FieldType.kinds(
    KindTable(
      kinds: BodyKind.all.map(\.shape), absentName: "none", absentHint: "This request sends no body"
    ) { reader throws(DocumentError) in _ = try RequestBody.read(reader) })

  fileprivate static let auths = FieldType.kinds(
    KindTable(
      kinds: AuthKind.all.map(\.shape), absentName: "inherit", absentHint: "Inherited from the parent folder"
    ) { reader throws(DocumentError) in _ = try RequestAuth.readAuth(reader) })
}
