import Foundation

/// Encodes one value into one node.
struct FormValueEncoder: Encoder {
  let node: FormNode
  let choices: URLEncodedFormEncoder
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ node: FormNode, choices: URLEncodedFormEncoder, codingPath: [any CodingKey] = []) {
    self.node = node
    self.choices = choices
    self.codingPath = codingPath
  }

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
    FormValueEncoder(node, choices: choices, codingPath: codingPath + [key])
  }

  /// Encodes what forms have a text for, and lets every other value encode itself.
  func encode(_ value: some Encodable) throws {
    if let text = try text(of: value) { node.setText(text) } else { try value.encode(to: self) }
  }

  private func text(of value: some Encodable) throws -> String? {
    switch value {
    case let bool as Bool: choices.boolEncoding.encode(bool)
    case let date as Date: try choices.dateEncoding.encode(date)
    case let data as Data: try choices.dataEncoding.encode(data)
    case let string as String: string
    case let integer as any BinaryInteger & Encodable: "\(integer)"
    case let real as any BinaryFloatingPoint & Encodable: "\(real)"
    // The one would encode its mantissa and exponent, the other a base and what is relative to it.
    case let decimal as Decimal: "\(decimal)"
    case let url as URL: url.absoluteString
    default: nil
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
