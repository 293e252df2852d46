import RequestModel
import TerminalUI
import TestSupport
import Testing

@testable import WorkbenchCore

/// The tutorial as a reader follows it, key by key.
struct TutorialWalkTests {
  private static let lessons = Tutorial.lessons.map(\.name)

  private static let files = Tutorial.files(.standard)

  private static func document(_ path: String) throws -> JSONObject {
    let file = try #require(files.first { $0.path == path })
    return try #require(try JSONText(Array(file.text.utf8)).value.object)
  }

  /// The tutorial with one of its requests shown.
  private func shown(_ lesson: String, columns: Int = 160) throws -> Harness {
    let size = Size(columns: columns, rows: 48)
    var program = Program(
      size: size, starts: [WorkspaceStart(root: "/collections", opensDocs: true)],
      home: "/",
      seed: 1)
    _ = program.update(.terminal(.resized(size)))
    var app = Harness(columns: columns, rows: size.rows)
    app.bench = program.shown
    let nodes = try Self.lessons.map { name in
      CollectionNode(
        address: Address(name + ".json"), depth: 0, kind: .request(method: "GET", id: nil),
        title: try Self.document(name + ".json")["name"]?.string ?? "")
    }
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections", nodes: nodes, isCollection: true))))
    var folder = try FolderSettings(document: try Self.document("collection.json"))
    folder.path = "/collections/collection.json"
    let demo = try Environment(name: "demo", document: try Self.document("environments/demo.json"))
    let scope = RequestContext(
      collection: "/collections", environments: [demo], folders: [folder], builtIn: ["demo": "http://127.0.0.1:1"])
    for _ in 0..<(Self.lessons.firstIndex(of: lesson) ?? 0) { app.press("<Down>") }
    let address = Address(lesson + ".json")
    let request = try SavedRequest(document: try Self.document(address.path))
    app.receive(.workspace(.opened(address, .success(.request(request)))))
    app.receive(.workspace(.scope(address, scope)))
    let settings = try SavedFile(document: try Self.document("collection.json"), role: .collection)
    app.receive(.workspace(.opened("collection.json", .success(settings))))
    app.receive(.workspace(.scope("collection.json", scope)))
    return app
  }

  @Test(arguments: lessons, [100, 160]) func aRequestIsShownWithItsExplanationAsText(lesson: String, columns: Int)
    throws
  {
    let app = try shown(lesson, columns: columns)
    let text = try SavedRequest(document: try Self.document(lesson + ".json")).docs
    let screen = app.screen
    #expect(!screen.contains("**") && !screen.contains("`"), "\(screen)")
    let words = text.split { !$0.isLetter }.filter { $0.count > 3 }
    let missing = words.filter { !screen.contains($0) }
    #expect(missing.isEmpty, "\(missing) \(screen)")
  }

  @Test func changingARequest() throws {
    var app = try shown("edit")
    app.press("2 <Enter>")
    #expect(app.bench.isEditingText)
    app.press("x <Enter>")
    #expect(app.bench.workspace.request?.url == "{{base}}/anything/change-mex")
    app.press("g p a n <Enter> <Enter> g h")
    app.expectOnScreen("X-Greeting")
    app.press("<Space>")
    #expect(app.bench.workspace.request?.headers.first?.isOff == true)
    app.press("u")
    #expect(app.bench.workspace.request?.headers.first?.isOff == false)
    app.press("g d")
    app.expectOnScreen("undoes an edit")
    app.press("<C-s>")
    #expect(app.effects.contains { if case .files(_, .save) = $0 { true } else { false } })
  }

  @Test func findingTheVariables() throws {
    var app = try shown("variables")
    app.press("I g v")
    app.expectOnScreen("Utrecht")
    app.press("1 <Down>")
    #expect(app.bench.workspace.subject == .request("variables.json"))
    app.expectOnScreen("are variables of this")
  }

  @Test func editingTheBody() throws {
    var app = try shown("body")
    app.press("2 g b <Down> <Enter>")
    #expect(app.bench.requestPane.editing?.target.isMultiline == true)
    app.press("<Esc>")
    #expect(!app.bench.isEditingText)
  }

  @Test func lookingAtTheAuth() throws {
    var app = try shown("token")
    app.press("2 g a")
    app.expectOnScreen("bearer")
    app.press("1 <Down>")
    // The next request begins with its explanation again.
    app.expectNotOnScreen("‹ bearer ›")
  }

  @Test func theDocsOpenAsTextToEdit() throws {
    var app = try shown("hello")
    app.press("2 <Down> <Enter>")
    #expect(app.bench.requestPane.editing?.target.isMultiline == true)
    app.expectOnScreen("Press **F5** to send")
    app.press("<Esc>")
    app.expectNotOnScreen("**")
  }
}
