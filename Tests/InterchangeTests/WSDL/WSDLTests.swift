import Foundation
import RequestModel
import Testing

@testable import Interchange

struct WSDLTests {
  private static let document = """
    <?xml version="1.0"?>
    <wsdl:definitions name="Calculator" targetNamespace="http://calc/" xmlns:tns="http://calc/"
      xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
      xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <wsdl:types>
        <xs:schema targetNamespace="http://calc/" elementFormDefault="qualified">
          <xs:element name="Add"><xs:complexType><xs:sequence>
            <xs:element name="a" type="xs:int"/><xs:element name="mode" type="tns:Mode"/>
            <xs:element name="next" type="tns:Node"/>
          </xs:sequence></xs:complexType></xs:element>
          <xs:simpleType name="Mode"><xs:restriction base="xs:string"><xs:enumeration value="fast"/></xs:restriction></xs:simpleType>
          <xs:complexType name="Node"><xs:sequence><xs:element name="label" type="xs:string"/></xs:sequence></xs:complexType>
        </xs:schema>
      </wsdl:types>
      <wsdl:message name="AddIn"><wsdl:part name="parameters" element="tns:Add"/></wsdl:message>
      <wsdl:portType name="CalcType"><wsdl:operation name="Add"><wsdl:input message="tns:AddIn"/></wsdl:operation></wsdl:portType>
      <wsdl:binding name="CalcSoap" type="tns:CalcType">
        <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
        <wsdl:operation name="Add"><soap:operation soapAction="http://calc/Add"/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation>
      </wsdl:binding>
      <wsdl:service name="Calc"><wsdl:port name="CalcSoap" binding="tns:CalcSoap"><soap:address location="http://calc/x"/></wsdl:port></wsdl:service>
    </wsdl:definitions>
    """

  @Test func anOperationBecomesARequestWithItsEnvelope() throws {
    let source = ImportSource(Data(Self.document.utf8), fileName: "calc.wsdl")
    #expect(ImportFormat.of(source)?.name == "wsdl")
    let result = try ImportFormat.wsdl.read(source)
    let collection = try #require(result.collections.first)
    #expect(collection.name == "Calculator")
    #expect(collection.settings == ["variables": [["name": "baseUrl", "value": "http://calc/x"]]])
    var expected = PortableRequest(
      name: "Add",
      document: [
        "method": "POST", "url": "{{baseUrl}}",
        "body": [
          "text": [
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
            "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">", "  <soap:Body>",
            "    <Add xmlns=\"http://calc/\">", "      <a>1</a>", "      <mode>fast</mode>", "      <next>",
            "        <label>string</label>", "      </next>", "    </Add>", "  </soap:Body>", "</soap:Envelope>",
          ], "type": "text/xml; charset=utf-8",
        ], "headers": [["name": "SOAPAction", "value": "\"http://calc/Add\""]],
      ])
    expected.sourceID = "CalcSoap.Add"
    #expect(collection.items == [.request(expected)])
    #expect(result.notes == [])
  }

  @Test func everyTruncationIsAPositionedError() {
    let bytes = Data(Self.document.utf8)
    for count in 0..<bytes.count {
      let error = #expect(throws: ImportError.self) { try ImportFormat.wsdl.read(ImportSource(bytes.prefix(count))) }
      #expect(error?.description.hasPrefix("It is no WSDL 1.1 document: ") == true, "\(count)")
    }
  }

  @Test func entitiesAreNotFollowedAndDoNotExplode() {
    var text = "<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///etc/passwd\"><!ENTITY a0 \"aaaaaaaaaa\">"
    for level in 1...9 { text += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">" }
    text += "]><definitions name=\"&a9;\" xmlns=\"http://schemas.xmlsoap.org/wsdl/\">&f;</definitions>"
    let read = XMLTree.read(Data(text.utf8))
    #expect(read.root == nil || (read.root?["name"]?.count ?? 0) < 1_000_000)
  }
}
