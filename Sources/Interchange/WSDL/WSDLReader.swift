/// Reads a description as a collection: a request for each operation of each port.
struct WSDLReader {
  private let documents: WSDLDocuments
  private let root: XMLElement?
  private var sampler: XSDSampler
  private let values: XSDValue
  private var context = InterchangeContext()
  private var variables = DeclaredVariables()

  init(_ documents: WSDLDocuments) {
    self.documents = documents
    root = documents.definitions.first
    let roots = documents.definitions + documents.schemas.map(\.element)
    let schemas = XSDSchemas(documents.schemas)
    sampler = XSDSampler(schemas, prefixes: XSDPrefixes(roots))
    values = XSDValue(schemas: schemas)
  }

  mutating func read(stem: String?) -> ImportResult {
    let services =
      root?.name.local == "description"
      ? WSDL2(documents.definitions).services : WSDL1(documents.definitions).services
    var collection = PortableFolder(name: name(services, stem))
    let docs = services.count == 1 && root?.docs.isEmpty != false ? services[0].docs : root?.docs ?? ""
    collection.settings.append("docs", .textLines(Template.escaping(docs)))
    for service in services { add(service, to: &collection, alone: services.count == 1) }
    collection.settings.append("variables", .array(variables.rows))
    noteRest(collection)
    return ImportResult([collection], notes: context.notes)
  }

  private func name(_ services: [WSDLService], _ stem: String?) -> String {
    let name = services.count == 1 ? services[0].name : root?["name"] ?? stem ?? services.first?.name
    return OpenAPIText.name(name ?? stem ?? "SOAP service")
  }

  private mutating func noteRest(_ collection: PortableFolder) {
    for problem in documents.problems { context.note(.dropped, problem) }
    if !sampler.unknown.isEmpty {
      let names = sampler.unknown.sorted().prefix(10).joined(separator: ", ")
      context.note(.dropped, "Fields of what no schema declares: \(names)")
    }
    if sampler.isThinned { context.note(.dropped, "Optional elements that are nested deep, or in long bodies") }
    if sampler.isCut { context.note(.dropped, "The ends of bodies that are very long") }
    if collection.items.isEmpty { context.note(.dropped, "The description has no operations of SOAP or HTTP") }
  }

  // MARK: Folders

  private mutating func add(_ service: WSDLService, to collection: inout PortableFolder, alone: Bool) {
    guard !alone else { return collection.items += items(of: service, id: "") }
    context.enter(service.name)
    defer { context.leave() }
    var folder = PortableFolder(name: OpenAPIText.name(service.name))
    folder.items = items(of: service, id: service.name + "/")
    folder.settings.append("docs", .textLines(Template.escaping(service.docs)))
    folder.sourceID = "service " + service.name
    if !folder.items.isEmpty { collection.items.append(.folder(folder)) }
  }

  private mutating func items(of service: WSDLService, id: String) -> [PortableItem] {
    service.ports.flatMap { port -> [PortableItem] in
      context.enter(port.name)
      defer { context.leave() }
      for problem in port.problems { context.note(.dropped, problem) }
      guard !port.operations.isEmpty, let base = base(of: port) else { return [] }
      let requests = port.operations.map { PortableItem.request(request($0, base, id: id + port.name)) }
      guard service.ports.count > 1 else { return requests }
      var folder = PortableFolder(name: OpenAPIText.name(port.name), items: requests)
      folder.sourceID = "port " + id + port.name
      return [.folder(folder)]
    }
  }

  /// The variable with the address of a port; ports with the same one share it.
  private mutating func base(of port: WSDLPort) -> String? {
    let address = port.address ?? ""
    if let scheme = address.firstRange(of: "://").map({ address[..<$0.lowerBound].lowercased() }),
      scheme != "http", scheme != "https"
    {
      context.note(.dropped, "Its address \(address) is not HTTP")
      return nil
    }
    if address.isEmpty { context.note(.changed, "It has no address: set the variable of its requests to the URL") }
    return variables.name(for: address, wanted: "baseUrl", value: .string(Template.escaping(address)))
  }

  // MARK: Requests

  private mutating func request(_ operation: WSDLOperation, _ base: String, id: String) -> PortableRequest {
    context.enter(operation.name)
    defer { context.leave() }
    for problem in operation.problems { context.note(.dropped, problem) }
    var document: JSONObject
    switch operation.call {
    case .soap(let call): document = soap(call, base)
    case .http(let call): document = http(call, base)
    }
    document.append("docs", .textLines(Template.escaping(operation.docs)))
    var request = PortableRequest(name: OpenAPIText.name(operation.name), document: document)
    request.sourceID = id + "." + operation.id
    return request
  }

  private mutating func soap(_ call: SOAPCall, _ base: String) -> JSONObject {
    var document: JSONObject = ["method": "POST", "url": .string("{{\(base)}}")]
    let text = SOAPEnvelope.text(call, &sampler)
    let action = call.action.replacing("\"", with: "%22")
    let type: String
    switch call.version {
    case .soap11:
      document["headers"] = [.literalRow("SOAPAction", "\"\(action)\"")]
      type = "text/xml; charset=utf-8"
    case .soap12: type = "application/soap+xml; charset=utf-8" + (action.isEmpty ? "" : "; action=\"\(action)\"")
    }
    document["body"] = [
      "text": .textLines(Template.escaping(text)), "type": .string(Template.escaping(type)),
    ]
    return document
  }

  private func http(_ call: HTTPCall, _ base: String) -> JSONObject {
    var location = Template.escaping(call.location)
    let rows = call.parts.map { JSONValue.literalRow($0.name, values.sample(of: $0.type, nil)) }
    if call.encoding == .path {
      // There are few parts: `WSDL1SOAP.mostParts`.
      for part in call.parts {
        location = location.replacing("(\(part.name))", with: values.sample(of: part.type, nil))
      }
    }
    var document: JSONObject = ["method": .string(call.method), "url": .string("{{\(base)}}" + location)]
    switch call.encoding {
    case .path: break
    case .query: document.append("query", .array(rows))
    case .form: document["body"] = ["form": .array(rows)]
    }
    return document
  }
}
