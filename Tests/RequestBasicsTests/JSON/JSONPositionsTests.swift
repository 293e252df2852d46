import Testing

@testable import RequestBasics

struct JSONPositionsTests {
  private static let texts = [
    #"{"a": [1, {"é": "x"}, []], "b": {"c\u0064": null, "a": 2, "a": 3}}"#,
    "\u{FEFF}{ \"a\": [ 1,\r\n {\"e\u{301}\":\n2}],\n\n\"b\": \"👩‍👩‍👧\", \"c\": 1 }",
  ]

  private func paths(_ value: JSONValue, _ path: JSONLocation = []) -> [JSONLocation] {
    switch value {
    case .array(let elements):
      [path] + elements.enumerated().flatMap { paths($1, path.appending($0)) } + [path.appending(elements.count)]
    case .object(let object):
      [path] + object.members.flatMap { paths($0.value, path.appending($0.key.value)) } + [path.appending("none")]
    default: [path]
    }
  }

  /// Also backwards, where none can be counted from the one before.
  @Test(arguments: texts) func positionsAreThoseOfTheText(_ source: String) throws {
    let text = try JSONText(source)
    let all = paths(text.value)
    var positions = JSONPositions(text)
    for path in all + all.reversed() {
      #expect(positions.position(of: path) == text.position(of: path), "\(path)")
      #expect(positions.keyPosition(of: path) == text.keyPosition(of: path), "\(path)")
    }
  }

  @Test(arguments: [
    (#"\u00e9\u00E9x"#, "ééx"), (#"\ud83d\ude00"#, "😀"), (#"\ud83dx\ude00"#, "\u{FFFD}x\u{FFFD}"),
    (#"\u0041\n\/\\u0041"#, "A\n/\\u0041"), (#"\uffff"#, "\u{FFFF}"),
  ])
  func escapesBecomeTheirCharacters(_ escaped: String, _ value: String) {
    #expect(JSONString(escaped: escaped).value == value)
  }
}
