import Foundation
import Testing

@testable import ResponseChecks

/// The text of a language model's answer from the events of its stream.
struct TextPiecesTests {
  @Test(arguments: [
    (
      [
        #"{"choices":[{"delta":{"role":"assistant"}}]}"#, #"{"choices":[{"delta":{"content":"Hel"}}]}"#,
        #"{"choices":[{"delta":{"content":"lo"}}]}"#, #"{"choices":[]}"#, "[DONE]",
      ],
      "$.choices[0].delta.content"
    ),
    (
      [
        #"{"type":"message_start"}"#, #"{"delta":{"type":"text_delta","text":"Hel"}}"#,
        #"{"delta":{"type":"text_delta","text":"lo"}}"#, #"{"delta":{"stop_reason":"end_turn"}}"#,
      ],
      "$.delta.text"
    ),
    ([#"{"type":"response.output_text.delta","delta":"Hel"}"#, #"{"delta":"lo"}"#], "$.delta"),
    (
      [#"{"message":{"role":"assistant","content":"Hel"}}"#, #"{"message":{"content":"lo"},"done":true}"#],
      "$.message.content"
    ),
    ([#"{"response":"Hel"}"#, #"{"response":"lo"}"#], "$.response"),
    (
      [
        #"{"candidates":[{"content":{"parts":[{"text":"Hel"}]}}]}"#,
        #"{"candidates":[{"content":{"parts":[{"text":"lo"}]}}]}"#,
      ], "$.candidates[0].content.parts[0].text"
    ),
  ])
  func theUsualPathsAreFound(_ messages: [String], _ path: String) {
    var pieces = TextPieces()
    #expect(messages.compactMap { pieces.piece(of: Data($0.utf8)) } == ["Hel", "lo"])
    #expect(pieces.path == path)
  }

  @Test func aNamedPathIsTheOnlyOne() throws {
    var pieces = try TextPieces(path: "$.parts[*].t")
    #expect(pieces.piece(of: Data(#"{"parts":[{"t":"a\n"},{"t":1},{"t":"é"}],"response":"no"}"#.utf8)) == "a\né")
    #expect(pieces.piece(of: Data(#"{"response":"no"}"#.utf8)) == nil)
    #expect(pieces.piece(of: Data("plain".utf8)) == nil && pieces.piece(of: Data("{".utf8)) == nil)
  }

  @Test func anInvalidPathIsNamed() {
    #expect {
      try TextPieces(path: "choices")
    } throws: { error in
      (error as? CheckProblem)?.sentence.text { $0 }.hasPrefix("choices is not a JSONPath: ") == true
    }
  }
}
