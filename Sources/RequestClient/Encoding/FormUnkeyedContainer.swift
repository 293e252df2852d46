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
