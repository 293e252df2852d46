internal import RequestModel

extension PortableFolder {
  /// The settings of the folder and of those in it, and the documents of their requests, in order.
  var documents: [JSONObject] {
    [settings]
      + items.flatMap { item -> [JSONObject] in
        switch item {
        case .folder(let folder): folder.documents
        case .request(let request): [request.document]
        }
      }
  }

  /// The variables in all texts of the documents, in order.
  var templateNames: [String] { documents.flatMap { JSONValue.object($0).templateNames } }
}

extension JSONValue {
  /// The variables in all texts of the value, in order.
  var templateNames: [String] {
    switch self {
    case .string(let string):
      let text = string.value
      return text.hasBraces ? Template(text).variables : []
    case .array(let elements): return elements.flatMap(\.templateNames)
    case .object(let object): return object.members.flatMap(\.value.templateNames)
    default: return []
    }
  }
}
