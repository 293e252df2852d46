/// The tokens of a collection and an environment, stored among their secrets.
package struct KeptTokens: Sendable {
  private let secrets: SecretStore
  private let collection: String
  private let environment: String?
  /// The time to wait for another program that requests a token; the user may have to log in there.
  var patience = Duration.seconds(60)

  package init(_ secrets: SecretStore, collection: String, environment: String?) {
    self.secrets = secrets
    self.collection = collection
    self.environment = environment
  }

  /// Distinguishes the tokens of different collections and environments.
  var scope: String { "\(collection)\u{0}\(environment ?? "")" }

  func read(_ name: String) throws(Failure) -> AccessToken? {
    try unprepared { () throws(StoreError) in try secrets.value(key(name)) }.flatMap(AccessToken.init(kept:))
  }

  func write(_ token: AccessToken, _ name: String) throws(Failure) {
    try unprepared { () throws(StoreError) in try secrets.set(token.kept, for: key(name)) }
  }

  func remove(_ name: String) throws(Failure) {
    _ = try unprepared { () throws(StoreError) in try secrets.remove(key(name)) }
  }

  /// Takes the lock on a token; `nil` if another program holds it.
  func lock(_ name: String) throws(Failure) -> TokenLock? {
    try unprepared { () throws(StoreError) in try secrets.lockToken(key(name)) }
  }

  private func key(_ name: String) -> SecretStore.Key {
    SecretStore.Key(collection: collection, environment: environment, name: name)
  }
}
