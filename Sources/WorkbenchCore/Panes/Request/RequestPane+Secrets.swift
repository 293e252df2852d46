// The values of secret variables, which are kept outside of the files.
extension RequestPane {
  /// The secret variable in the selected row.
  private func selectedVariable(in context: PaneContext) -> (table: PlacedField, index: Int, variable: Variable)? {
    guard case .parameter(let table, let index)? = selectedRow, table.holdsVariables, let file = context.workspace.file
    else { return nil }
    let rows = table.rows(in: file)
    return rows.indices.contains(index) ? (table, index, Variable(document: rows[index].document)) : nil
  }

  /// Whether the selected row is a variable whose value is kept outside of the file.
  func isSecretSelected(in context: PaneContext) -> Bool { selectedVariable(in: context)?.variable.source == .secret }

  /// Whether the value of the selected secret is shown.
  func isSecretRevealed(in context: PaneContext) -> Bool {
    guard let revealed, let (_, _, variable) = selectedVariable(in: context) else { return false }
    return revealed.place == place(of: variable, in: context)
  }

  /// Why the key that checks a value in the response does nothing here.
  func whyNothingToUnset(in context: PaneContext) -> String? {
    guard !isSecretSelected(in: context), shownTab(in: context) == .checks else { return nil }
    return context.workspace.keys.text(
      "{response.check} on a row of the response adds a check; here {request.addRow} adds one, and {request.deleteRow} "
        + "deletes it")
  }

  func place(of variable: Variable, in context: PaneContext) -> SecretPlace? {
    guard let file = context.workspace.shownFile, let scope = context.workspace.scope else { return nil }
    let environment = context.workspace.file?.role == .environment ? file.stem : nil
    return SecretPlace(
      collection: scope.owner(ofEnvironment: environment), environment: environment, name: variable.name)
  }

  /// Looks up which of the visible secrets have values.
  mutating func findSecrets(in context: PaneContext) -> [PaneOutput] {
    let search = SecretSearch(
      build: built.builds, file: context.workspace.shownFile, collection: context.workspace.scope?.collection)
    guard context.size.rows > 0, search != lastSearch, let file = context.workspace.file else { return [] }
    lastSearch = search
    let tables = rows.compactMap { if case .columns(let table) = $0, table.holdsVariables { table } else { nil } }
    let places = tables.flatMap { $0.rows(in: file) }.map { Variable(document: $0.document) }.filter { variable in
      variable.source == .secret && !variable.name.isEmpty
    }.compactMap { place(of: $0, in: context) }
    return places.filter { askedSecrets.insert($0).inserted }.map { secret($0, .find, in: context) }
  }

  /// Looks up the secrets of environments again that were renamed or removed.
  mutating func forgetSecrets(of environments: [Address?]) {
    let names = Set(environments.compactMap(\.?.stem))
    askedSecrets = askedSecrets.filter { place in place.environment.map { !names.contains($0) } ?? true }
    lastSearch = nil
  }

  private func secret(_ place: SecretPlace, _ action: SecretAction, in context: PaneContext) -> PaneOutput {
    .effect(.files(context.workspace.id, .secret(place, action)))
  }

  /// Stores the typed value of the secret.
  func keepSecret(_ text: String, _ editing: Editing, in context: PaneContext) -> [PaneOutput] {
    guard !text.isEmpty, let place = editing.secret else { return [] }
    return [secret(place, .set(text), in: context)]
  }

  /// Makes the selected variable a secret whose value is kept outside of the file, or the reverse. Of another row, moves
  /// the value; without one, the credentials that are recognized in the file.
  mutating func toggleSecret(in context: PaneContext) -> [PaneOutput] {
    guard let (table, index, variable) = selectedVariable(in: context) else {
      guard let file = context.workspace.file, let target = selectedRow?.valueTarget,
        MovableValue(target, in: file) != nil
      else { return [.run("credentials.move")] }
      return [.commit, .workspace(.moveValue(target))]
    }
    var changed = variable
    let isLiteral = if case .literal = variable.source { true } else { false }
    changed.isSecret.toggle()
    if changed.isSecret {
      changed.value = nil
      // The next text to edit is the value, not the name.
      cell = 1
    }
    var context = context
    let outputs = edit(table, in: &context) { $0[index] = Parameter(document: changed.document) }
    if !changed.isSecret, changed.text.isEmpty {
      return outputs + [.information("Its value stays in your secrets: type the value for the file")]
    }
    guard changed.isSecret, isLiteral, !variable.text.isEmpty, let place = place(of: variable, in: context) else {
      return outputs
    }
    return outputs + [secret(place, .set(variable.text), in: context)]
  }

  /// Shows the value of the selected secret until something else is selected.
  mutating func revealSecret(in context: PaneContext) -> [PaneOutput] {
    guard let (_, _, variable) = selectedVariable(in: context), variable.source == .secret,
      let place = place(of: variable, in: context)
    else { return [.information("Select a secret variable first")] }
    if revealed?.place == place {
      revealed = nil
      return []
    }
    return [secret(place, .reveal, in: context)]
  }

  mutating func unsetSecret(in context: PaneContext) -> [PaneOutput] {
    guard let (_, _, variable) = selectedVariable(in: context), variable.source == .secret,
      let place = place(of: variable, in: context)
    else { return [.information("Select a secret variable first")] }
    revealed = nil
    return [secret(place, .unset, in: context)]
  }

  /// The value of a variable as its row shows it.
  func spans(of variable: Variable, in context: PaneContext) -> [Span] {
    guard variable.isSecret else { return context.workspace.spans(for: variable.shownValue) }
    guard variable.source == .secret else {
      return [Span(variable.shownValue, .secretVariable), Span("  secret", .hint)]
    }
    let place = place(of: variable, in: context)
    let value =
      if let revealed, revealed.place == place {
        Span(revealed.value, .secretVariable)
      } else {
        switch place.flatMap({ context.workspace.secrets[$0] }) {
        case .unset: Span("not set", .warning)
        case .set, .revealed: Span(PlacedField.mask, .secretVariable)
        case nil: Span("…", .hint)
        }
      }
    return [value, Span("  secret", .hint)]
  }
}

extension PlacedField {
  /// Whether the rows of the table are variables.
  var holdsVariables: Bool { section.isEmpty && field.name == Field.variables.name }
}
