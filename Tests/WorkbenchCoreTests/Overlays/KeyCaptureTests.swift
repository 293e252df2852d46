import RequestModel
import Testing

@testable import WorkbenchCore

/// Changing the keys of a command on the help screen.
@Suite struct KeyCaptureTests {
  /// The help screen with a command selected, and settings.
  private func help(_ command: String, _ settings: String = "{}") -> Harness {
    var app = Harness.shop(columns: 120)
    app.bench.apply(Settings(Array(settings.utf8)))
    app.press("? /")
    app.type(command)
    app.press("<Enter>")
    return app
  }

  private func set(_ name: String, _ keys: [JSONValue]?) -> Effect {
    .program(.set(["keys", name], keys.map { JSONValue.array($0) }))
  }

  @Test func aPressedKeyIsWrittenToTheSettingsAfterItsOwnerWasSaid() {
    var app = help("collections.duplicate")
    app.expectOnScreen("collections.duplicate")
    app.press("<Enter>")
    app.expectOnScreen("Key of Duplicate")
    app.expectOnScreen("Now: D")
    app.press("d")
    app.expectOnScreen("Takes d from Delete (collections.delete), which has Del left")
    #expect(app.effects == [])
    app.press("<Enter>")
    #expect(app.effects == [set("collections.duplicate", ["d"])])
    app.bench.apply(Settings(Array(#"{ "keys": { "collections.duplicate": ["d"] } }"#.utf8)))
    #expect((app.bench.overlays.last?.screen as? HelpScreen)?.selected?.name == "collections.duplicate")
    app.press("<Enter>")
    app.expectOnScreen("Now: d")
  }

  @Test func aKeyThatTheSettingsGaveToAnotherCommandIsTakenFromItThere() {
    var app = help("collections.duplicate", #"{ "keys": { "collections.delete": ["Del", "y"] } }"#)
    app.press("<Enter> y <Enter>")
    #expect(app.effects == [set("collections.delete", ["Del"]), set("collections.duplicate", ["y"])])
    #expect(app.bench.notice == Notice(.success, "y runs Duplicate"))
  }

  @Test func aKeyWithAnotherMeaningInAPaneOrEverywhereIsSaid() {
    var app = help("request.save")
    app.press("<Enter> n")
    app.expectOnScreen("In collections it still runs New request (collections.new)")
    app = help("collections.duplicate")
    app.press("<Enter> <F5>")
    app.expectOnScreen("In collections it no longer runs Send request (request.send)")
  }

  @Test func sequencesAndKeysWithSymbolsAreWrittenByTheirNames() {
    var app = help("collections.duplicate")
    app.press("<Enter> gx <Tab>")
    #expect(app.effects == [set("collections.duplicate", ["D", "g x"])])
    app.press("<Enter> <Enter> <Enter>")
    #expect(app.effects == [set("collections.duplicate", ["Enter"])])
    app.press("<Enter> x <BS> y <Enter>")
    #expect(app.effects == [set("collections.duplicate", ["y"])])
    app.press("<Enter> <Esc>")
    #expect(app.effects == [])
  }

  @Test func theDefaultKeysComeBackAndTheKeyThatLeavesStays() {
    var app = help("collections.duplicate", #"{ "keys": { "collections.duplicate": ["y"] } }"#)
    app.press("<Del>")
    #expect(app.effects == [set("collections.duplicate", nil)])
    app = help("app.cancel")
    app.press("<Enter>")
    let reason = "Cancel or quit keeps its key, so that one always leaves the program"
    #expect(app.bench.notice == Notice(.information, reason))
    #expect(app.bench.overlays.count == 1)
  }

  @Test func theKeyThatResetsIsNamedForChangedKeysAndTheRowStaysSelectedAmongAll() {
    var app = help("collections.duplicate")
    app.expectNotOnScreen("Del default keys")
    app = help("collections.duplicate", #"{ "keys": { "collections.duplicate": ["y"] } }"#)
    app.expectOnScreen("⏎ change key  Del default keys  / find  Esc show all")
    app.press("<Esc>")
    app.expectOnScreen("Del default keys  / find  Esc close")
    #expect((app.bench.overlays.last?.screen as? HelpScreen)?.selected?.name == "collections.duplicate")
  }

  @Test func commandsWithoutAKeyAreListedAndGetOne() {
    var app = help("settings.theme")
    app.press("<Enter>")
    app.expectOnScreen("Now: no key")
    app.press("<F11> <Enter>")
    #expect(app.effects == [set("settings.theme", ["F11"])])
  }
}
