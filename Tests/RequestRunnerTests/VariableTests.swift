import Foundation
import RequestModel
import Testing

@testable import RequestRunner

struct VariableTests {
  @Test func theInnermostValueWins() throws {
    var around = Around(builtIn: ["x": "built in"])
    func value() throws -> String { try around.prepare(#"{ "url": "http://h/{{x}}" }"#).url }
    #expect(try value() == "http://h/built in")
    around.folders = [try FolderSettings(json: #"{ "variables": [{ "name": "x", "value": "collection" }] }"#)]
    #expect(try value() == "http://h/collection")
    around.folders.append(try FolderSettings(json: #"{ "variables": [{ "name": "x", "value": "folder" }] }"#))
    #expect(try value() == "http://h/folder")
    around.environment = Environment(name: "local", variables: [Variable("x", .value("environment"))])
    #expect(try value() == "http://h/environment")
    around.overrides = ["x": "typed"]
    #expect(try value() == "http://h/typed")
  }

  @Test func aVariableThatIsOffGivesWayToTheLayerBelow() throws {
    var around = Around(builtIn: ["x": "below"])
    around.environment = Environment(
      name: "local", variables: [Variable("x", .value("off"), off: true)])
    #expect(try around.prepare(#"{ "url": "http://h/{{x}}" }"#).url == "http://h/below")
  }

  @Test func aNameThatStandsTwiceInALayerHasItsLastValue() throws {
    #expect(try Around.variables(["x": "1", "x": "2"]).prepare(#"{ "url": "http://h/{{x}}" }"#).url == "http://h/2")
  }

  @Test func valuesMayHoldVariablesOfAnyLayer() throws {
    var around = Around.variables(["host": "{{name}}.{{zone}}", "name": "{{ $literal }}", "$literal": "api"])
    around.overrides = ["zone": "example"]
    #expect(try around.prepare(#"{ "url": "http://{{ host }}/" }"#).url == "http://api.example/")
  }

  @Test(
    arguments: [
      (["a": "{{a}}"], "a → a"),
      (["a": "{{b}}", "b": "x{{c}}", "c": "{{a}}"], "a → b → c → a"),
      (["a": "{{b}}", "b": "{{b}}"], "b → b"),
    ] as [([String: String], String)])
  func aCircleIsNamedAndNothingIsSent(_ values: [String: String], _ circle: String) throws {
    let around = Around(overrides: values)
    #expect(
      try around.problem(#"{ "url": "http://h/{{a}}" }"#)
        == "Variables refer to themselves: \(circle) — give one of them a value of its own")
  }

  @Test func aNameUsedTwiceIsNoCircle() throws {
    #expect(
      try Around.variables(["a": "{{b}}{{b}}", "b": "x"]).prepare(#"{ "url": "http://h/{{a}}{{b}}" }"#).url
        == "http://h/xxx")
  }

  @Test func everyMissingNameIsToldAtOnceInTheOrderOfTheRequest() throws {
    let json = """
      { "url": "{{base}}/:id", "path": { "id": "{{id}}" }, "query": [{ "name": "q", "value": "{{q}}" }, { "name": "off", "value": "{{off}}", "off": true }],
        "headers": [{ "name": "X", "value": "{{h}} {{base}}" }], "auth": { "bearer": { "token": "{{token}}" } },
        "body": { "json": { "{{key}}": ["{{value}}"] } } }
      """
    let problem = try Around.variables([:]).problem(json)
    #expect(
      problem
        == "No value for {{id}}, {{base}}, {{q}}, {{h}}, {{token}}, {{key}}, {{value}} — define it in environment \"local\""
    )
    #expect(
      try Around.nothing.problem(#"{ "url": "{{base}}" }"#)
        == "No value for {{base}} — choose an environment that defines it")
  }

  @Test func aSecretWithoutAValueIsMissing() throws {
    var around = Around.secrets(["token": "x"])
    around.secrets = [:]
    #expect(try around.problem(#"{ "url": "http://h/{{token}}" }"#).hasPrefix("No value for {{token}}"))
  }

  @Test func whatIsInsideASecretIsNoTemplate() throws {
    #expect(
      try Around.secrets(["token": "{{base}}"]).prepare(
        #"{ "url": "http://h/", "headers": [{ "name": "X", "value": "{{token}}" }] }"#
      )
      .headers == [Header("X", "{{base}}")])
  }

  @Test(arguments: ["{{}}", "{{ }}", "{{a", "a}}", "{a}", "{{{a}", "{{a{b}}"])
  func bracesThatAreNoVariableAreText(_ text: String) throws {
    let request = try Around.nothing.prepare(
      #"{ "url": "http://h/", "headers": [{ "name": "X", "value": "\#(text)" }] }"#)
    #expect(request.headers == [Header("X", text)])
  }

  // MARK: Dynamic variables

  @Test(arguments: DynamicVariables.names) func everyDynamicVariableHasAValue(_ name: String) throws {
    let value = try Around.nothing.prepare(
      #"{ "url": "http://h/", "headers": [{ "name": "X", "value": "{{\#(name)}}" }] }"#
    ).headers[0].value
    #expect(!value.isEmpty && !value.contains("{{"))
  }

  @Test func theNamesThatPeopleKnowFromPostmanAreThere() {
    let names = Set(DynamicVariables.names)
    #expect(names.isSuperset(of: ["$guid", "$timestamp", "$isoTimestamp", "$randomInt", "$randomUUID"]))
  }

  @Test func timeIsTheSendsOwn() throws {
    let request = try Around.nothing.prepare(
      #"{ "url": "http://h/{{$timestamp}}", "headers": [{ "name": "X", "value": "{{$isoTimestamp}}" }] }"#)
    #expect(request.url == "http://h/1700000000")
    #expect(request.headers[0].value == "2023-11-14T22:13:20.250Z")
  }

  @Test func eachOccurrenceIsMadeAnew() throws {
    let url = try Around.variables(["id": "{{$guid}}"]).prepare(
      #"{ "url": "http://h/{{$guid}}/{{$guid}}/{{id}}/{{id}}" }"#
    ).url
    let parts = url.split(separator: "/").dropFirst(2)
    #expect(Set(parts).count == 4)
    let form = #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
    #expect(parts.allSatisfy { $0.wholeMatch(of: form) != nil })
  }

  @Test func theSameSeedGivesTheSameValues() {
    func values() -> [String?] {
      var dynamic = DynamicVariables(now: Date(timeIntervalSince1970: 0), generator: Seeded())
      return DynamicVariables.names.map { dynamic.value(of: $0) }
    }
    #expect(values() == values())
  }

  @Test func aDynamicNameThatIsUnknownIsMissing() throws {
    #expect(
      try Around.nothing.problem(#"{ "url": "http://h/{{$randomUnicorn}}" }"#).hasPrefix(
        "No value for {{$randomUnicorn}}"))
  }
}
