internal import RequestModel

/// The services of WSDL 2.0 with bindings of SOAP.
struct WSDL2 {
  private let descriptions: [XMLElement]

  init(_ descriptions: [XMLElement]) { self.descriptions = descriptions }

  var services: [WSDLService] {
    descriptions.flatMap { $0.all("service") }.map { service in
      WSDLService(
        name: service["name"] ?? "service", docs: service.docs,
        ports: service.all("endpoint").map { port($0, of: service) })
    }
  }

  private func find(_ kind: String, _ name: XMLName?) -> XMLElement? {
    guard let name else { return nil }
    return descriptions.flatMap { $0.all(kind) }.first { $0["name"] == name.local }
  }

  private func port(_ endpoint: XMLElement, of service: XMLElement) -> WSDLPort {
    var port = WSDLPort(name: endpoint["name"] ?? "endpoint")
    port.address = endpoint["address"].map { String($0.xmlTrimmed) }
    guard let binding = find("binding", endpoint.name(in: "binding")) else {
      port.problems.append("Its binding \"\(endpoint["binding"] ?? "")\" is not in the description")
      return port
    }
    guard binding["type"] == WSDLNamespace.wsdl2SOAP else {
      port.problems.append("Its binding is not of SOAP")
      return port
    }
    let interface = find("interface", binding.name(in: "interface") ?? service.name(in: "interface"))
    for operation in interface.map({ operations(of: $0, seen: []) }) ?? [] {
      port.operations.append(read(operation, binding))
    }
    return port
  }

  /// The operations of an interface and of those that it extends.
  private func operations(of interface: XMLElement, seen: Set<String>) -> [XMLElement] {
    let name = interface["name"] ?? ""
    guard !seen.contains(name), seen.count < 32 else { return [] }
    let extended = (interface["extends"] ?? "").split(whereSeparator: \.isWhitespace).compactMap { base in
      find("interface", interface.qualified(String(base)))
    }
    return extended.flatMap { operations(of: $0, seen: seen.union([name])) } + interface.all("operation")
  }

  private func read(_ operation: XMLElement, _ binding: XMLElement) -> WSDLOperation {
    let name = operation["name"] ?? "operation"
    let bound = binding.all("operation").first { $0.name(in: "ref")?.local == name }
    let version = binding.attribute("version", in: WSDLNamespace.wsdl2SOAP) ?? "1.2"
    var call = SOAPCall(
      version: version == "1.1" ? .soap11 : .soap12,
      action: bound?.attribute("action", in: WSDLNamespace.wsdl2SOAP) ?? "")
    // `#none` and `#any` are no elements.
    if let element = operation.first("input")?["element"], !element.hasPrefix("#") {
      let name = operation.first("input")?.qualified(element)
      call.body = [WSDLPart(name: element, element: name)]
    }
    return WSDLOperation(name: name, id: name, docs: operation.docs, call: .soap(call))
  }
}
