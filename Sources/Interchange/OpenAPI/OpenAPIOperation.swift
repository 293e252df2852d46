/// An operation in the shape of OpenAPI 3, whatever the version of its document.
struct OpenAPIOperation {
  let method: String
  /// The path template, or the name of a webhook.
  let path: String
  let node: OpenAPINode
  let pathNode: OpenAPINode
  /// Those of the path, replaced by those of the operation of the same name and place.
  let parameters: [OpenAPINode]
  let body: OpenAPINode?
  let responses: [(code: String, node: OpenAPINode)]
  /// Where it is in the root document, as a JSON Pointer.
  let place: String

  /// Identifies the operation across imports.
  var id: String { method + " " + path }

  /// Whether the path is only a name.
  var isWebhook: Bool { place.hasPrefix("/webhooks/") || place.hasPrefix("/x-webhooks/") }
}

/// The operations of a document.
struct OpenAPIOperations {
  let root: OpenAPINode
  let isSwagger: Bool

  init(_ root: OpenAPINode) {
    self.root = root
    isSwagger = root["swagger"] != nil && root["openapi"] == nil
  }

  /// Those of `paths`, in the order of the document.
  var all: [OpenAPIOperation] { operations(in: "paths") + operations(in: "x-ms-paths") }

  static func isMethod(_ key: String) -> Bool { KeptDocument.methods.contains(key.lowercased()) }

  var webhooks: [OpenAPIOperation] { operations(in: root["webhooks"] == nil ? "x-webhooks" : "webhooks") }

  private func operations(in section: String) -> [OpenAPIOperation] {
    (root[section]?.entries ?? []).flatMap { entry -> [OpenAPIOperation] in
      let (path, item) = (entry.key, entry.node)
      guard !path.hasPrefix("x-"), item.isObject || item.siblings != nil else { return [] }
      let shared = parameters(item["parameters"])
      let place = "/" + section + "/" + JSONPointer.escaped(path)
      var found: [OpenAPIOperation] = []
      for entry in item.entries where entry.node.isObject {
        let (key, node) = (entry.key, entry.node)
        if Self.isMethod(key) {
          found.append(operation(key.uppercased(), path, node, item, shared, place + "/" + key))
        } else if key == KeptDocument.furtherMethods {
          found += node.entries.filter(\.node.isObject).map {
            operation($0.key, path, $0.node, item, shared, place + "/" + key + "/" + JSONPointer.escaped($0.key))
          }
        }
      }
      return found
    }
  }

  private func operation(
    _ method: String, _ path: String, _ node: OpenAPINode, _ item: OpenAPINode, _ shared: [OpenAPINode],
    _ place: String
  ) -> OpenAPIOperation {
    let own = parameters(node["parameters"])
    var merged = shared
    var indexes = Dictionary(zip(shared.map(Self.place), shared.indices)) { first, _ in first }
    for parameter in own {
      let place = Self.place(of: parameter)
      if let index = indexes[place] {
        merged[index] = parameter
      } else {
        indexes[place] = merged.count
        merged.append(parameter)
      }
    }
    let swagger = isSwagger ? SwaggerOperation(node, parameters: merged, root: root) : nil
    let responses = isSwagger ? [] : (node["responses"]?.entries ?? []).filter { !$0.key.hasPrefix("x-") }
    return OpenAPIOperation(
      method: method, path: path, node: node, pathNode: item, parameters: swagger?.rows ?? merged,
      body: isSwagger ? swagger?.body : node["requestBody"],
      responses: swagger?.responses ?? responses.map { (code: $0.key, node: $0.node) }, place: place)
  }

  private func parameters(_ node: OpenAPINode?) -> [OpenAPINode] {
    // An object by name is wrong, but is written.
    (node?.elements ?? []) + (node?.isObject == true ? node?.entries.map(\.node) ?? [] : [])
  }

  private static func place(of parameter: OpenAPINode) -> [String] {
    [parameter.text("in") ?? "", parameter.text("name") ?? ""]
  }
}
