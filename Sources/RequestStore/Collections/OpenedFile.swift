/// A file of a collection and the text that it was read from.
package struct OpenedFile<Content: FileContent>: Equatable, Sendable {
  package let address: Address
  /// The file as it was when it was read or last saved.
  package let text: JSONText
  package let content: Content
  /// The request that it inherits from the base of its collection.
  package let inherited: InheritedRequest?

  package init(address: Address, text: JSONText, content: Content, inherited: InheritedRequest? = nil) {
    self.address = address
    self.text = text
    self.content = content
    self.inherited = inherited
  }

  package var fingerprint: Fingerprint { Fingerprint(of: text.bytes) }
}

/// The request of a base that a file changes, or that has no file of its own yet.
package struct InheritedRequest: Equatable, Sendable {
  package let document: JSONObject
  /// The file of the nearest base.
  package let path: String
  /// Whether the collection has a file that changes it.
  package let isChanged: Bool
}

package typealias RequestFile = OpenedFile<SavedRequest>

extension RequestFile {
  package var request: SavedRequest { content }
}

/// The validated content of a file.
package protocol FileContent: Equatable, Sendable {
  var document: JSONObject { get }

  /// Reads another version of the same file.
  func reading(_ document: JSONObject) throws(DocumentError) -> Self

  /// Gives a request without an id one.
  mutating func identify()
}

extension SavedRequest: FileContent {
  package func reading(_ document: JSONObject) throws(DocumentError) -> SavedRequest {
    try SavedRequest(document: document)
  }

  package mutating func identify() { if id == nil { id = .random() } }
}

extension SavedFile: FileContent {
  package func reading(_ document: JSONObject) throws(DocumentError) -> SavedFile {
    try SavedFile(document: document, role: role)
  }

  package mutating func identify() { request?.identify() }
}
