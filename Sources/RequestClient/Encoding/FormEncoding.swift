import Foundation

/// A node of a form. A class, because an encoder's containers fill it incrementally.
final class FormNode {
  enum Content {
    /// Nothing was encoded yet.
    case unset
    case null
    case text(String)
    case array([FormNode])
    case object(Members)
  }

  /// The members of an object in the order in which they were first encoded.
  struct Members {
    private(set) var list: [(key: String, node: FormNode)] = []
    private var places: [String: Int] = [:]

    subscript(key: String) -> FormNode? { places[key].map { list[$0].node } }

    mutating func set(_ node: FormNode, for key: String) {
      if let place = places[key] {
        list[place].node = node
      } else {
        places[key] = list.count
        list.append((key, node))
      }
    }
  }

  private(set) var content: Content

  init(_ content: Content) { self.content = content }

  func setText(_ text: String?) { content = text.map(Content.text) ?? .null }

  /// Makes the node an object unless it is one, which a class and its superclass share.
  func becomeObject() {
    if case .object = content { return }
    content = .object(Members())
  }

  /// Makes the node an array unless it is one.
  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  func set(_ node: FormNode, for key: String) {
    var members = members
    content = .unset
    members.set(node, for: key)
    content = .object(members)
  }

  /// Returns the member for `key`, created if necessary.
  func member(for key: String) -> FormNode {
    if let member = members[key] { return member }
    let member = FormNode(.unset)
    set(member, for: key)
    return member
  }

  func append(_ node: FormNode) {
    var elements = elements
    content = .unset
    elements.append(node)
    content = .array(elements)
  }

  var elementCount: Int { elements.count }

  // If a type uses containers of two kinds, the last one wins.
  private var members: Members {
    if case .object(let members) = content { members } else { Members() }
  }

  private var elements: [FormNode] {
    if case .array(let elements) = content { elements } else { [] }
  }
}

/// Encodes a value into a node.
struct FormValueEncoder: Encoder {
  let node: FormNode
  let choices: URLEncodedFormEncoder
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(FormKeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return FormUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { FormSingleValueContainer(encoder: self) }

  /// The encoder of an inner value.
  func inner(_ node: FormNode, _ key: any CodingKey) -> FormValueEncoder {
    FormValueEncoder(node: node, choices: choices, codingPath: codingPath + [key])
  }

  /// Encodes a scalar as text; other values encode themselves.
  func encode(_ value: some Encodable) throws {
    if let text = try text(of: value) { node.setText(text) } else { try value.encode(to: self) }
  }

  private func text(of value: some Encodable) throws -> String? {
    switch ParameterValue.scalar(value) {
    case .bool(let bool): choices.boolEncoding.encode(bool)
    case .date(let date): try choices.dateEncoding.encode(date)
    case .data(let data): try choices.dataEncoding.encode(data)
    case .integer(let text), .real(let text), .string(let text): text
    case .null, .array, .object, nil: nil
    }
  }
}

/// The key of an element.
struct FormIndexKey: CodingKey {
  let intValue: Int?
  var stringValue: String { intValue.map(String.init) ?? "" }

  init(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}

struct FormKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: FormValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.node.set(FormNode(.null), for: key.stringValue) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let node = FormNode(.unset)
    encoder.node.set(node, for: key.stringValue)
    try encoder.inner(node, key).encode(value)
  }

  func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }

  /// Returns the same encoder; see `URLEncodedFormEncoder`.
  func superEncoder() -> any Encoder { encoder }

  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  private func nested(_ key: Key) -> FormValueEncoder {
    encoder.inner(encoder.node.member(for: key.stringValue), key)
  }
}

// Synthesized conformances encode optionals with these; the default implementations would skip nil. The overloads for
// concrete types cannot be replaced by a generic one.
extension FormKeyedContainer {
  private func encodeOptional(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOptional(value, key) }
}

struct FormUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: FormValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.elementCount }

  func encodeNil() { encoder.node.append(FormNode(.null)) }
  func encode<Value: Encodable>(_ value: Value) throws { try nextEncoder().encode(value) }

  func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    nextEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nextEncoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { nextEncoder() }

  private func nextEncoder() -> FormValueEncoder {
    let node = FormNode(.unset)
    let key = FormIndexKey(intValue: count)
    encoder.node.append(node)
    return encoder.inner(node, key)
  }
}

struct FormSingleValueContainer: SingleValueEncodingContainer {
  let encoder: FormValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.node.setText(nil) }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}

/// Writes a tree of nodes as pairs.
struct FormSerializer {
  var arrayEncoding = URLEncodedFormEncoder.ArrayEncoding.brackets
  var keyEncoding = URLEncodedFormEncoder.KeyEncoding.useDefaultKeys
  var keyPathEncoding = URLEncodedFormEncoder.KeyPathEncoding.brackets
  var nilEncoding = URLEncodedFormEncoder.NilEncoding.dropKey
  var isAlphabetized = true
  var escaping = FormEscaping.default

  func text(of root: FormNode) -> String {
    var text = ""
    write(root, name: nil, to: &text)
    return text
  }

  private func write(_ node: FormNode, name: String?, to text: inout String) {
    switch node.content {
    case .unset: break
    case .null: if let value = nilEncoding.text() { writePair(name, value, to: &text) }
    case .text(let value): writePair(name, value, to: &text)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        write(element, name: arrayEncoding.encode(name ?? "", at: index), to: &text)
      }
    case .object(let members):
      for (key, member) in ordered(members) {
        write(member, name: name.map { $0 + keyPathEncoding.suffix(key) } ?? key, to: &text)
      }
    }
  }

  private func ordered(_ members: FormNode.Members) -> [(String, FormNode)] {
    let named = members.list.map { (keyEncoding.encode($0.key), $0.node) }
    return isAlphabetized ? named.sorted { $0.0 < $1.0 } : named
  }

  private func writePair(_ name: String?, _ value: String, to text: inout String) {
    if !text.isEmpty { text += "&" }
    escaping.append(name ?? "", to: &text)
    text += "="
    escaping.append(value, to: &text)
  }
}

/// Bytes of names and values that are not escaped.
struct FormEscaping: Sendable {
  /// Indexed by ASCII code.
  private let isAllowed: [Bool]
  private let spaces: URLEncodedFormEncoder.SpaceEncoding

  static let `default` = FormEscaping(
    allowed: URLEncodedFormEncoder.defaultAllowedCharacters, spaces: .percentEscaped)

  init(allowed: CharacterSet, spaces: URLEncodedFormEncoder.SpaceEncoding) {
    isAllowed = (0..<0x80).map { allowed.contains(Unicode.Scalar(UInt8($0))) }
    self.spaces = spaces
  }

  func append(_ text: String, to result: inout String) {
    for byte in text.utf8 {
      if byte == 0x20, spaces == .plusReplaced {
        result += "+"
      } else if byte < 0x80, isAllowed[Int(byte)] {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        PercentEncoding.append(byte, to: &result)
      }
    }
  }
}
