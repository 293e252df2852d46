import RequestModel
import Testing

/// The steps of a conversation as rows of a file and as cells of the form.
@Suite struct ConversationStepTests {
  private func request(_ steps: String) throws -> SavedRequest {
    let text = #"{ "url": "ws://h", "messages": [{ "name": "hi", "value": "hello" }], "steps": [\#(steps)] }"#
    return try SavedRequest(document: try #require(try JSONText(text).value.object))
  }

  @Test(arguments: [
    (#"{ "send": "hi" }"#, "send hi"), (#"{ "send": { "value": { "a": 1 } } }"#, #"send {"value":{"a":1}}"#),
    (#"{ "expect": "$.a == 1", "within": "2s" }"#, "expect $.a == 1 within 2s"),
    (#"{ "never": { "query": "body", "predicate": "contains", "value": "x" } }"#, "never body contains x"),
    (#"{ "wait": "1s" }"#, "wait 1s"), (#"{ "close": 1000 }"#, "close 1000"), (#"{ "close": "" }"#, "close"),
    (#"{ "expect": "$.a", "description": "an a comes" }"#, "an a comes"),
  ])
  func aStepIsNamedByWhatItDoes(_ row: String, _ name: String) throws {
    #expect(try request(row).steps.map(\.name) == [name])
  }

  @Test func aStepSendsASavedMessageOrItsOwn() throws {
    let request = try request(
      #"{ "send": "hi" }, { "send": { "value": "AA==", "type": "binary" } }, { "send": "ho" }, { "wait": "1s" }"#)
    let messages = request.steps.map { $0.message(of: request) }
    #expect(messages.map { $0?.type } == ["text", "binary", nil, nil])
    #expect(messages.map { $0.map { String(decoding: $0.content, as: UTF8.self) } } == ["hello", "AA==", nil, nil])
  }

  @Test func stepsThatAreOffAreLeftOut() throws {
    #expect(try request(#"{ "wait": "1s", "off": true }, { "close": "" }"#).steps.map(\.verb) == [.close])
  }

  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("2s", .seconds(2)), ("1.5s", .milliseconds(1500)), ("1m", .seconds(60)),
    ("3", .seconds(3)), ("", nil as Duration?), ("s", nil), ("2 s", nil), ("-1s", nil), ("2d", nil), ("9999999s", nil),
  ])
  func aTimeHasAUnitOrIsInSeconds(_ text: String, _ time: Duration?) {
    #expect(ConversationStep.time(text) == time)
  }

  @Test func theFormShowsTheVerbAndItsValueAndKeepsTheRest() throws {
    var file = SavedFile.request(
      try request(#"{ "expect": "$.a == 1", "within": "2s", "x-note": 1 }, { "send": { "value": 1 } }"#))
    let table = PlacedField(.steps)
    var rows = table.rows(in: file)
    #expect(rows.map(\.name) == ["expect", "send"] && rows.map(\.value) == ["$.a == 1", #"{"value":1}"#])
    rows[0].name = "never"
    rows[1].value = #"{"value":2}"#
    rows.append(Parameter("wiat", "1s"))
    table.setRows(rows, in: &file)
    #expect(
      file.request?.document["steps"] == [
        ["never": "$.a == 1", "within": "2s", "x-note": 1], ["send": ["value": 2]], ["step": "wiat 1s"],
      ])
    rows = table.rows(in: file)
    rows[2].name = "wait"
    table.setRows(rows, in: &file)
    #expect(file.request?.document["steps"]?.array?.last == ["wait": "1s"])
  }

  @Test func variablesOfStepsAreThoseOfTheMessagesTab() throws {
    let request = try request(
      #"{ "send": { "value": { "a": "{{x}}" } } }, { "expect": "$.a == {{y}}", "description": "{{no}}" }"#)
    let texts = TemplateTexts(request, folders: [], options: RequestOptions(document: [:])).tabs["messages"] ?? []
    #expect(texts.contains("{{x}}") && texts.contains("$.a == {{y}}") && !texts.contains("{{no}}"))
  }
}
