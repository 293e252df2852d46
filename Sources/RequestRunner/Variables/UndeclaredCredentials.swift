internal import Synchronization

/// The variables that were reported because their values look like credentials. Each is reported once.
final class ReportedCredentials: Sendable {
  private let reported = Mutex<Set<ExactText>>([])

  func isFirst(_ sentence: String) -> Bool { reported.withLock { $0.insert(ExactText(sentence)).inserted } }
}

extension ResolvedRequest {
  /// Treats columns of a data file as secret if their values look like credentials.
  mutating func maskCredentials(of row: JSONObject) {
    let likely = row.rowVariables.filter { variable in
      variable.value.map { SuppliedCredential.isLikely([variable.name], $0.templateText) } ?? false
    }
    guard !likely.isEmpty else { return }
    let index = VariableIndex(inputs.variables)
    let undeclared = likely.filter { !index.isSecret($0.name) }
    for variable in undeclared {
      run.maskCredential(variable.value?.templateText ?? "", of: variable.name, "is a column of the data file that")
    }
    declareSecret(undeclared.map(\.name))
  }

  /// Marks names as secret for this request, as if a file declared them so.
  mutating func declareSecret(_ names: [String]) {
    guard !names.isEmpty else { return }
    var inputs = inputs.value
    // The variables are off: they only mark the names, and have no values.
    inputs.variables.add(names.map { Variable($0, .secret, off: true) }, to: .workspace)
    self.inputs = Shared(inputs)
  }
}

extension RunContext {
  /// Masks the value of a variable that is not declared secret, with one warning.
  ///
  /// - Parameter source: Where the value is from: `has a value from .env that`.
  func maskCredential(_ value: String, of name: String, _ source: String) {
    mask.addSecrets([value])
    let sentence = "{{\(name)}} \(source) looks like a credential and is masked — declare it with \"secret\": true"
    if services.reportedCredentials.isFirst(sentence) { warn(sentence) }
  }
}
