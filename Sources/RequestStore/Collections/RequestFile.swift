package import RequestModel

/// A request and the text of the file that it was read from.
package struct RequestFile: Equatable, Sendable {
  package let address: Address
  /// The file as it was when it was read or last saved.
  package let text: JSONText
  package let request: SavedRequest

  package init(address: Address, text: JSONText, request: SavedRequest) {
    self.address = address
    self.text = text
    self.request = request
  }

  package var fingerprint: Fingerprint { Fingerprint(of: text.bytes) }
}
