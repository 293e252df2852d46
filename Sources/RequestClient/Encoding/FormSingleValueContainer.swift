struct FormSingleValueContainer: SingleValueEncodingContainer {
  let encoder: FormValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.node.setText(nil) }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}
