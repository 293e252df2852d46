import RequestModel
import Testing

/// Marks that form one `Character` with the scalar before them.
let joiningMarks = ["\u{301}", "\u{FE0F}", "\u{200D}", "\u{20E3}", "\u{FF9F}"]

struct TemplateTests {
  @Test func aVariableMayHaveAnyNameThatItsBracesEnclose() {
    for name in ["a", "a b", "a.b", "a|b", "a\"b", "$a", "ü"] { #expect(Template.canRefer(to: name), "\(name)") }
    for name in ["", " a", "a ", "a{b", "a}b", "a}", "{a", "a{{b", "{{a}}", "'{{'"] {
      #expect(!Template.canRefer(to: name), "\(name)")
    }
  }

  @Test(
    arguments: [
      ("{{x}}", true), (#"\u007b{x}}"#, true), (#"{\u007Bx}}"#, true), (#"\u007b\u007bx}}"#, true), ("{ {x}}", false),
      (#"\u00e9{x}"#, false), (#"{\"a\":{"#, false), (#"\\u007b{"#, false),
    ])
  func bracesMayBeWrittenWithEscapes(_ escaped: String, hasBraces: Bool) {
    #expect(JSONString(escaped: escaped).hasBraces == hasBraces)
  }

  @Test(arguments: joiningMarks) func aCombiningMarkAfterABraceHidesNoVariable(_ mark: String) {
    #expect(Template("{{x}}\(mark)").pieces == [.variable("x"), .text(mark)])
    #expect(Template("a\(mark){{x}}").pieces == [.text("a\(mark)"), .variable("x")])
    #expect(Template("{{\(mark)x}}").pieces == [.variable("\(mark)x")])
    #expect(Template("{{ \(mark)x \(mark)}}").pieces == [.variable("\(mark)x \(mark)")])
    #expect(Template("{{x\(mark)}}").pieces == [.variable("x\(mark)")])
    #expect(Template("{\(mark){x}}").pieces == [.text("{\(mark){x}}")])
    #expect(Template("{{'{{'}}\(mark)").pieces == [.escapedBraces, .text(mark)])
  }

  @Test(
    arguments: [
      ("{{'{{'}}x}}", [.escapedBraces, .text("x}}")]),
      ("{{ '{{' }}{{x}}", [.escapedBraces, .variable("x")]),
      ("{{{'{{'}}x", [.text("{"), .escapedBraces, .text("x")]),
      ("{{'{{'}", [.text("{{'{{'}")]),
      ("{{'{{x}}", [.text("{{'"), .variable("x")]),
      ("{{'x'}}", [.variable("'x'")]),
      ("a{b{{x}}c", [.text("a{b"), .variable("x"), .text("c")]),
      ("{{{x}}}", [.text("{"), .variable("x"), .text("}")]),
      ("{{}}{{x}}{{ }}", [.text("{{}}"), .variable("x"), .text("{{ }}")]),
      ("{{a{{b}}", [.text("{{a"), .variable("b")]),
      ("{{a}b}}", [.text("{{a}b}}")]),
      ("{{a_{{b}}}}c", [.variable("a_{{b}}"), .text("c")]),
      ("{{{{a}}{{b}}_{{c}}}}", [.variable("{{a}}{{b}}_{{c}}")]),
      ("{{x{{y{{z}}}}}}", [.variable("x{{y{{z}}}}")]),
      ("{{a_{{b}}}", [.text("{{a_"), .variable("b"), .text("}")]),
      (#"{"a":{"b":{{c}}}}"#, [.text(#"{"a":{"b":"#), .variable("c"), .text("}}")]),
      ("{{a {{'{{'}} }}", [.text("{{a "), .escapedBraces, .text(" }}")]),
      ("{{a{{ }}}}", [.text("{{a{{ }}}}")]),
      ("{{", [.text("{{")]),
      ("", []),
    ] as [(String, [Template.Piece])])
  func bracesAreParsed(_ text: String, _ pieces: [Template.Piece]) {
    #expect(Template(text).pieces == pieces)
  }

  @Test(
    arguments: [
      ("{{a", 0), ("{{a}} {{b c", 6), ("{{host}/x y", 0), ("{{a {{b}}", 0), ("a{{", 1), ("{{a}}{{{b", 6),
      ("é{{a {{b {{c}} {{d", 6), ("{{a}} {{b}} }}{{", 14),
      ("{{a}}", nil), ("{ {", nil), ("{{}}", nil), ("{{'{{'}}a", nil), ("{{a}b}} {\"c\": {}}", nil), ("", nil),
    ] as [(String, Int?)]) func bracesMayLackTheirEnd(text: String, offset: Int?)
  {
    #expect(Template.unclosed(in: text) == offset)
  }

  @Test func theVariablesOfANestedNameAreThoseInIt() {
    let text = "{{a}} {{b_{{c}}_{{d{{e}}}}}}"
    #expect(Template(text).variables == ["a", "c", "e"])
    #expect(Template(text).expressions == ["a", "b_{{c}}_{{d{{e}}}}"])
    #expect(Template.ranges(in: text) == [0..<5, 6..<text.utf8.count])
    // As many levels as Postman replaces: the outer ones are text.
    let deep = String(repeating: "{{a", count: 21) + String(repeating: "}}", count: 21)
    #expect(Template(deep).pieces.first == .text("{{a{{a") && Template(deep).pieces.last == .text("}}}}"))
  }

  @Test func variableNamesAreComparedByBytes() {
    #expect(ExactText("é") != ExactText("e\u{301}"))
    #expect(Set([ExactText("é"), ExactText("e\u{301}"), ExactText("é")]).count == 2)
    #expect(Address("é.json") != Address("e\u{301}.json"))
    #expect(Set([Address("é.json"), Address("e\u{301}.json")]).count == 2)
    #expect([Address("é"), Address("e\u{301}")].sorted() == [Address("e\u{301}"), Address("é")])
    let paths = ["shop", "shop.json", "shop/z", "shop 2", "shop 2.json", "shop 2/a"]
    #expect(paths.reversed().map { Address($0) }.sorted().map(\.path) == paths)
  }

  @Test(arguments: joiningMarks) func aCombiningMarkAfterASlashHidesNoFolder(_ mark: String) {
    let address = Address("a/\(mark)b/\(mark)c.json")
    let components: [String] = ["a", "\(mark)b", "\(mark)c.json"]
    #expect(address.components.map(String.init) == components)
    #expect(address.name == "\(mark)c.json" && address.stem == "\(mark)c")
    #expect(address.isInside(Address("a")) && address.isInside(Address("a/\(mark)b")))
    #expect(!Address("a\(mark)/b").isInside(Address("a")))
  }
}
