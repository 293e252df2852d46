internal import Synchronization

/// The variables that a script gives to a request that it runs. That request and those that its scripts send have them,
/// until a script or a capture of them sets one. They do not change the session.
final class GivenVariables: Sendable {
  private let values: Mutex<NamedVariables>
  /// They are off: they only mark names as secret, and have no values.
  private let marks: [Variable]
  /// The texts of the secrets among them.
  let secrets: Set<String>
  /// The variables given to the request whose script gives these.
  private let outer: GivenVariables?

  /// - Parameter secretNames: The names that are declared secret where the script runs.
  init(_ variables: JSONObject, secretNames: Set<ExactText>, over outer: GivenVariables?) {
    var named = NamedVariables()
    for member in variables.members {
      var variable = Variable(member.key.value, .value(""))
      variable.value = member.value
      named.set(variable)
    }
    let secret = named.all.filter { secretNames.contains(ExactText($0.name)) }
    values = Mutex(named)
    marks = secret.map { Variable($0.name, .secret, off: true) }
    secrets = Set(secret.flatMap { $0.value?.secretTexts ?? [] })
    self.outer = outer
  }

  /// Adds them to the session's variables, which they override.
  func apply(to scope: inout VariableScope) {
    outer?.apply(to: &scope)
    scope[.session] += marks + values.withLock(\.all)
  }

  /// Removes a variable, so that the session's applies again.
  func remove(_ name: String) {
    values.withLock { $0.remove(name) }
    outer?.remove(name)
  }

  func removeAll() {
    values.withLock { $0 = NamedVariables() }
    outer?.removeAll()
  }
}
