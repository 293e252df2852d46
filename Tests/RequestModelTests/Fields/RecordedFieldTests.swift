import Foundation
import RequestModel
import Testing
import TestSupport

/// The schemas and the reference are generated from the fields; `RECORD=1` rewrites them.
@Suite struct RecordedFieldTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

  private static let schemas: [(String, JSONValue)] = [
    (
      "request",
      JSONSchema.of(
        "Workbench request", "A request. Unknown members are kept.",
        RequestKind.allFields, required: ["url"])
    ),
    (
      "collection",
      JSONSchema.of(
        "Workbench collection", "The collection.json that makes a folder a collection.", FolderSettings.fields)
    ),
    (
      "folder",
      JSONSchema.of("Workbench folder", "The folder.json of a folder in a collection.", FolderSettings.fields)
    ),
    (
      "environment",
      JSONSchema.of(
        "Workbench environment", "A set of variables, named after its file.", Environment.fields,
        required: ["variables"])
    ),
    ("settings", JSONSchema.of("Workbench settings", "The settings.json of a user.", Settings.fields)),
  ]

  @Test(arguments: schemas) func everySchemaIsMadeFromTheFields(name: String, schema: JSONValue) throws {
    let file = ProjectFiles.root.appending(path: "schemas/\(name).schema.json")
    let text = schema.rendered() + "\n"
    if Self.isRecording { try text.write(to: file, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "Run make record to rewrite the schema")
  }

  /// The pages with tables, and the tables by their names.
  private static let pages: [(String, [(String, String)])] = [
    (
      "docs/format/request.md",
      [
        ("request", Reference.table(RequestKind.allFields)), ("kind", Reference.requestKinds),
        ("body", Reference.kinds(BodyKind.all.map(\.shape))),
      ]
    ),
    ("docs/format/auth.md", [("auth", Reference.sections(AuthKind.all.map(\.shape)))]),
    ("docs/format/options.md", [("options", Reference.table(RequestOptions.fields))]),
    ("docs/format/variables.md", [("filters", Reference.filters)]),
    (
      "docs/checks.md",
      [
        ("predicates", Reference.words(CheckWords.predicates, ["predicate", "value"])),
        ("check filters", Reference.words(CheckWords.filters, ["filter", "meaning"])),
      ]
    ),
    ("docs/collection-format.md", [("settings", Reference.table(FolderSettings.fields))]),
    ("docs/settings.md", [("user settings", Reference.settings(Settings.fields))]),
  ]

  @Test(arguments: pages) func theReferenceIsMadeFromTheFields(page: String, tables: [(String, String)]) throws {
    try check(page, tables)
  }

  @Test func thePageOfChecksHasEveryQuery() throws {
    let page = try String(contentsOf: ProjectFiles.root.appending(path: "docs/checks.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.joined()
    #expect(CheckWords.queries.map(\.name).filter { !rows.contains("`\($0)`") } == [])
  }

  private func check(_ path: String, _ tables: [(String, String)]) throws {
    let file = ProjectFiles.root.appending(path: path)
    let stored = try String(contentsOf: file, encoding: .utf8)
    var text = stored
    for (name, table) in tables {
      let start = try #require(text.range(of: "<!-- fields: \(name) -->\n")).upperBound
      let end = try #require(text.range(of: "<!-- /fields -->", range: start..<text.endIndex)).lowerBound
      text.replaceSubrange(start..<end, with: table)
    }
    if Self.isRecording { try text.write(to: file, atomically: true, encoding: .utf8) }
    #expect(Self.isRecording || stored == text, "Run make record to rewrite the tables")
  }
}
