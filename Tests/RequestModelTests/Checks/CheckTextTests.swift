import RequestModel
import Testing

/// Checks as shown in the form and as typed.
@Suite struct CheckTextTests {
  private func object(_ json: String) throws -> JSONObject { try #require(try JSONText(json).value.object) }

  @Test(
    "A subject is one line that reads as the same members",
    arguments: [
      (#"{"query":"status"}"#, "status"),
      (
        #"{"query":"jsonpath","expression":"$.items[?@.a || @.b]","filters":["count"]}"#,
        "jsonpath $.items[?@.a || @.b] | count"
      ),
      (
        #"{"query":"regex","expression":"a | b","filters":["nth 1","replace \"x\" \"y\""]}"#,
        #"regex a | b | nth 1 | replace "x" "y""#
      ),
      (#"{"query":"header","expression":"X-{{name}}"}"#, "header X-{{name}}"),
    ])
  func subjects(json: String, text: String) throws {
    let row = try object(json)
    #expect(CheckSubject(row: row).text == text)
    var read = JSONObject()
    CheckSubject(text).set(in: &read)
    #expect(read == row)
  }

  @Test("A path needs no query before it", arguments: [("$.id", "jsonpath"), ("//a/b", "xpath")])
  func paths(text: String, query: String) {
    #expect(CheckSubject(text).query == query && CheckSubject(text).expression == text)
  }

  @Test(
    "An expectation is one line that reads as the same members",
    arguments: [
      (#"{"predicate":"equals","value":200}"#, "equals 200"),
      (#"{"predicate":"equals","value":"200"}"#, #"equals "200""#),
      (#"{"predicate":"equals","value":"a b"}"#, "equals a b"),
      (#"{"predicate":"equals","value":" a"}"#, #"equals " a""#),
      (#"{"predicate":"equals","value":""}"#, #"equals """#),
      (#"{"predicate":"equals","value":"line\nbreak"}"#, #"equals "line\nbreak""#),
      (#"{"predicate":"equals","value":null}"#, "equals null"),
      (#"{"not":true,"predicate":"contains","value":"error"}"#, "not contains error"),
      (#"{"predicate":"exists"}"#, "exists"),
      (#"{"not":true,"predicate":"isEmpty"}"#, "not isEmpty"),
      (#"{"predicate":"between","value":[1,5]}"#, "between [1,5]"),
      (#"{"predicate":"in","value":["a","b"]}"#, #"in ["a","b"]"#),
      (#"{"predicate":"schema","value":{"file":"order.json"}}"#, "schema order.json"),
      (#"{"predicate":"matches","value":"^[a-z]+$"}"#, "matches ^[a-z]+$"),
      (#"{"predicate":"equals","value":"{{id}}"}"#, "equals {{id}}"),
      ("{}", ""),
    ])
  func expectations(json: String, text: String) throws {
    let row = try object(json)
    #expect(CheckExpectation(row: row).text == text)
    var read = JSONObject()
    CheckExpectation(text).set(in: &read)
    #expect(read == row)
  }

  @Test(
    "Symbols, bare values and lists with commas are read too",
    arguments: [
      ("== 7", "equals 7"), ("!= 7", "not equals 7"), (">= 3", "greaterOrEqual 3"), ("<5", "less 5"),
      ("7", "equals 7"), ("not 7", "not equals 7"), ("! contains a", "not contains a"), ("not not exists", "exists"),
      ("between 1 and 5", "between [1,5]"), ("between 1, 5", "between [1,5]"), ("in a, b, 3", #"in ["a","b",3]"#),
      ("existsNot", "equals existsNot"),
    ])
  func typed(text: String, shown: String) {
    #expect(CheckExpectation(text).text == shown)
  }

  // MARK: Rows of the form

  private func file(_ json: String) throws -> SavedFile {
    try SavedFile(document: object(json), role: .request)
  }

  private let checks = PlacedField(.checks)

  @Test func anEditedRowKeepsWhatItDoesNotShow() throws {
    var file = try file(
      #"{"url":"/","checks":[{"x-note":1,"query":"header","expression":"A","x-filters":["count"],"predicate":"equals","value":"1.0"},{"query":"status","value":200}]}"#
    )
    var rows = checks.rows(in: file)
    #expect(rows.map(\.name) == ["header A | count", "status"])
    #expect(rows.map(\.value) == [#"equals "1.0""#, "equals 200"])
    rows[0].value = "equals 2"
    rows[0].isOff = true
    rows[1].document["description"] = "fine"
    checks.setRows(rows, in: &file)
    #expect(
      file.document["checks"]
        == (try JSONText(
          #"[{"x-note":1,"query":"header","expression":"A","x-filters":["count"],"predicate":"equals","value":2,"off":true},{"query":"status","value":200,"description":"fine"}]"#
        ).value))
  }

  @Test func rowsThatAreNotEditedStayAsTheyAre() throws {
    let json =
      #"{"url":"/","checks":[{"query":"nothing","predicate":"sounds","value":{"a":[1.50]},"hard":true}],"captures":[{"query":"jsonpath","name":"id","expression":"$.id","scope":"environment"}]}"#
    var file = try file(json)
    let captures = PlacedField(.captures)
    checks.setRows(checks.rows(in: file), in: &file)
    captures.setRows(captures.rows(in: file), in: &file)
    #expect(JSONValue.object(file.document).compact == json)
  }

  @Test func aCaptureIsAVariableAndASubject() throws {
    var file = try file(#"{"url":"/"}"#)
    let captures = PlacedField(.captures)
    var row = Parameter("token", "$.token")
    row.document["secret"] = true
    captures.setRows([row], in: &file)
    #expect(
      JSONValue.object(file.document).compact
        == #"{"url":"/","captures":[{"name":"token","query":"jsonpath","expression":"$.token","secret":true}]}"#)
  }
}
