internal import Foundation

/// Looks for secrets in the text of a collection's file.
///
/// Recognizes a secret by its shape, or by its place and randomness. In credential fields and headers, any text is a
/// secret. Values that contain variables or are marked as examples are not secrets.
package struct LikelySecretSearch {
  /// Values that the collection lists as harmless.
  private let known: Set<String>
  private var found: [LikelySecret] = []
  /// Where the search is.
  private var place = JSONLocation()

  package static func secrets(in document: JSONObject, known: Set<String>) -> [LikelySecret] {
    var search = LikelySecretSearch(known: known)
    search.visit(.object(document), Spot(name: "", shape: .members(fields)))
    return search.found
  }

  private static let fields = FileRole.request.fields + FileRole.collection.fields + FileRole.environment.fields

  /// Where a value is.
  private struct Spot {
    /// The innermost member or row.
    var name: String
    var shape: FieldShape
    /// Whether the place is one of a credential, which a value of another kind would hardly have.
    var isSecret = false
    /// Whether any text there is a credential.
    var isCredential = false
  }

  private mutating func visit(_ value: JSONValue, _ spot: Spot) {
    switch value {
    case .null, .bool, .number: break
    case .string(let string): look(at: string.value, spot)
    case .array(let elements):
      let inner = Spot(name: spot.name, shape: spot.shape.element, isSecret: spot.isSecret)
      for (index, element) in elements.enumerated() { visit(element, inner, step: .index(index)) }
    case .object(let object): visit(object, in: spot)
    }
  }

  private mutating func visit(_ value: JSONValue, _ spot: Spot, step: JSONLocation.Step) {
    if case .number = value { return }
    place.steps.append(step)
    visit(value, spot)
    place.steps.removeLast()
  }

  private mutating func visit(_ object: JSONObject, in outer: Spot) {
    // The name of a table row describes its value.
    let row = object["name"]?.string.flatMap { object["value"] == nil ? nil : $0 }
    let isHeader = place.steps.first == .key("headers") && place.steps.count == 2
    for member in object.members where !Self.skipped.contains(member.key.value) {
      let name = member.key.value
      let isField = outer.shape.field(name)?.isSecret ?? false
      let isValue = name.isExactly("value")
      visit(
        member.value,
        Spot(
          name: isValue ? row ?? outer.name : name, shape: outer.shape.member(name),
          isSecret: isField || AuthKind.named(outer.name)?.field(name)?.isSecret ?? false,
          isCredential: isField || isValue && isHeader && row.map(CredentialHeader.isNamed) ?? false),
        step: .key(name))
    }
  }

  /// Members for people and for the program itself.
  private static let skipped: Set<String> = ["docs", "id", "notSecret", "$schema"]

  // MARK: One text

  private mutating func look(at text: String, _ spot: Spot) {
    guard known.isEmpty || !known.contains(text), let found = likeness(text, spot) else { return }
    self.found.append(
      LikelySecret(place: place, name: spot.name, likeness: found.likeness, secret: found.secret))
  }

  private func likeness(_ text: String, _ spot: Spot) -> (likeness: String, secret: String)? {
    if text.containsExactly("-----BEGIN ") && text.containsExactly("PRIVATE KEY-----") {
      return ("a private key", text)
    }
    for shape in TokenShape.candidates(in: text) {
      if let token = shape.first(in: text), !known.contains(String(token)), !Self.isExample(String(token)) {
        return (shape.name, String(token))
      }
    }
    if let password = Self.password(ofURL: text), Self.isRandom(password, atLeast: 8), !known.contains(password) {
      return ("a password", password)
    }
    if let parameter = parameter(ofURL: text, spot) { return ("a credential", parameter) }
    let value = SecretName.withoutScheme(text)
    guard Template(text).isPlainText, !known.contains(value) else { return nil }
    if spot.isCredential { return literal(value, spot.name) }
    if spot.isSecret, Self.isRandom(value, atLeast: 8) { return ("a credential", value) }
    if SecretName.isLikely(spot.name), Self.isRandom(value, atLeast: 16) { return ("a credential", value) }
    return nil
  }

  /// The credential in the text of a field or header that holds one.
  private func literal(_ text: String, _ name: String) -> (likeness: String, secret: String)? {
    guard let value = CredentialHeader.credential(in: text, of: name), !known.contains(value),
      !Self.isExample(value), !Self.isPlaceholder(value)
    else { return nil }
    return ("a credential", value)
  }

  private static func password(ofURL text: String) -> String? {
    guard text.containsExactly("://"), text.containsExactly("@"),
      let password = URLComponents(string: text)?.password, Template(password).variables.isEmpty
    else { return nil }
    return password
  }

  /// The value of a parameter such as `api_key` in the text of a URL.
  private func parameter(ofURL text: String, _ spot: Spot) -> String? {
    let isField = spot.name.isExactly("url")
    guard isField || text.containsExactly("://") else { return nil }
    let (scalars, ends) = (text.unicodeScalars, " \t\r\n\"'<>".unicodeScalars)
    // In other texts than a URL, a semicolon ends a sentence or a statement.
    let marks = isField || !scalars.contains(where: { ends.contains($0) }) ? "?#;" : "?#"
    guard let start = scalars.firstIndex(where: { marks.unicodeScalars.contains($0) }) else { return nil }
    for pair in scalars[start...].split(whereSeparator: { "?&#;".unicodeScalars.contains($0) || ends.contains($0) }) {
      guard let (name, value) = String(pair).cut(at: "="),
        SecretParameter.isLikely(URLQuery.decoded(String(name)).first?.name ?? "", "")
      else { continue }
      let secret = String(value)
      if Template(secret).isPlainText, !known.contains(secret), Self.isRandom(secret, atLeast: 8) { return secret }
    }
    return nil
  }

  // MARK: Randomness

  /// Whether a text is one word with the disorder of a key: letters and digits, hardly repeated.
  private static func isRandom(_ text: String, atLeast count: Int) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= count, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !isExample(text) else { return false }
    let letters = bytes.contains { (0x41...0x5A).contains($0 & 0xDF) }
    let others = bytes.contains { !(0x41...0x5A).contains($0 & 0xDF) }
    return letters && others && entropy(bytes) >= (count < 16 ? 2.5 : 3.2)
  }

  /// Shannon's, in bits for each byte.
  private static func entropy(_ bytes: [UInt8]) -> Double {
    var counts: [UInt8: Double] = [:]
    for byte in bytes { counts[byte, default: 0] += 1 }
    return counts.values.reduce(0) { sum, count in
      let share = count / Double(bytes.count)
      return sum - share * log2(share)
    }
  }

  private static func isExample(_ text: String) -> Bool {
    let text = text.lowercased()
    return ["example", "changeme", "change-me", "placeholder", "your", "dummy", "sample", "xxxx", "0000", "1234567"]
      .contains { text.contains($0) } || text.first == "<" || text.first == "$"
  }

  /// Whether a text is a placeholder such as `token`.
  private static func isPlaceholder(_ text: String) -> Bool {
    let letters = text.lowercased().filter { $0.isLetter || $0.isNumber }
    return letters.isEmpty || placeholders.contains(letters)
  }

  private static let placeholders: Set<String> = [
    "password", "passwd", "pass", "secret", "token", "key", "apikey", "accesstoken", "credential", "test", "demo",
    "wrong", "invalid", "none", "null", "foo", "bar", "todo", "tbd", "x", "xx", "xxx", "abc", "123",
  ]
}
