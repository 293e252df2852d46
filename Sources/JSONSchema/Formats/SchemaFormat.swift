internal import BodyDocument

/// The formats of the standard that can be asserted, and further ones of Ajv. `idn-hostname` is checked for its ASCII
/// rules only.
enum SchemaFormat {
  static let all: [String: @Sendable (String) -> Bool] = [
    "date": { DateFormat.isDate(Array($0.utf8)[...]) },
    "date-time": { DateFormat.isDateTime($0) },
    "time": { DateFormat.isTime(Array($0.utf8)[...]) },
    "duration": matching(
      #"\AP(?!\z)(\d+W|(\d+Y(\d+M(\d+D)?)?|\d+M(\d+D)?|\d+D)?(T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S))?)\z"#),
    "email": { AddressFormat.isEmail($0, isInternational: false) },
    "hostname": { AddressFormat.isHostname($0) },
    "idn-email": { AddressFormat.isEmail($0, isInternational: true) },
    "idn-hostname": { AddressFormat.isInternationalHostname($0) },
    "ipv4": { AddressFormat.isIPv4($0) },
    "ipv6": { AddressFormat.isIPv6($0) },
    "iri": { URIFormat.isURI($0, isInternational: true) },
    "iri-reference": { URIFormat.isReference($0, isInternational: true) },
    "json-pointer-uri-fragment": matching(#"(?i)\A#(/([a-z0-9_.!$&'()*+,;:=@-]|%[0-9a-f]{2}|~[01])*)*\z"#),
    "json-pointer": matching(#"\A(/([^/~]|~[01])*)*\z"#),
    "regex": { (try? SchemaPattern($0)) != nil },
    "relative-json-pointer": matching(#"\A(0|[1-9][0-9]*)(#|(/([^/~]|~[01])*)*)\z"#),
    "uri": { URIFormat.isURI($0, isInternational: false) },
    "uri-reference": { URIFormat.isReference($0, isInternational: false) },
    "uri-template": matching(
      #"\A([^\x00-\x20\x7F"%<>\\^`{|}]|%[0-9A-Fa-f]{2}|\{[+#./;?&=,!@|]?(([A-Za-z0-9_]|%[0-9A-Fa-f]{2})"#
        + #"(\.?([A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(:[1-9][0-9]{0,3}|\*)?)"#
        + #"(,([A-Za-z0-9_]|%[0-9A-Fa-f]{2})(\.?([A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(:[1-9][0-9]{0,3}|\*)?)*\})*\z"#),
    "url": { text in
      let rest = ["http://", "https://", "ftp://"].first { text.lowercased().hasPrefix($0) }.map {
        text.dropFirst($0.count)
      }
      return rest?.isEmpty == false && URIFormat.isURI(text, isInternational: false)
    },
    "uuid": matching(#"\A[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\z"#),
  ]

  /// Whether a value has a format; `nil` if the format is unknown or does not apply to values of its kind.
  static func holds(_ format: String, _ value: SchemaInstance) -> Bool? {
    switch value {
    case .string(let text): (all[format] ?? OpenAPIFormat.texts[format])?(text.text)
    case .number(let number): OpenAPIFormat.numbers[format]?(number.value)
    default: nil
    }
  }

  private static func matching(_ pattern: String) -> @Sendable (String) -> Bool {
    let matcher = try? TextMatcher(pattern)
    return { text in (try? matcher?.matches(text)) ?? false }
  }
}
