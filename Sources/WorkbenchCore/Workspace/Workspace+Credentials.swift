// Credentials that are written in a file in clear text.
extension Workspace {
  /// The credentials in the current text of a file. Values that the collection lists as harmless are left out.
  func credentials(in address: Address) -> [LikelySecret] {
    guard let file = items[address].draft?.current else { return [] }
    let known = (items[address].scope?.folders ?? []).flatMap(\.notSecret)
    return LikelySecretSearch.secrets(in: file.document, known: Set(known))
  }

  /// The notice once a file is saved.
  func savedNotice(_ address: Address) -> Notice {
    let found = credentials(in: address)
    guard let first = found.first else { return Notice(.success, "Saved \(address.path)") }
    let others = found.count > 1 ? " and \(found.count - 1) more" : ""
    let way = address == shownFile ? "" : "show it, then "
    return Notice(
      .information,
      "Saved \(address.path) with a credential in clear text (\(first.place)\(others)): "
        + "\(way)\(keys.name(of: "credentials.move")) moves it to your secrets")
  }

  var whyNoCredentials: String? {
    if let reason = whyNothingMoves { return reason }
    guard let address = shownFile, let draft = items[address].draft, credentials(in: address).isEmpty else {
      return whyNotDeclarable
    }
    let key = keys.name(of: "request.toggleSecret")
    return "No credential was recognized in this \(draft.current.role.noun) — select the value to move and press \(key)"
  }

  /// Why no value of the shown file can be moved to the secrets.
  private var whyNothingMoves: String? {
    guard let address = shownFile, items[address].draft != nil else { return whyNotEditable }
    if address.isScratch { return whyNotSavedYet }
    return scope?.collection.isEmpty == false ? nil : whyNoCollection
  }

  /// Why the file that declares new secret variables cannot be changed.
  private var whyNotDeclarable: String? {
    guard let target = declaringFile, target != shownFile, items[target].draft?.isUnsaved == true else { return nil }
    return "\(target.path) has unsaved edits: save them first"
  }

  /// The file that declares new secret variables. Other collections share the environments of the workspace.
  private var declaringFile: Address? {
    (declaringEnvironment == nil ? nil : environmentFile) ?? collectionFolder?.appending("collection.json")
  }

  private var declaringEnvironment: String? { scope?.isShared(environment) == true ? nil : environment }

  /// Replaces the credentials of the shown file by secret variables, and saves it.
  mutating func moveCredentials() -> [PaneOutput] {
    guard let address = shownFile, let file = items[address].draft?.current, let scope else { return [] }
    return move(MovedCredentials(credentials(in: address), in: file, taken: Set(names(in: scope))), of: address, scope)
  }

  /// Replaces one value of the shown file by a secret variable, whatever it looks like, and saves the file.
  mutating func moveValue(_ target: EditTarget) -> [PaneOutput] {
    if let reason = whyNothingMoves ?? whyNotDeclarable { return [.information(keys.text(reason))] }
    guard let address = shownFile, let file = items[address].draft?.current, let scope,
      let value = MovableValue(target, in: file)
    else { return [] }
    guard Template(value.text).expressions.isEmpty else {
      return [.information("The value of \(value.name) has a variable already")]
    }
    let moved = MovedCredentials(value: value.text, named: value.name, in: file, taken: Set(names(in: scope))) {
      _ = target.commit($0, to: &$1)
    }
    guard moved.file != file else { return [.information("\(value.name) cannot have a variable as its value")] }
    return move(moved, of: address, scope)
  }

  private mutating func move(_ found: MovedCredentials, of address: Address, _ scope: RequestContext) -> [PaneOutput] {
    var moved = found
    let file = found.file
    let own = file.role == .environment ? address.stem : nil
    if declaringFile == address || file.role == .environment { moved.declareInFile() }
    func place(_ name: String, _ environment: String?) -> SecretPlace {
      SecretPlace(collection: scope.owner(ofEnvironment: environment), environment: environment, name: name)
    }
    let undeclared = moved.undeclared.map { (place: place($0.name, declaringEnvironment), value: $0.value) }
    let declared = moved.declared.map { (place: place($0.name, own), value: $0.value) }
    let secrets = Dictionary((undeclared + declared).map { ($0.place, $0.value) }) { first, _ in first }
    let places = undeclared.map(\.place)
    items[address].movedSecrets.removeAll { $0.places.contains(where: places.contains) }
    if !places.isEmpty { items[address].movedSecrets.append(MovedSecrets(places: places)) }
    let move = CredentialMove(
      address: address, file: moved.file, secrets: secrets, undeclared: places,
      savesEdits: items[address].draft?.isUnsaved == true)
    return [.edit(address, .replace(moved.file)), files(.moveCredentials(move))]
  }

  /// The names of all variables that something in the collection may refer to.
  private func names(in scope: RequestContext) -> [String] {
    (scope.environments.flatMap(\.variables) + scope.folders.flatMap(\.variables) + scope.shared).map(\.name)
      + scope.builtIn.keys
  }
}
