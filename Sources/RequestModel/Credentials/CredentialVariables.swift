/// The variables that take the place of credentials: one for each value.
package struct CredentialVariables: Sendable {
  /// The new names, in the order of their credentials.
  package private(set) var names: [String] = []
  private var variables: [ExactText: String] = [:]
  private var taken: Set<String>

  /// - Parameter taken: The names of variables that exist.
  package init(taken: Set<String>) { self.taken = taken }

  /// Returns the variable of a credential, named like its field or row.
  package mutating func variable(for secret: String, name: String) -> String {
    if let known = variables[ExactText(secret)] { return known }
    let letters = name.unicodeScalars.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) ? String($0) : "_" }
    let stem = letters.isEmpty ? "secret" : letters.joined()
    var candidate = stem
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(stem)\(number)"
      number += 1
    }
    variables[ExactText(secret)] = candidate
    names.append(candidate)
    return candidate
  }
}
