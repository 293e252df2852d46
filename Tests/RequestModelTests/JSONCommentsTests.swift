import RequestBasics
import Testing

@Suite struct JSONCommentsTests {
  @Test(arguments: [
    ("[1] // a", "[1] "), ("[1, /* b */ 2,]", "[1,  2 ]"), ("{\"a\": 1,\n}", "{\"a\": 1 \n}"),
    ("// a\n{\"b\": \"//\\\"\", }", "\n{\"b\": \"//\\\"\"  }"), ("[{},\t/* c */\n]", "[{} \t\n]"),
    ("[{{a}}, // b\n{{c}},]", "[{{a}}, \n{{c}} ]"),
  ])
  func commentsAreRemovedAndTrailingCommasBecomeBlanks(text: String, strict: String) {
    #expect(JSONComments.removed(from: text) == strict)
  }

  @Test(arguments: [
    ("[1, /* a */ 2,] // b", "[1,  2,] "), ("[1, // a\r\n2]", "[1, \n2]"), ("[\"//\"] // c\n", "[\"//\"] \n"),
    ("no JSON // a\n", "no JSON \n"), ("[1] /* a", "[1] "), ("[\"\\\"//\"]", "[\"\\\"//\"]"), ("[1]", "[1]"),
  ])
  func commentsAreRemovedAsInPostman(text: String, sent: String) {
    #expect(JSONComments.removedAsInPostman(from: text) == sent)
  }

  @Test(arguments: ["[1]", "", "{", "[1, 2]", "\"//\"", "[,]", "// a", "[1,,]", "/* [1]", "[1 / 2,]", "a // b"])
  func otherTextsAreLeftAlone(text: String) {
    #expect(JSONComments.removed(from: text) == nil)
  }
}
