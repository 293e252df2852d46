import RequestModel
import Testing

@testable import Interchange

struct ExactLinesTests {
  @Test(arguments: [
    "", "one", "a\\nb", "\\n", "a\\n\\nb\\n", "\\t\\r\\n\\\"x\\\\n\\\\", "\\u000a", "\\u00e9\\n\\/", "\\b\\n\\f",
    "é\\n{{x}}",
    "a\u{7F}\\nb",
  ])
  func escapedTextIsCutLikeItsValue(escaped: String) {
    let string = JSONString(escaped: escaped)
    #expect(JSONValue.string(string).exactLines == .exactLines(string.value))
  }

  @Test func otherScalarsAreText() {
    #expect((12 as JSONValue).exactLines == "12")
    #expect(JSONValue.null.exactLines == nil)
    #expect(([] as JSONValue).exactLines == nil)
  }
}
