/// Why moving a secret to another place would lose or hide a value.
package enum SecretMoveProblem: Equatable, Sendable {
  /// The values of the Secret Service end at a NUL.
  case hasNUL
  /// The user's settings keep secrets in the file.
  case serviceIsUnused
  /// The other place has another value, which is the one that is used.
  case otherIsUsed(SecretStore.Place)
}

extension SecretMoveProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .hasNUL:
      "it has a NUL character, where the Secret Service would cut it — keep it in the secrets file, or set one without: "
        + "workbench secret set"
    case .serviceIsUnused:
      "the Secret Service is not asked, as \"place\" of \"secrets\" is \"file\" in settings.json — change that first"
    case .otherIsUsed(.secretService):
      "the Secret Service has another value, which is used — keep that one with --to file, or set the right one: "
        + "workbench secret set"
    case .otherIsUsed(.file):
      "the secrets file has another value, which is used — to replace that one, first run: workbench secret unset"
    }
  }
}
