import Foundation
import Synchronization
import Testing

@testable import RequestStore

/// The places of a secret while one of them fails.
struct SecretOrderTests {
  private let folder: TemporaryFolder
  private let keyring = Keyring()
  private let key = SecretStore.Key(collection: "/c", environment: nil, name: "token")
  /// A service cannot keep it, so it goes to the file.
  private let newValue = "new\u{0}value"

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
  }

  private var store: SecretStore { SecretStore(folder.user) { [keyring] in keyring } }
  private var file: SecretFile { SecretFile(folder.user) }

  /// A service of the desktop.
  private final class Keyring: SecretKeeper {
    private let values = Mutex<[SecretStore.Key: String]>([:])
    private let failsToRemove = Mutex(false)

    func fail() { failsToRemove.withLock { $0 = true } }

    func value(_ key: SecretStore.Key) throws(StoreError) -> String? { values.withLock { $0[key] } }

    func set(_ value: String, for key: SecretStore.Key) throws(StoreError) { values.withLock { $0[key] = value } }

    func remove(_ key: SecretStore.Key) throws(StoreError) -> Bool {
      if failsToRemove.withLock({ $0 }) { throw .secretService("it is locked") }
      return values.withLock { $0.removeValue(forKey: key) } != nil
    }

    func keys(of collection: String) throws(StoreError) -> [SecretStore.Key] {
      values.withLock { $0.keys.filter { $0.collection == collection } }
    }
  }

  @Test func aValueThatCannotBeWrittenLeavesTheOldOne() throws {
    try store.set("old", for: key)
    #expect(try keyring.value(key) == "old")
    // Nobody can lock the file.
    try FileManager.default.createDirectory(atPath: folder.user.secrets + ".lock", withIntermediateDirectories: true)
    #expect(throws: StoreError.self) { try store.set(newValue, for: key) }
    #expect(try store.value(key) == "old")
    #expect(throws: StoreError.self) { try store.set(newValue, for: key) }
    #expect(try keyring.value(key) == "old")
  }

  @Test func anOldValueThatCannotBeRemovedDoesNotHideAnother() throws {
    try store.set("old", for: key)
    keyring.fail()
    #expect(throws: StoreError.secretService("it is locked")) { try store.set(newValue, for: key) }
    #expect(try store.value(key) == "old")
    #expect(try file.value(key) == nil)
    try file.set("of the file", for: key)
    #expect(throws: StoreError.secretService("it is locked")) { try store.set(newValue, for: key) }
    #expect(try file.value(key) == "of the file")
  }

  @Test(arguments: SecretStore.Place.allCases)
  func aValueOfARenamedCollectionIsNotHiddenByAnEarlierOne(place: SecretStore.Place) throws {
    let moved = SecretStore.Key(collection: "/new", environment: nil, name: "token")
    switch place {
    case .file:
      try file.set("mine", for: key)
      try keyring.set("earlier", for: moved)
    case .secretService:
      try keyring.set("mine", for: key)
      try file.set("earlier", for: moved)
    }
    try store.move(collection: "/c", to: "/new")
    #expect(try store.value(moved) == "mine")
    #expect(try store.keys(of: "/new").map(\.place) == [place])
    #expect(try store.value(key) == nil)
  }

  @Test func ofASecretInBothPlacesTheOneInUseIsMoved() throws {
    try keyring.set("used", for: key)
    try file.set("hidden", for: key)
    try store.move(collection: "/c", to: "/new")
    #expect(try store.value(SecretStore.Key(collection: "/new", environment: nil, name: "token")) == "used")
    #expect(try store.value(key) == nil)
  }

  // MARK: Moves to another place

  /// The values in the service and in the file.
  private var places: [String?] {
    get throws { [try keyring.value(key), try file.value(key)] }
  }

  private func keepInFile() throws {
    try Data(#"{ "secrets": { "place": "file" } }"#.utf8).write(to: URL(filePath: folder.user.settings))
  }

  @Test func aValueThatTheServiceWouldCutIsNotMoved() throws {
    try file.set(newValue, for: key)
    let problem = StoreError.secretStays("token", .hasNUL)
    #expect(throws: problem) { try store.move(key, to: .secretService) }
    #expect(try places == [nil, newValue])
    #expect(
      problem.description
        == "The secret \"token\" stays where it is: it has a NUL character, where the Secret Service would cut it — keep it "
        + "in the secrets file, or set one without: workbench secret set")
  }

  @Test func aValueIsNotMovedToAServiceThatIsNotAsked() throws {
    try file.set("value", for: key)
    try keepInFile()
    let problem = StoreError.secretStays("token", .serviceIsUnused)
    #expect(throws: problem) { try store.move(key, to: .secretService) }
    #expect(try places == [nil, "value"])
    #expect(
      problem.description
        == "The secret \"token\" stays where it is: the Secret Service is not asked, as \"place\" of \"secrets\" is "
        + "\"file\" in settings.json — change that first")
  }

  @Test(arguments: SecretStore.Place.allCases)
  func aMoveReplacesNoOtherValueThatIsUsed(place: SecretStore.Place) throws {
    try keyring.set("of the service", for: key)
    try file.set("of the file", for: key)
    if place == .file { try keepInFile() }
    let used = try store.value(key)
    let problem = StoreError.secretStays("token", .otherIsUsed(place))
    #expect(throws: problem) { try store.move(key, to: place) }
    #expect(try places == ["of the service", "of the file"])
    #expect(try store.value(key) == used)
    let start = "The secret \"token\" stays where it is: the \(place.description) has another value, which is used — "
    #expect(problem.description.hasPrefix(start))
  }

  @Test func withoutAServiceOnlyAValueOfTheFileNeedsOne() throws {
    let store = SecretStore(folder.user) { nil }
    for place in SecretStore.Place.allCases { #expect(try !store.move(key, to: place)) }
    try file.set("value", for: key)
    #expect(try !store.move(key, to: .file))
    let problem = StoreError.secretService("none is running in this session")
    #expect(throws: problem) { try store.move(key, to: .secretService) }
    #expect(try file.value(key) == "value")
  }

  @Test(arguments: SecretStore.Place.allCases)
  func aMoveThatWasInterruptedIsFinished(place: SecretStore.Place) throws {
    try keyring.set("value", for: key)
    try file.set("value", for: key)
    #expect(try store.move(key, to: place))
    let moved: [String?] = place == .file ? [nil, "value"] : ["value", nil]
    #expect(try places == moved)
  }

  // MARK: New values

  @Test func theNewValueIsTheOnlyOne() throws {
    try store.set("old", for: key)
    try store.set(newValue, for: key)
    #expect(try keyring.value(key) == nil)
    #expect(try store.value(key) == newValue)
    #expect(try store.remove(key))
    #expect(try store.value(key) == nil)
  }
}
