import RequestModel
import Testing

@testable import WorkbenchCore

@Suite struct EnvironmentTests {
  private static let file: Address = "shop/environments/local.json"
  private static let place = SecretPlace(collection: "/collections/shop", environment: "local", name: "token")
  private static let local = SavedFile.sample(
    .environment,
    [
      "variables": [
        ["name": "base", "value": "http://localhost", "description": "This machine"],
        ["name": "token", "secret": true],
      ]
    ])

  private func app(_ file: SavedFile = local) -> Harness {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("<F9>")
    app.receive(.workspace(.opened(Self.file, .success(file))))
    app.receive(.workspace(.scope(Self.file, .shop)))
    return app
  }

  private func secrets(_ app: Harness) -> [SecretAction] {
    app.effects.compactMap { if case .files(_, .secret(Self.place, let action)) = $0 { action } else { nil } }
  }

  @Test func theEnvironmentsOfTheCollectionAreListedAndTheSelectedOneIsShown() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("<F9>")
    #expect(app.effects == [.open(Self.file)])
    app.receive(.workspace(.opened(Self.file, .success(Self.local))))
    app.expectOnScreen("✓ local")
    app.expectOnScreen("  live")
    app.expectOnScreen("This machine")
    app.press("j")
    #expect(app.effects == [.open("shop/environments/live.json")])
    app.press("<Esc>")
    #expect(app.bench.workspace.subject == .request("shop/list.json"))
  }

  @Test func aRequestSaysThatUnsavedEditsOfItsEnvironmentAreNotUsed() {
    var app = app()
    let edited = SavedFile.sample(.environment, ["variables": [["name": "base", "value": "http://edited"]]])
    app.receive(.workspace(.drafts([Self.file: edited], withoutFile: [:])))
    app.press("<Esc> <F5>")
    #expect(app.sentID != nil)
    let sentence = "Unsaved edits of environment local are not used: Ctrl+S in the form saves them"
    app.expectOnScreen(sentence)
    app.press("<F7>")
    guard case .preview(let job)? = app.effects.last?.work(RequestTextEffect.self) else {
      return #expect(Bool(false), "\(app.effects)")
    }
    app.receive(.previewed(job.id, PreviewText(lines: ["GET / HTTP/1.1"], notes: [])))
    app.expectOnScreen(sentence)
    app.press("<Esc> v live <Enter>")
    #expect(app.bench.workspace.unusedEdits == nil)
    #expect(app.bench.workspace.editsUnused(by: ["shop/list.json"], ["/collections/shop": "local"]) == sentence)
  }

  @Test func aFileThatCannotBeReadIsListedWithItsErrorAndStaysInUse() {
    var app = app()
    var scope = RequestContext.shop
    let problem = Problem("local.json:1:2 — expected a value")
    let index = scope.environments.firstIndex { $0.name == "local" }
    if let index { scope.environments[index] = Environment(name: "local") }
    scope.environmentProblems["local"] = problem
    scope.problems = [problem]
    for file in [Self.file, "shop/list.json"] { app.receive(.workspace(.scope(file, scope))) }
    app.receive(.workspace(.opened(Self.file, .failure(problem))))
    app.expectOnScreen("✓!local")
    app.expectOnScreen("local.json:1:2 — expected a value")
    app.press("=")
    app.expectOnScreen("local.json:1:2 — expected a value")
    app.press("j =")
    app.expectOnScreen("There is no other environment")
    app.press("k <Enter>")
    app.expectOnScreen("Environment local cannot be used: local.json:1:2 — expected a value")
    #expect(app.bench.workspace.chosenEnvironments == [:])
    app.press("E")
    #expect(app.effects == [.editFile(app.bench.workspace.id, Self.file)])
    // It is sent with no other one, which reports the error.
    app.press("<Esc>")
    #expect(app.bench.workspace.environment == "local")
    app.press("v")
    app.expectOnScreen("local.json:1:2 — expected a value")
  }

  @Test func bracesOfAVariableThatAreNotClosedAreRemarkedOn() {
    var app = app(.sample(.environment, ["variables": [["name": "base", "value": "http://{{host"]]]))
    app.press("2 j")
    app.expectOnScreen(Template.remarkOnUnclosed)
  }

  @Test func theSelectedEnvironmentIsUsedWithEnter() {
    var app = app()
    app.press("j <Enter>")
    #expect(app.bench.workspace.chosenEnvironments == ["/collections/shop": "live"])
  }

  @Test func environmentsAreCreatedRenamedDuplicatedAndDeleted() {
    var app = app()
    app.press("n staging <Enter>")
    #expect(app.effects == [.create(.environment, in: "shop/environments", name: "staging")])
    app.press("r here <Enter>")
    #expect(app.effects == [.rename(Self.file, to: "here")])
    app.press("D")
    #expect(app.effects == [.duplicate(Self.file)])
    app.press("d d")
    #expect(app.effects == [.delete(Self.file)])
    app.receive(.workspace(.deleted(Self.file, trash: TrashID("t"), tree: .shop)))
    app.expectNotOnScreen("✓ local")
    #expect(app.bench.workspace.subject == .environment("shop/environments/live.json"))
    app.press("u")
    #expect(app.effects == [.restore(TrashID("t"))])
    app.receive(.workspace(.placed(Self.file, from: nil, tree: .shop)))
    #expect(app.bench.workspace.subject == .environment(Self.file))
  }

  /// Creates an environment as the runner does.
  private func create(_ name: String, in app: inout Harness) -> Address {
    let file = Address("shop/environments/\(name).json")
    app.press("\(name) <Enter>")
    app.receive(.workspace(.placed(file, from: nil, tree: .shop)))
    app.receive(.workspace(.created([file])))
    app.receive(.workspace(.opened(file, .success(.sample(.environment, ["variables": []])))))
    return file
  }

  @Test(arguments: ["2 v", "2 g o v"])
  func aNewEnvironmentOpensItsFirstVariableAndSavingItLeadsBack(keys: String) throws {
    var app = Harness.shop(columns: 120, rows: 24)
    app.removeEnvironments()
    app.press(keys)
    let file = create("dev", in: &app)
    #expect(app.bench.workspace.subject == .environment(file) && app.bench.isEditingText)
    app.press("id <Enter> 7 <C-s>")
    let saved = try #require(app.bench.workspace.items[file].draft?.current)
    #expect(saved.document["variables"] == [["name": "id", "value": "7"]])
    #expect(app.effects.contains(.files(.samples, .save(file, saved, overwriting: false, evenReadOnly: false))))
    app.receive(.workspace(.saved(file, saved)))
    #expect(app.bench.workspace.subject == .request("shop/list.json") && app.bench.scope == .request)
    app.expectOnScreen("Saved shop/environments/dev.json")
    // It is no longer new.
    app.press("<F9> j j j e")
    app.receive(.workspace(.saved(file, saved)))
    #expect(app.bench.leftPane == .environments)
  }

  @Test func leavingTheFirstVariableOfANewEnvironmentEmptyChangesNothing() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.workspace(.scope("shop/list.json", RequestContext(collection: "/collections/shop"))))
    app.press("2 v")
    let file = create("dev", in: &app)
    app.press("<Esc>")
    #expect(app.bench.workspace.subject == .environment(file) && !app.bench.isEditingText)
    #expect(app.bench.workspace.unsaved == [])
  }

  @Test func aNewEnvironmentOfTheListStaysThereOnceItIsSaved() throws {
    var app = app()
    app.press("n")
    let file = create("dev", in: &app)
    #expect(app.bench.scope == .request && app.bench.isEditingText)
    app.press("id <Enter> 7 <C-s>")
    let saved = try #require(app.bench.workspace.items[file].draft?.current)
    app.receive(.workspace(.saved(file, saved)))
    #expect(app.bench.workspace.subject == .environment(file) && app.bench.scope == .request)
  }

  @Test func aFieldThatWasOpenedMeanwhileStaysOpenAsANewEnvironmentIsSaved() throws {
    var app = Harness.shop(columns: 120, rows: 24)
    app.receive(.workspace(.scope("shop/list.json", RequestContext(collection: "/collections/shop"))))
    app.press("2 v")
    let file = create("dev", in: &app)
    app.press("id <Enter> 7 <C-s> a more")
    let draft = try #require(app.bench.workspace.items[file].draft?.current)
    app.receive(.workspace(.saved(file, draft)))
    #expect(app.bench.workspace.subject == .environment(file) && app.bench.isEditingText)
    app.press("<Esc>")
    let names = app.bench.workspace.file?.document["variables"]?.array?.compactMap { $0.object?["name"]?.string }
    #expect(names == ["id", "more"])
  }

  @Test func aCopyOfAnEnvironmentOpensNoVariable() {
    var app = app()
    let copy: Address = "shop/environments/local 2.json"
    app.press("D")
    app.receive(.workspace(.placed(copy, from: nil, tree: .shop)))
    app.receive(.workspace(.created([copy], copyOf: Self.file)))
    app.receive(.workspace(.opened(copy, .success(Self.local))))
    #expect(app.bench.workspace.subject == .environment(copy) && app.bench.scope == .environments)
  }

  @Test func aRenamedEnvironmentStaysTheChosenOne() {
    var app = app()
    app.press("<Enter>")
    app.receive(.workspace(.placed("shop/environments/here.json", from: Self.file, tree: .shop)))
    #expect(app.bench.workspace.chosenEnvironments == ["/collections/shop": "here"])
    app.expectOnScreen("✓ here")
  }

  @Test(arguments: [("shop/environments/live.json", "shop/environments/a.json"), (nil, "shop/environments/a.json")])
  func theEnvironmentInUseStaysInUseThoughAnotherBecomesTheFirst(_ old: Address?, _ new: Address) {
    var app = app()
    #expect(app.bench.workspace.environment == "local")
    app.receive(.workspace(.placed(new, from: old, tree: .shop)))
    let names = ["a", "local"] + (old == nil ? ["live"] : [])
    let environments = names.sorted().map { Environment(name: $0) }
    for address in app.bench.workspace.items.addresses(where: { $0.scope != nil }) {
      app.receive(
        .workspace(.scope(address, RequestContext(collection: "/collections/shop", environments: environments))))
    }
    #expect(app.bench.workspace.environment == "local")
  }

  @Test func aRenamedEnvironmentInUseStaysInUseWithoutAChoice() {
    var app = app()
    app.receive(.workspace(.placed("shop/environments/z.json", from: Self.file, tree: .shop)))
    #expect(app.bench.workspace.chosenEnvironments == ["/collections/shop": "z"])
    app.expectOnScreen("✓ z")
  }

  @Test func aVariableOfAnEnvironmentIsEditedLikeARowOfARequest() {
    var app = app()
    app.press("e <Down> l l e <C-u> Here <Enter>")
    #expect(app.bench.workspace.unsaved == [Self.file])
    app.press("<C-s>")
    guard case .files(_, .save(Self.file, let saved, _, _))? = app.effects.last else {
      return #expect(Bool(false), "\(app.effects)")
    }
    #expect(
      saved.document["variables"]?.array?.first == ["name": "base", "value": "http://localhost", "description": "Here"])
  }

  @Test func whatIsTypedForASecretIsNeverShownOrKeptElsewhere() {
    var app = app()
    app.press("e G k e hunter2")
    app.expectOnScreen("•••••••")
    app.expectNotOnScreen("hunter2")
    app.receive(.draftDue)
    #expect(app.effects == [])
    app.press("<Enter>")
    #expect(secrets(app) == [.set("hunter2")])
    #expect(app.bench.workspace.unsaved == [])
    app.receive(.workspace(.secret(Self.place, .set)))
    app.expectOnScreen("••••••  secret")
  }

  @Test func theKeysForASecretAreShownBesideIt() {
    var app = app()
    app.press("e <Down>")
    app.expectNotOnScreen("M reveals it")
    app.press("<Down>")
    app.expectOnScreen("e sets its value  M reveals it  g * unsets it  * keeps it in the file")
    app.receive(.workspace(.secret(Self.place, .revealed("hunter2"))))
    app.expectOnScreen("e sets its value  M masks it  g * unsets it  * keeps it in the file")
  }

  @Test func theKeysOfAnotherCellSayWhatTheyEdit() {
    var app = app()
    app.press("e G k")
    app.press("h")
    app.expectNotOnScreen("e sets its value")
    app.expectOnScreen("e renames it  → selects its value")
    app.press("l l")
    app.expectNotOnScreen("e sets its value")
    app.expectOnScreen("e describes it in the file  ← selects its value")
  }

  @Test(arguments: ["h", "l"]) func theNextTextOfANewSecretIsItsValue(_ cell: String) {
    var app = app(.sample(.environment, ["variables": [["name": "token", "value": ""]]]))
    app.press("e G k \(cell) * e hunter2 <Enter>")
    #expect(secrets(app).contains(.set("hunter2")))
    #expect(app.bench.workspace.file?.document["variables"] == [["name": "token", "secret": true]])
  }

  @Test func aSecretLooksSetOnlyWhenItIsAndIsLookedUpAgainAfterARename() {
    var app = app()
    app.expectNotOnScreen("••••••")
    app.receive(.workspace(.secret(Self.place, .set)))
    app.expectOnScreen("••••••  secret")
    app.receive(.workspace(.placed("shop/environments/here.json", from: Self.file, tree: .shop)))
    var place = Self.place
    place.environment = "here"
    #expect(app.effects.contains(.files(.samples, .secret(place, .find))))
    app.expectNotOnScreen("••••••")
    app.receive(.workspace(.placed(Self.file, from: "shop/environments/here.json", tree: .shop)))
    #expect(secrets(app) == [.find])
    app.receive(.workspace(.secret(Self.place, .unset)))
    app.expectOnScreen("not set  secret")
  }

  @Test(arguments: ["<F9>", "<F10>"]) func anEmptyFolderLeadsToItsFirstRequest(_ key: String) {
    var app = Harness()
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections"))))
    app.press(key)
    app.expectOnScreen("There is no request yet: n creates one")
  }

  @Test func aSecretWithoutAValueSaysSo() {
    var app = app()
    #expect(secrets(app) == [.find] || secrets(app) == [])
    app.receive(.workspace(.secret(Self.place, .unset)))
    app.expectOnScreen("not set")
  }

  @Test func aSecretIsRevealedUntilAnotherPaneHasTheKeys() {
    var app = app()
    app.press("e G k M")
    #expect(secrets(app) == [.reveal])
    app.receive(.workspace(.secret(Self.place, .revealed("hunter2"))))
    app.expectOnScreen("hunter2")
    app.press("1")
    app.expectNotOnScreen("hunter2")
  }

  @Test func aSecretIsUnset() {
    var app = app()
    app.press("e G k g *")
    #expect(secrets(app) == [.unset])
  }

  @Test func aVariableThatBecomesASecretLeavesItsFile() {
    var app = app(.sample(.environment, ["variables": [["name": "token", "value": "hunter2"]]]))
    app.press("e G k *")
    #expect(secrets(app) == [.set("hunter2"), .find])
    #expect(app.bench.workspace.file?.document["variables"] == [["name": "token", "secret": true]])
  }

  @Test func aSecretThatBecomesPlainDoesNotGetItsValueIntoTheFile() {
    var app = app()
    app.press("e G k *")
    #expect(app.bench.workspace.file?.document["variables"]?.array?.last == ["name": "token"])
    app.expectOnScreen("Its value stays in your secrets: type the value for the file")
  }

  @Test func twoEnvironmentsAreComparedWithTheirDifferencesFirst() {
    var app = app()
    app.press("=")
    app.expectOnScreen("local and live: 1 difference")
    app.expectOnScreen("≠ base")
    app.expectOnScreen("https://shop.example")
  }

  // MARK: Changes of the program

  /// The file with one more variable, as a typed value makes it.
  private static let withValue = SavedFile.sample(
    .environment, ["variables": .array((local.document["variables"]?.array ?? []) + [["name": "typed", "value": "t"]])])

  @Test func unsavedEditsStayOnAFileThatTheProgramHasChanged() throws {
    var app = app()
    app.press("e a id <Enter> 7 <Enter>")
    #expect(app.bench.workspace.unsaved == [Self.file])
    app.receive(.workspace(.captured(Self.file, Self.withValue)))
    let draft = try #require(app.bench.workspace.items[Self.file].draft)
    let names = draft.current.document["variables"]?.array?.compactMap { $0.object?["name"]?.string } ?? []
    #expect(Set(names) == ["base", "token", "id", "typed"] && names.count == 4)
    #expect(draft.saved == Self.withValue && !app.bench.workspace.items[Self.file].isOutdated)
    let kept: [FileEffect] = [
      .adopt(Self.file, Self.withValue), .keepDraft(Self.file, draft.current), .refresh(Self.file),
    ]
    #expect(Array(app.effects.prefix(3)) == kept.map { .files(.samples, $0) })
    app.press("<C-s>")
    #expect(app.effects.last == .files(.samples, .save(Self.file, draft.current, overwriting: false)))
  }

  @Test func whatBothHaveChangedIsDecidedByTheUser() throws {
    var app = app()
    app.press("e <Down> e <C-u> mine <Enter>")
    let edits = try #require(app.bench.workspace.items[Self.file].draft?.current)
    let theirs = SavedFile.sample(.environment, ["variables": [["name": "base", "value": "theirs"]]])
    app.receive(.workspace(.captured(Self.file, theirs)))
    #expect(app.bench.workspace.items[Self.file].isOutdated)
    #expect(app.bench.workspace.items[Self.file].draft?.current == edits)
  }

  @Test func aRowThatIsBeingTypedKeepsItsPlace() {
    var app = app()
    app.press("e a id")
    app.receive(.workspace(.captured(Self.file, Self.withValue)))
    #expect(app.bench.workspace.items[Self.file].isOutdated)
    #expect(app.bench.workspace.file == Self.local && app.bench.isEditingText)
  }

  @Test func anEnvironmentThatUndoingHasRemovedIsClosed() {
    var app = app()
    app.receive(.workspace(.ownRemoval(Self.file)))
    app.expectNotOnScreen("✓ local")
    #expect(app.bench.workspace.subject == .environment("shop/environments/live.json"))
    #expect(!app.effects.contains(.files(.samples, .open(Self.file))))
  }

  @Test func unsavedEditsOfAnEnvironmentThatUndoingHasRemovedStay() throws {
    var app = app()
    app.press("e a id <Enter> 7 <Enter>")
    let edits = try #require(app.bench.workspace.items[Self.file].draft?.current)
    app.receive(.workspace(.ownRemoval(Self.file)))
    #expect(app.bench.workspace.items[Self.file].draft?.current == edits)
    #expect(app.bench.workspace.items[Self.file].isOutdated && app.bench.workspace.subject == .environment(Self.file))
  }

  @Test func theListOfEnvironmentsLeadsToTheirForms() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("v")
    app.type("edit env")
    app.press("<Enter>")
    #expect(app.bench.workspace.subject == .environment(Self.file))
  }
}
