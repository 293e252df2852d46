// Stored secrets, which outlast the variables that they were stored for.
extension Workspace {
  /// Keeps the secrets of a saved pasted request. Other pasted requests may use them.
  mutating func keepSecrets(of address: Address) -> [PaneOutput] {
    let names = items[address].pastedSecrets
    let pasted = items.addresses { $0.pastedSecrets.contains(where: names.contains) }
    for other in pasted { items[other].pastedSecrets.removeAll(where: names.contains) }
    return pasted.filter { $0 != address }.map { files(.notePasted(items[$0].pastedSecrets, $0)) }
  }

  /// Records in the draft which secrets were stored when pasting, so that a later run can remove them.
  mutating func notePasted(_ names: [String], _ address: Address) -> [PaneOutput] {
    guard !names.isEmpty else { return [] }
    items[address].pastedSecrets += names
    return [files(.notePasted(items[address].pastedSecrets, address))]
  }

  /// Removes the values that were stored for a new request, which is discarded; says which others stay.
  ///
  /// - Parameter item: What was kept of it.
  func removeSecrets(of address: Address, _ item: OpenItem) -> [PaneOutput] {
    guard address.isScratch, let file = item.draft?.current else { return [] }
    let used = Set(items.addresses { $0.draft != nil }.flatMap { items[$0].draft?.current.ownSecrets ?? [] })
    let unused = file.ownSecrets.filter { !used.contains($0) }
    guard let scope = item.scope else {
      let stored = unused.filter(item.pastedSecrets.contains)
      return stored.isEmpty ? [] : [files(.removePasted(stored, address))]
    }
    let places = unused.map { scope.place(ofSecret: $0) }
    let stored = places.filter { item.pastedSecrets.contains($0.name) }
    return stored.map { files(.secret($0, .unset)) }
      + stayingSecrets(places.filter { !stored.contains($0) && isSet($0) })
  }

  /// Says which values stay although an undo took their variables away.
  func stayingSecrets(of address: Address, since former: SavedFile?) -> [PaneOutput] {
    guard let former, let file = items[address].draft?.current, let scope = items[address].scope else { return [] }
    let gone = former.ownSecrets.filter { !file.ownSecrets.contains($0) }
    let environment = file.role == .environment ? address.stem : nil
    let places = gone.map { scope.place(ofSecret: $0, environment) }
    return stayingSecrets(places.filter { isSet($0) || items[address].pastedSecrets.contains($0.name) })
  }

  /// Takes the declarations of moved credentials back once an undo has put their values into the file again. Makes them
  /// again once the file has their variables again.
  mutating func followMovedSecrets(of address: Address, since former: SavedFile?, isUndo: Bool) -> [PaneOutput] {
    let all = items[address].movedSecrets
    guard !all.isEmpty, let former, let file = items[address].draft?.current else { return [] }
    var outputs: [PaneOutput] = []
    for (index, moved) in all.enumerated() {
      let isUsed = moved.areUsed(in: file)
      guard isUsed != moved.areDeclared, isUsed || isUndo && moved.areUsed(in: former) else { continue }
      items[address].movedSecrets[index].areDeclared = isUsed
      if isUsed {
        outputs.append(files(.declare(moved.places)))
      } else {
        let edits = otherEdits(of: moved.places.first?.collection, besides: address)
        outputs.append(files(.takeBackDeclarations(moved.places, of: address, edits: edits)))
        outputs += stayingSecrets(moved.places.filter { isSet($0) })
      }
    }
    return outputs
  }

  /// The files of a collection that have unsaved edits.
  private func otherEdits(of collection: String?, besides address: Address) -> [Address: SavedFile] {
    unsaved.filter { $0 != address && items[$0].scope?.collection == collection }.reduce(into: [:]) {
      $0[$1] = items[$1].draft?.current
    }
  }

  private func isSet(_ place: SecretPlace) -> Bool {
    switch secrets[place] {
    case .set, .revealed: true
    case .unset, nil: false
    }
  }

  private func stayingSecrets(_ places: [SecretPlace]) -> [PaneOutput] {
    guard let first = places.first else { return [] }
    let names = places.map { "{{\($0.name)}}" }.joined(separator: ", ")
    let environment = first.environment.map { " --env \($0)" } ?? ""
    let (what, it) = places.count == 1 ? ("The value of", "stays") : ("The values of", "stay")
    let command = "workbench secret unset \(Address(first.collection).name) \(first.name)\(environment)"
    return [.information("\(what) \(names) \(it) in your secrets: \(command) removes it")]
  }
}

extension RequestContext {
  fileprivate func place(ofSecret name: String, _ environment: String? = nil) -> SecretPlace {
    SecretPlace(collection: owner(ofEnvironment: environment), environment: environment, name: name)
  }
}
