/// A value of an import that undoing it has taken out of the secrets.
package struct TakenSecret: Equatable, Sendable {
  package let key: SecretStore.Key
  /// The value of the import; `nil` if it was gone already.
  let value: String?
  /// The value that is there again; `nil` if there is none.
  let earlier: String?

  /// Sets the value again, in the collection as it is named now.
  ///
  /// - Returns: Whether it was set. A value that has changed since stays.
  package func setAgain(inCollection path: String, in store: SecretStore) throws(StoreError) -> Bool {
    var key = self.key
    key.collection = path
    let expected = path == self.key.collection ? earlier : nil
    guard let value, try store.value(key) == expected else { return false }
    try store.set(value, for: key)
    return true
  }
}

extension [TakenSecret] {
  /// The numbers of removed and of restored values, in words; `nil` if there are none.
  package var summary: String? {
    let removed = self.count { $0.earlier == nil && $0.value != nil }
    let restored = self.count { $0.earlier != nil }
    let parts = [(removed, "removed from"), (restored, "restored in")].filter { $0.0 > 0 }.map { count, verb in
      "\(count) \(count == 1 ? "value" : "values") \(verb) your secrets"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

// The values of secrets that an import has set.
extension ImportUndo {
  var saltKey: SecretStore.Key { SecretStore.Key(collection: folder, environment: nil, name: "salt") }

  /// Where a replaced value is kept.
  func keptKey(_ index: Int) -> SecretStore.Key {
    SecretStore.Key(collection: folder, environment: nil, name: "\(index)")
  }

  func digest(_ value: String) -> String { SHA256.hex(Array((salt + value).utf8)) }

  /// The salt of the digests.
  func salt(in store: SecretStore?) throws(StoreError) -> String {
    guard let store, !secrets.isEmpty else { return "" }
    return try store.value(saltKey) ?? ""
  }

  /// - Returns: Whether nothing failed.
  mutating func takeBackSecrets(in store: SecretStore?, _ outcome: inout Outcome) -> Bool {
    guard let store else { return true }
    for (index, secret) in secrets.enumerated() where !secret.isTakenBack {
      do throws(StoreError) {
        let value = try store.value(secret.key)
        if let problem = try takeBack(secret, value, index, store) {
          outcome.problems.append(problem)
        } else {
          let earlier = secret.isReplaced ? try store.value(secret.key) : nil
          outcome.secrets.append(TakenSecret(key: secret.key, value: value, earlier: earlier))
        }
        secrets[index].isTakenBack = true
      } catch {
        outcome.problems.append("The secret \(secret.key.name) stays — \(error)")
        return false
      }
    }
    removeKeptSecrets(store)
    return true
  }

  /// - Returns: Why the value stays.
  private func takeBack(
    _ secret: Secret, _ value: String?, _ index: Int, _ store: SecretStore
  ) throws(StoreError) -> String? {
    let place = Address(secret.key.collection).name + (secret.key.environment.map { " (\($0))" } ?? "")
    if let value, digest(value) != secret.digest {
      return "The secret \(secret.key.name) of \(place) stays: it has changed since"
    }
    guard secret.isReplaced else {
      try store.remove(secret.key)
      return nil
    }
    guard let earlier = try store.value(keptKey(index)) else {
      return "The secret \(secret.key.name) of \(place) stays: its earlier value is gone"
    }
    try store.set(earlier, for: secret.key)
    return nil
  }

  func removeKeptSecrets(_ store: SecretStore?) {
    guard let store, !secrets.isEmpty else { return }
    for key in [saltKey] + secrets.indices.map(keptKey) {
      _ = try? store.remove(key)  // A value that stays is of use to nobody.
    }
  }
}
