import Foundation
import RequestModel
import Testing

@testable import Workbench
@testable import WorkbenchCore

/// Credentials that are moved from a file to the user's secrets.
@Suite struct CredentialMoveTests {
  /// With a file that has changed on disk since it was read, and without.
  @Test(arguments: [true, false]) func aFileThatIsNotSavedStillHasItsCredentials(hasChanged: Bool) throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/a.json", #"{"method": "GET", "url": "http://shop.test/?token=hunter2"}"#)
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    let program = ProgramQueue()
    let queue = EventQueue(program: program, workspace: WorkspaceNumber(0))
    let files = FileEffects(services: services, queue: queue, refreshStatus: {})
    files.read(Address("a.json"))
    if hasChanged {
      try sandbox.write("shop/a.json", #"{"method": "POST", "url": "http://shop.test/new?token=hunter2"}"#)
    }
    let place = SecretPlace(collection: sandbox.path("shop"), environment: nil, name: "token")
    let moved = SavedRequest(method: "GET", url: "http://shop.test/?token={{token}}")
    try files.perform(
      CredentialMove(address: Address("a.json"), file: .request(moved), secrets: [place: "hunter2"], undeclared: []))
    var notices: [Notice] = []
    for case .workspace(_, .notice(let notice)) in program.drain() { notices.append(notice) }
    let kept = "{{token}}: kept with your secrets"
    #expect(
      notices == [
        hasChanged
          ? Notice(.failure, "\(kept), but still in a.json, which was not saved")
          : Notice(.success, "\(kept), no longer in a.json")
      ])
    #expect(sandbox.text("shop/a.json").contains("hunter2") == hasChanged)
  }

  @Test func editsThatAreSavedWithAMoveAreNamed() throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/a.json", #"{"method": "GET", "url": "http://shop.test/"}"#)
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    let program = ProgramQueue()
    let queue = EventQueue(program: program, workspace: WorkspaceNumber(0))
    let files = FileEffects(services: services, queue: queue, refreshStatus: {})
    files.read(Address("a.json"))
    let place = SecretPlace(collection: sandbox.path("shop"), environment: nil, name: "door")
    let edited = SavedRequest(method: "GET", url: "http://shop.test/{{door}}/new")
    try files.perform(
      CredentialMove(
        address: Address("a.json"), file: .request(edited), secrets: [place: "hunter2"], undeclared: [],
        savesEdits: true))
    var notices: [Notice] = []
    for case .workspace(_, .notice(let notice)) in program.drain() { notices.append(notice) }
    let sentence = "{{door}}: kept with your secrets, no longer in a.json, which was saved with its unsaved edits"
    #expect(notices == [Notice(.success, sentence)])
  }

  /// Of a collection with a file, and of a folder without one.
  @Test(arguments: [#"{ "name": "Shop" }"#, nil] as [String?])
  func aDeclarationIsTakenBackAndMadeAgain(_ text: String?) throws {
    let sandbox = try Sandbox()
    if let text { try sandbox.write("shop/collection.json", text) }
    try sandbox.write("shop/a.json", #"{"method": "GET", "url": "http://shop.test/?door=hunter2"}"#)
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    let queue = EventQueue(program: ProgramQueue(), workspace: WorkspaceNumber(0))
    let files = FileEffects(services: services, queue: queue, refreshStatus: {})
    files.read(Address("a.json"))
    let root = services.collections.root
    let places = ["door", "gate"].map { SecretPlace(collection: root, environment: nil, name: $0) }
    let moved = SavedRequest(method: "GET", url: "http://shop.test/?door={{door}}")
    try files.perform(
      CredentialMove(
        address: Address("a.json"), file: .request(moved),
        secrets: [places[0]: "hunter2", places[1]: "hunter3"], undeclared: places))
    let declared = sandbox.text("shop/collection.json")
    #expect(declared.contains("door") && declared.contains("gate"))
    try files.takeBackDeclarations(of: places, for: Address("a.json"))
    if let text { #expect(sandbox.text("shop/collection.json") == text) }
    #expect(sandbox.exists("shop/collection.json") == (text != nil))
    try files.declareAgain(places)
    #expect(sandbox.text("shop/collection.json") == declared)
    // One declaration has a note by now, and another row was added.
    let rows = #"{ "name": "door", "secret": true }, { "name": "a" }, { "name": "gate", "secret": true, "x": 1 }"#
    try sandbox.write("shop/collection.json", #"{ "variables": [\#(rows)] }"#)
    try files.takeBackDeclarations(of: places, for: Address("a.json"))
    let left = try JSONText(Array(sandbox.text("shop/collection.json").utf8)).value
    #expect(left == ["variables": [["name": "a"], ["name": "gate", "secret": true, "x": 1]]])
  }

  /// In a file, in unsaved edits, and with a filter.
  @Test(
    arguments: [
      (#"{"method": "GET", "url": "http://shop.test/{{door}}"}"#, nil),
      (#"{"method": "GET", "url": "http://shop.test/"}"#, "http://shop.test/{{door}}"),
      (#"{"method": "GET", "url": "http://shop.test/{{ door | urlencode }}"}"#, nil),
    ] as [(String, String?)])
  func aDeclarationThatAnotherFileUsesStays(_ other: String, _ edited: String?) throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/a.json", #"{"method": "GET", "url": "http://shop.test/?door=hunter2"}"#)
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    let program = ProgramQueue()
    let queue = EventQueue(program: program, workspace: WorkspaceNumber(0))
    let files = FileEffects(services: services, queue: queue, refreshStatus: {})
    files.read(Address("a.json"))
    let root = services.collections.root
    let places = ["door", "gate"].map { SecretPlace(collection: root, environment: nil, name: $0) }
    let moved = SavedRequest(method: "GET", url: "http://shop.test/?door={{door}}&gate={{gate}}")
    try files.perform(
      CredentialMove(
        address: Address("a.json"), file: .request(moved),
        secrets: [places[0]: "hunter2", places[1]: "hunter3"], undeclared: places))
    try sandbox.write("shop/b.json", other)
    let edits = edited.map { [Address("b.json"): SavedFile.request(SavedRequest(method: "GET", url: $0))] } ?? [:]
    _ = program.drain()
    try files.takeBackDeclarations(of: places, for: Address("a.json"), edits)
    let left = try JSONText(Array(sandbox.text("shop/collection.json").utf8)).value
    #expect(left == ["variables": [["name": "door", "secret": true]]])
    var notices: [Notice] = []
    for case .workspace(_, .notice(let notice)) in program.drain() { notices.append(notice) }
    let sentence = "{{door}} stays declared in collection.json, and its value stays in your secrets, for b.json"
    #expect(notices == [Notice(.information, sentence)])
  }

  @Test func aValueThatOrdinaryTextMayHaveIsSetWithAWarning() throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    let program = ProgramQueue()
    let queue = EventQueue(program: program, workspace: WorkspaceNumber(0))
    let files = FileEffects(services: services, queue: queue, refreshStatus: {})
    let place = SecretPlace(collection: sandbox.path("shop"), environment: nil, name: "pin")
    for value in ["0", "s3cret-value"] { try files.perform(.set(value), on: place) }
    var notices: [Notice] = []
    for case .workspace(_, .notice(let notice)) in program.drain() { notices.append(notice) }
    let (set, end) = ("{{pin}} is set, kept with your secrets", "such as a JSON string or a query value")
    let warning = ". The value is a number: it is masked only as a whole value, \(end)"
    #expect(notices == [Notice(.success, set + warning), Notice(.success, set)])
  }
}
