/// The variables that take the place of credentials: one for each value.
package struct CredentialVariables: Sendable {
  /// The new names, in the order of their credentials.
  package private(set) var names: [String] = []
  private var variables: [ExactText: String] = [:]

  package init() {}

  /// Returns the variable of a credential, named like its field or row.
  ///
  /// - Parameter taken: The names of variables that exist.
  package mutating func variable(for secret: String, name: String, taken: inout FreeNames) -> String {
    if let known = variables[ExactText(secret)] { return known }
    let letters = name.unicodeScalars.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) ? String($0) : "_" }
    let stem = letters.isEmpty ? "secret" : letters.joined()
    let candidate = taken.claim(stem) { "\(stem)\($0)" }
    variables[ExactText(secret)] = candidate
    names.append(candidate)
    return candidate
  }
}
