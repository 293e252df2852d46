import RequestModel

@testable import Interchange

extension PortableFolder {
  /// All of it as JSON, which is easier to read where a test fails.
  var asJSON: JSONValue {
    var object: JSONObject = ["name": .string(name)]
    if let sourceID { object["sourceID"] = .string(sourceID) }
    if !settings.members.isEmpty { object["settings"] = .object(settings) }
    if !items.isEmpty { object["items"] = .array(items.map(\.asJSON)) }
    if !environments.isEmpty { object["environments"] = .array(environments.map(\.asJSON)) }
    if !secrets.isEmpty { object["secrets"] = secrets.asJSON }
    return .object(object)
  }
}

extension PortableFolder {
  /// As an import leaves it: the secrets of rows that are off are variables.
  var movingSecrets: PortableFolder { LiteralSecrets.moved(in: self).collection }

  /// Without what the source calls its items by: as a new collection is.
  var withoutSourceIDs: PortableFolder {
    var folder = self
    folder.sourceID = nil
    folder.items = items.map { item in
      switch item {
      case .folder(let inner): return .folder(inner.withoutSourceIDs)
      case .request(var request):
        request.sourceID = nil
        return .request(request)
      }
    }
    return folder
  }
}

extension PortableItem {
  var asJSON: JSONValue {
    switch self {
    case .folder(let folder): return folder.asJSON
    case .request(let request):
      var object: JSONObject = ["name": .string(request.name)]
      if let sourceID = request.sourceID { object["sourceID"] = .string(sourceID) }
      object["document"] = .object(request.document)
      return .object(object)
    }
  }
}

extension PortableEnvironment {
  var asJSON: JSONValue {
    var object: JSONObject = ["name": .string(name), "document": .object(document)]
    if !secrets.isEmpty { object["secrets"] = secrets.asJSON }
    return .object(object)
  }
}

extension [PortableSecret] {
  fileprivate var asJSON: JSONValue { .array(map { ["name": .string($0.name), "value": .string($0.value)] }) }
}

extension InterchangeNote {
  /// `dropped a/b: text`.
  var asText: String { "\(kind.rawValue) \(path.joined(separator: "/")): \(text)" }
}
