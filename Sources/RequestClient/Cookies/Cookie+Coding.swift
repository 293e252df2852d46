internal import Foundation
internal import RequestBasics

/// The form in a jar's JSON file: `domain`, `name` and `value` are there; `path` is `/` where it is missing, flags are
/// false, dates are `2026-01-31T12:00:00Z`, to the second.
extension Cookie: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, value, domain, path, expires, sameSite, created
    case isSecure = "secure"
    case isHTTPOnly = "httpOnly"
    case isHostOnly = "hostOnly"
  }

  /// - Throws: `DecodingError`, also for a date in another form.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    value = try values.decode(String.self, forKey: .value)
    domain = try values.decode(String.self, forKey: .domain)
    path = try values.decodeIfPresent(String.self, forKey: .path) ?? "/"
    expires = try Self.date(.expires, values)
    isSecure = try values.decodeIfPresent(Bool.self, forKey: .isSecure) ?? false
    isHTTPOnly = try values.decodeIfPresent(Bool.self, forKey: .isHTTPOnly) ?? false
    sameSite = try values.decodeIfPresent(SameSite.self, forKey: .sameSite)
    isHostOnly = try values.decodeIfPresent(Bool.self, forKey: .isHostOnly) ?? false
    created = try Self.date(.created, values) ?? Date(timeIntervalSince1970: 0)
  }

  /// Writes every member but those that are `nil`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(value, forKey: .value)
    try values.encode(domain, forKey: .domain)
    try values.encode(path, forKey: .path)
    try values.encodeIfPresent(expires.map { UTCTime($0).extended }, forKey: .expires)
    try values.encode(isSecure, forKey: .isSecure)
    try values.encode(isHTTPOnly, forKey: .isHTTPOnly)
    try values.encodeIfPresent(sameSite, forKey: .sameSite)
    try values.encode(isHostOnly, forKey: .isHostOnly)
    try values.encode(UTCTime(created).extended, forKey: .created)
  }

  private static func date(_ key: CodingKeys, _ values: KeyedDecodingContainer<CodingKeys>) throws -> Date? {
    guard let text = try values.decodeIfPresent(String.self, forKey: key) else { return nil }
    if let date = UTCTime(extended: text)?.date { return date }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: values, debugDescription: "\"\(text)\" is not a date like 2026-01-31T12:00:00Z")
  }
}
