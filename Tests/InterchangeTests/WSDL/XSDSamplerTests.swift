import Foundation
import RequestModel
import Testing

@testable import Interchange

struct XSDSamplerTests {
  /// The lines of the sample of the element `Call`, and the notes.
  private func sample(_ schema: String, attributes: String = "elementFormDefault=\"qualified\"") throws -> (
    lines: [String], notes: [String]
  ) {
    let text = WSDLFixture.service(schema: schema, attributes: attributes)
    let result = try ImportFormat.wsdl.read(ImportSource(Data(text.utf8)))
    guard case .request(let request) = try #require(result.collections.first?.items.first) else { return ([], []) }
    let lines = (request.document["body"]?.object?["text"]?.array ?? []).compactMap(\.string)
    let body = lines.drop { !$0.hasSuffix("<soap:Body>") }.dropFirst().prefix { !$0.hasSuffix("</soap:Body>") }
    return (body.map { String($0.dropFirst(4)) }, result.notes.map(\.text))
  }

  private func lines(_ schema: String, attributes: String = "elementFormDefault=\"qualified\"") throws -> [String] {
    try sample(schema, attributes: attributes).lines
  }

  private func complex(_ content: String) -> String {
    "<xs:element name=\"Call\"><xs:complexType>\(content)</xs:complexType></xs:element>"
  }

  @Test func elementsOfASequenceAreWrittenAndMarkedByHowOftenTheyOccur() throws {
    let schema = complex(
      """
      <xs:sequence><xs:element name="one" type="xs:int"/><xs:element name="maybe" type="xs:boolean" minOccurs="0"/>
      <xs:element name="many" type="xs:date" minOccurs="2" maxOccurs="unbounded"/>
      <xs:element name="never" type="xs:int" minOccurs="0" maxOccurs="0"/></xs:sequence>
      """)
    #expect(
      try lines(schema) == [
        "<tns:Call>", "  <tns:one>1</tns:one>", "  <tns:maybe>true</tns:maybe> <!-- optional -->",
        "  <tns:many>2026-01-31</tns:many> <!-- repeats -->", "  <tns:many>2026-01-31</tns:many> <!-- repeats -->",
        "</tns:Call>",
      ])
  }

  @Test func aChoiceHasItsFirstAlternative() throws {
    let schema = complex(
      "<xs:choice><xs:element name=\"a\" type=\"xs:int\"/><xs:element name=\"b\" type=\"xs:int\"/></xs:choice>")
    #expect(try lines(schema) == ["<tns:Call>", "  <tns:a>1</tns:a>", "  <!-- or b -->", "</tns:Call>"])
  }

  @Test func extendedTypesHaveTheFieldsAndAttributesOfTheirBase() throws {
    let schema =
      """
      <xs:element name="Call" type="tns:Dog"/>
      <xs:complexType name="Animal"><xs:all><xs:element name="name" type="xs:string"/></xs:all><xs:attribute name="id" type="xs:int" use="required"/></xs:complexType>
      <xs:complexType name="Dog"><xs:complexContent><xs:extension base="tns:Animal"><xs:sequence>
        <xs:group ref="tns:Tail"/></xs:sequence><xs:attributeGroup ref="tns:Tags"/></xs:extension></xs:complexContent></xs:complexType>
      <xs:group name="Tail"><xs:sequence><xs:element name="tail" type="xs:decimal"/></xs:sequence></xs:group>
      <xs:attributeGroup name="Tags"><xs:attribute name="tag" fixed="a&amp;b"/><xs:attribute name="old" use="prohibited"/></xs:attributeGroup>
      """
    #expect(
      try lines(schema) == [
        "<tns:Call id=\"1\" tag=\"a&amp;b\">", "  <tns:name>string</tns:name>", "  <tns:tail>1.5</tns:tail>",
        "</tns:Call>",
      ])
  }

  @Test func abstractTypesAndElementsAreReplacedByConcreteOnes() throws {
    let schema =
      """
      <xs:element name="Call"><xs:complexType><xs:sequence><xs:element name="pet" type="tns:Pet"/><xs:element ref="tns:shape"/></xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="Pet" abstract="true"/>
      <xs:complexType name="Cat"><xs:complexContent><xs:extension base="tns:Pet"><xs:sequence><xs:element name="lives" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:element name="shape" abstract="true"/><xs:element name="circle" type="xs:int" substitutionGroup="tns:shape"/>
      """
    #expect(
      try lines(schema) == [
        "<tns:Call>", "  <tns:pet xsi:type=\"tns:Cat\">", "    <tns:lives>1</tns:lives>", "  </tns:pet>",
        "  <tns:circle>1</tns:circle>", "</tns:Call>",
      ])
  }

  @Test func simpleTypesHaveValuesWithinTheirLimits() throws {
    let schema =
      """
      <xs:element name="Call"><xs:complexType><xs:sequence>
        <xs:element name="mode" type="tns:Mode"/><xs:element name="age" type="tns:Age"/><xs:element name="code" type="tns:Code"/>
        <xs:element name="list" type="tns:List"/><xs:element name="either" type="tns:Either"/><xs:element name="price" type="tns:Price"/>
        <xs:element name="when" type="xs:dateTime"/><xs:element name="any"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:simpleType name="Mode"><xs:restriction base="xs:string"><xs:enumeration value="fast"/><xs:enumeration value="slow"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="Age"><xs:restriction base="xs:int"><xs:minInclusive value="18"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:length value="3"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="List"><xs:list itemType="xs:int"/></xs:simpleType>
      <xs:simpleType name="Either"><xs:union memberTypes="tns:Age xs:string"/></xs:simpleType>
      <xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string" default="EUR"/></xs:extension></xs:simpleContent></xs:complexType>
      """
    #expect(
      try lines(schema) == [
        "<tns:Call>", "  <tns:mode>fast</tns:mode> <!-- fast | slow -->", "  <tns:age>18</tns:age>",
        "  <tns:code>str</tns:code>", "  <tns:list>1</tns:list>", "  <tns:either>18</tns:either>",
        "  <tns:price currency=\"EUR\">1.5</tns:price>", "  <tns:when>2026-01-31T12:00:00Z</tns:when>", "  <tns:any/>",
        "</tns:Call>",
      ])
  }

  @Test func localElementsOfUnqualifiedSchemasHaveNoPrefix() throws {
    let schema = complex(
      "<xs:sequence><xs:element name=\"a\" type=\"xs:int\"/><xs:element name=\"b\" type=\"xs:int\" form=\"qualified\"/></xs:sequence>"
    )
    #expect(
      try lines(schema, attributes: "") == ["<tns:Call>", "  <a>1</a>", "  <tns:b>1</tns:b>", "</tns:Call>"])
  }

  @Test func circularTypesEndWhereTheyRepeat() throws {
    let schema =
      """
      <xs:element name="Call" type="tns:Node"/>
      <xs:complexType name="Node"><xs:sequence><xs:element name="label" type="xs:string"/><xs:element name="next" type="tns:Node"/>
        <xs:element name="others" type="tns:Node" minOccurs="0" maxOccurs="unbounded"/><xs:element ref="tns:Call" minOccurs="0"/></xs:sequence></xs:complexType>
      """
    #expect(
      try lines(schema) == [
        "<tns:Call>", "  <tns:label>string</tns:label>", "  <tns:next/> <!-- as above -->", "</tns:Call>",
      ])
  }

  @Test func groupsBasesAndTypesThatContainThemselvesEnd() throws {
    let schema =
      """
      <xs:element name="Call" type="tns:A"/>
      <xs:complexType name="A"><xs:complexContent><xs:extension base="tns:A"><xs:sequence><xs:group ref="tns:G"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:group name="G"><xs:sequence><xs:element name="x" type="tns:S"/><xs:group ref="tns:G"/></xs:sequence></xs:group>
      <xs:simpleType name="S"><xs:restriction base="tns:S"/></xs:simpleType>
      """
    #expect(
      try lines(schema) == [
        "<tns:Call>", "  <tns:x/>", "  <tns:x/>", "</tns:Call>",
      ])
  }

  @Test func schemasThatMeanBillionsOfElementsAreCut() throws {
    var schema = "<xs:element name=\"Call\" type=\"tns:T0\"/>"
    for level in 0..<20 {
      let element = "<xs:element name=\"e\" type=\"tns:T\(level + 1)\"/>"
      schema += "<xs:complexType name=\"T\(level)\"><xs:sequence>"
      schema += String(repeating: element, count: 10) + "</xs:sequence></xs:complexType>"
    }
    let (lines, notes) = try sample(schema)
    #expect(lines.count < 5000)
    #expect(notes.contains("The ends of bodies that are very long"))
  }

  @Test(arguments: [
    ("<xs:group name=\"T#\"><xs:sequence>", "<xs:group ref=\"tns:T+\"/>", "</xs:sequence></xs:group>"),
    (
      "<xs:complexType name=\"T#\"><xs:complexContent>", "<xs:extension base=\"tns:T+\"/>",
      "</xs:complexContent></xs:complexType>"
    ),
    (
      "<xs:group name=\"T#\"><xs:choice>" + String(repeating: "<xs:choice>", count: 200), "<xs:group ref=\"tns:T+\"/>",
      String(repeating: "</xs:choice>", count: 200) + "</xs:choice></xs:group>"
    ),
  ])
  func declarationsThatReferToEachOtherWithoutEndAreCut(_ start: String, _ reference: String, _ end: String) throws {
    let isGroup = start.hasPrefix("<xs:group")
    var schema = isGroup ? complex("<xs:group ref=\"tns:T0\"/>") : "<xs:element name=\"Call\" type=\"tns:T0\"/>"
    for level in 0..<(end.utf8.count > 1000 ? 200 : 8000) {
      schema += start.replacingOccurrences(of: "#", with: "\(level)")
      schema += reference.replacingOccurrences(of: "+", with: "\(level + 1)") + end
    }
    let (lines, notes) = try sample(schema)
    #expect(lines == ["<tns:Call/>"])
    #expect(notes.contains("The ends of bodies that are very long"))
  }

  @Test func optionalElementsThatAreNestedDeepAreLeftOut() throws {
    var schema = "<xs:element name=\"Call\" type=\"tns:T0\"/>"
    for level in 0..<6 {
      let next = "<xs:element name=\"next\" type=\"tns:T\(level + 1)\" minOccurs=\"0\"/>"
      schema += "<xs:complexType name=\"T\(level)\"><xs:sequence>\(next)</xs:sequence></xs:complexType>"
    }
    let (lines, notes) = try sample(schema)
    #expect(
      lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "<tns:Call>", "<tns:next> <!-- optional -->", "<tns:next> <!-- optional -->", "<tns:next> <!-- optional -->",
        "<tns:next/> <!-- optional -->", "</tns:next>", "</tns:next>", "</tns:next>", "</tns:Call>",
      ])
    #expect(notes == ["Optional elements that are nested deep, or in long bodies"])
  }

  @Test func textWithBracesIsSentAsItIs() throws {
    let schema = "<xs:element name=\"Call\" type=\"xs:string\" default=\"{{x}}\"/>"
    #expect(try lines(schema) == ["<tns:Call>" + Template.escaping("{{x}}") + "</tns:Call>"])
  }

  @Test func undeclaredTypesAreNoted() throws {
    let (lines, notes) = try sample("<xs:element name=\"Call\" type=\"tns:Lost\"/>")
    #expect(lines == ["<tns:Call>string</tns:Call>"])
    #expect(notes == ["Fields of what no schema declares: Lost"])
  }
}
