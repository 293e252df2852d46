/// A file whose credentials are replaced by secret variables.
package struct MovedCredentials: Equatable, Sendable {
  package struct Secret: Equatable, Hashable, Sendable {
    package var name: String
    package var value: String
  }

  package private(set) var file: SavedFile
  /// The values of new variables, which are declared elsewhere.
  package private(set) var undeclared: [Secret] = []
  /// The values of variables that the file declares and that become secret.
  package private(set) var declared: [Secret] = []

  /// - Parameter taken: The names of variables that exist.
  package init(_ found: [LikelySecret], in file: SavedFile, taken: Set<String>) {
    self.file = file
    var variables = CredentialVariables()
    var taken = FreeNames(taken: taken)
    var rest = found[...]
    while let first = rest.first {
      let credentials = rest.prefix { $0.place == first.place }
      rest = rest[credentials.endIndex...]
      let steps = first.place.steps
      if steps.count == 3, steps[0] == .key("variables"), steps[2] == .key("value") {
        declare(first)
      } else {
        for credential in credentials {
          let count = variables.names.count
          let name = variables.variable(for: credential.secret, name: credential.name, taken: &taken)
          if variables.names.count > count { undeclared.append(Secret(name: name, value: credential.secret)) }
        }
        let secrets = credentials.map(\.secret)
        let replaced = variables
        change(steps[...]) { text in .string(replaced.replacing(secrets, in: text?.string ?? "")) }
      }
    }
  }

  /// Moves one value, whatever it looks like. A scheme in front of it, such as `Bearer`, stays; of the header `Cookie`, only
  /// the cookies that hold credentials are moved, if there are any.
  ///
  /// - Parameters:
  ///   - name: The name of its row or field.
  ///   - taken: The names of variables that exist.
  ///   - write: Writes the new text of the value to the file.
  package init(
    value text: String, named name: String, in file: SavedFile, taken: Set<String>,
    write: (String, inout SavedFile) -> Void
  ) {
    self.file = file
    let value = SecretName.withoutScheme(text)
    let scheme = String(decoding: text.utf8.dropLast(value.utf8.count), as: UTF8.self)
    let parts = CredentialHeader.credentials(in: value[...], of: name).map { String($0) }
    let secrets = parts.isEmpty ? [value] : parts
    var variables = CredentialVariables()
    var free = FreeNames(taken: taken)
    for secret in secrets {
      let count = variables.names.count
      let variable = variables.variable(for: secret, name: name, taken: &free)
      if variables.names.count > count { undeclared.append(Secret(name: variable, value: secret)) }
    }
    write(scheme + variables.replacing(secrets, in: value), &self.file)
  }

  /// Makes the variable in whose row a credential is a secret one.
  private mutating func declare(_ credential: LikelySecret) {
    var value = ""
    change(credential.place.steps.dropLast()) { row in
      guard var row = row?.object else { return row }
      value = row["value"]?.string ?? ""
      row["value"] = nil
      row["secret"] = true
      return .object(row)
    }
    declared.append(Secret(name: credential.name, value: value))
  }

  /// Declares the new variables in the file itself.
  package mutating func declareInFile() {
    let rows = undeclared.map { JSONValue.object(["name": .string($0.name), "secret": true]) }
    guard !rows.isEmpty else { return }
    file.document["variables"] = .array((file.document["variables"]?.array ?? []) + rows)
    declared += undeclared
    undeclared = []
  }

  private mutating func change(_ steps: ArraySlice<JSONLocation.Step>, _ change: (JSONValue?) -> JSONValue?) {
    if let changed = JSONValue.object(file.document).changed(at: steps, change)?.object { file.document = changed }
  }
}

extension JSONValue {
  /// Returns the value with another one at a place; `nil` if that place does not exist.
  fileprivate func changed(at steps: ArraySlice<JSONLocation.Step>, _ change: (JSONValue?) -> JSONValue?) -> JSONValue?
  {
    guard let step = steps.first else { return change(self) }
    switch (self, step) {
    case (.object(var object), .key(let key)):
      guard let inner = object[key]?.changed(at: steps.dropFirst(), change) else { return nil }
      object[key] = inner
      return .object(object)
    case (.array(var elements), .index(let index)) where elements.indices.contains(index):
      guard let inner = elements[index].changed(at: steps.dropFirst(), change) else { return nil }
      elements[index] = inner
      return .array(elements)
    default: return nil
    }
  }
}
