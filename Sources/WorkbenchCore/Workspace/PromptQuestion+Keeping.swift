// Values that are kept once they are typed.
extension PromptQuestion {
  /// The variable, and where its value is kept, as the start of a hint.
  func fate(in workspace: Workspace) -> String {
    guard let place else { return "{{\(name)}}:" }
    let owner = workspace.title(ofFolder: place.owner)
    let target = place.environment.map { "environment \($0) of \(owner)" } ?? owner
    guard isSecret else { return "It is added to \(target)." }
    return place.isDeclared
      ? "It is kept with your secrets, for \(target)." : "It is added to \(target) as a secret, kept with your secrets."
  }

  /// Keeps a typed value; `nil` for one that is only sent.
  package func keeping(_ text: String) -> FileEffect? {
    guard let place else { return nil }
    if let environment = place.environment, !place.isDeclared {
      return .setVariable(name, value: text, environment: environment, collection: place.owner, isSecret: isSecret)
    }
    return .secret(SecretPlace(collection: place.owner, environment: place.environment, name: name), .set(text))
  }
}
