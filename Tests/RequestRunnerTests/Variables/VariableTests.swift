import Foundation
import RequestModel
import Testing

@testable import RequestRunner

struct VariableTests {
  @Test func theInnermostValueWins() async throws {
    var around = Around(builtIn: ["x": "built in"])
    func value() async throws -> String { try await around.prepare(#"{ "url": "http://h/{{x}}" }"#).url }
    #expect(try await value() == "http://h/built%20in")
    around.folders = [try FolderSettings(json: #"{ "variables": [{ "name": "x", "value": "collection" }] }"#)]
    #expect(try await value() == "http://h/collection")
    around.folders.append(try FolderSettings(json: #"{ "variables": [{ "name": "x", "value": "folder" }] }"#))
    #expect(try await value() == "http://h/folder")
    around.environment = Environment(name: "local", variables: [Variable("x", .value("environment"))])
    #expect(try await value() == "http://h/environment")
    around.overrides = ["x": "typed"]
    #expect(try await value() == "http://h/typed")
  }

  @Test func aDisabledVariableFallsBackToTheLayerBelow() async throws {
    var around = Around(builtIn: ["x": "below"])
    around.environment = Environment(
      name: "local", variables: [Variable("x", .value("off"), off: true)])
    #expect(try await around.prepare(#"{ "url": "http://h/{{x}}" }"#).url == "http://h/below")
  }

  @Test func theLastValueOfADuplicateNameWins() async throws {
    #expect(
      try await Around.variables(["x": "1", "x": "2"]).prepare(#"{ "url": "http://h/{{x}}" }"#).url == "http://h/2")
  }

  @Test func valuesMayContainVariablesOfAnyLayer() async throws {
    var around = Around.variables(["host": "{{name}}.{{zone}}", "name": "{{ $literal }}", "$literal": "api"])
    around.overrides = ["zone": "example"]
    #expect(try await around.prepare(#"{ "url": "http://{{ host }}/" }"#).url == "http://api.example/")
  }

  @Test(
    arguments: [
      (["a": "{{a}}"], "a → a"),
      (["a": "{{b}}", "b": "x{{c}}", "c": "{{a}}"], "a → b → c → a"),
      (["a": "{{b}}", "b": "{{b}}"], "b → b"),
    ] as [([String: String], String)])
  func circularVariablesAreAFailure(_ values: [String: String], _ circle: String) async throws {
    let around = Around(overrides: values)
    #expect(
      try await around.problem(#"{ "url": "http://h/{{a}}" }"#)
        == "Circular variables: \(circle) — give one of them a literal value")
  }

  @Test func aNameMayBeAPathIntoAValue() async throws {
    var around = Around()
    around.environment = Environment(
      name: "local",
      variables: [
        Variable("user", .literal(["name": "{{first}}", "full name": ["Ada", ["n": 7]], "none": .null])),
        Variable("first", .value("Ada")), Variable("link", .value("{{user}}")), Variable("user.id", .value("own")),
      ])
    let request = try await around.prepare(
      #"""
      {
        "method": "POST", "url": "http://h/{{user.name | lower}}/{{user.id}}",
        "headers": [{ "name": "X", "value": "{{user['full name'][1]}}" }],
        "body": { "json": { "n": "{{link[\"full name\"][1].n}}", "none": "{{user.none}}" } }
      }
      """#)
    #expect(request.url == "http://h/ada/own")
    #expect(request.headers.first("X") == #"{"n":7}"#)
    #expect(request.bodyText == #"{"n":7,"none":null}"#)
    for name in ["user.other", "user.name.x", "user['full name'][2]", "user.", "user[", "other.name"] {
      #expect(try await around.problem("{ \"url\": \"http://h/{{\(name)}}\" }").contains("{{\(name)}}"))
    }
  }

  @Test func partsOfALargeValueAddTheirOwnSize() async throws {
    let row: JSONValue = ["id": 7, "text": .string(String(repeating: "x", count: 1000))]
    var around = Around()
    around.environment = Environment(
      name: "local", variables: [Variable("list", .literal(.array(Array(repeating: row, count: 1000))))])
    let parts = (0..<100).map { "{{list[\($0)].id}}" }.joined()
    let request = try await around.prepare(
      #"{ "method": "POST", "url": "http://h/", "body": { "text": "\#(parts)" } }"#)
    #expect(request.bodyText == String(repeating: "7", count: 100))
  }

  @Test func aNameMayHaveVariablesInItEverywhere() async throws {
    let around = Around.variables([
      "stage": "dev", "base_dev": "http://h", "key_dev": #"a"b"#, "number_dev": "7", "pipe": "stage | upper",
    ])
    let request = try await around.prepare(
      #"""
      {
        "method": "POST", "url": "{{base_{{stage}}}}/{{key_{{ stage }} | upper | urlencode}}",
        "query": [{ "name": "{{stage}}", "value": "{{number_{{stage}}}}" }],
        "headers": [{ "name": "X-{{stage}}", "value": "{{ number_{{stage}} }}" }],
        "body": { "json": { "key": "<{{key_{{stage}}}}>" } },
        "auth": { "bearer": { "token": "{{number_{{stage | lower}}}}" } }
      }
      """#)
    #expect(request.url == "http://h/A%22B?dev=7")
    #expect(request.headers.first("X-dev") == "7" && request.headers.first("Authorization") == "Bearer 7")
    #expect(request.bodyText == #"{"key":"<a\"b>"}"#)
    // A value is part of a name, and no filter.
    let filter = try await around.problem(#"{ "url": "http://h/{{{{pipe}}}}" }"#)
    #expect(filter.contains("{{stage | upper}}"), "\(filter)")
    let inner = try await around.problem(#"{ "url": "http://h/{{base_{{none}}}}" }"#)
    #expect(inner.contains("{{none}}") && !inner.contains("base_"), "\(inner)")
  }

  @Test func repeatedUseIsNotCircular() async throws {
    #expect(
      try await Around.variables(["a": "{{b}}{{b}}", "b": "x"]).prepare(#"{ "url": "http://h/{{a}}{{b}}" }"#).url
        == "http://h/xxx")
  }

  @Test func allMissingNamesAreReportedTogetherInOrder() async throws {
    let json = """
      { "url": "{{base}}/:id", "path": { "id": "{{id}}" }, "query": [{ "name": "q", "value": "{{q}}" }, { "name": "off", "value": "{{off}}", "off": true }],
        "headers": [{ "name": "X", "value": "{{h}} {{base}}" }], "auth": { "bearer": { "token": "{{token}}" } },
        "body": { "json": { "{{key}}": ["{{value}}"] } } }
      """
    let problem = try await Around.variables([:]).problem(json)
    #expect(
      problem
        == "No value for {{id}}, {{base}}, {{q}}, {{h}}, {{token}}, {{key}}, {{value}} — define them in environment \"local\""
    )
    #expect(
      try await Around.nothing.problem(#"{ "url": "{{base}}" }"#)
        == "No value for {{base}} — choose or create an environment that defines it")
  }

  @Test func aSecretWithoutAValueSuggestsTheCommandToSetIt() async throws {
    var around = Around.secrets(["token": "x"])
    around.secrets = [:]
    around.baseFolder = "/home/ada/my shop"
    #expect(
      try await around.problem(#"{ "url": "http://h/{{token}}{{token}}" }"#)
        == "The secret {{token}} has no value — run: workbench secret set '/home/ada/my shop' token --env local")
    around.environment = nil
    around.folders = [
      try FolderSettings(
        json:
          #"{ "variables": [{ "name": "token", "secret": true }, { "name": "key", "secret": true, "fromEnvironment": "KEY" }] }"#
      )
    ]
    #expect(
      try await around.problem(#"{ "url": "http://{{host}}/{{token}}{{key}}" }"#)
        == "No value for {{host}} — choose or create an environment that defines it; "
        + "The secret {{token}} has no value — run: workbench secret set '/home/ada/my shop' token; "
        + "The secret {{key}} has no value — set the environment variable KEY")
  }

  @Test func secretValuesAreNotTemplates() async throws {
    #expect(
      try await Around.secrets(["token": "{{base}}"]).prepare(
        #"{ "url": "http://h/", "headers": [{ "name": "X", "value": "{{token}}" }] }"#
      )
      .headers == [Header("X", "{{base}}")])
  }

  @Test(arguments: ["{{}}", "{{ }}", "{{a", "a}}", "{a}", "{{{a}", "{{a{b}}"])
  func otherBracesAreText(_ text: String) async throws {
    let request = try await Around.nothing.prepare(
      #"{ "url": "http://h/", "headers": [{ "name": "X", "value": "\#(text)" }] }"#)
    #expect(request.headers == [Header("X", text)])
  }

  // MARK: Limits

  /// `v0` is a value; every other variable contains the one before it `copies` times.
  private static func chain(_ length: Int, copies: Int, of value: String = "x") -> [String: String] {
    let links = (1...length).map { ("v\($0)", String(repeating: "{{v\($0 - 1)}}", count: copies)) }
    return Dictionary(uniqueKeysWithValues: links + [("v0", value)])
  }

  /// A request with `text` in one of its parts.
  static let parts = [
    #"{ "url": "http://h/%" }"#,
    #"{ "url": "http://h/:p", "path": { "p": "%" } }"#,
    #"{ "url": "http://h/", "query": [{ "name": "q", "value": "%" }] }"#,
    #"{ "url": "http://h/", "headers": [{ "name": "X", "value": "%" }] }"#,
    #"{ "url": "http://h/", "auth": { "bearer": { "token": "%" } } }"#,
    #"{ "url": "http://h/", "body": { "text": "%" } }"#,
    #"{ "url": "http://h/", "body": { "json": { "%": ["%"] } } }"#,
    #"{ "url": "http://h/", "body": { "form": [{ "name": "f", "value": "%" }] } }"#,
    #"{ "url": "http://h/", "body": { "multipart": [{ "name": "f", "value": "%" }] } }"#,
    #"{ "url": "http://h/", "body": { "graphql": { "query": "%", "variables": { "v": "%" } } } }"#,
    #"{ "url": "http://h/", "body": { "file": "%" } }"#,
  ]

  @Test(arguments: parts) func tooDeepNestingIsAFailure(_ part: String) async throws {
    let around = Around(overrides: Self.chain(5_000, copies: 1))
    #expect(
      try await around.problem(part.replacing("%", with: "{{v5000}}"))
        == "Variables are nested more than 100 levels deep: v5000 → v4999 → v4998 → … — give one of them a literal value"
    )
  }

  @Test(arguments: parts) func exponentialGrowthIsAFailure(_ part: String) async throws {
    let around = Around(overrides: Self.chain(40, copies: 2))
    #expect(
      try await around.problem(part.replacing("%", with: "{{v40}}"))
        == "{{v40}} adds more than 64 MB to the request — shorten its value")
  }

  @Test(arguments: ["", "{{$guid}}"]) func exponentialGrowthOfEmptyAndDynamicValuesIsStopped(_ value: String)
    async throws
  {
    let around = Around(overrides: Self.chain(60, copies: 2, of: value))
    let problem = try await around.problem(#"{ "url": "http://h/{{v60}}{{v60}}" }"#)
    // Forty doublings of the empty string take no time.
    let isNothing = value.isEmpty && problem.hasPrefix("prepared: ")
    #expect(isNothing || problem == "{{v60}} adds more than 64 MB to the request — shorten its value")
  }

  @Test func aHundredLevelsAreAllowed() async throws {
    let around = Around(overrides: Self.chain(99, copies: 1))
    #expect(try await around.prepare(#"{ "url": "http://h/{{v99}}" }"#).url == "http://h/x")
  }

  @Test func templatesInNamesCountAsLevels() async throws {
    let chain = (1...99).map { ("v\($0)", "{{a{{v\($0 - 1)}}}}") } + [("v0", "x"), ("ax", "x")]
    let around = Around(overrides: Dictionary(uniqueKeysWithValues: chain))
    #expect(try await around.prepare(#"{ "url": "http://h/{{v40}}" }"#).url == "http://h/x")
    #expect(
      try await around.problem(#"{ "url": "http://h/{{v99}}" }"#)
        == "Variables are nested more than 100 levels deep: v99 → v98 → v97 → … — give one of them a literal value")
  }

  @Test func aBodyOfMaximumDepthIsResolved() async throws {
    let depth = 509
    let nested = String(repeating: "[", count: depth) + #""{{x}}""# + String(repeating: "]", count: depth)
    let request = try await Around.variables(["x": "1"]).prepare(
      #"{ "url": "http://h/", "body": { "json": \#(nested) } }"#)
    #expect(request.bodyText == nested.replacing("{{x}}", with: "1"))
  }

  @Test func longListsOfMissingVariablesAreShortened() async throws {
    let text = (1...1000).map { "{{m\($0)}}" }.joined()
    #expect(
      try await Around.nothing.problem(#"{ "url": "http://h/\#(text)" }"#)
        == "No value for {{m1}}, {{m2}}, {{m3}}, {{m4}}, {{m5}}, {{m6}}, {{m7}}, {{m8}}, {{m9}}, {{m10}} and 990 more "
        + "— choose or create an environment that defines them")
  }

  // MARK: Bytes and escapes

  @Test(arguments: ["\u{301}", "\u{FE0F}", "\u{200D}", "\u{20E3}", "\u{FF9F}"])
  func combiningMarksAfterDelimitersChangeNothing(_ mark: String) async throws {
    let around = Around.variables(["x": "v\(mark)", "\(mark)y": "w"])
    let request = try await around.prepare(
      """
      { "url": "http://h/{{x}}\(mark)/:p/\(mark):q?\(mark)a=#\(mark)f", "path": { "p": "{{x}}\(mark)", "q": "no" },
        "query": [{ "name": "n", "value": "{{x}}\(mark){{\(mark)y}}" }],
        "headers": [{ "name": "X", "value": "{{x}}\(mark)" }],
        "body": { "json": { "{{x}}\(mark)": "\(mark){{\(mark)y}}\(mark)" } } }
      """)
    let encoded = PercentEncoding.component("v\(mark)\(mark)w")
    #expect(
      request.url.utf8.elementsEqual(
        "http://h/v\(mark)\(mark)/\(PercentEncoding.component("v\(mark)\(mark)"))/\(mark):q?\(mark)a=&n=\(encoded)#\(mark)f"
          .utf8))
    #expect(request.headers.first("X").map { Array($0.utf8) } == Array("v\(mark)\(mark)".utf8))
    #expect(request.bodyText.utf8.elementsEqual("{\"v\(mark)\(mark)\":\"\(mark)w\(mark)\"}".utf8))
  }

  @Test func namesAreComparedByBytes() async throws {
    let around = Around.variables(["é": "one", "e\u{301}": "two"])
    #expect(try await around.prepare("{ \"url\": \"http://h/{{é}}/{{e\u{301}}}\" }").url == "http://h/one/two")
  }

  @Test(arguments: parts.dropLast()) func anEscapeProducesTwoBraces(_ part: String) async throws {
    let around = Around.variables(["x": "{{'{{'}}y}}"])
    func sent(_ text: String) async throws -> PreparedRequest {
      try await around.prepare(part.replacing("%", with: text))
    }
    let request = try await sent("{{'{{'}}x}} {{x}}")
    let all = request.url + request.headers.map(\.value).joined() + request.bodyText
    let encoded = PercentEncoding.component("{{x}} {{y}}")
    let spellings = ["{{x}} {{y}}", "{{x}}%20{{y}}", encoded, encoded.replacing("%20", with: "+")]
    #expect(spellings.contains { all.contains($0) })
  }

  @Test func textAroundAVariableKeepsItsEscapesInAJSONBody() async throws {
    let request = try await Around.variables(["x": "a\"b", "é": "c"]).prepare(
      #"{ "url": "http://h/", "body": { "json": "\/ \ud800 {{x}} {{\u00e9}} \u0041" } }"#)
    #expect(request.bodyText == #""\/ \ud800 a\"b c \u0041""#)
  }

  // MARK: Dynamic variables

  @Test(arguments: DynamicVariables.names) func everyDynamicVariableHasAValue(_ name: String) async throws {
    let value = try await Around.nothing.prepare(
      #"{ "url": "http://h/", "headers": [{ "name": "X", "value": "{{\#(name)}}" }] }"#
    ).headers[0].value
    #expect(!value.isEmpty && !value.contains("{{"))
  }

  @Test func postmansDynamicVariablesExist() {
    let names = Set(DynamicVariables.names)
    #expect(names.isSuperset(of: ["$guid", "$timestamp", "$isoTimestamp", "$randomInt", "$randomUUID"]))
  }

  @Test func timestampsAreTheStartOfTheSend() async throws {
    let request = try await Around.nothing.prepare(
      #"{ "url": "http://h/{{$timestamp}}", "headers": [{ "name": "X", "value": "{{$isoTimestamp}}" }] }"#)
    #expect(request.url == "http://h/1700000000")
    #expect(request.headers[0].value == "2023-11-14T22:13:20.250Z")
  }

  @Test func eachOccurrenceHasANewValue() async throws {
    let url = try await Around.variables(["id": "{{$guid}}"]).prepare(
      #"{ "url": "http://h/{{$guid}}/{{$guid}}/{{id}}/{{id}}" }"#
    ).url
    let parts = url.split(separator: "/").dropFirst(2)
    #expect(Set(parts).count == 4)
    let form = #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
    #expect(parts.allSatisfy { $0.wholeMatch(of: form) != nil })
  }

  @Test func theSameSeedGivesTheSameValues() {
    func values() -> [String?] {
      var dynamic = DynamicVariables(now: Date(timeIntervalSince1970: 0), generator: SplitMix64(seed: 7))
      return DynamicVariables.names.map { dynamic.value(of: $0) }
    }
    #expect(values() == values())
  }

  @Test func aProcessVariableMayBeNamedByAnother() async throws {
    let around = Around.variables(["which": "TOKEN_FILE"])
    var assembly = RequestAssembly(
      try SavedRequest(json: #"{ "url": "http://h/{{$processEnv %which}}/{{$processEnv PLAIN}}" }"#),
      scope: around.scope, dynamic: DynamicVariables(now: Date(timeIntervalSince1970: 0)), baseFolder: "/nowhere",
      access: .unrestricted(allowed: []),
      outside: OutsideValues(digests: LibcryptoDigests()) { $0.source.environmentVariable })
    #expect(try await assembly.prepare().url == "http://h/TOKEN_FILE/PLAIN")
    assembly.resolver = Resolver(
      scope: around.scope, dynamic: DynamicVariables(now: Date(timeIntervalSince1970: 0)),
      outside: OutsideValues(digests: LibcryptoDigests()) { _ in nil })
    let failure = await #expect(throws: Failure.self) { try await assembly.prepare() }
    #expect(
      failure?.sentence == "{{$processEnv %which}} has no value — set the environment variable TOKEN_FILE; "
        + "{{$processEnv PLAIN}} has no value — set the environment variable PLAIN")
  }

  /// In a run of an `.http` file, and by the option that an import of one sets.
  @Test(arguments: [true, false])
  func bracesWithoutAValueAreTextWhereUnknownNamesAre(isOption: Bool) async throws {
    let around = Around.variables(["x": "5"])
    func assembly(_ members: String) throws -> RequestAssembly {
      let options = isOption ? #", "options": { "unknownAsText": true }"# : ""
      var assembly = RequestAssembly(
        try SavedRequest(json: "{ \(members)\(options) }"), scope: around.scope,
        dynamic: DynamicVariables(now: Date(timeIntervalSince1970: 0)), baseFolder: "/nowhere",
        access: .folder("/nowhere"), outside: OutsideValues(digests: LibcryptoDigests()) { _ in nil })
      assembly.resolver.keepsUnknown = !isOption
      return assembly
    }
    var sent = try assembly(#""url": "h/{{x}}", "body": { "text": "{{x}} {{ person.name }} {{'{{'}}y}} {{x}}" }"#)
    let prepared = try await sent.prepare()
    #expect(prepared.bodyText == "5 {{ person.name }} {{y}} 5")
    #expect(sent.warnings == ["No value for {{person.name}}: sent as it is written"])
    var refused = try assembly(#""url": "http://h/{{id}}""#)
    let failure = await #expect(throws: Failure.self) { try await refused.prepare() }
    #expect(failure?.sentence.hasPrefix("No value for {{id}}") == true)
  }

  @Test(arguments: [
    #""auth": { "bearer": { "token": "{{nobody}}" } }"#,
    #""headers": [{ "name": "Authorization", "value": "Bearer {{nobody}}" }]"#,
    #""headers": [{ "name": "Cookie", "value": "sid={{nobody}}" }]"#,
  ])
  func aNameThatIsSentAsACredentialIsNotMasked(members: String) async throws {
    var assembly = RequestAssembly(
      try SavedRequest(json: #"{ "url": "http://h/", \#(members), "options": { "unknownAsText": true } }"#),
      scope: Around.variables([:]).scope, dynamic: DynamicVariables(now: Date(timeIntervalSince1970: 0)),
      baseFolder: "/nowhere", access: .folder("/nowhere"),
      outside: OutsideValues(digests: LibcryptoDigests()) { _ in nil })
    let prepared = try await assembly.prepare()
    #expect(assembly.warnings == ["No value for {{nobody}}: sent as it is written"])
    #expect(prepared.mask.masked(assembly.warnings[0]) == assembly.warnings[0])
  }

  @Test func variablesInFilesOfABodyAreReplacedWhereItSaysSo() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/body-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(#"{"id": "{{x}}"}"#.utf8).write(to: URL(filePath: folder + "/a.json"))
    try Data([0xFF]).write(to: URL(filePath: folder + "/b.bin"))
    var around = Around.variables(["x": "5"])
    around.baseFolder = folder
    let whole = try await around.prepare(#"{ "url": "h", "body": { "file": "a.json", "variables": true } }"#)
    #expect(whole.bodyText == #"{"id": "5"}"#)
    #expect(whole.headers.first("Content-Type") == "application/json")
    let plain = try await around.prepare(#"{ "url": "h", "body": { "file": "a.json" } }"#)
    #expect(plain.bodyText == #"{"id": "{{x}}"}"#)
    let part = try await around.prepare(
      #"{ "url": "h", "body": { "multipart": [{ "name": "p", "file": "a.json", "variables": true }] } }"#)
    #expect(part.bodyText.contains(#"name="p"; filename="a.json""#) && part.bodyText.contains(#"{"id": "5"}"#))
    #expect(
      try await around.problem(#"{ "url": "h", "body": { "file": "b.bin", "variables": true } }"#).hasSuffix(
        "/b.bin is not text in UTF-8, so no variables can be replaced in it"))
    // The names in a file that may not be read are not shown.
    try Data("{{own}}".utf8).write(to: URL(filePath: folder + "/c.txt"))
    around.access = .folder(folder + "/other")
    #expect(
      try await around.problem(#"{ "url": "h", "body": { "file": "c.txt", "variables": true } }"#).hasPrefix(
        "This collection has no permission to read "))
  }

  @Test func anUnknownDynamicNameIsMissing() async throws {
    #expect(
      try await Around.nothing.problem(#"{ "url": "http://h/{{$randomUnicorn}}" }"#).hasPrefix(
        "No value for {{$randomUnicorn}}"))
  }
}
