/// The services of WSDL 1.1.
struct WSDL1 {
  private let definitions: [XMLElement]
  /// Messages, port types and bindings by their names, and by their names without a namespace.
  private var named: [String: [XMLName: XMLElement]] = [:]

  init(_ definitions: [XMLElement]) {
    self.definitions = definitions
    for root in definitions {
      let namespace = root["targetNamespace"] ?? ""
      for child in root.children {
        guard let name = child["name"], ["message", "portType", "binding"].contains(child.name.local) else { continue }
        // Damaged descriptions refer to names in other namespaces.
        for key in [XMLName(namespace: namespace, local: name), XMLName(namespace: "", local: name)]
        where named[child.name.local]?[key] == nil {
          named[child.name.local, default: [:]][key] = child
        }
      }
    }
  }

  private func find(_ kind: String, _ name: XMLName?) -> XMLElement? {
    guard let name else { return nil }
    return named[kind]?[name] ?? named[kind]?[XMLName(namespace: "", local: name.local)]
  }

  var services: [WSDLService] {
    let services = definitions.flatMap { $0.all("service") }
    if services.isEmpty { return bindingsAlone }
    var budget = WSDLBudget()
    return services.map { service in
      WSDLService(
        name: service["name"] ?? "service", docs: service.docs,
        ports: service.all("port").map { port($0, &budget) })
    }
  }

  /// A port without an address for each binding.
  private var bindingsAlone: [WSDLService] {
    var budget = WSDLBudget()
    return definitions.compactMap { root in
      let bindings = root.all("binding")
      guard !bindings.isEmpty else { return nil }
      let ports = bindings.map { binding in
        var port = WSDLPort(name: binding["name"] ?? "binding")
        addOperations(of: binding, to: &port, &budget)
        return port
      }
      return WSDLService(name: root["name"] ?? "service", ports: ports)
    }
  }

  private func port(_ element: XMLElement, _ budget: inout WSDLBudget) -> WSDLPort {
    var port = WSDLPort(name: element["name"] ?? "port")
    port.address = element.first("address")?["location"].map { String($0.trimming(while: \.isWhitespace)) }
    guard let binding = find("binding", element.name(in: "binding")) else {
      port.problems.append("Its binding \"\(element["binding"] ?? "")\" is not in the description")
      return port
    }
    addOperations(of: binding, to: &port, &budget)
    return port
  }

  private func addOperations(of binding: XMLElement, to port: inout WSDLPort, _ budget: inout WSDLBudget) {
    let portType = find("portType", binding.name(in: "type"))
    guard budget.spend(1 + binding.children.count + (portType?.children.count ?? 0), for: &port) else { return }
    let operations = binding.all("operation", in: binding.name.namespace)
    let ofPort = Dictionary(grouping: portType?.all("operation") ?? []) { $0["name"] ?? "" }
    if let protocolBinding = binding.children.first(where: { $0.name.local == "binding" }) {
      let isHTTP = protocolBinding.name.namespace == WSDLNamespace.http
      if !isHTTP, let problem = WSDL1SOAP.problem(of: protocolBinding) { return port.problems.append(problem) }
      for element in operations {
        let described = Described(element, ofPort[element["name"] ?? ""] ?? [])
        switch isHTTP ? http(element, protocolBinding, described) : soap(element, protocolBinding, described) {
        case .success(let operation): port.operations.append(operation)
        case .failure(let problem): port.problems.append(problem.description)
        }
      }
    } else {
      port.problems.append("Its binding is neither of SOAP nor of HTTP")
    }
    if binding.children.contains(where: { ["Policy", "PolicyReference", "UsingAddressing"].contains($0.name.local) }) {
      port.problems.append("Its policies, such as those of WS-Security and WS-Addressing")
    }
  }

  /// The port type's description of an operation.
  private struct Described {
    var operation: XMLElement?
    var name: String
    var id: String

    /// - Parameter candidates: The operations of the port type with the same name.
    init(_ element: XMLElement, _ candidates: [XMLElement]) {
      name = element["name"] ?? "operation"
      let input = element.first("input")?["name"]
      // Overloaded operations differ in the names of their inputs.
      operation = candidates.first { input != nil && $0.first("input")?["name"] == input } ?? candidates.first
      id = candidates.count > 1 ? name + "(" + (input ?? "") + ")" : name
    }
  }

  private func soap(
    _ element: XMLElement, _ binding: XMLElement, _ described: Described
  ) -> Result<WSDLOperation, ImportError> {
    guard let input = described.operation?.first("input") else {
      return .failure(ImportError("\(described.name): it has no input, so that the service calls its clients"))
    }
    let message = find("message", input.name(in: "message"))
    let soap = WSDL1SOAP(element, binding, name: described.name) { find("message", $0) }
    var operation = WSDLOperation(
      name: described.name, id: described.id, docs: described.operation?.docs ?? "", call: .soap(soap.call(message)))
    if operation.docs.isEmpty { operation.docs = element.docs }
    if message == nil {
      operation.problems.append("Its message \"\(input["message"] ?? "")\" is not in the description")
    }
    if WSDL1SOAP.hasMoreParts(message) {
      operation.problems.append("The parts of its message after the first \(WSDL1SOAP.mostParts)")
    }
    if soap.hasAttachments { operation.problems.append("Attachments of the request") }
    return .success(operation)
  }

  private func http(
    _ element: XMLElement, _ binding: XMLElement, _ described: Described
  ) -> Result<WSDLOperation, ImportError> {
    let message = find("message", described.operation?.first("input")?.name(in: "message"))
    let content = element.first("input")?.children.first { $0.name.local != "documentation" }
    let type = content?["type"]
    let encoding: HTTPCall.Encoding
    switch content?.name.local {
    case "urlEncoded", nil: encoding = .query
    case "urlReplacement": encoding = .path
    case "content" where type == nil || type == "application/x-www-form-urlencoded": encoding = .form
    default:
      return .failure(ImportError("\(described.name): its input is \(type ?? "of a kind") that is not supported"))
    }
    let call = HTTPCall(
      method: binding["verb"]?.uppercased() ?? "GET", location: element.first("operation")?["location"] ?? "",
      encoding: encoding, parts: WSDL1SOAP.parts(of: message))
    var operation = WSDLOperation(
      name: described.name, id: described.id, docs: described.operation?.docs ?? "", call: .http(call))
    if WSDL1SOAP.hasMoreParts(message) {
      operation.problems.append("The parts of its message after the first \(WSDL1SOAP.mostParts)")
    }
    return .success(operation)
  }
}
