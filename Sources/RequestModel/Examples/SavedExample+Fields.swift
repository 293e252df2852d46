extension RowShape {
  package static let example = RowShape(
    name: "example", summary: "A saved response.",
    fields: [
      .literal("name", "Name", "The name."),
      .literal("id", "Id", "The id that the header x-mock-response-id chooses it by."),
      .literal("description", "Description", "What it is for."),
      .literal("status", "Status", "The status code.", .number(.status)),
      .literal("reason", "Reason", "The reason phrase."),
      .literal("headers", "Headers", "The headers.", .rows(.parameter, adding: "add a header")),
      .literal("body", "Body", "The body's text.", .lines(.plain)),
      .literal(
        "bodyFile", "Body file",
        "The path of a file with the body, relative to the request file; for large or binary bodies.", .file),
      .literal(
        "messages", "Messages",
        "The messages of the mock server on a WebSocket: rows with a value and a type, after which message of the client, and a delay.",
        .json()),
      .literal(
        "when", "When", "The requests that the mock server answers with it; all rules must match.",
        .object(ExampleRules.fields)),
      .literal("delay", "Delay", "How many milliseconds the mock server waits before it answers.", .number(.delay)),
      .literal(
        "delays", "Delays",
        "How many milliseconds the mock server waits before each event or line of a stream; the last number is used for all further ones.",
        .json()),
      .literal(
        "failure", "Failure",
        "How the mock server fails: resets the connection, never answers, or closes it in the middle of the body.",
        .choice(MockFailure.allCases.map(\.rawValue))),
      Field(
        "templates", "Templates", "Whether the mock server replaces {{templates}} in headers and body.", .flag,
        defaultValue: true, allowsVariables: false),
    ])
}

extension ExampleRules {
  static let fields: [Field] = [
    .literal("path", "Path", "Path parameters and their values: a text, in which * is any text.", .json()),
    .literal(
      "query", "Query",
      "Query parameters and their values: a text, in which * is any text; true if present, false if not.", .json()),
    .literal("headers", "Headers", "Headers and their values, like those of the query.", .json()),
    .literal(
      "body", "Body", "JSONPaths in a JSON body, or names of form fields, and the value that each has to find.", .json()
    ),
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
