/// The result of reading a source: files to write, notes about content that could not be converted, and secrets.
package struct ImportResult: Equatable, Sendable {
  package var collections: [PortableFolder] = []
  /// Environments that came without a collection.
  package var environments: [PortableEnvironment] = []
  /// Variables of all collections, for `workspace.json`.
  package var globals: [JSONValue] = []
  package var notes: [InterchangeNote] = []
  /// The source as a document, where its changes are reported at the next import.
  package var source: JSONValue?
  /// The absolute path or the URL of the source; `nil` for text.
  package var place: String?

  package init(
    _ collections: [PortableFolder] = [], environments: [PortableEnvironment] = [], notes: [InterchangeNote] = []
  ) {
    self.collections = collections
    self.environments = environments
    self.notes = notes
  }

  /// Whether there is nothing to write: items failed and nothing else was found that could be used, or there were none.
  package var isFailure: Bool {
    guard environments.isEmpty, globals.isEmpty else { return false }
    return collections.allSatisfy { failureCount > 0 ? $0.requests.isEmpty : $0.isEmpty }
  }

  /// Why there is nothing to write.
  package var failureReason: String {
    switch failureCount {
    case 0: "there are no requests, environments or variables in it"
    case 1: "1 item failed"
    case let count: "\(count) items failed"
    }
  }

  package var failureCount: Int { notes.count { $0.kind == .failed } }
}

/// A collection or a folder between formats: its settings and items, in order.
package struct PortableFolder: Equatable, Sendable {
  package var name: String
  /// The source's identifier, to match later imports of the same source.
  package var sourceID: String?
  /// The file of a folder or archive that a collection was read from; `nil` if it is all of the source.
  package var sourceFile: String?
  /// The members of `collection.json` or `folder.json`, without `name` and `order`.
  package var settings: JSONObject
  package var items: [PortableItem]
  /// Only a collection has environments.
  package var environments: [PortableEnvironment] = []
  /// The values of secret variables that the collection declares.
  package var secrets: [PortableSecret] = []
  /// The files that requests of the collection send.
  package var files: [PortableFile] = []

  package init(name: String, settings: JSONObject = JSONObject(), items: [PortableItem] = []) {
    self.name = name
    self.settings = settings
    self.items = items
  }

  /// Whether it has nothing that other requests could use.
  fileprivate var isEmpty: Bool {
    let used = ["variables", "auth", "headers", "options", "scripts", "checks", KeptDocument.member]
    return items.isEmpty && environments.isEmpty && used.allSatisfy { settings[$0] == nil }
  }

  /// The requests in it and below it, in order, with the folders around each, outermost first.
  package var requests: [(folders: [PortableFolder], request: PortableRequest)] {
    items.flatMap { item in
      switch item {
      case .folder(let folder): folder.requests.map { ([self] + $0.folders, $0.request) }
      case .request(let request): [([self], request)]
      }
    }
  }

  /// The settings of the folder and of those in it, and the documents of their requests, in order.
  package var documents: [JSONObject] {
    var documents: [JSONObject] = []
    forEachDocument { documents.append($0) }
    return documents
  }

  /// Calls a function with each of the documents.
  package func forEachDocument(_ body: (JSONObject) -> Void) {
    body(settings)
    for item in items {
      switch item {
      case .folder(let folder): folder.forEachDocument(body)
      case .request(let request): body(request.document)
      }
    }
  }

  /// The folder with its requests and those below it changed.
  ///
  /// - Parameter change: Gets a request, and the names of the folders in this one on the way to it and its own.
  package func changingRequests(_ change: (_ request: inout PortableRequest, _ place: [String]) -> Void) -> Self {
    changingRequests(in: [], change)
  }

  private func changingRequests(in place: [String], _ change: (inout PortableRequest, [String]) -> Void) -> Self {
    var result = self
    for (index, item) in items.enumerated() {
      switch item {
      case .folder(let folder):
        result.items[index] = .folder(folder.changingRequests(in: place + [folder.name], change))
      case .request(var request):
        change(&request, place + [request.name])
        result.items[index] = .request(request)
      }
    }
    return result
  }
}

package indirect enum PortableItem: Equatable, Sendable {
  case folder(PortableFolder)
  case request(PortableRequest)

  package var name: String {
    switch self {
    case .folder(let folder): folder.name
    case .request(let request): request.name
    }
  }
}

package struct PortableRequest: Equatable, Sendable {
  package var name: String
  /// The source's identifier, to match later imports of the same source.
  package var sourceID: String?
  /// The members of the request's file, without `name`.
  package var document: JSONObject

  package init(name: String, document: JSONObject) {
    self.name = name
    self.document = document
  }

  /// The member with the reason why an entry cannot be read, in a file that is sent at once and not kept.
  package static let unreadableMember = "x-unreadable"

  /// The place of an entry that cannot be read.
  package init(name: String, unreadable problem: String) {
    self.init(name: name, document: ["url": ""])
    document[Self.unreadableMember] = .string(problem)
  }
}

package struct PortableEnvironment: Equatable, Sendable {
  package var name: String
  package var document: JSONObject
  package var secrets: [PortableSecret] = []

  package init(name: String, document: JSONObject) {
    self.name = name
    self.document = document
  }
}

/// The value of a secret variable, which goes to the secret store and not into a file.
package struct PortableSecret: Equatable, Sendable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// Something that an import or an export did not carry over as it was.
package struct InterchangeNote: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// An item that could not be read or written; the others were.
    case failed
    /// A part that has no equivalent, or could not be read.
    case dropped
    /// A part that was carried over in another form.
    case changed
  }

  package var kind: Kind
  /// The names of the folders and the item that it concerns; empty for the whole source.
  package var path: [String]
  package var text: String

  package init(_ kind: Kind, _ path: [String], _ text: String) {
    self.kind = kind
    self.path = path
    self.text = text
  }
}

/// Why a source cannot be read at all, with the position where known.
package struct ImportError: Error, Equatable, CustomStringConvertible, Sendable {
  package var description: String

  package init(_ description: String) { self.description = description }
}
