import Foundation
import RequestModel
import TestSupport
import Testing

@testable import RequestStore

/// Files that 0.1 wrote, in `Tests/Fixtures/Releases`: every later version opens them. The collections were in `/tmp/release`.
struct ReleasedFilesTests {
  private let folder: TemporaryFolder
  private let user: UserFolders
  private let collections = "/tmp/release/collections"

  init() throws {
    folder = try TemporaryFolder()
    let release = ProjectFiles.fixtures.appending(path: "Releases/0.1").path
    try FileManager.default.copyItem(atPath: release, toPath: folder.root + "/0.1")
    user = UserFolders(data: folder.root + "/0.1/home")
    // git keeps no other modes.
    for path in [user.secrets, user.consents] { chmod(path, 0o600) }
  }

  private var store: CollectionStore { CollectionStore(root: folder.root + "/0.1/collections", user) }

  @Test func collectionsOpen() throws {
    #expect(
      try store.load().drawn == [
        "◆ Kiosk", "  ▸ Newspapers", "    GET List", "    POST Buy", "  POST Form", "  GET Missing", "  GET Logo",
        "  GET Cookie", "  GET Events", "  GET Checked",
      ])
    #expect(try store.check() == [])
    #expect(try store.environments(for: "Kiosk/Form.json").map(\.name) == ["local"])
    #expect(try ImportRecord(of: store.root + "/Kiosk")?.items.count == 9)
  }

  @Test func savingChangesOnlyWhatWasEdited() throws {
    let file = try #require(try store.openFile("Kiosk/Newspapers/Buy.json"))
    #expect(file.content.request?.examples.map(\.name) == ["200 OK"])
    var content = file.content
    content.name = "Buy one"
    let saved = try store.save(content, over: file)
    let before = String(decoding: file.text.bytes, as: UTF8.self)
    let after = String(decoding: saved.text.bytes, as: UTF8.self)
    let lines = Set(before.split(separator: "\n"))
    #expect(after.split(separator: "\n").filter { !lines.contains($0) } == ["  \"name\": \"Buy one\""])
  }

  @Test func historyOpens() throws {
    let history = try HistoryStore(path: user.history)
    #expect(try history.count() == 17)
    let host = "http://127.0.0.1:18099"
    #expect(
      try history.summaries().dropFirst().map(row) == [
        "GET http://127.0.0.1:1/ failed", "GET \(host)/anything/42 200", "GET \(host)/stream/3 200",
        "GET \(host)/cookies/set?seen=yes 200", "GET \(host)/image/png 200", "GET \(host)/status/404 404",
        "POST \(host)/post 200", "POST \(host)/post 200", "GET \(host)/get?page=1 200",
      ])
    let run = try #require(try history.summaries().first?.run)
    #expect((run.name, run.requests, run.failures) == ("Kiosk", 8, 0))
  }

  private func row(_ summary: ExchangeSummary) -> String {
    let result = if case .status(let status) = summary.result { "\(status)" } else { "failed" }
    return "\(summary.method) \(summary.url) \(result)"
  }

  @Test func exchangesAreWhole() throws {
    let history = try HistoryStore(path: user.history)
    let found = try history.summaries(matching: HistoryQuery("tag:checked zeit"))
    #expect(found.map(\.annotation) == [Annotation(tags: ["checked"], note: "as it was sent", isPinned: true)])
    let id = try #require(found.first?.id)
    let exchange = try #require(try history.exchange(id))
    #expect(exchange.environment == "local")
    #expect(exchange.request.headers == [Parameter("X-Till", "7")])
    #expect(exchange.sent?.headers.contains(Header("Authorization", "Bearer ••••••")) == true)
    let body = try #require(exchange.response?.body)
    #expect(String(decoding: body, as: UTF8.self).contains("\\\"title\\\": \\\"Die Zeit\\\""))
    for summary in try history.summaries(limit: .max) { #expect(try history.exchange(summary.id) != nil) }
    try history.record(.sample())
    #expect(try history.count() == 18)
  }

  @Test func openConversationsAreNotedInAnOlderHistory() throws {
    let exchange = Exchange.sample(outcome: .cancelled(partial: nil))
    let message = LogEvent.Message(.received, type: "text", LogEvent.Body(Data("hello".utf8)))
    do {
      let sender = try HistoryStore(path: user.history)
      try sender.note(sending: exchange)
      let events = [LogEvent(.message(message), at: .seconds(1))]
      try sender.note(SendingPart(of: exchange.id, number: 0, events: events))
    }
    let history = try HistoryStore(path: user.history)
    #expect(try history.count() == 18)
    #expect(try history.exchange(exchange.id)?.log.messages.map(\.content) == [.message(message)])
  }

  @Test func theUsersFilesOpen() throws {
    let key = SecretStore.Key(collection: collections + "/Kiosk", environment: "local", name: "token")
    #expect(try SecretStore(user).value(key) == "s3cret-till")
    #expect(try PromptStore(user).answers(for: collections + "/Kiosk") == ["till": "7"])
    #expect(
      try ConsentStore(user).allowed(for: collections + "/Kiosk") == [.file("/tmp/release/letter.txt"), .scripts])
    #expect(try RecentWorkspaces(user).list().map(\.root) == [collections])
    #expect(try NavigationStore(user).state(of: collections).tabs == ["Kiosk/Cookie.json"])
    let state = WorkspaceState.load(user)
    #expect(state.note == nil && state.state.roots[collections]?.selected == "Kiosk/Form.json")
    #expect(try SettingsFile(user).load()["theme"] == "light")
    let drafts = try DraftStore(user).takeOver(root: collections)
    #expect(drafts.notes == [] && drafts.drafts.map(\.draft.address) == ["Kiosk/Cookie.json"])
  }

  @Test func packsOpen() throws {
    let plan = try UnpackPlan(
      pack: folder.root + "/0.1/kiosk.workbench", into: folder.root + "/unpacked", replace: false)
    #expect(plan.manifest.name == "Kiosk" && plan.files.count == 11)
  }
}
