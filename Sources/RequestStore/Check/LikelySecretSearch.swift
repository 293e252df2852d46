internal import Foundation
internal import RequestModel

/// A value in a shared file that looks as if it should be kept outside of it.
struct LikelySecret: Equatable {
  let place: JSONLocation
  /// What it looks like, with an article.
  let likeness: String
  /// The part of the text that is the secret.
  let secret: String
}

/// Looks for secrets in the text of a collection's file.
///
/// A value is one by its shape, or by its place and by how random it is. What has a variable in it, or says that it is an
/// example, is none.
struct LikelySecretSearch {
  /// Values that the collection lists as harmless.
  private let known: Set<String>
  private var found: [LikelySecret] = []

  init(known: Set<String>) { self.known = known }

  static func secrets(in document: JSONObject, known: Set<String>) -> [LikelySecret] {
    var search = LikelySecretSearch(known: known)
    search.visit(.object(document), name: "", isSecret: false, at: JSONLocation())
    return search.found
  }

  /// - Parameters:
  ///   - name: Of the innermost member or row.
  ///   - isSecret: Whether the place is that of a credential.
  private mutating func visit(_ value: JSONValue, name: String, isSecret: Bool, at place: JSONLocation) {
    switch value {
    case .null, .bool, .number: break
    case .string(let string): look(at: string.value, name: name, isSecret: isSecret, place)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        visit(element, name: name, isSecret: isSecret, at: place.appending(index))
      }
    case .object(let object): visit(object, in: name, at: place)
    }
  }

  private mutating func visit(_ object: JSONObject, in outer: String, at place: JSONLocation) {
    // The row of a table says what its value is.
    let row = object["name"]?.string.flatMap { object["value"] == nil ? nil : $0 }
    for member in object.members where !Self.skipped.contains(member.key.value) {
      let name = member.key.value
      let field = AuthKind.named(outer)?.field(name)
      visit(
        member.value, name: name == "value" ? row ?? name : name, isSecret: field?.isSecret ?? false,
        at: place.appending(name))
    }
  }

  /// Members for people and for the program itself.
  private static let skipped: Set<String> = ["docs", "id", "notSecret", "$schema"]

  // MARK: One text

  private mutating func look(at text: String, name: String, isSecret: Bool, _ place: JSONLocation) {
    guard !known.contains(text), let found = likeness(text, name: name, isSecret: isSecret) else { return }
    self.found.append(LikelySecret(place: place, likeness: found.likeness, secret: found.secret))
  }

  private func likeness(_ text: String, name: String, isSecret: Bool) -> (likeness: String, secret: String)? {
    if text.containsExactly("-----BEGIN ") && text.containsExactly("PRIVATE KEY-----") {
      return ("a private key", text)
    }
    for shape in TokenShape.all {
      if let token = shape.first(in: text), !known.contains(String(token)), !Self.isExample(String(token)) {
        return (shape.name, String(token))
      }
    }
    if let password = Self.password(ofURL: text), Self.isRandom(password, atLeast: 8), !known.contains(password) {
      return ("a password", password)
    }
    let value = SecretName.withoutScheme(text)
    guard Template(text).variables.isEmpty, !known.contains(value) else { return nil }
    if isSecret, Self.isRandom(value, atLeast: 8) { return ("a credential", value) }
    if SecretName.isLikely(name), Self.isRandom(value, atLeast: 16) { return ("a credential", value) }
    return nil
  }

  private static func password(ofURL text: String) -> String? {
    guard text.containsExactly("://"), text.containsExactly("@"),
      let password = URLComponents(string: text)?.password, Template(password).variables.isEmpty
    else { return nil }
    return password
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
}
