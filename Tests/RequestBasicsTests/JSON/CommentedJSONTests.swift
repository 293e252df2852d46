import RequestBasics
import Testing

@Suite struct CommentedJSONTests {
  private func text(_ text: String) throws -> JSONText { try JSONText(commented: Array(text.utf8)) }

  private func setting(_ path: [String], to value: JSONValue?, in old: String) throws -> String {
    String(decoding: try #require(try text(old).setting(path, to: value)), as: UTF8.self)
  }

  @Test func commentsInStringsStay() throws {
    #expect(
      try text(#"{ "url": "http://x/*", /* c */ "b": [1, 2,], } // end"#).value == ["url": "http://x/*", "b": [1, 2]])
  }

  @Test(arguments: ["{ /* open", "{ \"a\": 1,, }", "{ / }", "{ \"a\": // 1\n }"]) func otherErrorsRemain(
    _ broken: String
  ) {
    #expect(throws: JSONSyntaxError.self) { try text(broken) }
  }

  @Test func aChangedMemberKeepsAllElse() throws {
    let old = "{\n  // why\n  \"a\": 1, // one\n  \"b\": { \"c\": true }, // two\n}\n"
    #expect(
      try setting(["a"], to: "x", in: old)
        == "{\n  // why\n  \"a\": \"x\", // one\n  \"b\": { \"c\": true }, // two\n}\n")
    #expect(
      try setting(["b", "c"], to: nil, in: old) == "{\n  // why\n  \"a\": 1, // one\n  \"b\": {  }, // two\n}\n")
  }

  @Test func aNewMemberFollowsTheLastOneAndItsComment() throws {
    #expect(
      try setting(["b"], to: 2, in: "{\n  \"a\": 1 // one\n}\n") == "{\n  \"a\": 1, // one\n  \"b\": 2\n}\n")
    #expect(
      try setting(["b"], to: 2, in: "{\n  \"a\": 1, // one\n}\n") == "{\n  \"a\": 1, // one\n  \"b\": 2,\n}\n")
    #expect(
      try setting(["b", "c"], to: true, in: "{\n  \"a\": 1\n}") == "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": true\n  }\n}"
    )
    #expect(try setting(["a"], to: 1, in: "{\n  // nothing yet\n}\n") == "{\n  // nothing yet\n  \"a\": 1\n}\n")
  }

  @Test func aRemovedMemberTakesItsLine() throws {
    #expect(try setting(["a"], to: nil, in: "{\n  \"a\": 1,\n  \"b\": 2\n}\n") == "{\n  \"b\": 2\n}\n")
    #expect(try text(setting(["b"], to: nil, in: "{\n  \"a\": 1,\n  \"b\": 2\n}\n")).value == ["a": 1])
  }

  @Test func whatIsNoObjectIsNotReplaced() throws {
    #expect(try text(#"{ "a": 1 }"#).setting(["a", "b"], to: 2) == nil)
    #expect(try text("[]").setting(["a"], to: 2) == nil)
  }
}
