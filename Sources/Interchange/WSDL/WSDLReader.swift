import Foundation
internal import RequestModel

extension ImportFormat {
  /// SOAP services: a request with its envelope for each operation.
  static let wsdl = ImportFormat("wsdl", "WSDL", hasExampleBodies: true) { source in
    guard !source.isFolder, source.json == nil else { return false }
    let start = source.text.prefix(4000)
    return start.contains("<") && (start.contains("schemas.xmlsoap.org/wsdl") || start.contains("www.w3.org/ns/wsdl"))
      && start.contains("definitions")
  } read: { source throws(ImportError) in
    let (root, problem) = XMLTree.read(source.data)
    guard let root, root.name == "definitions" else {
      throw ImportError("It is no WSDL 1.1 document: \(problem ?? "its root is not \"definitions\"")")
    }
    var reader = WSDLReader(root)
    return reader.read(stem: source.stem)
  }
}

/// Reads a WSDL 1.1 document with bindings of SOAP 1.1 and 1.2. Types come from the schemas in it.
struct WSDLReader {
  private let root: XMLTreeElement
  private let schemas: WSDLSchemas
  private var context = InterchangeContext()
  private var variables: [JSONValue] = []

  init(_ root: XMLTreeElement) {
    self.root = root
    schemas = WSDLSchemas(root)
  }

  mutating func read(stem: String?) -> ImportResult {
    var collection = PortableFolder(name: root["name"] ?? root.first("service")?["name"] ?? stem ?? "SOAP service")
    if !root.all("import").isEmpty || schemas.hasImports {
      context.note(.dropped, "Imports of other documents were not followed: types of them have no fields")
    }
    let ports = root.all("service").flatMap { $0.all("port") }
    for port in ports { add(port, to: &collection, alone: ports.count == 1) }
    if collection.items.isEmpty { context.note(.dropped, "The document has no SOAP operations") }
    if !variables.isEmpty { collection.settings["variables"] = .array(variables) }
    var result = ImportResult()
    result.collections = [collection]
    result.notes = context.notes
    return result
  }

  private mutating func add(_ port: XMLTreeElement, to collection: inout PortableFolder, alone: Bool) {
    let name = port["name"] ?? "port"
    context.enter(name)
    defer { context.leave() }
    guard let binding = named("binding", port["binding"]), let address = port.first("address")?["location"] else {
      return context.note(.dropped, "The port has no binding, or no address")
    }
    guard let soap = binding.first("binding"), soap["transport"] != nil || soap["style"] != nil else {
      return context.note(.dropped, "Its binding is not of SOAP")
    }
    let base = alone ? "baseUrl" : "baseUrl\(variables.count + 1)"
    let start = variables.count
    variables.append(["name": .string(base), "value": .string(address)])
    let is12 = binding.attributes.values.contains { $0.contains("soap12") } || isSOAP12(port)
    let items = binding.all("operation").map { operation(of: $0, binding, soap, base, is12) }
    if items.isEmpty { variables.removeLast(variables.count - start) }
    if alone {
      collection.items += items
    } else if !items.isEmpty {
      var folder = PortableFolder(name: name, items: items)
      folder.sourceID = "port " + name
      collection.items.append(.folder(folder))
    }
  }

  /// The name tells, as prefixes are not kept.
  private func isSOAP12(_ port: XMLTreeElement) -> Bool {
    let names = [port["name"], port["binding"]].compactMap { $0?.lowercased() }
    return names.contains { $0.contains("soap12") || $0.contains("soap1.2") }
  }

  private func named(_ kind: String, _ reference: String?) -> XMLTreeElement? {
    let name = WSDLSchemas.local(reference ?? "")
    return root.all(kind).first { $0["name"] == name }
  }

  private func operation(
    of element: XMLTreeElement, _ binding: XMLTreeElement, _ soap: XMLTreeElement, _ base: String, _ is12: Bool
  ) -> PortableItem {
    let name = element["name"] ?? "operation"
    let own = element.first("operation")
    let action = own?["soapAction"] ?? ""
    let style = own?["style"] ?? soap["style"] ?? "document"
    let described = named("portType", binding["type"])?.all("operation").first { $0["name"] == name }
    let message = named("message", described?.first("input")?["message"])
    let content =
      style == "rpc"
      ? schemas.rpc(name, element.first("input")?.first("body")?["namespace"], message)
      : (message?.all("part") ?? []).map { schemas.sample(of: $0) }.joined()
    let type = is12 ? "application/soap+xml; charset=utf-8; action=\"\(action)\"" : "text/xml; charset=utf-8"
    var document: JSONObject = [
      "method": "POST", "url": .string("{{\(base)}}"),
      "body": ["text": .textLines(WSDLEnvelope.text(content, is12: is12)), "type": .string(type)],
    ]
    if !is12 { document["headers"] = [["name": "SOAPAction", "value": .string("\"\(action)\"")]] }
    var request = PortableRequest(name: name, document: document)
    request.sourceID = (binding["name"] ?? "") + "." + name
    return .request(request)
  }
}

enum WSDLEnvelope {
  static func text(_ content: String, is12: Bool) -> String {
    let namespace = is12 ? "http://www.w3.org/2003/05/soap-envelope" : "http://schemas.xmlsoap.org/soap/envelope/"
    let body = content.isEmpty ? "" : "\n" + content.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <soap:Envelope xmlns:soap="\(namespace)">
        <soap:Body>\(body)
        </soap:Body>
      </soap:Envelope>
      """
  }
}

/// The elements and types of the schemas in a WSDL document.
struct WSDLSchemas {
  private struct Declared {
    var element: XMLTreeElement
    var namespace: String
    var isQualified: Bool
  }

  private var elements: [String: Declared] = [:]
  private var types: [String: Declared] = [:]
  private(set) var hasImports = false
  private static let depthLimit = 8
  private static let lineLimit = 1000

  init(_ root: XMLTreeElement) {
    for schema in root.all("types").flatMap({ $0.all("schema") }) {
      let namespace = schema["targetNamespace"] ?? ""
      let isQualified = schema["elementFormDefault"] == "qualified"
      hasImports = hasImports || (schema.all("import") + schema.all("include")).contains { $0["schemaLocation"] != nil }
      for child in schema.children {
        guard let name = child["name"] else { continue }
        let declared = Declared(element: child, namespace: namespace, isQualified: isQualified)
        if child.name == "element" { elements[name] = declared }
        if child.name == "complexType" || child.name == "simpleType" { types[name] = declared }
      }
    }
  }

  static func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }

  /// A part of a message of style `document`: its element with the fields of its type.
  func sample(of part: XMLTreeElement) -> String {
    let name = Self.local(part["element"] ?? part["type"] ?? part["name"] ?? "")
    guard let declared = elements[name] else { return "<\(name)/>\n" }
    var lines: [String] = []
    write(declared.element, declared, to: &lines, indent: "", namespace: declared.namespace, depth: 0)
    return lines.joined(separator: "\n") + "\n"
  }

  /// A message of style `rpc`: an element of the operation's name around the parts.
  func rpc(_ name: String, _ namespace: String?, _ message: XMLTreeElement?) -> String {
    var lines = ["<m:\(name) xmlns:m=\"\(Self.escaped(namespace ?? ""))\">"]
    for part in message?.all("part") ?? [] {
      let partName = part["name"] ?? "part"
      if let type = types[Self.local(part["type"] ?? "")], type.element.name == "complexType" {
        lines.append("  <\(partName)>")
        writeFields(of: type.element, type, to: &lines, indent: "    ", depth: 1)
        lines.append("  </\(partName)>")
      } else {
        lines.append("  <\(partName)>\(Self.value(part["type"]))</\(partName)>")
      }
    }
    return (lines + ["</m:\(name)>"]).joined(separator: "\n")
  }

  private func write(
    _ element: XMLTreeElement, _ origin: Declared, to lines: inout [String], indent: String, namespace: String? = nil,
    depth: Int
  ) {
    guard lines.count < Self.lineLimit else { return }
    if let reference = element["ref"], let declared = elements[Self.local(reference)] {
      guard depth < Self.depthLimit else { return }
      return write(declared.element, declared, to: &lines, indent: indent, depth: depth + 1)
    }
    guard let name = element["name"] else { return }
    let declared = namespace.map { " xmlns=\"\(Self.escaped($0))\"" } ?? ""
    let type = element["type"].flatMap { types[Self.local($0)] }
    let complex = element.first("complexType") ?? (type?.element.name == "complexType" ? type?.element : nil)
    guard let complex, depth < Self.depthLimit else {
      let simple = element.first("simpleType") ?? type?.element
      lines.append("\(indent)<\(name)\(declared)>\(Self.value(element["type"], simple))</\(name)>")
      return
    }
    lines.append("\(indent)<\(name)\(declared)>")
    writeFields(of: complex, type ?? origin, to: &lines, indent: indent + "  ", depth: depth + 1)
    lines.append("\(indent)</\(name)>")
  }

  private func writeFields(
    of type: XMLTreeElement, _ origin: Declared, to lines: inout [String], indent: String, depth: Int
  ) {
    guard depth <= Self.depthLimit else { return }
    for child in type.children {
      switch child.name {
      case "element": write(child, origin, to: &lines, indent: indent, depth: depth)
      case "sequence", "all", "complexContent", "group":
        writeFields(of: child, origin, to: &lines, indent: indent, depth: depth)
      case "choice":
        if let first = child.first("element") { write(first, origin, to: &lines, indent: indent, depth: depth) }
      case "extension":
        if let base = types[Self.local(child["base"] ?? "")] {
          writeFields(of: base.element, base, to: &lines, indent: indent, depth: depth + 1)
        }
        writeFields(of: child, origin, to: &lines, indent: indent, depth: depth)
      default: break
      }
    }
  }

  /// A made-up value of a simple type.
  private static func value(_ type: String?, _ simple: XMLTreeElement? = nil) -> String {
    let restriction = simple?.first("restriction")
    if let first = restriction?.first("enumeration")?["value"] { return escaped(first) }
    switch local(restriction?["base"] ?? type ?? "") {
    case "int", "integer", "long", "short", "byte", "unsignedInt", "unsignedLong", "nonNegativeInteger",
      "positiveInteger":
      return "1"
    case "decimal", "float", "double": return "1.5"
    case "boolean": return "true"
    case "date": return "2026-01-31"
    case "dateTime": return "2026-01-31T12:00:00Z"
    case "base64Binary": return "AA=="
    default: return "string"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
