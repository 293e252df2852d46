extension JSONString {
  /// The first escape from `\ud800` to `\udfff` that is not part of a surrogate pair.
  ///
  /// It is valid JSON but has no UTF-8 form, so it cannot be sent.
  package var loneSurrogate: String? {
    var escaped = escaped
    return escaped.withUTF8 { text in
      let bytes = UnsafeRawBufferPointer(text)
      var position = 0
      while let start = bytes.firstBackslash(in: position..<bytes.count) {
        let escape = JSONEscape(at: start, in: bytes, before: bytes.count)
        if let escape, escape.character == nil { return String(decoding: bytes[escape.range], as: UTF8.self) }
        position = min(escape?.range.upperBound ?? start + 2, bytes.count)
      }
      return nil
    }
  }
}

extension JSONValue {
  /// The location of the first string with a lone surrogate.
  package var loneSurrogate: JSONLocation? {
    switch self {
    case .null, .bool, .number: return nil
    case .string(let string): return string.loneSurrogate == nil ? nil : []
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let path = element.loneSurrogate { return JSONLocation([.index(index)] + path.steps) }
      }
    case .object(let object):
      for member in object.members {
        let step = JSONLocation.Step.key(member.key.value)
        if member.key.loneSurrogate != nil { return JSONLocation([step]) }
        if let path = member.value.loneSurrogate { return JSONLocation([step] + path.steps) }
      }
    }
    return nil
  }
}
