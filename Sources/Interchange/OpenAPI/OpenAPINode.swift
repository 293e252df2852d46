/// A value of an OpenAPI document and the file that it is in: references in it are relative to that file.
///
/// Members and elements are read through their references.
struct OpenAPINode {
  let value: JSONValue
  let file: Int
  let documents: OpenAPIDocuments
  /// Where a reference led; the same for every reference to it.
  private(set) var address: OpenAPIAddress?
  /// Members beside `$ref`, which count more than those of the value.
  private(set) var siblings: JSONObject?

  /// Another value in the same file.
  func with(_ value: JSONValue) -> OpenAPINode { OpenAPINode(value: value, file: file, documents: documents) }

  /// The value as a place of its file.
  func at(_ pointer: String) -> OpenAPINode {
    OpenAPINode(value: value, file: file, documents: documents, address: documents.place(file: file, pointer: pointer))
  }

  /// The reference, if it is one. A property of that name has an object and not text.
  var reference: String? { value.object?["$ref"]?.string }

  /// The value that it refers to, or itself.
  var resolved: OpenAPINode { reference == nil ? self : documents.resolved(self) }

  /// The member without resolving its reference, including `null`.
  func raw(_ key: String) -> JSONValue? { siblings?[key] ?? value.object?[key] }

  /// A member that is not `null`.
  subscript(key: String) -> OpenAPINode? {
    guard let child = raw(key), child != .null else { return nil }
    return with(child).resolved
  }

  func text(_ key: String) -> String? { self[key]?.value.scalarText }
  func flag(_ key: String) -> Bool { raw(key)?.scalarText == "true" }

  var isObject: Bool { value.object != nil }

  /// The members of an object, those beside a reference included.
  var object: JSONObject {
    guard var object = value.object else { return siblings ?? JSONObject() }
    if let siblings { object.set(siblings.members.map { ($0.key.value, $0.value) }) }
    return object
  }

  var entries: [OpenAPIEntry] {
    object.members.map { OpenAPIEntry(key: $0.key.value, node: with($0.value).resolved) }
  }

  var elements: [OpenAPINode] { value.array?.map { with($0).resolved } ?? [] }

  func texts(_ key: String) -> [String] { self[key]?.value.array?.compactMap(\.scalarText) ?? [] }
}

/// A member of an object.
struct OpenAPIEntry {
  let key: String
  let node: OpenAPINode
}

/// A place in the files of a source. There is one for each place, compared by identity.
final class OpenAPIAddress: Hashable {
  let file: Int
  let pointer: String
  /// The last part of the pointer, which names a component.
  let name: String?

  init(file: Int, pointer: String) {
    self.file = file
    self.pointer = pointer
    let token = pointer.lastIndex(of: "/").map { pointer[pointer.index(after: $0)...] } ?? ""
    name = token.isEmpty ? nil : JSONPointer.unescaped(String(token))
  }

  static func == (a: OpenAPIAddress, b: OpenAPIAddress) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
