import RequestModel
import Testing

@testable import ResponseChecks

/// Typed arguments of a tool, and their check against its schema.
@Suite struct MCPArgumentsTests {
  private static let schema: JSONObject = [
    "type": "object", "required": ["a"],
    "properties": [
      "a": ["type": "integer"], "b": ["anyOf": [["type": "string"], ["type": "null"]]], "c": ["enum": [1, "x"]],
      "d": ["type": ["string", "number"]], "e": JSONValue.object(JSONObject()),
    ],
  ]

  @Test func theSchemaDecidesWhetherATextIsJSON() {
    let arguments = MCPArguments(
      ["a": 1, "e": [1]],
      texts: [
        ("a", "2"), ("b", "3"), ("c", "x"), ("d", "4"), ("e", #"{"f": true}"#), ("other", "5"), ("own", "a b"),
      ])
    #expect(
      arguments.values(for: Self.schema) == [
        "a": 2, "e": ["f": true], "b": "3", "c": "x", "d": "4", "other": 5, "own": "a b",
      ])
  }

  @Test func argumentsThatDoNotMatchAreRefusedByTheirPlaces() {
    let error = #expect(throws: Failure.self) {
      try MCPArguments.check(["a": "x", "b": 1], by: Self.schema, of: "add")
    }
    #expect(error?.kind == .unprepared)
    #expect(error?.sentence.hasPrefix("Not called: the arguments do not match the schema of add: ") == true)
    #expect(error?.sentence.contains("/a ") == true && error?.sentence.contains("/b ") == true)
    #expect(throws: Failure.self) { try MCPArguments.check(JSONObject(), by: Self.schema, of: "add") }
  }

  @Test func aSchemaWhosePartsReferToEachOtherAgainAndAgainIsGivenUpSoon() throws {
    var parts: JSONObject = ["p16": ["type": "object"]]
    for number in 0..<16 {
      let next: JSONValue = ["$ref": .string("#/$defs/p\(number + 1)")]
      parts["p\(number)"] = ["allOf": [next, next]]
    }
    let schema: JSONObject = ["$ref": "#/$defs/p0", "$defs": .object(parts)]
    let note = try MCPArguments.check(["a": 1], by: schema, of: "add")
    #expect(note?.hasPrefix("The arguments are not checked: the schema of add cannot be used: ") == true)
    #expect(note?.contains("compares too much") == true)
  }

  @Test func variablesAreNotChecked() throws {
    #expect(try MCPArguments.check(["a": "{{n}}", "b": "x"], by: Self.schema, of: "add") == nil)
  }

  @Test func aSchemaThatCannotBeUsedIsNoted() throws {
    let note = try MCPArguments.check(["a": 1], by: ["$ref": "#/none"], of: "add")
    #expect(note?.hasPrefix("The arguments are not checked: the schema of add cannot be used: ") == true)
  }

  @Test func aSignatureNamesWhatMayBeLeftOut() {
    #expect(
      MCPArguments.signature(of: Self.schema)
        == #"a: integer, b?: string|null, c?: 1|"x", d?: string|number, e?: any"#)
  }
}
