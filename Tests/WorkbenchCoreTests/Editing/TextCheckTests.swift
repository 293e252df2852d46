import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct TextCheckTests {
  /// The error as `offset sentence`; empty if there is none.
  private func problem(_ text: String, _ language: CodeLanguage) -> String {
    TextCheck(TextBuffer(text), language)?.problem.map { "\($0.offset) \($0.sentence)" } ?? ""
  }

  @Test(arguments: [
    "", " ", "1", "-1.5e+3", "\"a\\n\\u00e9\"", "{}", "[]", "[1, [true, false], null]", "{\"a\": {\"b\": []}}",
    "{{value}}",
    "{\"a\": {{n}}, {{k}}: \"{{x}}\"}", "[{{a}}{{b}}]", "// c\n[1, /* d */ 2,]", "{\"a\": 1,}", "{\"a\": [{}]}",
  ])
  func whatMayBeSentHasNoError(text: String) {
    #expect(problem(text, .json) == "")
  }

  @Test(arguments: [
    ("{", "0 the \"{\" is not closed"), ("[1", "0 the \"[\" is not closed"),
    ("{\"a\"}", "4 expected \":\" after the key"),
    ("{a: 1}", "1 expected a key in quotes"), ("[1 2]", "3 expected \",\" or \"]\""), ("[,]", "1 expected a value"),
    ("{\"a\": }", "6 expected a value"), ("[1] 2", "4 nothing may follow the value"),
    ("\"a", "0 the string is not closed"),
    ("\"\\x\"", "1 there is no such escape: a backslash is written as \\\\"), ("01", "0 a number cannot begin with 0"),
    ("-", "0 a digit must follow the minus"), ("1.", "2 a digit must follow the decimal point"),
    ("yes", "0 expected a value: words other than true, false and null need quotes"),
    ("/* a", "0 the comment is not closed"),
    ("nulls", "4 expected a value: words other than true, false and null need quotes"),
    ("[1}", "2 expected \",\" or \"]\""),
    ("\"\t\"", "1 a control character in a string must be written as \\u0009"),
    ("{{a", "0 the variable is not closed with }}"),
  ])
  func theFirstErrorIsFound(text: String, error: String) {
    #expect(problem(text, .json) == error)
  }

  @Test func commentsAndCommasAreNoted() {
    #expect(TextCheck(TextBuffer("[1] // a"), .json)?.note == "Comments are not sent")
    #expect(TextCheck(TextBuffer("[1,]"), .json)?.note == "Trailing commas are not sent")
    #expect(TextCheck(TextBuffer("[1,] // a"), .json)?.note == "Comments and trailing commas are not sent")
    #expect(TextCheck(TextBuffer("[\"//\"]"), .json)?.note == nil)
  }

  @Test(arguments: [
    "", "{ a }", "query { a b: c(d: 1, e: \"f\") @g { ...H ... on I { j } ... @k { l } } }", "fragment F on T { a }",
    "query Q($a: [Int!]! = [1, 2] @d, $b: T = {c: {d: $e}}) @x { a }",
    "# c\nmutation { a(b: \"\"\"\n\"{\"\n\"\"\") { c } }",
    "{ {{field}}(id: {{id}}) { a } }", "subscription S { a(x: ENUM, y: null, z: -1.5e3) }",
  ])
  func queriesHaveNoError(text: String) {
    #expect(problem(text, .graphql) == "")
  }

  @Test(arguments: [
    ("{ a", "0 the \"{\" is not closed"), ("{ }", "2 expected a field"),
    ("a", "0 expected query, mutation, subscription, fragment or \"{\""),
    ("query { a(b) }", "11 expected \":\""), ("query ($a) { b }", "9 expected \":\""),
    ("{ a(b: ) }", "7 expected a value"),
    ("fragment on T { a }", "9 expected the name of the fragment"), ("{ a \"b", "4 the string is not closed"),
    ("{ a ; }", "4 there is no such character in GraphQL"),
    ("query Q", "7 expected \"{\" before the end"), ("{ a(b: [1) }", "9 expected a value"),
  ])
  func theFirstErrorOfAQueryIsFound(text: String, error: String) {
    #expect(problem(text, .graphql) == error)
  }

  @Test func otherTextsAreNotChecked() {
    #expect(TextCheck(TextBuffer("{"), .plain) == nil)
  }

  @Test(arguments: [
    (
      #"{"a":1,"b":[],"c":[1,{"d":null}]}"#,
      "{\n  \"a\": 1,\n  \"b\": [],\n  \"c\": [\n    1,\n    {\n      \"d\": null\n    }\n  ]\n}"
    ),
    (
      "// top\n{\"a\":{{n}}, // why\n\"b\":\"{,}\" /* c */,}",
      "// top\n{\n  \"a\": {{n}}, // why\n  \"b\": \"{,}\" /* c */,\n}"
    ),
    ("[ 1.50 ,\n\n2e3 ]", "[\n  1.50,\n  2e3\n]"),
  ])
  func jsonIsFormattedByItsTokens(text: String, formatted: String) {
    #expect(CodeLayout.text(text, .json, .formatted) == formatted)
    #expect(CodeLayout.text(formatted, .json, .formatted) == formatted)
  }

  @Test func jsonIsMinifiedWithItsComments() {
    #expect(CodeLayout.text("{ \"a b\": [ 1, 2 ] } // c\n", .json, .minified) == "{\"a b\":[1,2]}// c\n")
  }

  @Test func graphQLIsIndentedAndMinified() {
    #expect(
      CodeLayout.text("{\na(b: 1) {\n    c\n}\n\n# d\n}", .graphql, .formatted)
        == "{\n  a(b: 1) {\n    c\n  }\n\n  # d\n}")
    #expect(
      CodeLayout.text("query  Q {\n  a b\n # c\n d(e: \"x  y\") }", .graphql, .minified)
        == "query Q{a b\n# c\nd(e:\"x  y\")}")
  }

  @Test func xmlIsFormattedAndOtherTextIsNot() {
    #expect(CodeLayout.text("<a><b>c</b></a>", .xml, .formatted)?.contains("\n  <b>") == true)
    #expect(CodeLayout.text("a", .plain, .formatted) == nil)
  }

  @Test(arguments: [
    ("s/a/b/", "b|a\na"), ("s/a/b/g", "b|b\na"), ("%s/a/b/g", "bb|\nb"), ("2s/a/x/", "aa|\nx"),
    ("1,$s/a$/x/", "ax\n|x"),
    ("s/(a)(a)/\\2-\\1&/", "a-aaa|\na"), ("s#a#/#", "/|a\na"), ("%s/^/> /", "> aa|\n> a"), ("s/z/b/", "aa|\na"),
  ])
  func substitutionsReplace(command: String, after: String) throws {
    var editor = TextEditor("aa\na", isMultiline: true)
    let change = try #require(Substitution(command, lastLine: 2, currentLine: 1))
    _ = try change.run(in: &editor)
    #expect(editor.text == after.replacing("|", with: ""))
    editor.undo()
    #expect(editor.text == "aa\na")
  }

  @Test(arguments: ["x", "s", "s/", "set", "3", "a,bs/a/b/"])
  func otherCommandsAreNoSubstitutions(command: String) {
    #expect(Substitution(command, lastLine: 2, currentLine: 1) == nil)
  }
}
