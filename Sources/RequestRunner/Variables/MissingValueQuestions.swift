// Questions for the values that a request lacks, which are kept once they are typed.
extension ResolvedRequest {
  /// The questions for all missing values; none if the request was refused for another reason, or if the value of a
  /// variable cannot be typed.
  func questions(for assembly: RequestAssembly, _ refusal: Failure) -> [PromptQuestion] {
    let resolver = assembly.resolver
    guard run.job.origin != nil, !run.job.isPreview, refusal.sentence == assembly.missingValues, resolver.excess == nil,
      resolver.circles.isEmpty, resolver.problems.isEmpty
    else { return [] }
    // A secret may be a part of the name, which would be shown, and written into the file of the environment.
    let mask = SecretMask(assembly.secrets)
    guard !resolver.missing.contains(where: mask.finds(in:)) else { return [] }
    let index = VariableIndex(variables)
    let questions =
      (resolver.keepsUnknown ? [] : resolver.missing).map {
        question(forUnknown: $0, isSecret: index.isSecret($0) || SecretName.isLikely($0))
      } + resolver.missingOutside.map(question(for:))
    return questions.contains { $0 == nil } ? [] : questions.compactMap(\.self)
  }

  /// A variable that no file declares gets its value in the environment in use.
  private func question(forUnknown name: String, isSecret: Bool) -> PromptQuestion? {
    // `demo` names a server that the user has to start: there is nothing to ask.
    guard let environment = run.job.environment, let owner = inputs.environmentOwner ?? inputs.inherited.folder,
      !name.isEmpty, name != "demo", name.utf8.first != UInt8(ascii: "$"), !Template.isNested(name)
    else { return nil }
    return PromptQuestion(
      name: name, question: "Value of {{\(name)}}", isSecret: isSecret,
      place: ValuePlace(owner: owner, environment: environment, isDeclared: false))
  }

  private func question(for variable: Variable) -> PromptQuestion? {
    guard case .secret = variable.source, variable.secretScope == nil, let collection = inputs.inherited.folder else {
      return nil
    }
    let isOfEnvironment = variables.environmentKeeps(variable.name)
    return PromptQuestion(
      name: variable.name, question: "Value of the secret {{\(variable.name)}}", isSecret: true,
      place: ValuePlace(
        owner: isOfEnvironment ? inputs.environmentOwner ?? collection : collection,
        environment: isOfEnvironment ? run.job.environment : nil, isDeclared: true))
  }
}
