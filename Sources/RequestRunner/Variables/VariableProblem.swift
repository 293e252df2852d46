/// Explains why the variables of a request cannot all be replaced.
struct VariableProblem {
  let resolver: Resolver
  let scope: VariableScope
  /// A path in the collection, for suggested commands.
  let collection: String
  /// What the user's own command did instead of printing a secret.
  var secretFailure: (Variable) -> String? = { _ in nil }

  /// `nil` if every variable has a value.
  var sentence: String? {
    if let excess = resolver.excess { return sentence(for: excess) }
    if let circle = resolver.circles.first {
      return "Circular variables: \(circle) — give one of them a literal value"
    }
    let sentences = [resolver.keepsUnknown ? nil : missing] + resolver.problems + resolver.missingOutside.map(sentence)
    return sentences.contains { $0 != nil } ? sentences.compactMap(\.self).joined(separator: "; ") : nil
  }

  /// A problem of the variables other than missing values.
  var flaw: String? {
    if resolver.excess != nil || !resolver.circles.isEmpty { return sentence }
    return resolver.problems.isEmpty ? nil : resolver.problems.joined(separator: "; ")
  }

  private func sentence(for excess: Resolver.Excess) -> String {
    switch excess {
    case .depth(let names):
      "Variables are nested more than \(Resolver.depthLimit) levels deep: \(names.joined(separator: " → ")) → … "
        + "— give one of them a literal value"
    case .size(let name):
      "{{\(name)}} adds more than \(Resolver.sizeLimit >> 20) MB to the request — shorten its value"
    }
  }

  /// The variables without a value.
  var missing: String? {
    guard !resolver.missing.isEmpty else { return nil }
    let demo = resolver.missing.contains("demo") ? ", or start with --demo for the built-in server" : ""
    let them = resolver.missing.count == 1 ? "it" : "them"
    let place =
      scope.environment.map { "define \(them) in environment \"\($0)\"" }
      ?? "choose or create an environment that defines \(them)"
    return "No value for \(names) — \(place)\(demo)"
  }

  private static let namesShown = 10

  private var names: String {
    let shown = resolver.missing.prefix(Self.namesShown).map { "{{\($0)}}" }.joined(separator: ", ")
    let rest = resolver.missing.count - Self.namesShown
    return rest > 0 ? "\(shown) and \(rest) more" : shown
  }

  func sentence(for secret: Variable) -> String? {
    switch secret.source {
    case .secret: break
    case .environmentVariable(let name):
      return "\(subject(secret)) has no value — set the environment variable \(name)"
    case .dotenv(let path, let key): return "\(subject(secret)) has no value — set \(key) in \(path)"
    case .literal, .prompt, .command: return "\(subject(secret)) has no value"
    }
    let failure = secretFailure(secret).map { ": your secret command \($0)" }
    let missing = "The secret {{\(secret.name)}} has no value" + (failure ?? "")
    guard resolver.storesSecrets else {
      return "\(missing) — pass --secret \(ShellText.quoted(secret.name))=…"
    }
    var command = ["workbench", "secret", "set", collection, secret.name]
    if let environment = scope.environment, scope.environmentKeeps(secret.name) { command += ["--env", environment] }
    let line = command.map(ShellText.quoted).joined(separator: " ")
    return "\(missing) — \(failure == nil ? "" : "mend it, or ")run: \(line)"
  }

  private func subject(_ variable: Variable) -> String {
    variable.isSecret ? "The secret {{\(variable.name)}}" : "{{\(variable.name)}}"
  }
}
