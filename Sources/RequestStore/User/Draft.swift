/// An edited file that has not been saved.
package struct Draft: Equatable, Sendable {
  /// The absolute path of the workspace.
  package var root: String
  package var address: Address
  /// The fingerprint of the edited file, to detect later changes.
  package var base: Fingerprint
  package var file: SavedFile
  /// Its secrets whose values were stored as it was pasted.
  package var pastedSecrets: [String]

  package init(root: String, address: Address, base: Fingerprint, file: SavedFile, pastedSecrets: [String] = []) {
    self.root = root
    self.address = address
    self.base = base
    self.file = file
    self.pastedSecrets = pastedSecrets
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
      Draft(root: other, address: Address($0), base: base, file: file, pastedSecrets: pastedSecrets)
    }
  }

  init(document: JSONObject) throws(DocumentError) {
    let reader = ObjectReader(document)
    let secrets = (document["pastedSecrets"]?.array ?? []).compactMap(\.string)
    guard let root = try reader.string("root"), let address = try reader.string("address"),
      let base = try reader.string("base"), let document = try reader.object("document")
    else { throw DocumentError("a draft needs \"root\", \"address\", \"base\" and \"document\"") }
    // Requests have no role.
    let role = try reader.string("role").flatMap(FileRole.init) ?? .request
    let file = try SavedFile(document: document.object, role: role)
    self.init(
      root: root, address: Address(address), base: Fingerprint(text: base), file: file, pastedSecrets: secrets)
  }

  var rendered: [UInt8] {
    var draft: JSONObject = ["root": .string(root), "address": .string(address.path), "base": .string(base.text)]
    if file.role != .request { draft["role"] = .string(file.role.rawValue) }
    if !pastedSecrets.isEmpty { draft["pastedSecrets"] = .array(pastedSecrets.map(JSONValue.string)) }
    draft["document"] = .object(file.document)
    return JSONValue.object(draft).renderedFile
  }
}
