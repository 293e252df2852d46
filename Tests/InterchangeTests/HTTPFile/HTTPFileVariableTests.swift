import Foundation
import RequestModel
import Testing

@testable import Interchange

struct HTTPFileVariableTests {
  private static let request = "GET https://a.example/{{ml}}"

  /// The only variable, and the notes.
  private func variable(in text: String) throws -> (value: String?, notes: [String]) {
    let result = try HTTPText.read(text)
    let rows = result.collections[0].settings["variables"]?.array ?? []
    return (rows.first { $0.object?.text("name") == "ml" }?.object?.text("value"), result.notes.map(\.text))
  }

  @Test(arguments: [
    (#"a\nb"#, "a\nb"), (#"a\tb\rc"#, "a\tb\rc"), (#"C:\dir\x"#, "C:dirx"), (#"a\\b"#, #"a\b"#), ("plain", "plain"),
  ])
  func aFileOfRESTClientHasEscapesInVariables(written: String, value: String) throws {
    let read = try variable(in: "@ml = \(written)\n\n\(Self.request)?id={{$guid}}\n")
    #expect(read.value == value && read.notes == [])
  }

  @Test func aFileOfJetBrainsHasNoEscapesInVariables() throws {
    let read = try variable(in: "@ml = a\\nb\n\n\(Self.request)?id={{$random.uuid}}\n")
    #expect(read.value == "a\\nb" && read.notes == [])
  }

  @Test func backslashesOfAFileOfAnyProgramAreKeptAndNamed() throws {
    let read = try variable(in: "@ml = a\\nb\n\n\(Self.request)\n")
    #expect(read.value == "a\\nb")
    #expect(
      read.notes == [
        "@ml: its backslashes are kept, as in JetBrains; REST Client reads \\n as a line end and leaves out others"
      ])
  }

  @Test func aVariableBelowABodyIsOneOfTheFile() throws {
    let text = """
      # @name create
      POST https://a.example/teams

      {"name": "x"}

      @ml = {{create.response.body.team.id}}
      @unused = 1

      ###
      \(Self.request)
      """
    let read = try variable(in: text)
    #expect(read.value == "{{response \"create\" \"$.team.id\"}}")
    #expect(
      read.notes == ["@ml is in a body, which is sent with that line, as REST Client does: put ### above it"])
    let other = try variable(in: text + "\n> {% client.log(1) %}\n")
    #expect(other.value == nil && !other.notes.contains { $0.contains("REST Client") })
  }

  @Test func aValueThatVisualStudioReadsFromElsewhereIsASecretWithoutOne() throws {
    let text = """
      {
        "$shared": {"host": "a.example"},
        "dev": {"key": {"provider": "AspnetUserSecrets", "secretName": "config:key"}, "b": {"provider": "x"}}
      }
      """
    let result = try ImportFormat.httpEnvironment.read(
      ImportSource(Data(text.utf8), fileName: "http-client.env.json"))
    #expect(
      result.environments.map(\.document) == [
        [
          "variables": [
            ["name": "host", "value": "a.example"], ["name": "key", "secret": true],
            ["name": "b", "value": ["provider": "x"]],
          ]
        ]
      ])
    #expect(result.environments.map(\.secrets) == [[]])
    #expect(
      result.notes.map(\.asText) == [
        "dropped dev: key: its value is in AspnetUserSecrets, not in the file: set it as a secret"
      ])
  }

  @Test func theLastOfSeveralValuesWins() throws {
    var environments = HTTPEnvironments()
    let text = """
      {"$shared": {"a": 1, "s": 2}, "dev": {"k": "old", "b": 3, "k": "new", "SSLConfiguration": {}},
      "$shared": {"a": 4}, "other": {"a": "own"}}
      """
    environments.addEnvironments(in: try #require(JSONText(text).value.object), isPrivate: false)
    environments.addEnvironments(in: ["dev": ["b": "secret"]], isPrivate: true)
    let finished = environments.finished()
    #expect(
      finished.map(\.document) == [
        [
          "variables": [
            ["name": "s", "value": 2], ["name": "a", "value": 4], ["name": "k", "value": "new"],
            ["name": "b", "secret": true],
          ]
        ], ["variables": [["name": "s", "value": 2], ["name": "a", "value": "own"]]],
      ])
    #expect(finished.map(\.name) == ["dev", "other"] && environments.notes == [])
    #expect(finished.map(\.secrets) == [[PortableSecret(name: "b", value: "secret")], []])
  }

  @Test func theKeyOfADotenvFileMayBeTheValueOfAVariable() throws {
    let files = SourceFiles([
      "a.http": Data("@own = OWN\n\nGET https://a.example/{{$dotenv %own}}/{{$dotenv %KEY}}/{{$dotenv %NO}}\n".utf8),
      "http-client.env.json": Data(#"{"dev": {"KEY": "NAME"}}"#.utf8),
    ])
    let result = try ImportFormat.http.read(ImportSource(folder: files, name: "c"))
    let collection = result.collections[0]
    let urls = collection.items.map { HTTPText.document($0).text("url") }
    #expect(urls == ["https://a.example/{{dotenv-own}}/{{dotenv-KEY}}/{{dotenv-NO}}"])
    #expect(
      collection.settings["variables"] == [
        ["name": "own", "value": "OWN"], ["name": "dotenv-own", "fromDotenv": ".env", "key": "OWN"],
      ])
    #expect(
      collection.environments.map(\.document) == [
        [
          "variables": [
            ["name": "KEY", "value": "NAME"], ["name": "dotenv-KEY", "fromDotenv": ".env", "key": "NAME"],
          ]
        ]
      ])
    #expect(
      result.notes.map(\.text) == [
        "The file .env is not copied: put it into the collection's folder",
        "{{$dotenv %NO}} has no value here: no environment has NO",
      ])
  }

  @Test(arguments: [
    ("run #login", "no request sends another one: those of this file are sent in its order"),
    ("run other.http", "import that file too"), ("import other.http", "import that file too"),
  ])
  func aLineThatRunsAnotherRequestIsNamedWithItsReason(line: String, reason: String) throws {
    let result = try HTTPText.read("\(line)\n\n### login\nGET https://a.example\n")
    #expect(result.notes == [InterchangeNote(.dropped, [], "\(line): \(reason)")])
  }
}
