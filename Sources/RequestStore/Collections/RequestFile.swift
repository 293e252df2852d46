package import RequestModel

/// A request and the text of its file.
package struct RequestFile: Equatable, Sendable {
  package let address: Address
  /// The text of the file when it was read or last saved.
  package let text: JSONText
  package let request: SavedRequest

  package init(address: Address, text: JSONText, request: SavedRequest) {
    self.address = address
    self.text = text
    self.request = request
  }

  package var fingerprint: Fingerprint { Fingerprint(of: text.bytes) }
}
