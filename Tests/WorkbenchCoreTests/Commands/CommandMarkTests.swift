import Testing

@testable import WorkbenchCore

/// Names of commands in braces, in the reasons why others cannot run.
@Suite struct CommandMarkTests {
  @Test(
    arguments: [
      ("Nothing is staged: {changes.stage} stages a file", ["changes.stage"]),
      ("{a.b}{request.fetchToken}", ["a.b", "request.fetchToken"]),
      ("{{a.b}}", ["a.b"]), ("{x {a.b}", ["a.b"]), ("é{a.b}é", ["a.b"]), ("", []), ("{a.b", []), ("a.b}", []),
      ("{}", []),
      ("{a}", []), ("{a.}", []), (".b}", []), ("{.b}", []), ("{A.b}", []), ("{a.b.c}", []), ("{a.b1}", []),
      ("{a.b }", []),
      ("{ä.b}", []), ("No value for {{name}}: {a.B}", ["a.B"]),
    ] as [(String, [String])])
  func namesOfTwoPartsInBracesAreFound(text: String, names: [String]) {
    let marks = CommandMark.all(in: text)
    #expect(marks.map(\.name) == names)
    #expect(marks.map { String(text[$0.range]) } == names.map { "{\($0)}" })
  }

  @Test func textsNameTheKeysOfTheirCommands() {
    let keys = Harness.shop().bench.keys
    #expect(keys.text("é: {request.send} sends, {{name}} {request.save}") == "é: F5 sends, {{name}} Ctrl+S")
    #expect(keys.text("no {names}") == "no {names}")
  }

  @Test func theRemedyOfAReasonComesAfterAColon() {
    func remedy(_ reason: String) -> [String?] {
      let found = Command.remedy(in: reason)
      return [found?.fact, found?.command.name]
    }
    #expect(remedy("{a.b}, no key: {request.send} sends") == ["{a.b}, no key", "request.send"])
    #expect(remedy("{request.send} sends") == [nil, nil])
    #expect(remedy("Nothing: {no.command}, or: {request.send}") == [nil, nil])
  }
}
