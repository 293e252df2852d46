import Foundation
import RequestModel

@testable import Interchange

/// Descriptions as real services have them.
enum WSDLFixture {
  /// A calculator as ASP.NET describes it: SOAP 1.1 and 1.2, GET and POST.
  static let calculator = """
    <?xml version="1.0" encoding="utf-8"?>
    <wsdl:definitions xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="http://tempuri.org/"
        xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
        xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
        targetNamespace="http://tempuri.org/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">
      <wsdl:types>
        <s:schema elementFormDefault="qualified" targetNamespace="http://tempuri.org/">
          <s:element name="Add"><s:complexType><s:sequence>
            <s:element minOccurs="1" maxOccurs="1" name="intA" type="s:int"/>
            <s:element minOccurs="1" maxOccurs="1" name="intB" type="s:int"/>
          </s:sequence></s:complexType></s:element>
          <s:element name="AddResponse"><s:complexType><s:sequence>
            <s:element name="AddResult" type="s:int"/>
          </s:sequence></s:complexType></s:element>
        </s:schema>
      </wsdl:types>
      <wsdl:message name="AddSoapIn"><wsdl:part name="parameters" element="tns:Add"/></wsdl:message>
      <wsdl:message name="AddSoapOut"><wsdl:part name="parameters" element="tns:AddResponse"/></wsdl:message>
      <wsdl:message name="AddHttpIn"><wsdl:part name="intA" type="s:string"/><wsdl:part name="intB" type="s:string"/></wsdl:message>
      <wsdl:portType name="CalculatorSoap"><wsdl:operation name="Add">
        <wsdl:documentation>Adds two integers. This is a <b>test</b> service.</wsdl:documentation>
        <wsdl:input message="tns:AddSoapIn"/><wsdl:output message="tns:AddSoapOut"/>
      </wsdl:operation></wsdl:portType>
      <wsdl:portType name="CalculatorHttp"><wsdl:operation name="Add">
        <wsdl:input message="tns:AddHttpIn"/>
      </wsdl:operation></wsdl:portType>
      <wsdl:binding name="CalculatorSoap" type="tns:CalculatorSoap">
        <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
        <wsdl:operation name="Add"><soap:operation soapAction="http://tempuri.org/Add" style="document"/>
          <wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output>
        </wsdl:operation>
      </wsdl:binding>
      <wsdl:binding name="CalculatorSoap12" type="tns:CalculatorSoap">
        <soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>
        <wsdl:operation name="Add"><soap12:operation soapAction="http://tempuri.org/Add" style="document"/>
          <wsdl:input><soap12:body use="literal"/></wsdl:input>
        </wsdl:operation>
      </wsdl:binding>
      <wsdl:binding name="CalculatorHttpGet" type="tns:CalculatorHttp">
        <http:binding verb="GET"/>
        <wsdl:operation name="Add"><http:operation location="/Add"/><wsdl:input><http:urlEncoded/></wsdl:input></wsdl:operation>
      </wsdl:binding>
      <wsdl:binding name="CalculatorHttpPost" type="tns:CalculatorHttp">
        <http:binding verb="POST"/>
        <wsdl:operation name="Add"><http:operation location="/Add"/>
          <wsdl:input><mime:content type="application/x-www-form-urlencoded"/></wsdl:input>
        </wsdl:operation>
      </wsdl:binding>
      <wsdl:service name="Calculator">
        <wsdl:port name="CalculatorSoap" binding="tns:CalculatorSoap"><soap:address location="http://www.dneonline.com/calculator.asmx"/></wsdl:port>
        <wsdl:port name="CalculatorSoap12" binding="tns:CalculatorSoap12"><soap12:address location="http://www.dneonline.com/calculator.asmx"/></wsdl:port>
        <wsdl:port name="CalculatorHttpGet" binding="tns:CalculatorHttpGet"><http:address location="http://www.dneonline.com/calculator.asmx"/></wsdl:port>
        <wsdl:port name="CalculatorHttpPost" binding="tns:CalculatorHttpPost"><http:address location="http://www.dneonline.com/calculator.asmx"/></wsdl:port>
      </wsdl:service>
    </wsdl:definitions>
    """

  /// A service in one port, without prefixes for the description itself.
  static let countries = """
    <?xml version="1.0" encoding="UTF-8"?>
    <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
        xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="http://www.oorsprong.org/websamples.countryinfo"
        name="CountryInfoService" targetNamespace="http://www.oorsprong.org/websamples.countryinfo">
      <documentation>Countries and
          their capitals.</documentation>
      <types><xs:schema elementFormDefault="qualified" targetNamespace="http://www.oorsprong.org/websamples.countryinfo">
        <xs:element name="CapitalCity"><xs:complexType><xs:sequence>
          <xs:element name="sCountryISOCode" type="xs:string"/>
        </xs:sequence></xs:complexType></xs:element>
        <xs:element name="ListOfContinents"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
      </xs:schema></types>
      <message name="CapitalCityRequest"><part name="parameters" element="tns:CapitalCity"/></message>
      <message name="ListRequest"><part name="parameters" element="tns:ListOfContinents"/></message>
      <portType name="CountryInfoServiceSoapType">
        <operation name="CapitalCity"><documentation>Returns the capital</documentation><input message="tns:CapitalCityRequest"/></operation>
        <operation name="ListOfContinents"><input message="tns:ListRequest"/></operation>
      </portType>
      <binding name="CountryInfoServiceSoapBinding" type="tns:CountryInfoServiceSoapType">
        <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
        <operation name="CapitalCity"><soap:operation soapAction="" style="document"/><input><soap:body use="literal"/></input></operation>
        <operation name="ListOfContinents"><soap:operation soapAction="" style="document"/><input><soap:body use="literal"/></input></operation>
      </binding>
      <service name="CountryInfoService">
        <port name="CountryInfoServiceSoap" binding="tns:CountryInfoServiceSoapBinding">
          <soap:address location="http://webservices.oorsprong.org/websamples.countryinfo/CountryInfoService.wso"/>
        </port>
      </service>
    </definitions>
    """

  /// A description in three files: the service, its operations, and types in two namespaces.
  static let orders: [String: String] = [
    "orders.wsdl": """
    <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
        xmlns:api="urn:api" targetNamespace="urn:service">
      <import namespace="urn:api" location="parts/operations.wsdl"/>
      <service name="Orders"><port name="Main" binding="api:Binding"><soap:address location="https://shop.example/orders"/></port></service>
    </definitions>
    """,
    "parts/operations.wsdl": """
    <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
        xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:api="urn:api" xmlns:o="urn:order" targetNamespace="urn:api">
      <types><xsd:schema><xsd:import namespace="urn:order" schemaLocation="../types/order.xsd"/></xsd:schema></types>
      <message name="Place"><part name="head" element="o:session"/><part name="body" element="o:place"/></message>
      <portType name="Type"><operation name="place"><input message="api:Place"/></operation></portType>
      <binding name="Binding" type="api:Type"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
        <operation name="place"><soap:operation soapAction="urn:place"/>
          <input><soap:header message="api:Place" part="head" use="literal"/><soap:body parts="body" use="literal"/></input>
        </operation>
      </binding>
    </definitions>
    """,
    "types/order.xsd": """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:order" xmlns:c="urn:customer" targetNamespace="urn:order">
      <xs:include schemaLocation="common.xsd"/>
      <xs:import namespace="urn:customer" schemaLocation="customer.xsd"/>
      <xs:element name="session" type="xs:string"/>
      <xs:element name="place"><xs:complexType><xs:sequence>
        <xs:element name="item" type="Item" maxOccurs="unbounded"/>
        <xs:element ref="c:customer" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema>
    """,
    "types/common.xsd": """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
      <xs:complexType name="Item"><xs:sequence>
        <xs:element name="sku" type="Sku"/>
        <xs:element name="count" type="xs:int" default="2"/>
      </xs:sequence><xs:attribute name="gift" type="xs:boolean"/></xs:complexType>
      <xs:simpleType name="Sku"><xs:restriction base="xs:string"><xs:minLength value="8"/></xs:restriction></xs:simpleType>
    </xs:schema>
    """,
    "types/customer.xsd": """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:c="urn:customer" targetNamespace="urn:customer" elementFormDefault="qualified">
      <xs:element name="customer" type="c:Customer"/>
      <xs:complexType name="Customer"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
    </xs:schema>
    """,
  ]

  static var orderFiles: SourceFiles { SourceFiles(orders.mapValues { Data($0.utf8) }) }

  /// A service with one operation, whose body is the element `Call` of the schema.
  static func service(
    schema: String, attributes: String = "elementFormDefault=\"qualified\"", part: String = "element=\"tns:Call\"",
    binding: String = "", body: String = "use=\"literal\""
  ) -> String {
    """
    <wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
        xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:t" targetNamespace="urn:t">
      <wsdl:types><xs:schema targetNamespace="urn:t" \(attributes)>\(schema)</xs:schema></wsdl:types>
      <wsdl:message name="In"><wsdl:part name="p" \(part)/></wsdl:message>
      <wsdl:portType name="T"><wsdl:operation name="call"><wsdl:input message="tns:In"/></wsdl:operation></wsdl:portType>
      <wsdl:binding name="B" type="tns:T"><soap:binding \(binding) transport="http://schemas.xmlsoap.org/soap/http"/>
        <wsdl:operation name="call"><soap:operation soapAction="a"/><wsdl:input><soap:body \(body)/></wsdl:input></wsdl:operation>
      </wsdl:binding>
      <wsdl:service name="S"><wsdl:port name="P" binding="tns:B"><soap:address location="http://h/s"/></wsdl:port></wsdl:service>
    </wsdl:definitions>
    """
  }

  /// WSDL 2.0, with a binding of SOAP 1.2.
  static let greeting = """
    <description xmlns="http://www.w3.org/ns/wsdl" targetNamespace="urn:greet" xmlns:tns="urn:greet" xmlns:m="urn:messages"
        xmlns:wsoap="http://www.w3.org/ns/wsdl/soap" xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <types><xs:schema targetNamespace="urn:messages" elementFormDefault="qualified">
        <xs:element name="greet"><xs:complexType><xs:sequence><xs:element name="who" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
      </xs:schema></types>
      <interface name="Base"><operation name="ping"><input element="#none"/></operation></interface>
      <interface name="Greeter" extends="tns:Base"><operation name="greet" pattern="http://www.w3.org/ns/wsdl/in-out">
        <documentation>Greets</documentation><input messageLabel="In" element="m:greet"/>
      </operation></interface>
      <binding name="Soap" interface="tns:Greeter" type="http://www.w3.org/ns/wsdl/soap" wsoap:protocol="http://www.w3.org/2003/05/soap/bindings/HTTP/">
        <operation ref="tns:greet" wsoap:action="urn:greet/do"/>
      </binding>
      <service name="Greetings" interface="tns:Greeter"><endpoint name="Main" binding="tns:Soap" address="http://greet.example/"/></service>
    </description>
    """
}
