internal import CSecret
internal import Foundation

/// The Secret Service of the desktop: GNOME Keyring, KWallet, KeePassXC.
struct SecretService: SecretKeeper {
  /// In seconds: a locked keyring asks the user for its password.
  private static let limit: CInt = 30
  private static let availabilityLimit: CInt = 5

  private let hasBus: Bool

  /// - Parameter environment: The process's environment variables.
  init(_ environment: [String: String]) {
    let folder = environment["XDG_RUNTIME_DIR"] ?? ""
    hasBus =
      environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false || (!folder.isEmpty && Disk.exists(folder + "/bus"))
  }

  /// Whether a service responds. Checked once.
  private static let responds = csecret_is_available(availabilityLimit)

  /// `nil` without a session bus, libsecret or a running service.
  var ifAvailable: SecretService? { hasBus && Self.responds ? self : nil }

  func value(_ key: SecretStore.Key) throws(StoreError) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    let isThere = try Self.call { problem in Self.with(key) { csecret_lookup($0, Self.limit, &value, &problem) } }
    defer { free(value) }
    return isThere ? value.map { String(cString: $0) } : nil
  }

  func set(_ value: String, for key: SecretStore.Key) throws(StoreError) {
    let label = "workbench: \(key.name)" + (key.environment.map { " (\($0))" } ?? "")
    try Self.call { problem in Self.with(key) { csecret_store($0, label, value, Self.limit, &problem) } }
  }

  @discardableResult
  func remove(_ key: SecretStore.Key) throws(StoreError) -> Bool {
    try Self.call { problem in Self.with(key) { csecret_remove($0, Self.limit, &problem) } }
  }

  func keys(of collection: String) throws(StoreError) -> [SecretStore.Key] {
    let found = Found(collection)
    try Self.call { problem in
      csecret_list(
        collection, Self.limit, Unmanaged.passUnretained(found).toOpaque(),
        { context, environment, name in
          guard let context, let environment, let name else { return }
          Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
            .add(String(cString: environment), String(cString: name))
        }, &problem)
    }
    return found.keys.sorted { ($0.environment ?? "", $0.name) < ($1.environment ?? "", $1.name) }
  }

  private final class Found {
    private(set) var keys: [SecretStore.Key] = []
    private let collection: String

    init(_ collection: String) { self.collection = collection }

    func add(_ environment: String, _ name: String) {
      keys.append(
        SecretStore.Key(collection: collection, environment: environment.isEmpty ? nil : environment, name: name))
    }
  }

  private static func with<Value>(_ key: SecretStore.Key, _ body: (csecret_key) -> Value) -> Value {
    key.collection.withCString { collection in
      (key.environment ?? "").withCString { environment in
        key.name.withCString { name in
          body(csecret_key(collection: collection, environment: environment, name: name))
        }
      }
    }
  }

  /// - Returns: Whether there was a secret.
  @discardableResult
  private static func call(
    _ body: (inout UnsafeMutablePointer<CChar>?) -> csecret_result
  ) throws(StoreError) -> Bool {
    var problem: UnsafeMutablePointer<CChar>?
    let result = body(&problem)
    guard result == csecret_failed else { return result == csecret_ok }
    defer { free(problem) }
    throw .secretService(problem.map { String(cString: $0) } ?? "no reason given")
  }
}
