import RequestModel
import Testing

@Suite struct VariableFormatTests {
  private static func read(_ row: String) throws -> Variable {
    let document = try JSONText(#"{ "variables": [\#(row)] }"#).value.object
    return try Environment(name: "local", document: document ?? JSONObject()).variables[0]
  }

  @Test(
    arguments: [
      (#"{ "name": "x" }"#, .value("")),
      (#"{ "name": "x", "value": "y" }"#, .value("y")),
      (#"{ "name": "x", "value": 5 }"#, .literal(5)),
      (#"{ "name": "x", "value": [1, { "a": null }] }"#, .literal([1, ["a": .null]])),
      (#"{ "name": "x", "value": null }"#, .literal(.null)),
      (#"{ "name": "x", "secret": true }"#, .secret),
      (#"{ "name": "x", "prompt": "Code?", "value": "1" }"#, .prompt("Code?")),
      (#"{ "name": "x", "fromCommand": "pass show x" }"#, .command(ValueCommand(shell: "pass show x"))),
      (
        #"{ "name": "x", "fromCommand": ["pass", "show", "a b"], "timeout": 5 }"#,
        .command(ValueCommand(words: ["pass", "show", "a b"], timeout: 5))
      ),
      (#"{ "name": "x", "fromDotenv": ".env" }"#, .dotenv(path: ".env", key: "x")),
      (#"{ "name": "x", "fromDotenv": ".env", "key": "X" }"#, .dotenv(path: ".env", key: "X")),
      (#"{ "name": "x", "fromEnvironment": "HOME", "secret": true }"#, .environmentVariable("HOME")),
    ] as [(String, VariableSource)])
  func eachSourceHasAMember(_ row: String, _ source: VariableSource) throws {
    let variable = try Self.read(row)
    #expect(variable.source == source)
    var rebuilt = Variable("x", .value("before"))
    rebuilt.source = source
    #expect(rebuilt.source == source)
  }

  @Test(
    arguments: [
      (#"{ "value": "y" }"#, #"variables[0] has no "name""#),
      (#"{ "name": 1 }"#, #""name" is a number, not a string"#),
      (#"{ "name": "x", "off": "yes" }"#, #""off" is a string, not true or false"#),
      (
        #"{ "name": "x", "secret": true, "value": "y" }"#,
        #""x" is secret but has a "value" in the file: remove it and use workbench secret set"#
      ),
      (
        #"{ "name": "x", "prompt": "?", "fromCommand": "date" }"#,
        #""x" has "prompt" and "fromCommand": keep one of them"#
      ),
      (
        #"{ "name": "x", "fromCommand": ["a", 1] }"#,
        #""fromCommand" is neither a line for the shell nor an array of words"#
      ),
      (
        #"{ "name": "x", "fromCommand": [] }"#, #""fromCommand" is neither a line for the shell nor an array of words"#
      ),
      (
        #"{ "name": "x", "fromCommand": "a", "timeout": 0 }"#,
        #""timeout" is 0, not a number of seconds from 1 to 3600"#
      ),
    ])
  func whatIsNoVariableIsRefused(_ row: String, _ problem: String) {
    #expect { try Self.read(row) } throws: { ($0 as? DocumentError)?.problem == problem }
  }

  @Test func unknownMembersStayWhereTheyAre() throws {
    var variable = try Self.read(#"{ "x-team": 1, "name": "x", "value": "y", "note": "kept" }"#)
    variable.name = "z"
    variable.value = 7
    variable.isOff = true
    variable.description = "Why"
    variable.isOff = false
    #expect(
      JSONValue.object(variable.document).compact
        == #"{"x-team":1,"name":"z","value":7,"note":"kept","description":"Why"}"#)
  }

  @Test func anotherSourceTakesThePlaceOfTheFormerOne() throws {
    var variable = try Self.read(#"{ "name": "x", "fromDotenv": ".env", "key": "K" }"#)
    variable.source = .command(ValueCommand(shell: "date", timeout: 5))
    #expect(JSONValue.object(variable.document).compact == #"{"name":"x","fromCommand":"date","timeout":5}"#)
    variable.source = .secret
    #expect(JSONValue.object(variable.document).compact == #"{"name":"x","secret":true}"#)
    variable.source = .value("y")
    #expect(JSONValue.object(variable.document).compact == #"{"name":"x","value":"y"}"#)
  }

  @Test(
    arguments: [
      (#""a""#, "a", "5", #""5""#), ("5", "5", "6", "6"), ("5", "5", "five", #""five""#),
      ("[1]", "[1]", "[1,2]", "[1,2]"), ("true", "true", "false", "false"), ("5", "5", #""6""#, #""\"6\"""#),
    ])
  func aTypedValueStaysOfItsKindWhereItCan(_ value: String, _ shown: String, _ typed: String, _ after: String) throws {
    var variable = try Self.read(#"{ "name": "x", "value": \#(value) }"#)
    #expect(variable.text == shown)
    variable.setText(typed)
    #expect(variable.value?.compact == after)
  }
}
