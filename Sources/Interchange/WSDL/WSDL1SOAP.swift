/// The SOAP binding of an operation in WSDL 1.1.
struct WSDL1SOAP {
  private let binding: XMLElement
  private let own: XMLElement?
  private let input: XMLElement?
  private let name: String
  private let message: (XMLName?) -> XMLElement?

  /// - Parameters:
  ///   - operation: The operation in the binding.
  ///   - binding: The element that says that the binding is of SOAP.
  init(
    _ operation: XMLElement, _ binding: XMLElement, name: String, message: @escaping (XMLName?) -> XMLElement?
  ) {
    self.binding = binding
    own = operation.children.first { $0.name.local == "operation" }
    input = operation.first("input")
    self.name = name
    self.message = message
  }

  /// Why requests over this binding cannot be sent.
  static func problem(of binding: XMLElement) -> String? {
    let isSOAP = binding.name.namespace.lowercased().contains("soap") || binding["transport"] != nil
    guard isSOAP else { return "Its binding is neither of SOAP nor of HTTP" }
    guard let transport = binding["transport"]?.lowercased(), !transport.isEmpty else { return nil }
    let isHTTP = transport.hasSuffix("/http") || transport.hasSuffix("/http/")
    return isHTTP ? nil : "Its transport \(transport) is not HTTP"
  }

  func call(_ message: XMLElement?) -> SOAPCall {
    // The body may be a part of a multipart request.
    let body = input.flatMap { Self.find("body", in: $0, depth: 0) }
    let isVersion12 = binding.name.namespace == WSDLNamespace.soap12
    var call = SOAPCall(version: isVersion12 ? .soap12 : .soap11, action: own?["soapAction"] ?? "")
    if (own?["style"] ?? binding["style"]) == "rpc" {
      call.style = .rpc(wrapper: XMLName(namespace: body?["namespace"] ?? "", local: name))
    }
    call.isEncoded = body?["use"] == "encoded"
    call.headers = headers
    call.body = parts(of: message, named: body?["parts"])
    return call
  }

  var hasAttachments: Bool {
    guard let input else { return false }
    return Self.find("multipartRelated", in: input, depth: 0)?.all("part").contains { part in
      part.children.contains { $0.name.local == "content" }
    } ?? false
  }

  private static func find(_ local: String, in element: XMLElement, depth: Int) -> XMLElement? {
    guard depth < 5 else { return nil }
    if let own = element.first(local) { return own }
    for child in element.children {
      if let found = find(local, in: child, depth: depth + 1) { return found }
    }
    return nil
  }

  private var headers: [WSDLPart] {
    (input?.all("header") ?? []).flatMap { header in
      Self.parts(of: message(header.name(in: "message"))).filter { $0.name == header["part"] }
    }
  }

  /// The parts of the body: all except headers, if the binding does not name them.
  private func parts(of message: XMLElement?, named names: String?) -> [WSDLPart] {
    let all = Self.parts(of: message)
    if let names = names?.split(whereSeparator: \.isWhitespace).map(String.init) {
      let names = Set(names)
      return all.filter { names.contains($0.name) }
    }
    let headers = Set(
      (input?.all("header") ?? []).filter { own in
        own.name(in: "message")?.local == message?["name"]
      }.compactMap { $0["part"] })
    return all.filter { !headers.contains($0.name) }
  }

  /// Many operations can have one message.
  static let mostParts = 100

  static func hasMoreParts(_ message: XMLElement?) -> Bool { parts(of: message, most: mostParts + 1).count > mostParts }

  static func parts(of message: XMLElement?, most: Int = mostParts) -> [WSDLPart] {
    (message?.children ?? []).lazy.filter { $0.name.local == "part" }.prefix(most).map { part in
      WSDLPart(name: part["name"] ?? "part", element: part.name(in: "element"), type: part.name(in: "type"))
    }
  }
}
