/// The settings in a `collection.json` or `folder.json`, inherited by everything below it.
package struct FolderSettings: Equatable, Hashable, Sendable {
  /// The display name; `nil` shows the folder name.
  package var name: String?
  package var docs: String
  /// File stems and folder names to list first, in this order; the rest follow alphabetically.
  package var order: [String]
  package var variables: [Variable]
  package var headers: [Parameter]
  package var auth: RequestAuth?
  package var options: RequestOptions
  /// Those of every request below, by their event.
  package var scripts = JSONObject()
  /// The order of Bruno's, for the scripts of it and of everything below.
  package var scriptFlow: BrunoScriptFlow?
  /// The file that it was read from.
  package var path: String?
  /// Whether it is the top of a collection or of a base.
  package var isTop = false
  package var base: CollectionBase?
  /// Checks of the responses to all requests below, as rows of the file.
  package var checks: [JSONObject] = []
  /// Values that look like secrets but are not.
  package var notSecret: [String] = []
  /// The absolute path of its folder, which the paths in its options are relative to.
  package var folder: String? { path.map { Address($0).parent.path } }

  package init(
    name: String? = nil, docs: String = "", order: [String] = [], variables: [Variable] = [], headers: [Parameter] = [],
    auth: RequestAuth? = nil, options: RequestOptions = RequestOptions()
  ) {
    self.name = name
    self.docs = docs
    self.order = order
    self.variables = variables
    self.headers = headers
    self.auth = auth
    self.options = options
  }

  package init(document: JSONObject) throws(DocumentError) {
    try MemberShape.settings.checkDuplicates(in: document)
    let reader = ObjectReader(document)
    try Field.order.check(in: reader)
    let order = document["order"]?.array ?? []
    var headers: [Parameter] = []
    for row in try reader.objects("headers") { headers.append(try Parameter.read(row)) }
    self.init(
      name: try reader.string("name"), docs: try reader.lines("docs") ?? "", order: order.compactMap(\.string),
      variables: try Variable.readAll(reader), headers: headers,
      auth: try reader.object("auth").flatMap { (auth) throws(DocumentError) in try RequestAuth.readAuth(auth) },
      options: try RequestOptions.read(reader))
    base = try CollectionBase(document: document)
    try Field.scripts.check(in: reader)
    scripts = document["scripts"]?.object ?? JSONObject()
    scriptFlow = BrunoScriptFlow(settings: document)
    try Field.inheritedChecks.check(in: reader)
    checks = document["checks"]?.array?.compactMap(\.object) ?? []
    try Field.notSecret.check(in: reader)
    notSecret = document["notSecret"]?.array?.compactMap(\.string) ?? []
  }
}

extension FolderSettings {
  package static let fields: [Field] = [
    .folderName, .docs, .order, .variables, .inheritedHeaders, .auth, .inheritedOptions, .scripts, .inheritedChecks,
    .notSecret, .base,
  ]
}

extension Field {
  package static let folderName = Field.literal("name", "Name", "The display name. Default: the folder name.")
  fileprivate static let order = Field(
    "order", "Order", "File stems and folder names to list first, in this order; the rest follow alphabetically.",
    .names)
  fileprivate static let notSecret = Field(
    "notSecret", "Not secret",
    "Values below that look like secrets but are not: `workbench check` does not report them.",
    .names, isInForm: false)
  fileprivate static let base = Field(
    "base", "Base",
    "In `collection.json`: the collection that this one is based on, as the path of a folder or an object with `git`.",
    .json(), isInForm: false, allowsVariables: false)
  static let inheritedOptions = Field(
    "options", "Options", "Options of every request below; a request's own options replace these.",
    .object(RequestOptions.fields))
  static let inheritedChecks = Field(
    "checks", "Checks", "Checks of every response below, before the request's own checks.",
    .rows(.check, adding: "add a check for every request below"))
  package static let variables = Field(
    "variables", "Variables", "The variables, in display order.", .rows(.variable, adding: "add a variable"))
  static let inheritedHeaders = Field(
    "headers", "Headers", "Headers for every request below; a request's header of the same name replaces them.",
    .rows(.parameter, adding: "add a header"))
}
