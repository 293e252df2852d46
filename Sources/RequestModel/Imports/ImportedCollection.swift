package import RequestBasics

/// What a reader makes of a source: files as they will be written, what could not be carried over, and secrets.
package struct ImportResult: Equatable, Sendable {
  package var collections: [ImportedFolder] = []
  /// Environments that came without a collection.
  package var environments: [ImportedEnvironment] = []
  /// Variables of all collections, for `workspace.json`.
  package var globals: [JSONValue] = []
  package var notes: [ImportNote] = []

  package init() {}
}

/// A collection or a folder: its settings and what is in it, in order.
package struct ImportedFolder: Equatable, Sendable {
  package var name: String
  /// The members of `collection.json` or `folder.json`, without `name` and `order`.
  package var settings: JSONObject
  package var items: [ImportedItem]
  /// Only a collection has environments.
  package var environments: [ImportedEnvironment] = []
  /// The values of secret variables that the collection declares.
  package var secrets: [ImportedSecret] = []

  package init(name: String, settings: JSONObject = JSONObject(), items: [ImportedItem] = []) {
    self.name = name
    self.settings = settings
    self.items = items
  }
}

package indirect enum ImportedItem: Equatable, Sendable {
  case folder(ImportedFolder)
  case request(ImportedRequest)

  package var name: String {
    switch self {
    case .folder(let folder): folder.name
    case .request(let request): request.name
    }
  }
}

package struct ImportedRequest: Equatable, Sendable {
  package var name: String
  /// The members of the request's file, without `name`.
  package var document: JSONObject

  package init(name: String, document: JSONObject) {
    self.name = name
    self.document = document
  }
}

package struct ImportedEnvironment: Equatable, Sendable {
  package var name: String
  package var document: JSONObject
  package var secrets: [ImportedSecret] = []

  package init(name: String, document: JSONObject) {
    self.name = name
    self.document = document
  }
}

/// The value of a secret variable, which goes to the secret store and not into a file.
package struct ImportedSecret: Equatable, Sendable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// Something that was not carried over as it was.
package struct ImportNote: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// An item that could not be read; the others were imported.
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

/// A source that is not of the expected format, with the position where known.
package struct ImportError: Error, Equatable, CustomStringConvertible, Sendable {
  package var description: String

  package init(_ description: String) { self.description = description }
}
