import RequestModel
import Testing

struct FieldDiffTests {
  private static func lines(_ old: JSONObject?, _ new: JSONObject?, _ role: FileRole = .request) -> [String] {
    FieldDiff(old, new, role: role).lines
  }

  @Test func changesHaveTheWordsOfTheForm() {
    let old: JSONObject = [
      "method": "GET", "url": "https://a.example",
      "headers": [["name": "Accept", "value": "text/plain"], ["name": "X-Old", "value": "1"]],
      "query": [["name": "page", "value": "1"]], "auth": ["bearer": ["token": "{{token}}"]],
      "tags": ["a", "b"], "options": ["timeout": 5], "checks": [["query": "status", "value": 200]],
    ]
    let new: JSONObject = [
      "method": "POST", "url": "https://a.example",
      "headers": [["name": "Accept", "value": "application/json"], ["name": "X-New", "value": "2", "off": true]],
      "query": [["name": "page", "value": "2"]], "auth": ["bearer": ["token": "{{other}}"]],
      "tags": ["a", "c"], "options": ["timeout": 6, "verifyTLS": false], "checks": [["query": "status", "value": 201]],
      "body": ["json": ["a": 1]],
    ]
    #expect(
      Self.lines(old, new) == [
        "~ Method: GET → POST", "- Header X-Old: 1", "~ Header Accept: text/plain → application/json",
        #"+ Header X-New: {"name":"X-New","value":"2","off":true}"#, "~ Query page: 1 → 2",
        "~ Auth › Token: {{token}} → {{other}}", "~ Tags: a, b → a, c", "~ Options › Timeout: 5 → 6",
        "+ Options › Verify TLS: false", "~ Check status: 200 → 201", #"+ Body: JSON {"a":1}"#,
      ])
  }

  @Test func bodiesAreComparedByMembersAlsoInTexts() {
    let json: JSONObject = ["body": ["json": ["user": ["name": "Ann", "age": 1], "items": [["id": 1, "n": 1], 2]]]]
    let changed: JSONObject = [
      "body": ["json": ["user": ["name": "Bob", "age": 1], "items": [["id": 1, "n": 2], 2, 3]]]
    ]
    let expected = [
      #"~ Body › user.name: "Ann" → "Bob""#, "~ Body › items[0].n: 1 → 2", "+ Body › items[2]: 3",
    ]
    #expect(Self.lines(json, changed) == expected)
    let text: JSONObject = ["body": ["text": .string(json["body"]?.object?["json"]?.rendered() ?? "")]]
    let lines = (changed["body"]?.object?["json"]?.compact ?? "")
    #expect(Self.lines(text, ["body": ["text": [.string(lines)]]]) == expected)
  }

  @Test func textsAreComparedByLines() {
    let old: JSONObject = ["docs": ["# Title", "one", "two", "three"]]
    #expect(
      Self.lines(old, ["docs": "# Title\none\n2\nthree\nfour"]) == ["~ Docs", "    - two", "    + 2", "    + four"])
    #expect(Self.lines(old, ["docs": "# Title\none\ntwo\nthree"]) == [])
    #expect(Self.lines([:], old) == ["+ Docs", "    + # Title", "    + one", "    + two", "    + three"])
  }

  @Test func rowsOfTheSameNameAreTellApartByTheirNumbers() {
    let old: JSONObject = [
      "headers": [["name": "A", "value": "1"], ["name": "A", "value": "2"], ["name": "B", "value": "3"]]
    ]
    let new: JSONObject = [
      "headers": [["name": "B", "value": "3"], ["name": "A", "value": "1"], ["name": "A", "value": "9"]]
    ]
    #expect(Self.lines(old, new) == ["~ Header A (2): 2 → 9", "> Headers: A, A, B → B, A, A"])
    let renamed: JSONObject = [
      "headers": [["name": "A", "value": "1"], ["name": "A", "value": "2"], ["name": "C", "value": "3"]]
    ]
    #expect(Self.lines(old, renamed) == ["~ Header C › Name: B → C"])
  }

  @Test func secretsAreMaskedAndVariablesAreNot() {
    let old: JSONObject = [
      "headers": [["name": "Authorization", "value": "Bearer {{token}}"], ["name": "X-Any", "value": "a"]],
      "auth": ["basic": ["username": "ann", "password": "{{p}}"]], "body": ["json": ["password": "{{p}}"]],
    ]
    let new: JSONObject = [
      "headers": [
        ["name": "Authorization", "value": "Bearer c2VjcmV0"],
        ["name": "X-Any", "value": .string("ghp_" + String(repeating: "a1", count: 18))],
      ],
      "auth": ["basic": ["username": "bob", "password": "hunter2"]], "body": ["json": ["password": "hunter2"]],
    ]
    #expect(
      Self.lines(old, new) == [
        "~ Header Authorization: Bearer {{token}} → ••••••", "~ Header X-Any: a → ••••••",
        "~ Auth › Username: ann → bob", "~ Auth › Password: {{p}} → ••••••",
        #"~ Body › password: "{{p}}" → "••••••""#,
      ])
    #expect(Self.lines(["auth": ["none": [:]]], new).first == "+ Header Authorization: ••••••")
    #expect(
      Self.lines(["auth": ["none": [:]]], ["auth": new["auth"] ?? .null]) == [
        #"~ Auth: None → Basic {"username":"bob","password":"••••••"}"#
      ])
  }

  @Test func unknownMembersAndOtherRolesAreCompared() {
    #expect(Self.lines(["x-a": ["b": 1]], ["x-a": ["b": 2], "y": "t"]) == ["~ x-a › b: 1 → 2", #"+ y: "t""#])
    #expect(
      Self.lines(
        ["variables": [["name": "base", "value": "a"], ["name": "key", "secret": true]]],
        ["variables": [["name": "base", "value": "b"], ["name": "key", "value": "v"]]], .environment) == [
          "~ Variable base: a → b", "- Variable key › Secret: true", "+ Variable key: v",
        ])
  }

  @Test func removedLinesComeBeforeTheLinesThatReplaceThem() {
    #expect(
      FieldChange(text: "a\nb\nc\nd", "a\nx\ny\nd\ne").lines == [
        "~ Text", "    - b", "    - c", "    + x", "    + y", "    + e",
      ])
    let (old, new) = ((0..<2_000).map { "old \($0)" }, (0..<1_000).map { "new \($0)" })
    #expect(
      FieldChange(text: old.joined(separator: "\n"), new.joined(separator: "\n")).lines
        == ["~ Text"] + old.map { "    - " + $0 } + new.map { "    + " + $0 })
  }

  @Test func aComparisonThatIsNotTheShortestSaysSo() throws {
    let old = (0..<20_000).map { "line \($0 * 7 % 5)" }
    let new = (0..<20_000).map { "line \($0 * $0 % 7 % 5)" }
    let lines = FieldChange(text: old.joined(separator: "\n"), new.joined(separator: "\n")).lines
    #expect(
      lines[1]
        == "    (too much has changed to find the shortest comparison: unchanged lines may be shown as removed and added)"
    )
    // Both texts are of one length.
    let (removed, added) = (lines.count { $0.hasPrefix("    - ") }, lines.count { $0.hasPrefix("    + ") })
    #expect(removed == added && removed < 20_000)
  }
}
