internal import BodyDocument
internal import Foundation

/// A response of a real server without the credentials of its exchange.
package enum RecordedResponse {
  /// Masks credentials of the client wherever the response repeats them, and values that look like credentials.
  ///
  /// - Parameters:
  ///   - sent: The headers of the client.
  ///   - sentBody: The body of the client. Its members and fields with secret names count as credentials.
  package static func masked(_ response: Response, sent: [Header], url: String, sentBody: [UInt8] = []) -> Response {
    var credentials = LiteralCredentials()
    for header in sent {
      guard SecretName.isLikely(header.name) else {
        credentials.note(header)
        continue
      }
      credentials.noteCredentials(header)
      for value in secretParts(of: header.value) { credentials.note(secret: value) }
    }
    credentials.note(url: url)
    for (name, value) in query(of: url) where SecretParameter.isLikely(name, value) {
      credentials.note(secret: value)
    }
    let readable = meaning(of: Data(sentBody), sent).map { [UInt8]($0) } ?? sentBody
    for value in secretValues(of: readable) { credentials.note(secret: value) }
    if let json = meaning(of: response.body, response.headers) {
      for value in likelySecrets(of: json) { credentials.note(secret: value) }
    }
    let mask = SecretMask(credentials.values, credentialHeaders: credentials.headers)
    var masked = mask.masked(response)
    masked.headers = masked.headers.map { header in
      CredentialText.isCredentialHeader(header.name) ? Header(header.name, SecretMask.mark) : maskingLikely(header)
    }
    masked.body = maskingLikely(masked.body)
    return masked
  }

  /// The JSON that a body of MessagePack or CBOR means.
  private static func meaning(of body: Data, _ headers: [Header]) -> Data? {
    BodyDocument.meaning(of: body, contentType: headers.first("Content-Type"))
  }

  /// The texts of JSON that `maskingLikely` would change. Bytes that mean JSON are masked where they have them.
  private static func likelySecrets(of json: Data) -> [String] {
    guard let value = try? JSONText([UInt8](json)).value else { return [] }  // JSON of too many levels.
    return secrets(in: value) { name, text in
      if SecretName.isLikely(name), text.utf8.count >= shortest { return [text] }
      return TokenShape.candidates(in: text).isEmpty
        ? [] : TokenShape.all.flatMap { shape in shape.all(in: text).map { String($0) } }
    }
  }

  /// - Parameter secrets: The secrets of one text, which has the name of its member.
  private static func secrets(
    in value: JSONValue, name: String = "", of secrets: (_ name: String, _ text: String) -> [String]
  ) -> [String] {
    switch value {
    case .null, .bool, .number: []
    case .string(let string): secrets(name, string.value)
    case .array(let elements): elements.flatMap { self.secrets(in: $0, name: name, of: secrets) }
    case .object(let object): object.members.flatMap { self.secrets(in: $0.value, name: $0.key.value, of: secrets) }
    }
  }

  /// Masks tokens in a header, such as in the URL of `Location`.
  private static func maskingLikely(_ header: Header) -> Header {
    let value = header.value.containsExactly("://") ? SecretParameter.masking(header.value) : header.value
    return Header(header.name, maskingTokens(value) ?? value)
  }

  /// The secret parts of credentials such as `AWS4-HMAC-SHA256 Credential=…, Signature=…`.
  private static func secretParts(of credentials: String) -> [String] {
    credentials.split { $0 == "," || $0 == " " }.compactMap { part in
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let value = part[part.index(after: equals)...].filter { $0 != "\"" }
      return SecretParameter.isLikely(String(part[..<equals]), value) ? value : nil
    }
  }

  private static func secretValues(of body: [UInt8]) -> [String] {
    if let json = try? JSONText(body) {  // Else it may be a form.
      return secrets(in: json.value) { SecretParameter.isLikely($0, $1) ? [$1] : [] }
    }
    guard let text = String(validating: body, as: UTF8.self) else { return [] }
    return URLQuery.decoded(text).filter { SecretParameter.isLikely($0.name, $0.value) }.map(\.value)
  }

  private static func query(of url: String) -> [(name: String, value: String)] {
    url.unicodeScalars.firstIndex(of: "?").map { URLQuery.decoded(String(url[$0...].dropFirst())) } ?? []
  }

  /// Masks members such as `access_token`, and texts that look like tokens.
  private static func maskingLikely(_ body: Data) -> Data {
    guard let json = try? JSONText([UInt8](body)) else {  // Any other text.
      guard let text = String(validating: body, as: UTF8.self), let masked = maskingTokens(text) else { return body }
      return Data(masked.utf8)
    }
    return Data(json.rewriting(to: masking(json.value, name: "")))
  }

  private static func masking(_ value: JSONValue, name: String) -> JSONValue {
    switch value {
    case .null, .bool, .number: return value
    case .string(let string):
      let text = string.value
      if SecretName.isLikely(name), text.utf8.count >= shortest { return .string(SecretMask.mark) }
      return maskingTokens(text).map(JSONValue.string) ?? value
    case .array(let elements): return .array(elements.map { masking($0, name: name) })
    case .object(let object):
      let members = object.members.map { member in
        JSONMember(key: member.key, value: masking(member.value, name: member.key.value))
      }
      return .object(JSONObject(members: members))
    }
  }

  /// The minimum length. Shorter values are settings: `"token": "none"`.
  private static let shortest = 8

  /// - Returns: `nil` for a text without tokens.
  private static func maskingTokens(_ text: String) -> String? {
    if TokenShape.candidates(in: text).isEmpty { return nil }
    var (masked, isMasked) = (text, false)
    for shape in TokenShape.all {
      let tokens = shape.all(in: masked)
      guard !tokens.isEmpty else { continue }
      isMasked = true
      masked = Self.masking(tokens, in: masked)
    }
    return isMasked ? masked : nil
  }

  /// - Parameter tokens: Sorted by their position.
  private static func masking(_ tokens: [Substring], in text: String) -> String {
    var (masked, rest) = ("", text.startIndex)
    for token in tokens where token.startIndex >= rest {
      masked += text[rest..<token.startIndex] + SecretMask.mark
      rest = token.endIndex
    }
    return masked + text[rest...]
  }
}
