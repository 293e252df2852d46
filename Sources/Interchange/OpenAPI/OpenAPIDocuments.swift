internal import Foundation

/// The files of an OpenAPI document: the root and those that it refers to.
///
/// Lookups are cached, as the lookup in a `JSONObject` is linear and documents have thousands of components.
final class OpenAPIDocuments {
  private struct File {
    var path: String
    var value: JSONValue
  }

  private struct Key: Hashable {
    var file: Int
    /// A reference in the file, or a pointer into it.
    var text: String
  }

  private var loaded: [File]
  private var numbers: [String: Int] = [:]
  private let sources: SourceFiles?
  /// Where the root was fetched from.
  let location: OpenAPILocation?
  /// The layout of the root, if it is JSON.
  var notation: JSONNotation?
  private var targets: [Key: OpenAPINode?] = [:]
  private var places: [Key: OpenAPIAddress] = [:]
  private var indexes: [OpenAPIAddress: [String: JSONValue]] = [:]
  private var names: [Int: OpenAPIAnchors] = [:]
  private var readBytes = 0
  /// The depth of references that lead through references.
  private var depth = 0
  /// References that were not followed, and why.
  private(set) var problems: [String] = []
  /// How many problems there were after those.
  private(set) var furtherProblems = 0

  private static let byteLimit = 64 << 20
  private static let textEndings = [".md", ".markdown", ".txt", ".html", ".xml", ".csv"]
  private static let hopLimit = 32
  private static let problemLimit = 50
  /// Smaller objects are searched without an index.
  private static let indexedSize = 16

  init(_ root: JSONValue, path: String? = nil, sources: SourceFiles? = nil, location: OpenAPILocation? = nil) {
    self.location = location
    loaded = [File(path: path ?? "", value: root)]
    if let path { numbers[path] = 0 }
    self.sources = sources
  }

  /// The path of the root, and the other files that references led to, by their paths.
  var path: String { loaded[0].path }
  var further: [(path: String, value: JSONValue)] { loaded.dropFirst().map { ($0.path, $0.value) } }

  var root: OpenAPINode { whole(0).resolved }

  private func whole(_ file: Int) -> OpenAPINode { OpenAPINode(value: loaded[file].value, file: file, documents: self) }

  func place(file: Int, pointer: String) -> OpenAPIAddress {
    let key = Key(file: file, text: pointer)
    if let place = places[key] { return place }
    let place = OpenAPIAddress(file: file, pointer: pointer)
    places[key] = place
    return place
  }

  /// Follows the reference of a node. If that fails, returns the members beside the reference.
  func resolved(_ node: OpenAPINode) -> OpenAPINode {
    var current = node
    var siblings: [JSONMember] = []
    var seen: Set<Key> = []
    while let reference = current.reference {
      siblings += (current.value.object?.members ?? []).filter { !$0.key.means("$ref") }
      let key = Key(file: current.file, text: reference)
      guard seen.insert(key).inserted, seen.count <= Self.hopLimit else {
        report("The reference \"\(reference)\" leads to itself")
        return current.with(.object(JSONObject(members: siblings)))
      }
      guard let target = target(key) else { return current.with(.object(JSONObject(members: siblings))) }
      current = target
    }
    guard !siblings.isEmpty else { return current }
    return OpenAPINode(
      value: current.value, file: current.file, documents: self, address: current.address,
      siblings: JSONObject(members: siblings))
  }

  private func target(_ key: Key) -> OpenAPINode? {
    if let known = targets[key] { return known }
    depth += 1
    defer { depth -= 1 }
    let found = depth > Self.hopLimit ? nil : find(key)
    targets[key] = .some(found)
    return found
  }

  private func find(_ key: Key) -> OpenAPINode? {
    let parts = key.text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let address = parts[0]
    let fragment = parts.count > 1 ? parts[1] : ""
    guard let file = file(address, from: key.file) else {
      if let named = anchors(key.file).ids[address] {
        return fragment.hasPrefix("/") ? descend(named, JSONPointer.tokens(fragment: fragment)) : named
      }
      if let component = component(named: key.text) { return component }
      report("The reference \"\(key.text)\" was not followed: \(address) is not among the files of the source")
      return nil
    }
    let start = whole(file).at("")
    if fragment.isEmpty { return start }
    if fragment.hasPrefix("/"), let found = descend(start, JSONPointer.tokens(fragment: fragment)) { return found }
    if !fragment.hasPrefix("/"), let found = anchors(file).anchors[fragment] { return found }
    report("The reference \"\(key.text)\" leads nowhere")
    return nil
  }

  /// The node at a pointer below another one.
  private func descend(_ start: OpenAPINode, _ tokens: [String]) -> OpenAPINode? {
    var node = start
    for token in tokens {
      // By the index: a search of thousands of paths or components for each reference would take quadratic time.
      if self.child(node, "$ref")?.string != nil { node = resolved(node) }
      guard let child = child(node, token) else { return nil }
      let parent = node.address ?? place(file: node.file, pointer: "")
      let address = place(file: parent.file, pointer: parent.pointer + "/" + JSONPointer.escaped(token))
      node = OpenAPINode(value: child, file: node.file, documents: self, address: address)
    }
    return node
  }

  private func child(_ node: OpenAPINode, _ token: String) -> JSONValue? {
    if let elements = node.value.array {
      return Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }
    guard let object = node.value.object else { return nil }
    guard object.members.count > Self.indexedSize, let address = node.address else { return node.raw(token) }
    if let index = indexes[address] { return index[token] }
    let pairs = object.members.map { ($0.key.value, $0.value) }
    let index = Dictionary(pairs, uniquingKeysWith: { $1 })
    indexes[address] = index
    return index[token]
  }

  /// Some documents name a schema alone.
  private func component(named name: String) -> OpenAPINode? {
    guard !name.contains("/"), !name.contains("#"), depth == 1 else { return nil }
    for tokens in [["components", "schemas", name], ["definitions", name]] {
      if let found = descend(whole(0).at(""), tokens) { return found }
    }
    return nil
  }

  private func report(_ text: String) {
    guard problems.count < Self.problemLimit else {
      furtherProblems += 1
      return
    }
    if !problems.contains(text) { problems.append(text) }
  }

  private func anchors(_ file: Int) -> OpenAPIAnchors {
    if let known = names[file] { return known }
    let anchors = OpenAPIAnchors(whole(file))
    names[file] = anchors
    return anchors
  }

  // MARK: Files

  private func file(_ address: String, from base: Int) -> Int? {
    guard !address.isEmpty else { return base }
    guard !address.contains("://") else { return nil }
    let decoded = String(decoding: PercentEncoding.decode(address), as: UTF8.self)
    guard let path = SourceFiles.path(decoded, relativeTo: loaded[base].path) else { return nil }
    if let number = numbers[path] { return number }
    guard let sources, sources.contains(path), let data = try? sources.read(path),
      readBytes + data.count <= Self.byteLimit
    else { return nil }
    readBytes += data.count
    // Descriptions may be in Markdown files, and examples in files of any kind.
    let isText = Self.textEndings.contains { path.lowercased().hasSuffix($0) }
    let structured = isText ? nil : StructuredText.read(data, fileName: path).0
    let value = structured ?? .string(String(decoding: data, as: UTF8.self))
    loaded.append(File(path: path, value: value))
    numbers[path] = loaded.count - 1
    return loaded.count - 1
  }
}

/// The names that schemas of a file have beside their places: `$id`, `$anchor` and the document's `$self`.
struct OpenAPIAnchors {
  private(set) var anchors: [String: OpenAPINode] = [:]
  private(set) var ids: [String: OpenAPINode] = [:]

  private static let limit = 1_000_000

  init(_ root: OpenAPINode) {
    if let own = root.value.object?["$self"]?.string { ids[own] = root.at("") }
    var rest = Self.limit
    collect(root, "", &rest)
  }

  private mutating func collect(_ node: OpenAPINode, _ pointer: String, _ rest: inout Int) {
    rest -= 1 + pointer.utf8.count / 64
    guard rest > 0 else { return }
    for (index, element) in (node.value.array ?? []).enumerated() where element.isContainer {
      collect(node.with(element), pointer + "/\(index)", &rest)
    }
    for member in node.value.object?.members ?? [] {
      if let name = member.value.string {
        note(name, as: member.key, node, pointer)
      } else if member.value.isContainer {
        collect(node.with(member.value), pointer + "/" + JSONPointer.escaped(member.key.value), &rest)
      }
    }
  }

  private mutating func note(_ name: String, as key: JSONString, _ node: OpenAPINode, _ pointer: String) {
    guard key.escaped.utf8.first == UInt8(ascii: "$") else { return }
    let found = node.at(pointer)
    switch key.value {
    case "$anchor", "$dynamicAnchor": if anchors[name] == nil { anchors[name] = found }
    case "$id": if ids[name] == nil { ids[name] = found }
    default: break
    }
  }
}
