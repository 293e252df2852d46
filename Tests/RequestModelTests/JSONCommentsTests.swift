import RequestBasics
import Testing

@Suite struct JSONCommentsTests {
  @Test(arguments: [
    ("[1] // a", "[1]     "), ("[1, /* b */ 2,]", "[1,         2 ]"), ("{\"a\": 1,\n}", "{\"a\": 1 \n}"),
    ("// a\n{\"b\": \"//\\\"\", }", "    \n{\"b\": \"//\\\"\"  }"), ("[{},\t/* c */\n]", "[{} \t       \n]"),
    ("[{{a}}, // b\n{{c}},]", "[{{a}},     \n{{c}} ]"),
  ])
  func commentsAndTrailingCommasBecomeBlanks(text: String, strict: String) {
    #expect(JSONComments.removed(from: text) == strict)
  }

  @Test func trailingCommasCanStay() {
    #expect(JSONComments.removed(from: "[1, /* a */ 2,] // b", keepsCommas: true) == "[1,         2,]     ")
    #expect(JSONComments.removed(from: "[1,]", keepsCommas: true) == "[1,]")
  }

  @Test(arguments: ["[1]", "", "{", "[1, 2]", "\"//\"", "[,]", "// a", "[1,,]", "/* [1]", "[1 / 2,]", "a // b"])
  func otherTextsAreLeftAlone(text: String) {
    #expect(JSONComments.removed(from: text) == nil)
  }
}
