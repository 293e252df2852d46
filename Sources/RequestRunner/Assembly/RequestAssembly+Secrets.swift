// Which values of a request are secrets, and where they are refused.
extension RequestAssembly {
  /// The mask for everything found so far.
  package var mask: SecretMask { SecretMask(secrets, credentialHeaders: credentials.headers) }

  /// Lower-case names of headers whose values are masked.
  var credentialHeaders: Set<String> { credentials.headers }

  /// The secret values known so far. Names without a value that are sent as text are not secrets.
  var secrets: Set<String> {
    let secrets = resolver.secrets.union(resolver.secretsInScope).union(credentials.values)
    return resolver.keepsUnknown ? secrets.filter { !isNameWithoutValue($0) } : secrets
  }

  private func isNameWithoutValue(_ text: String) -> Bool {
    let pieces = Template(text).pieces
    guard pieces.count == 1, case .variable(let name) = pieces[0] else { return false }
    return resolver.missing.contains { $0.isExactly(name) }
  }

  /// What is wrong with the variables used so far.
  var variableProblem: VariableProblem {
    VariableProblem(resolver: resolver, scope: scope, collection: baseFolder, secretFailure: secretFailure)
  }

  /// The secrets without a value that need permission. Those of options are found here only.
  var withheldSecrets: [OutsideSource] {
    resolver.missingOutside.flatMap(withheldSecret).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The sentence for secrets that need permission; `nil` without any.
  var secretRefusal: String? { withheldSecrets.isEmpty ? nil : OutsideSource.refusal(of: withheldSecrets) }

  /// Refuses a secret in which the host ends: a part of the secret would be looked up as a host name, and shown.
  func checkSecrets(in url: String, hostEnd: Int) throws(Failure) {
    for secret in secrets {
      guard let found = url.firstRangeExactly(of: secret) else { continue }
      let start = url.utf8.distance(from: url.startIndex, to: found.lowerBound)
      let endsHost = start < hostEnd && start + secret.utf8.count > hostEnd
      guard endsHost, MaskingWeakness(of: secret) == nil else { continue }
      throw Failure(
        .unprepared,
        "A secret in the host has a \"/\", \"?\" or \"#\", which ends the host — write it as {{name | urlencode}}")
    }
  }

  /// Refuses a secret of which dot segments remove a part: the rest would not be masked.
  func checkSecrets(in url: String, withoutDots shorter: String) throws(Failure) {
    let isCut = secrets.contains { secret in
      secret.containsExactly("/") && MaskingWeakness(of: secret) == nil
        && url.parts(separatedByText: secret).count > shorter.parts(separatedByText: secret).count
    }
    guard isCut else { return }
    throw Failure(
      .unprepared, "Dot segments remove a part of a secret that has a \"/\" — write it as {{name | urlencode}}")
  }
}
