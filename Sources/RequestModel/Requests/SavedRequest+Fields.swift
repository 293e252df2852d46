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
  package static let url = Field(
    "url", "URL",
    "The URL; may contain {{variables}} and :name path parameters. For a program, stdio: and its command line, which has "
      + "none of them.")
  package static let path = Field("path", "Path", "Values for the :name segments of the URL.", .strings)
  package static let query = Field(
    "query", "Query", "Query parameters, appended to those in the URL.",
    .rows(.queryParameter, adding: "add a query parameter"))
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
  package static let docs = Field.literal(
    "docs", "Docs", "Notes in Markdown: a string, or an array of lines.", .lines(.markdown))
  package static let tags = Field(
    "tags", "Tags", "Tags for finding and selecting requests.", .names, isInForm: false, allowsVariables: false)
  static let requestVariables = Field(
    "variables", "Variables", "Variables of this request alone; they win over those of folders and environments.",
    .rows(.variable, adding: "add a variable"), isInForm: false)
  package static let scripts = Field.literal(
    "scripts", "Scripts", "JavaScript that runs before a request and after its response: see scripts.md.",
    .object([
      Field.literal("preRequest", "Pre-request", "Runs before the request is sent.", .lines(.javascript)),
      Field.literal("postResponse", "Post-response", "Runs once the response is there: tests.", .lines(.javascript)),
      Field.literal(
        "preRequestFile", "Pre-request file", "A file to run instead of `preRequest`, relative to this one.", .file),
      Field.literal(
        "postResponseFile", "Post-response file", "A file to run instead of `postResponse`, relative to this one.",
        .file),
    ]))
  package static let checks = Field(
    "checks", "Checks",
    "Checks of the response. All are evaluated, after those of the folders; `send` exits with 1 if one fails.",
    .rows(.check, adding: "add a check: status, jsonpath $.id, header Content-Type …"))
  package static let captures = Field(
    "captures", "Captures",
    "Variables set from the response, before its checks. A value that is missing is a failed check.",
    .rows(.capture, adding: "add a variable to set from the response"))
  package static let examples = Field(
    "examples", "Examples", "Saved responses.", .rows(.example, adding: "add an example"), isInForm: false,
    allowsVariables: false)
}

extension RowShape {
  /// The part of a response that a check or a capture is about.
  private static let query = [
    Field.literal(
      "query", "Query",
      "The part of the response: status, reason, version, header, cookie, body, jsonpath, xpath, regex, bytes, size, "
        + "sha256, md5, duration (milliseconds), url, redirects, ip, certificate or variable; of a WebSocket also "
        + "message, messages and close, of a stream message, messages, event and eventId."),
    Field(
      "expression", "Expression",
      "Which one: a JSONPath, a pattern, the name of a header, a cookie or a variable; of duration a phase, of size "
        + "body, received or head, of certificate subject, issuer, validFrom, validUntil, daysLeft, serialNumber or "
        + "alternativeNames; of message, event and eventId last, first, a number or a check."),
    Field(
      "filters", "Filters",
      "Steps after the query, as in Hurl: nth 1, first, last, count, split \",\", replace, replaceRegex, regex /a/, "
        + "jsonpath, toInt, toFloat, toString, urlDecode, urlEncode, urlQueryParam, base64Decode, base64Encode.",
      .names),
  ]

  package static let check = RowShape(
    name: "check", summary: "A check of a part of the response.",
    fields: query + [
      Field.literal(
        "predicate", "Predicate",
        "equals, contains, startsWith, endsWith, matches, exists, isEmpty, isType, in, less, lessOrEqual, greater, "
          + "greaterOrEqual, between, length or schema. Default: equals; without a value, exists."),
      Field(
        "value", "Value",
        "The expected value: numbers are compared by value, and text equals a number, boolean, list or object written like "
          + "it. Bytes are {\"hex\": …}, {\"base64\": …} or {\"file\": …}, which also names a schema.", .json()),
      Field.literal("not", "Not", "Whether the result is negated.", .flag),
      Field(
        "strict", "Strict",
        "Whether types count: text does not equal a number, a boolean or null that is written like it.", .flag,
        isInForm: false, allowsVariables: false),
      Field(
        "any", "Any", "Whether it is enough that one element of a list passes, such as one of several headers.", .flag,
        isInForm: false, allowsVariables: false),
      Field(
        "hard", "Hard",
        "Whether a failure ends the test: the remaining checks are skipped, and a run continues with its next iteration.",
        .flag, isInForm: false, allowsVariables: false),
      Field.literal("off", "Off", "Whether it is disabled.", .flag),
      Field.literal("description", "Description", "What it is for."),
    ], cells: .check)

  package static let capture = RowShape(
    name: "capture", summary: "A variable set from the response.",
    fields: [Field.literal("name", "Name", "The name of the variable.")] + query + [
      Field(
        "scope", "Scope",
        "Where it is set: session (until the program ends; the default), environment or collection (in their files).",
        .choice(["session", "environment", "collection"]), defaultValue: "session", allowsVariables: false),
      Field.literal(
        "secret", "Secret", "Whether the value is masked, and kept with the secrets instead of a file.", .flag),
      Field.literal("off", "Off", "Whether it is disabled.", .flag),
      Field.literal("description", "Description", "What it is for."),
    ], cells: .capture)
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
