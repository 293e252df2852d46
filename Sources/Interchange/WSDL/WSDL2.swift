/// The services of WSDL 2.0 with bindings of SOAP.
struct WSDL2 {
  private let descriptions: [XMLElement]
  /// The elements of each kind by their names.
  private var named: [String: [String: XMLElement]] = [:]

  init(_ descriptions: [XMLElement]) {
    self.descriptions = descriptions
    for element in descriptions.flatMap(\.children) {
      guard let name = element["name"], named[element.name.local]?[name] == nil else { continue }
      named[element.name.local, default: [:]][name] = element
    }
  }

  var services: [WSDLService] {
    var budget = WSDLBudget()
    return descriptions.flatMap { $0.all("service") }.map { service in
      WSDLService(
        name: service["name"] ?? "service", docs: service.docs,
        ports: service.all("endpoint").map { port($0, of: service, &budget) })
    }
  }

  private func find(_ kind: String, _ name: XMLName?) -> XMLElement? { name.flatMap { named[kind]?[$0.local] } }

  private func port(_ endpoint: XMLElement, of service: XMLElement, _ budget: inout WSDLBudget) -> WSDLPort {
    var port = WSDLPort(name: endpoint["name"] ?? "endpoint")
    port.address = endpoint["address"].map { String($0.trimming(while: \.isWhitespace)) }
    guard let binding = find("binding", endpoint.name(in: "binding")) else {
      port.problems.append("Its binding \"\(endpoint["binding"] ?? "")\" is not in the description")
      return port
    }
    guard binding["type"] == WSDLNamespace.wsdl2SOAP else {
      port.problems.append("Its binding is not of SOAP")
      return port
    }
    let interface = find("interface", binding.name(in: "interface") ?? service.name(in: "interface"))
    var seen: Set<String> = []
    let operations = interface.map { self.operations(of: $0, &seen) } ?? []
    guard budget.spend(operations.count + seen.count + binding.children.count, for: &port) else { return port }
    let bound = Dictionary(binding.all("operation").map { ($0.name(in: "ref")?.local ?? "", $0) }) { first, _ in first }
    port.operations = operations.map { read($0, binding, bound[$0["name"] ?? "operation"]) }
    return port
  }

  /// The operations of an interface and of those that it extends, each once.
  private func operations(of interface: XMLElement, _ seen: inout Set<String>) -> [XMLElement] {
    guard seen.count < 32, seen.insert(interface["name"] ?? "").inserted else { return [] }
    let extended = (interface["extends"] ?? "").split(whereSeparator: \.isWhitespace).prefix(32).compactMap { base in
      find("interface", interface.qualified(String(base)))
    }
    return extended.flatMap { operations(of: $0, &seen) } + interface.all("operation")
  }

  private func read(_ operation: XMLElement, _ binding: XMLElement, _ bound: XMLElement?) -> WSDLOperation {
    let name = operation["name"] ?? "operation"
    let version = binding.attribute("version", in: WSDLNamespace.wsdl2SOAP) ?? "1.2"
    var call = SOAPCall(
      version: version == "1.1" ? .soap11 : .soap12,
      action: bound?.attribute("action", in: WSDLNamespace.wsdl2SOAP) ?? "")
    // `#none` and `#any` are keywords, not elements.
    if let element = operation.first("input")?["element"], !element.hasPrefix("#") {
      let name = operation.first("input")?.qualified(element)
      call.body = [WSDLPart(name: element, element: name)]
    }
    return WSDLOperation(name: name, id: name, docs: operation.docs, call: .soap(call))
  }
}
