import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct WSDLReaderTests {
  private func read(_ text: String, _ files: SourceFiles? = nil) throws -> ImportResult {
    let source = ImportSource(Data(text.utf8), fileName: "service.wsdl", files: files)
    #expect(ImportFormat.of(source)?.name == "wsdl")
    return try ImportFormat.wsdl.read(source)
  }

  private static let envelope11 = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\""
  private static let envelope12 = "<soap:Envelope xmlns:soap=\"http://www.w3.org/2003/05/soap-envelope\""

  private static func body(_ envelope: String, _ lines: [String], type: String = "text/xml; charset=utf-8") -> JSONValue
  {
    let all = ["<?xml version=\"1.0\" encoding=\"utf-8\"?>", envelope + ">"] + lines + ["</soap:Envelope>"]
    return ["text": .array(all.map(JSONValue.string)), "type": .string(type)]
  }

  private static func request(_ name: String, _ id: String, _ document: JSONObject) -> PortableItem {
    var request = PortableRequest(name: name, document: document)
    request.sourceID = id
    return .request(request)
  }

  private static func folder(_ name: String, _ id: String, _ item: PortableItem) -> PortableItem {
    var folder = PortableFolder(name: name, items: [item])
    folder.sourceID = id
    return .folder(folder)
  }

  @Test func eachPortOfAServiceIsAFolderWithARequestForEachOperation() throws {
    let result = try read(WSDLFixture.calculator)
    let collection = try #require(result.collections.first)
    #expect(collection.name == "Calculator")
    #expect(
      collection.settings == [
        "variables": [["name": "baseUrl", "value": "http://www.dneonline.com/calculator.asmx"]]
      ])
    let content = [
      "  <soap:Body>", "    <tns:Add>", "      <tns:intA>1</tns:intA>", "      <tns:intB>1</tns:intB>",
      "    </tns:Add>",
      "  </soap:Body>",
    ]
    let docs: JSONValue = "Adds two integers. This is a test service."
    let rows: JSONValue = [["name": "intA", "value": "string"], ["name": "intB", "value": "string"]]
    #expect(
      collection.items == [
        Self.folder(
          "CalculatorSoap", "port CalculatorSoap",
          Self.request(
            "Add", "CalculatorSoap.Add",
            [
              "method": "POST", "url": "{{baseUrl}}",
              "headers": [["name": "SOAPAction", "value": "\"http://tempuri.org/Add\""]],
              "body": Self.body(Self.envelope11 + " xmlns:tns=\"http://tempuri.org/\"", content), "docs": docs,
            ])),
        Self.folder(
          "CalculatorSoap12", "port CalculatorSoap12",
          Self.request(
            "Add", "CalculatorSoap12.Add",
            [
              "method": "POST", "url": "{{baseUrl}}",
              "body": Self.body(
                Self.envelope12 + " xmlns:tns=\"http://tempuri.org/\"", content,
                type: "application/soap+xml; charset=utf-8; action=\"http://tempuri.org/Add\""), "docs": docs,
            ])),
        Self.folder(
          "CalculatorHttpGet", "port CalculatorHttpGet",
          Self.request(
            "Add", "CalculatorHttpGet.Add", ["method": "GET", "url": "{{baseUrl}}/Add", "query": rows])),
        Self.folder(
          "CalculatorHttpPost", "port CalculatorHttpPost",
          Self.request(
            "Add", "CalculatorHttpPost.Add", ["method": "POST", "url": "{{baseUrl}}/Add", "body": ["form": rows]])),
      ])
    #expect(result.notes == [])
  }

  @Test func theOnlyPortOfAServiceNeedsNoFolder() throws {
    let result = try read(WSDLFixture.countries)
    let collection = try #require(result.collections.first)
    #expect(collection.name == "CountryInfoService")
    #expect(collection.settings["docs"] == ["Countries and", "their capitals."])
    #expect(collection.items.map(\.name) == ["CapitalCity", "ListOfContinents"])
    guard case .request(let request) = collection.items[1] else { return #expect(Bool(false)) }
    let namespace = " xmlns:tns=\"http://www.oorsprong.org/websamples.countryinfo\""
    #expect(
      request.document == [
        "method": "POST", "url": "{{baseUrl}}", "headers": [["name": "SOAPAction", "value": "\"\""]],
        "body": Self.body(
          Self.envelope11 + namespace, ["  <soap:Body>", "    <tns:ListOfContinents/>", "  </soap:Body>"]),
      ])
    #expect(result.notes == [])
  }

  @Test(arguments: [true, false])
  func importsOfDescriptionsAndSchemasAreFollowed(asFolder: Bool) throws {
    let files = WSDLFixture.orderFiles
    let source =
      asFolder
      ? ImportSource(folder: files, name: "orders")
      : ImportSource(try files.read("orders.wsdl"), fileName: "orders.wsdl", files: files)
    #expect(ImportFormat.of(source)?.name == "wsdl")
    let result = try ImportFormat.wsdl.read(source)
    #expect(result.notes == [])
    #expect(result.collections.map(\.name) == ["Orders"])
    let expected = Self.request(
      "place", "Main.place",
      [
        "method": "POST", "url": "{{baseUrl}}", "headers": [["name": "SOAPAction", "value": "\"urn:place\""]],
        "body": Self.body(
          Self.envelope11 + " xmlns:c=\"urn:customer\" xmlns:o=\"urn:order\"",
          [
            "  <soap:Header>", "    <o:session>string</o:session>", "  </soap:Header>", "  <soap:Body>",
            "    <o:place>",
            "      <item gift=\"true\"> <!-- repeats -->", "        <o:sku>stringxx</o:sku>",
            "        <o:count>2</o:count>", "      </item>", "      <c:customer> <!-- optional -->",
            "        <c:name>string</c:name>", "      </c:customer>", "    </o:place>", "  </soap:Body>",
          ]),
      ])
    #expect(result.collections.first?.items == [expected])
  }

  @Test func importsWithoutTheFilesAreNoted() throws {
    let result = try read(WSDLFixture.orders["parts/operations.wsdl"] ?? "")
    #expect(
      result.notes == [
        InterchangeNote(.changed, ["Binding"], "It has no address: set the variable of its requests to the URL"),
        InterchangeNote(.dropped, [], "../types/order.xsd was not read: it is not among the files of the source"),
        InterchangeNote(.dropped, [], "Fields of what no schema declares: place, session"),
      ])
    #expect(result.collections.first?.items.map(\.name) == ["place"])
  }

  @Test func nothingIsFetchedFromOtherHosts() throws {
    let text = WSDLFixture.service(
      schema:
        "<xs:import namespace=\"urn:x\" schemaLocation=\"http://h/s?xsd=1\"/><xs:element name=\"Call\" type=\"xs:int\"/>"
    )
    #expect(
      try read(text).notes == [
        InterchangeNote(.dropped, [], "http://h/s?xsd=1 was not read: imports fetch nothing from other hosts")
      ])
  }

  @Test func versionTwoIsReadWithTheOperationsOfExtendedInterfaces() throws {
    let result = try read(WSDLFixture.greeting)
    let collection = try #require(result.collections.first)
    #expect(collection.name == "Greetings")
    #expect(collection.settings["variables"] == [["name": "baseUrl", "value": "http://greet.example/"]])
    #expect(
      collection.items == [
        Self.request(
          "ping", "Main.ping",
          [
            "method": "POST", "url": "{{baseUrl}}",
            "body": Self.body(Self.envelope12, ["  <soap:Body/>"], type: "application/soap+xml; charset=utf-8"),
          ]),
        Self.request(
          "greet", "Main.greet",
          [
            "method": "POST", "url": "{{baseUrl}}",
            "body": Self.body(
              Self.envelope12 + " xmlns:m=\"urn:messages\"",
              [
                "  <soap:Body>", "    <m:greet>", "      <m:who>string</m:who>", "    </m:greet>", "  </soap:Body>",
              ], type: "application/soap+xml; charset=utf-8; action=\"urn:greet/do\""), "docs": "Greets",
          ]),
      ])
    #expect(result.notes == [])
  }

  @Test func callsOfRemoteProceduresWrapTheirPartsInTheOperation() throws {
    let text = WSDLFixture.service(
      schema:
        "<xs:complexType name=\"Point\"><xs:sequence><xs:element name=\"x\" type=\"xs:int\"/></xs:sequence></xs:complexType>",
      attributes: "", part: "type=\"tns:Point\"", binding: "style=\"rpc\"",
      body: "use=\"encoded\" namespace=\"urn:calls\"")
    #expect(
      try body(of: read(text)) == [
        "    <ns1:call soap:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\">",
        "      <p xsi:type=\"tns:Point\">", "        <x xsi:type=\"xsd:int\">1</x>", "      </p>", "    </ns1:call>",
      ])
  }

  /// The lines in the body of the only request.
  private func body(of result: ImportResult) throws -> [String] {
    guard case .request(let request) = try #require(result.collections.first?.items.first) else { return [] }
    let lines = (request.document["body"]?.object?["text"]?.array ?? []).compactMap(\.string)
    return Array(lines.drop { !$0.hasSuffix("<soap:Body>") }.dropFirst().prefix { !$0.hasSuffix("</soap:Body>") })
  }

  @Test func whatIsNotSOAPOverHTTPIsNoted() throws {
    let text = WSDLFixture.service(schema: "<xs:element name=\"Call\" type=\"xs:int\"/>")
      .replacing("http://schemas.xmlsoap.org/soap/http", with: "http://schemas.xmlsoap.org/soap/jms")
    #expect(
      try read(text).notes == [
        InterchangeNote(.dropped, ["P"], "Its transport http://schemas.xmlsoap.org/soap/jms is not HTTP"),
        InterchangeNote(.dropped, [], "The description has no operations of SOAP or HTTP"),
      ])
  }

  @Test func otherXMLIsNotRecognizedAndReportedWhenItIsNamed() {
    let source = ImportSource(Data("<html><body/></html>".utf8), fileName: "x.wsdl")
    #expect(ImportFormat.of(source)?.name != "wsdl")
    #expect(
      throws: ImportError("It is not a WSDL document: its root is <html>, not <definitions> or <description>")
    ) { try ImportFormat.wsdl.read(source) }
  }

  // MARK: Damage

  @Test(arguments: [WSDLFixture.calculator, WSDLFixture.greeting])
  func everyTruncationIsAnErrorWithItsPosition(text: String) throws {
    let bytes = Data(text.utf8)
    for count in Seeds.places(in: 0..<bytes.count) {
      let error = #expect(throws: ImportError.self) { try ImportFormat.wsdl.read(ImportSource(bytes.prefix(count))) }
      #expect(
        error?.description.wholeMatch(of: /It is not a WSDL document: \d+:\d+: .+/) != nil, "\(count): \(error as Any)")
    }
  }

  @Test func attributesAndElementsThatAreMissingOrMisplacedNeverFailTheImport() throws {
    let text = WSDLFixture.calculator.split(separator: "\n").dropFirst().joined(separator: "\n")
    for match in text.matches(of: #/ [a-zA-Z]+="[^"]*"/#) {
      var damaged = text
      damaged.replaceSubrange(match.range, with: "")
      _ = try ImportFormat.wsdl.read(ImportSource(Data(damaged.utf8)))
      damaged = text
      damaged.replaceSubrange(match.range, with: match.output.prefix { $0 != "=" } + "=\"a:b:c &lt;\"")
      _ = try? ImportFormat.wsdl.read(ImportSource(Data(damaged.utf8)))
    }
    for match in text.matches(of: /<[a-z0-9]+:[a-zA-Z]+/) {
      for name in ["<wsdl:operation", "<s:element", "<x"] {
        var damaged = text
        damaged.replaceSubrange(match.range, with: name)
        _ = try? ImportFormat.wsdl.read(ImportSource(Data(damaged.utf8)))
      }
    }
  }
}
