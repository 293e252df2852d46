extension RowShape {
  package static let example = RowShape(
    name: "example", summary: "A saved response.",
    fields: [
      Field("name", "Name", "The name.", allowsVariables: false),
      Field("id", "Id", "The id that the header x-mock-response-id chooses it by.", allowsVariables: false),
      Field("description", "Description", "What it is for.", allowsVariables: false),
      Field("status", "Status", "The status code.", .number(.status), allowsVariables: false),
      Field("reason", "Reason", "The reason phrase.", allowsVariables: false),
      Field("headers", "Headers", "The headers.", .rows(.parameter, adding: "add a header"), allowsVariables: false),
      Field("body", "Body", "The body's text.", .lines(.plain), allowsVariables: false),
      Field(
        "bodyFile", "Body file",
        "The path of a file with the body, relative to the request file; for large or binary bodies.", .file,
        allowsVariables: false),
      Field(
        "messages", "Messages",
        "The messages of the mock server on a WebSocket: rows with a value and a type, after which message of the client, and a delay.",
        .json(), allowsVariables: false),
      Field(
        "when", "When", "The requests that the mock server answers with it; all rules must match.",
        .object(ExampleRules.fields), allowsVariables: false),
      Field(
        "delay", "Delay", "How many milliseconds the mock server waits before it answers.", .number(.delay),
        allowsVariables: false),
      Field(
        "delays", "Delays",
        "How many milliseconds the mock server waits before each event or line of a stream; the last number is used for all further ones.",
        .json(), allowsVariables: false),
      Field(
        "failure", "Failure",
        "How the mock server fails: resets the connection, never answers, or closes it in the middle of the body.",
        .choice(MockFailure.allCases.map(\.rawValue)), allowsVariables: false),
      Field(
        "templates", "Templates", "Whether the mock server replaces {{templates}} in headers and body.", .flag,
        defaultValue: true, allowsVariables: false),
    ])
}

extension ExampleRules {
  static let fields: [Field] = [
    Field(
      "path", "Path", "Path parameters and their values: a text, in which * is any text.", .json(),
      allowsVariables: false),
    Field(
      "query", "Query",
      "Query parameters and their values: a text, in which * is any text; true if present, false if not.",
      .json(), allowsVariables: false),
    Field(
      "headers", "Headers", "Headers and their values, like those of the query.", .json(), allowsVariables: false),
    Field(
      "body", "Body", "JSONPaths in a JSON body, or names of form fields, and the value that each has to find.",
      .json(),
      allowsVariables: false),
  ]
}

extension NumberRule {
  fileprivate static let status = NumberRule(
    100...599, isWhole: true, noun: "a status code", advice: "type a whole number from 100 to 599",
    not: "a whole number from 100 to 599")

  fileprivate static let delay = NumberRule(
    EventDelays.limits, noun: "a delay", advice: "type milliseconds from 0 to 3600000",
    not: "milliseconds from 0 to 3600000")
}
