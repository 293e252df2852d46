import RequestBasics
import Testing

struct JSONRewritingTests {
  private static let request = """
    {
      "id": "r1",
      "method": "GET",

      "url": "http:\\/\\/x",
      "query": [
        { "name": "page",  "value": "1" },
        { "name": "size", "value": "2" }
      ],
      "headers": [{ "name": "A", "value": "b" }],
      "empty": {},
      "n": 1.0
    }

    """

  private func rewrite(_ text: String, _ change: (inout JSONObject) -> Void) throws -> String {
    let text = try JSONText(text)
    var object = try #require(text.value.object)
    change(&object)
    return String(decoding: text.rewriting(to: .object(object)), as: UTF8.self)
  }

  /// The lines that are only in the old and only in the new text.
  private func changes(_ change: (inout JSONObject) -> Void) throws -> [String] {
    let old = Self.request.split(separator: "\n", omittingEmptySubsequences: false)
    let new = try rewrite(Self.request, change).split(separator: "\n", omittingEmptySubsequences: false)
    return new.difference(from: old).map {
      switch $0 {
      case .remove(_, let line, _): "-" + line
      case .insert(_, let line, _): "+" + line
      }
    }
  }

  @Test func aChangedValueChangesItsLineOnly() throws {
    #expect(try changes { $0["method"] = "POST" } == [#"-  "method": "GET","#, #"+  "method": "POST","#])
  }

  @Test func newLinesOfTextAreLinesOfTheFile() throws {
    let text = """
      {
        "body": { "json": { "a": 1 } },
        "tags": ["a"]
      }
      """
    let new = try rewrite(text) { object in
      object["body"] = ["text": ["{", "  a"], "type": "application/json"]
      object["tags"] = ["a", "b"]
    }
    #expect(
      new == """
        {
          "body": {
            "text": [
              "{",
              "  a"
            ],
            "type": "application/json"
          },
          "tags": ["a", "b"]
        }
        """)
  }

  @Test func aChangeDeepInsideKeepsWhatIsAroundIt() throws {
    let lines = try changes { object in
      var row = object["query"]!.array![0].object!
      row["value"] = "7"
      object["query"] = [.object(row), object["query"]!.array![1]]
    }
    #expect(lines == [#"-    { "name": "page",  "value": "1" },"#, #"+    { "name": "page",  "value": "7" },"#])
  }

  @Test func aMemberAddedAtTheEndChangesTheLineBeforeByItsComma() throws {
    #expect(try changes { $0["docs"] = "x" } == [#"-  "n": 1.0"#, #"+  "n": 1.0,"#, #"+  "docs": "x""#])
  }

  @Test func aMemberAddedAtTheStartGetsItsOwnLine() throws {
    let lines = try changes { $0.members.insert(JSONMember(key: JSONString("$schema"), value: "s"), at: 0) }
    #expect(lines == [#"+  "$schema": "s","#])
  }

  @Test func aRemovedMemberLeavesNoGap() throws {
    #expect(try changes { $0["id"] = nil } == [#"-  "id": "r1","#])
    #expect(try changes { $0["n"] = nil } == [#"-  "n": 1.0"#, #"-  "empty": {},"#, #"+  "empty": {}"#])
  }

  @Test func aRowAddedToAListOnOneLineStaysOnIt() throws {
    let lines = try changes { object in
      object["headers"] = .array(object["headers"]!.array! + [["name": "C", "value": "d"]])
    }
    #expect(lines.last == #"+  "headers": [{ "name": "A", "value": "b" }, { "name": "C", "value": "d" }],"#)
  }

  @Test func aListOnOneLineIsSpreadWhenItGrowsTooLong() throws {
    let long = String(repeating: "x", count: 60)
    let text = try rewrite(Self.request) { object in
      object["headers"] = .array(object["headers"]!.array! + [["name": "C", "value": .string(long)]])
    }
    #expect(
      text.contains(
        """
          "headers": [
            { "name": "A", "value": "b" },
            { "name": "C", "value": "\(long)" }
          ],
        """))
  }

  @Test func anEmptyContainerGetsAFreshLayout() throws {
    let text = try rewrite(Self.request) { $0["empty"] = ["list": [1, ["a": 2, "b": "c"], []]] }
    #expect(
      text.contains(
        """
          "empty": {
            "list": [
              1,
              { "a": 2, "b": "c" },
              []
            ]
          },
        """))
  }

  @Test func aRowMovedInAListKeepsItsBytes() throws {
    let text = try rewrite(Self.request) { $0["query"] = .array($0["query"]!.array!.reversed()) }
    #expect(
      text.contains(
        """
            { "name": "size", "value": "2" },
            { "name": "page",  "value": "1" }
          ],
        """))
  }

  @Test func tabsLineEndsAndTheByteOrderMarkAreKept() throws {
    let text = "\u{FEFF}{\r\n\t\"a\" : 1\r\n}"
    #expect(
      try rewrite(text) { $0["b"] = [true] } == "\u{FEFF}{\r\n\t\"a\" : 1,\r\n\t\"b\" : [\r\n\t\ttrue\r\n\t]\r\n}")
  }

  @Test func aFileOnOneLineStaysOnOneLine() throws {
    #expect(try rewrite(#"{"a":1}"#) { $0["b"] = [1, ["c": 2]] } == #"{"a":1,"b":[1,{"c":2}]}"#)
    #expect(try rewrite(#"{ "a": 1 }"#) { $0["b"] = [] } == #"{ "a": 1, "b": [] }"#)
  }

  @Test func commasThatLeadTheirLinesStayThere() throws {
    #expect(try rewrite("{ \"a\": 1\n, \"b\": 2\n}") { $0["c"] = 3 } == "{ \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}")
  }

  @Test func anyValueRoundTrips() throws {
    var random = SplitMix64(seed: 42)
    for _ in 0..<2_000 {
      let old = JSONValue.arbitrary(using: &random)
      let text = try JSONText(Bool.random(using: &random) ? old.rendered() : old.compact)
      #expect(text.rewriting(to: old) == text.bytes)
      let new = Bool.random(using: &random) ? old.mutated(using: &random) : .arbitrary(using: &random)
      let rewritten = try JSONText(text.rewriting(to: new))
      #expect(rewritten.value == new)
    }
  }
}

extension JSONValue {
  static func arbitrary(using random: inout SplitMix64, depth: Int = 0) -> JSONValue {
    switch Int.random(in: depth > 3 ? 2...5 : 0...5, using: &random) {
    case 0: .array((0..<Int.random(in: 0...4, using: &random)).map { _ in arbitrary(using: &random, depth: depth + 1) })
    case 1:
      .object(
        JSONObject(
          members: (0..<Int.random(in: 0...5, using: &random)).map { _ in
            let key = ["a", "b", "c", "é", "long key"].randomElement(using: &random)!
            return JSONMember(key: JSONString(key), value: arbitrary(using: &random, depth: depth + 1))
          }))
    case 2: .number(Int.random(in: 0...3, using: &random))
    case 3: .string(["", "x", "two\nlines", "\"", "\u{1F600}"].randomElement(using: &random)!)
    case 4: .bool(.random(using: &random))
    default: .null
    }
  }

  /// This value with a few of its parts replaced, removed, added or moved.
  func mutated(using random: inout SplitMix64) -> JSONValue {
    switch self {
    case .array(let elements):
      var elements = elements.map { Int.random(in: 0...3, using: &random) == 0 ? $0.mutated(using: &random) : $0 }
      change(&elements, using: &random) { .arbitrary(using: &$0, depth: 2) }
      return .array(elements)
    case .object(let object):
      var members = object.members
      for index in members.indices where Int.random(in: 0...3, using: &random) == 0 {
        members[index].value = members[index].value.mutated(using: &random)
      }
      change(&members, using: &random) { JSONMember(key: JSONString("new"), value: .arbitrary(using: &$0, depth: 2)) }
      return .object(JSONObject(members: members))
    default: return .arbitrary(using: &random, depth: 2)
    }
  }

  private func change<Element>(
    _ list: inout [Element], using random: inout SplitMix64, _ make: (inout SplitMix64) -> Element
  ) {
    switch Int.random(in: 0...4, using: &random) {
    case 0 where !list.isEmpty: list.remove(at: Int.random(in: list.indices, using: &random))
    case 1: list.insert(make(&random), at: Int.random(in: 0...list.count, using: &random))
    case 2: list.shuffle(using: &random)
    default: break
    }
  }
}
