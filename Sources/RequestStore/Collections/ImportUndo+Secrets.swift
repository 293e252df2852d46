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
        if let problem = try takeBack(secret, index, store) {
          outcome.problems.append(problem)
        } else {
          outcome.secretCount += 1
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
  private func takeBack(_ secret: Secret, _ index: Int, _ store: SecretStore) throws(StoreError) -> String? {
    let place = Address(secret.key.collection).name + (secret.key.environment.map { " (\($0))" } ?? "")
    if let value = try store.value(secret.key), digest(value) != secret.digest {
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
