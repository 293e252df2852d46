/// Replaces credentials in the files of a folder by variables that are declared secret.
struct PackSecrets {
  private var variables = CredentialVariables()
  private let known: Set<String>

  /// A credential with the name of its field, row or part of a URL.
  private struct Credential {
    let name: String
    let text: String

    init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
  }

  /// - Parameter known: Values that the collections list as harmless.
  init(known: Set<String>) { self.known = known }

  /// The names of the new variables.
  var names: [String] { variables.names }

  /// Returns a file's text without its credentials.
  ///
  /// - Parameter taken: The names of variables that exist.
  mutating func replaced(_ text: JSONText, taken: inout FreeNames) -> [UInt8] {
    guard let document = text.value.object else { return text.bytes }
    let secrets = LikelySecretSearch.secrets(in: document, known: known)
    let places = Dictionary(grouping: secrets, by: \.place).mapValues { $0.map { Credential($0.name, $0.secret) } }
    let value = replaced(.object(document), at: [], in: "", places, &taken)
    return value == text.value ? text.bytes : text.rewriting(to: value)
  }

  private mutating func replaced(
    _ value: JSONValue, at place: JSONLocation, in outer: String, _ places: [JSONLocation: [Credential]],
    _ taken: inout FreeNames
  ) -> JSONValue {
    switch value {
    case .null, .bool, .number: return value
    case .array(let elements):
      return .array(elements.enumerated().map { replaced($1, at: place.appending($0), in: outer, places, &taken) })
    case .object(let object):
      var result = object
      let row = object["name"]?.string
      for (index, member) in object.members.enumerated() {
        let name = member.key.value
        let inner = place.appending(name)
        let isCredential = AuthKind.named(outer)?.field(name)?.isSecret ?? false
        if let text = member.value.string {
          let named = name.isExactly("value") ? row ?? name : name
          let secrets = places[inner] ?? (isCredential && !known.contains(text) ? literal(text, named) : [])
          guard !secrets.isEmpty else { continue }
          result.members[index].value = .string(replaced(secrets, in: text, &taken))
        } else {
          result.members[index].value = replaced(member.value, at: inner, in: name, places, &taken)
        }
      }
      return .object(result)
    case .string(let string):
      guard let secrets = places[place] else { return value }
      return .string(replaced(secrets, in: string.value, &taken))
    }
  }

  private mutating func replaced(_ secrets: [Credential], in text: String, _ taken: inout FreeNames) -> String {
    for secret in secrets { _ = variables.variable(for: secret.text, name: secret.name, taken: &taken) }
    return variables.replacing(secrets.map(\.text), in: text)
  }

  /// A credential that is typed in, however weak it is.
  private func literal(_ text: String, _ name: String) -> [Credential] {
    text.isEmpty || !Template(text).isPlainText ? [] : [Credential(name, text)]
  }

  /// Returns the settings of a collection with the declarations.
  func declared(in text: JSONText) -> [UInt8] {
    guard !names.isEmpty, var settings = text.value.object else { return text.bytes }
    let rows = names.map { JSONValue.object(["name": .string($0), "secret": true]) }
    settings["variables"] = .array((settings["variables"]?.array ?? []) + rows)
    return text.rewriting(to: .object(settings))
  }
}
