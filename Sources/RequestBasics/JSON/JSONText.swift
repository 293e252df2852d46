/// A JSON text and the byte ranges of its values.
package struct JSONText: Equatable, Sendable {
  package let bytes: [UInt8]
  let nodes: [JSONNode]

  /// Parses strict RFC 8259 JSON in UTF-8. A byte order mark is accepted and kept.
  package init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    nodes = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
      var parser = JSONParser(buffer)
      try parser.parse()
      return parser.nodes
    }
    self.bytes = bytes
  }

  init(bytes: [UInt8], nodes: [JSONNode]) { (self.bytes, self.nodes) = (bytes, nodes) }

  package init(_ text: String) throws(JSONSyntaxError) { try self.init(Array(text.utf8)) }

  /// The parsed value, built on each access.
  package var value: JSONValue {
    bytes.withUnsafeBufferPointer { value(at: 0, $0) }
  }

  package var isObject: Bool { nodes[0].kind == .object }

  /// Returns the position of the value at `path`, or of its nearest existing ancestor.
  package func position(of path: JSONLocation) -> TextPosition {
    var index = 0
    for step in path.steps {
      guard let child = child(step, of: index) else { break }
      index = child
    }
    return TextPosition(offset: nodes[index].start, in: bytes)
  }

  /// Returns the position of the first verbatim occurrence of a text.
  package func firstPosition(of text: String) -> TextPosition? {
    firstOffset(of: text).map { TextPosition(offset: $0, in: bytes) }
  }

  /// Returns the offset of the first verbatim occurrence of a text.
  package func firstOffset(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      wanted.withUnsafeBufferPointer { ByteSearch.offset(of: $0, in: bytes) }
    }
  }

  /// Returns the position of the key of the member at `path`.
  package func keyPosition(of path: JSONLocation) -> TextPosition {
    let index = path.steps.reduce(0) { index, step in child(step, of: index) ?? index }
    return TextPosition(offset: nodes[index].itemStart, in: bytes)
  }
}

extension JSONText {
  private func value(at index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> JSONValue {
    let node = nodes[index]
    switch node.kind {
    case .null: return .null
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .number: return .number(JSONNumber(text: text(node.start, node.end, bytes)))
    case .string: return .string(JSONString(escaped: text(node.start + 1, node.end - 1, bytes)))
    case .array:
      var elements: [JSONValue] = []
      forEachChild(of: index) { elements.append(value(at: $0, bytes)) }
      return .array(elements)
    case .object:
      var members: [JSONMember] = []
      forEachChild(of: index) {
        let key = text(nodes[$0].keyStart + 1, nodes[$0].keyEnd - 1, bytes)
        members.append(JSONMember(key: JSONString(escaped: key), value: value(at: $0, bytes)))
      }
      return .object(JSONObject(members: members))
    }
  }

  private func text(_ start: Int, _ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  func forEachChild(of index: Int, _ body: (Int) -> Void) {
    var child = index + 1
    while child < nodes[index].next {
      body(child)
      child = nodes[child].next
    }
  }

  func children(of index: Int) -> [Int] {
    var children: [Int] = []
    forEachChild(of: index) { children.append($0) }
    return children
  }

  func key(of member: Int) -> JSONString {
    let node = nodes[member]
    return JSONString(escaped: String(decoding: bytes[node.keyStart + 1..<node.keyEnd - 1], as: UTF8.self))
  }

  /// Of members with the same name, the last one counts.
  func child(_ step: JSONLocation.Step, of index: Int) -> Int? {
    let children = children(of: index)
    switch (step, nodes[index].kind) {
    case (.index(let wanted), .array): return children.indices.contains(wanted) ? children[wanted] : nil
    case (.key(let wanted), .object): return children.last { key(of: $0).means(wanted) }
    default: return nil
    }
  }
}
