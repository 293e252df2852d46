/// The members of request files; a request kind lists those it has.
extension Field {
  package static let id = Field(
    "id", "Id", "A random name, made once at the first save: ties history to the request through renames and moves.",
    isInForm: false, allowsVariables: false)
  package static let name = Field(
    "name", "Name", "The name to show where it is not the file's own.", isInForm: false, allowsVariables: false)
  // The table of kinds is made of fields: this one is made of the table.
  static var kind: Field {
    Field(
      "kind", "Kind", "What the request is.", .choice(RequestKind.all.map(\.name)),
      defaultValue: .string(RequestKind.standard.name), isInForm: false)
  }
  package static let method = Field(
    "method", "Method", "The HTTP method; any word.", defaultValue: "GET", allowsVariables: false)
  package static let url = Field("url", "URL", "The address; may hold {{variables}} and :name path parameters.")
  package static let path = Field("path", "Path", "Values for the :name segments of the URL.", .strings)
  package static let query = Field(
    "query", "Query", "Query parameters, added to those of the URL.",
    .rows(.parameter, adding: "add a query parameter"))
  package static let headers = Field(
    "headers", "Headers", "Headers, in the order they are sent; duplicates allowed.",
    .rows(.parameter, adding: "add a header"))
  package static let body = Field("body", "Body", "What is sent after the head. One key says the kind.", .bodies)
  package static let auth = Field(
    "auth", "Auth", "How the request is authenticated. One key says the kind; missing inherits from the parent folder.",
    .auths)
  package static let options = Field(
    "options", "Options", "How the request is sent, where it differs from the defaults.",
    .object(RequestOptions.fields))
  package static let docs = Field(
    "docs", "Docs", "Notes for people: one string, or one string a line.", .lines(.markdown), allowsVariables: false)
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
