/// A stored request: the JSON object of its file with typed accessors.
///
/// Properties read from and write to the object, so everything else (unknown members, key order, number formats) stays
/// unchanged.
package struct SavedRequest: Equatable, Hashable, Sendable {
  /// The file's object, checked by `init(document:)`.
  package internal(set) var document: JSONObject

  /// Checks the object once, so that no property can fail later.
  package init(document: JSONObject) throws(DocumentError) {
    try MemberShape.request.checkDuplicates(in: document)
    let reader = ObjectReader(document)
    guard let url = document["url"], url != .null else { throw DocumentError("a request needs a \"url\"") }
    for field in try Self.kind(reader).fields { try field.check(in: reader) }
    if document["variables"] != nil { _ = try Variable.readAll(reader) }
    self.document = document
  }

  private static func kind(_ reader: ObjectReader) throws(DocumentError) -> RequestKind {
    guard let name = try reader.string("kind") else {
      return .implied(by: reader.object["url"]?.string ?? "")
    }
    if let kind = RequestKind.named(name) { return kind }
    let known = RequestKind.all.map(\.name).joined(separator: ", ")
    throw DocumentError(
      "\"kind\" is \"\(name)\", not one of \(known)",
      at: reader.path.appending("kind"))
  }

  /// - Precondition: `document` has the shape of a request.
  init(checked document: JSONObject) { self.document = document }

  package init(method: String = "GET", url: String, id: RequestID? = nil) {
    document = JSONObject()
    if let id { document["id"] = .string(id.text) }
    document["method"] = .string(method)
    document["url"] = .string(url)
    if method == "GET" { followScheme(after: "") }
  }
}

extension SavedRequest {
  package var id: RequestID? {
    get { document["id"]?.string.map(RequestID.init) }
    set {
      guard newValue != id else { return }
      guard document["id"] == nil, let newValue else { return document["id"] = newValue.map { .string($0.text) } }
      document.members.insert(JSONMember(key: JSONString("id"), value: .string(newValue.text)), at: 0)
    }
  }

  /// The kind. The standard kind is not written to the file, and the URL of a WebSocket implies its kind.
  package var kind: RequestKind {
    get { document["kind"]?.string.flatMap(RequestKind.named) ?? .implied(by: url) }
    set { if newValue != kind { document["kind"] = newValue == .standard ? nil : .string(newValue.name) } }
  }

  /// The display name; `nil` shows the file's stem.
  package var name: String? {
    get { document["name"]?.string }
    set { if newValue != name { document["name"] = newValue.map(JSONValue.string) } }
  }

  /// Whether the method is a token, RFC 9110.
  package var hasUsableMethod: Bool {
    !method.isEmpty && method.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
  }

  /// The id in Postman of an imported request that scripts name by it.
  package var foreignID: String? { document["x-postman"]?.object?["id"]?.string }

  /// Why an entry of another program's file, whose place this is, cannot be read.
  package var unreadable: String? { document[PortableRequest.unreadableMember]?.string }

  package var method: String {
    get { document["method"]?.string ?? "GET" }
    set { if newValue != method { document["method"] = .string(newValue) } }
  }

  /// The URL as written, with variables unexpanded and `:name` path parameters.
  package var url: String {
    get { document["url"]?.string ?? "" }
    set { if newValue != url { document["url"] = .string(newValue) } }
  }

  /// Values for the `:name` segments of the URL, in file order.
  package var pathParameters: [Parameter] {
    get { (document["path"]?.object?.members ?? []).map { Parameter($0.key.value, $0.value.string ?? "") } }
    set {
      guard newValue != pathParameters else { return }
      let members = newValue.map { JSONMember(key: JSONString($0.name), value: .string($0.value)) }
      document["path"] = members.isEmpty ? nil : .object(JSONObject(members: members))
    }
  }

  package var query: [Parameter] {
    get { rows("query") }
    set { setRows("query", newValue) }
  }

  package var headers: [Parameter] {
    get { rows("headers") }
    set { setRows("headers", newValue) }
  }

  /// Returns the request without some optional members.
  package func without(_ members: String...) -> SavedRequest {
    var rest = document
    for name in members { rest[name] = nil }
    return SavedRequest(checked: rest)
  }

  package var tags: [String] { (document["tags"]?.array ?? []).compactMap(\.string) }

  /// Those of this request alone.
  package var variables: [Variable] {
    (document["variables"]?.array ?? []).compactMap { $0.object.map(Variable.init(document:)) }
  }

  /// The checks of the response, as rows of the file.
  package var checks: [JSONObject] {
    get { document["checks"]?.array?.compactMap(\.object) ?? [] }
    set { document["checks"] = newValue.isEmpty ? nil : .array(newValue.map(JSONValue.object)) }
  }

  /// The variables to set from the response, as rows of the file.
  package var captures: [JSONObject] { document["captures"]?.array?.compactMap(\.object) ?? [] }

  package var body: RequestBody? {
    // Cannot fail: checked in `init`.
    get { document["body"]?.object.flatMap { try? RequestBody.read(ObjectReader($0)) } }
    set {
      guard newValue != body else { return }
      document.setObject("body", newValue) { $0.write(to: &$1) }
    }
  }

  /// Replaces the body with the body of another version of this request, including unknown members and its position.
  package mutating func takeBody(of other: SavedRequest) {
    document["body"] = nil
    guard let index = other.document.members.lastIndex(where: { $0.key.means("body") }) else { return }
    document.members.insert(other.document.members[index], at: min(index, document.members.count))
  }

  /// `nil` inherits from the parent folder.
  package var auth: RequestAuth? {
    get { document.auth }
    set { document.auth = newValue }
  }

  package var options: RequestOptions {
    get { RequestOptions(document: document["options"]?.object ?? JSONObject()) }
    set {
      guard newValue != options else { return }
      document["options"] = newValue.document.members.isEmpty ? nil : .object(newValue.document)
    }
  }

  /// Notes in Markdown, stored as an array of lines.
  package var docs: String {
    get { (try? ObjectReader(document).lines("docs")) ?? "" }  // Cannot fail: checked in `init`.
    set {
      guard newValue != docs else { return }
      document["docs"] = newValue.isEmpty ? nil : .lines(newValue, like: document["docs"])
    }
  }

  private func rows(_ key: String) -> [Parameter] {
    (document[key]?.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }
  }

  private mutating func setRows(_ key: String, _ rows: [Parameter]) {
    guard rows != self.rows(key) else { return }
    document[key] = rows.isEmpty ? nil : .array(rows.map { .object($0.document) })
  }
}

extension JSONObject {
  /// The `auth` of a file whose shape was checked: reading cannot fail.
  var auth: RequestAuth? {
    get { self["auth"]?.object.flatMap { try? RequestAuth.readAuth(ObjectReader($0)) } }
    set {
      guard newValue != auth else { return }
      setObject("auth", newValue) { $0.write(to: &$1) }
    }
  }

  fileprivate mutating func setObject<Value>(
    _ key: String, _ value: Value?, _ write: (Value, inout JSONObject) -> Void
  ) {
    guard let value else { return self[key] = nil }
    var object = self[key]?.object ?? JSONObject()
    write(value, &object)
    self[key] = .object(object)
  }
}
