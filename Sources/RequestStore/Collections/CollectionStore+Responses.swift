/// The templates of a file that take the response of a request by its former path.
package struct StaleTemplates: Equatable, Sendable {
  package var file: Address
  /// The former path in the collection, of each template.
  package var requests: [String]
}

extension CollectionStore {
  /// Returns the templates that take the response of a renamed or moved request, or of one in a folder, by its former
  /// path. Files that cannot be read are left out.
  package func staleTemplates(of former: Address) throws(StoreError) -> [StaleTemplates] {
    let files = try searchedFiles(in: Address(""), [:], TreeReading()).files
    let place = path(of: former)
    return files.compactMap { file in
      guard let bytes = try? Disk.read(path(of: file)), String(decoding: bytes, as: UTF8.self).containsExactly("{{"),
        let text = try? JSONText.object(bytes, path(of: file))
      else { return nil }
      let collection = collectionRoot(of: file)
      let requests = text.value.requestsOfTemplates.filter { name in
        let full = path(ofRequest: name, in: collection)
        guard full.isExactly(place) || full.startsExactly(with: place + "/") else { return false }
        return request(named: name, in: collection) == nil
      }
      return requests.isEmpty ? nil : StaleTemplates(file: file, requests: requests)
    }
  }
}

extension JSONValue {
  /// The requests whose responses the templates in all texts take.
  fileprivate var requestsOfTemplates: [String] {
    switch self {
    case .null, .bool, .number: []
    case .string(let string): Template.requests(in: string.value).map { $0.request }
    case .array(let elements): elements.flatMap(\.requestsOfTemplates)
    case .object(let object):
      object.members.flatMap { Template.requests(in: $0.key.value).map { $0.request } + $0.value.requestsOfTemplates }
    }
  }
}
