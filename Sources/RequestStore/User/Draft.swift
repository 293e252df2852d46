package import RequestModel

/// An edited request that has not been saved.
package struct Draft: Equatable, Sendable {
  /// The absolute path of the workspace.
  package var root: String
  package var address: Address
  /// The fingerprint of the edited file, to detect later changes.
  package var base: Fingerprint
  package var request: SavedRequest

  package init(root: String, address: Address, base: Fingerprint, request: SavedRequest) {
    self.root = root
    self.address = address
    self.base = base
    self.request = request
  }
}

/// Identifies a draft on disk.
package struct DraftID: Hashable, Sendable, Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  static func random() -> DraftID { DraftID(String(UInt64.random(in: .min ... .max), radix: 36)) }

  package static func < (a: DraftID, b: DraftID) -> Bool { a.text < b.text }
}

/// A draft found on disk.
package struct KeptDraft: Equatable, Sendable {
  package let id: DraftID
  package let draft: Draft

  package init(id: DraftID, draft: Draft) {
    self.id = id
    self.draft = draft
  }
}

extension Draft {
  /// Returns the draft relative to another folder; `nil` if the file is not below it.
  func rooted(at other: String) -> Draft? {
    let path = root + "/" + address.path
    return path.removingExactly(prefix: other + "/").map {
      Draft(root: other, address: Address($0), base: base, request: request)
    }
  }

  init(document: JSONObject) throws(DocumentError) {
    let reader = ObjectReader(document)
    guard let root = try reader.string("root"), let address = try reader.string("address"),
      let base = try reader.string("base"), let document = try reader.object("document")
    else { throw DocumentError("a draft needs \"root\", \"address\", \"base\" and \"document\"") }
    let request = try SavedRequest(document: document.object)
    self.init(root: root, address: Address(address), base: Fingerprint(text: base), request: request)
  }

  var rendered: [UInt8] {
    let document: JSONValue = [
      "root": .string(root), "address": .string(address.path), "base": .string(base.text),
      "document": .object(request.document),
    ]
    return Array((document.rendered() + "\n").utf8)
  }
}
