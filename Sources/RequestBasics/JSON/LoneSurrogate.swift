extension JSONString {
  /// The first escape from `\ud800` to `\udfff` that is not part of a surrogate pair.
  ///
  /// It is valid JSON but has no UTF-8 form, so it cannot be sent.
  package var loneSurrogate: String? {
    guard escaped.utf8.contains(UInt8(ascii: "\\")) else { return nil }
    let bytes = Array(escaped.utf8)
    var offset = 0
    while let escape = bytes[offset...].firstIndex(of: UInt8(ascii: "\\")) {
      let units = Self.units(at: escape, in: bytes)
      if units.count == 1, UTF16.isSurrogate(units[0]) {
        return String(decoding: bytes[escape..<escape + 6], as: UTF8.self)
      }
      offset = escape + (units.isEmpty ? 2 : units.count * 6)
    }
    return nil
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
