import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The order of the rows in long forms, and their hints.
@Suite struct FormGroupTests {
  private func labels(_ rows: [FormRow]) -> [String] {
    rows.compactMap { row in
      switch row {
      case .setting(let field): field.label
      case .heading(let title): "# " + title
      case .newParameter(let field): "+ " + field.label
      case .line(let field, _): "| " + field.label
      case .hint(let text): text
      default: nil
      }
    }
  }

  private func request(_ change: (inout SavedRequest) -> Void) -> SavedFile {
    var request = SavedRequest.list
    change(&request)
    return .request(request)
  }

  @Test func theOptionsAreInGroups() {
    #expect(
      labels(FileForm.rows(of: request { _ in }, tab: .options)) == [
        "# Basics", "Timeout", "HTTP version", "Cookies", "Compression", "Expect: 100", "URL as is", "Use .netrc",
        ".netrc file",
        "# Redirects", "Follow redirects", "Max redirects",
        "# TLS", "Verify TLS", "Min TLS", "Server name", "Client cert", "Client key", "Passphrase", "CA bundle",
        "Pinned keys", "# Certificates by host", "+ Certificates by host",
        "# Proxy", "Proxy", "Proxy user", "Proxy password", "No proxy for",
        "# Routing", "Unix socket", "Interface", "IP version", "# Resolve", "+ Resolve", "# Connect to", "+ Connect to",
        "# Limits", "Retries", "Rate limit", "Reconnect",
      ])
  }

  @Test func theChangedOptionsAreFirstWhenTheFormIsOpened() {
    var app = Harness.shop(columns: 100, rows: 30)
    app.show(keys: "2 ]]]] <Down>") {
      $0.options = RequestOptions(document: [
        "maxRedirects": 5, "verifyTLS": false, "compression": true, "resolve": [["name": "a:1", "value": "::1"]],
      ])
    }
    func first() -> [String] { Array(labels(app.bench.requestPane.rows).prefix(6)) }
    #expect(first() == ["# Set here", "Max redirects", "Verify TLS", "# Resolve", "+ Resolve", "# Basics"])
    // No row moves while its value is edited.
    app.press("<Down> <Space>")
    #expect(app.bench.workspace.request?.options.verifiesTLS == true)
    #expect(first() == ["# Set here", "Max redirects", "Verify TLS", "# Resolve", "+ Resolve", "# Basics"])
    app.press("[ ]")
    #expect(first() == ["# Set here", "Max redirects", "# Resolve", "+ Resolve", "# Basics", "Timeout"])
  }

  @Test func aLongAuthFormIsInGroupsAndAShortOneIsNot() {
    let basic = labels(FileForm.rows(of: request { $0.auth = RequestAuth(.basic) }, tab: .auth))
    #expect(basic.prefix(3) == ["Kind", "Username", "Password"])
    let aws = labels(FileForm.rows(of: request { $0.auth = RequestAuth(.awsV4) }, tab: .auth))
    #expect(
      aws.dropLast() == [
        "Kind", "# Basics", "Access key", "Secret key", "Session token", "Region", "Service",
        "# Signature", "In the query", "Expires", "Unsigned body",
      ])
  }

  @Test(arguments: AuthKind.all.map(\.name)) func aNewAuthFormHasNothingSet(name: String) throws {
    let kind = try #require(AuthKind.all.first { $0.name == name })
    var auth = RequestAuth(kind)
    #expect(FileForm.changedFields(of: request { $0.auth = auth }, tab: .auth) == [])
    for isWritten in [true, false] {
      for field in kind.fields { auth[field.name] = isWritten ? field.defaultValue : nil }
      #expect(FileForm.changedFields(of: request { $0.auth = auth }, tab: .auth) == [])
    }
  }

  @Test(arguments: AuthKind.all.map(\.name)) func thePreviewOfAnEmptyAuthFormHasNoGap(name: String) throws {
    let kind = try #require(AuthKind.all.first { $0.name == name })
    let preview = kind.preview(RequestAuth(kind))
    let gaps = ["<:", "< ", "from >", "of ,", ": =", "Query: =", "Cookie: ="].filter { preview.contains($0) }
    #expect(gaps == [] && !preview.hasPrefix(":"), "\(preview)")
  }

  @Test func theFilledFieldsOfAnAuthFormAreFirst() {
    var app = Harness.shop(columns: 100, rows: 40)
    app.show(keys: "2 ]]] <Down>") {
      $0.auth = RequestAuth(.oauth2, ["accessTokenUrl": "https://a/token", "audience": "api"])
    }
    #expect(
      labels(app.bench.requestPane.rows).filter { $0.count < 20 }.prefix(6) == [
        "Kind", "# Set here", "Token URL", "Audience", "# Basics", "Grant",
      ])
  }

  @Test func theQueryOfGraphQLIsAboveTheOperation() {
    let file = request { $0.body = .graphql(query: "{ a }", variables: nil) }
    #expect(
      labels(FileForm.rows(of: file, tab: .body)) == [
        "Kind", "# Query", "| Query", "Operation", "# Variables", "| Variables",
      ])
  }

  // MARK: Hints

  @Test func theHintThatARowHasNoRoomForIsInTheLowerBorder() {
    var app = Harness.shop(columns: 60, rows: 24)
    app.show(keys: "2 z ]]]] <Down>") { $0.options = RequestOptions(document: ["timeout": 5]) }
    app.expectOnScreen(" seconds for the whole exchange, 0 waits forever ")
    app.press("<Up>")
    app.expectNotOnScreen("0 waits forever")
  }

  @Test func theHintOfAnOpenFieldIsInTheLowerBorder() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.show(keys: "2 z ]]]] <Down> <Enter> 5") { _ in }
    app.expectOnScreen("60 s idle timeout")
    app.press("<Enter>")
    app.expectOnScreen("5  seconds for the whole exchange, 0 waits forever")
  }

  @Test func aHintThatIsLongerThanTheBorderIsInTheFreeRowsAboveIt() {
    var app = Harness.shop(columns: 40, rows: 24)
    app.show(keys: "2 z ]] <Down> <Down>") { $0.body = .multipart([]) }
    app.expectOnScreen(" add a part (a value that starts with ")
    app.expectOnScreen(" @ is a file)")
  }

  @Test func aHintThatIsLongerThanTheFormHasSeveralRows() {
    #expect(FormRow.hint("one two three").wrapped(to: 8) == [.hint("one two"), .hint("three")])
    #expect(FormRow.hint("one").wrapped(to: 8) == [.hint("one")])
    var app = Harness.shop(columns: 40, rows: 24)
    app.show(keys: "2 z ]] <Down>") { $0.body = .text("{\"a\" 1}", type: "application/json") }
    app.expectOnScreen("the key")
  }

  @Test func theNoteOfARunIsInTheLowerBorder() {
    var app = Harness.runForm(columns: 52, rows: 24)
    app.press("<Tab> <Tab> <Tab> <Tab>")
    app.expectOnScreen(" between requests, such as 0.5 or 5s ")
  }

  @Test func theDetailBesideAShortTitleHasMoreThanHalfOfTheRow() {
    var app = Harness.shop(columns: 40, rows: 24)
    app.show(keys: "2 ]] <Down> <Enter>") { _ in }
    app.expectOnScreen("text, application/xml")
  }
}
