import RequestModel
import Testing
import WorkbenchCore

@testable import Workbench

struct CopiedCommandTests {
  /// For any scheme of its URL.
  @Test func anotherKindThanHTTPHasNoCurlCommand() {
    let sent = SentRequest(method: "GET", url: "http://h/", headers: [])
    let refused = CopiedCommand.make(sent, of: .webSocket, RequestOptions(), includesSecrets: false)
    guard case .failure(let problem) = refused else { return #expect(Bool(false), "\(refused)") }
    #expect(problem.sentence == "Not copied: a WebSocket has no curl command — export it as websocat")
    let program = CopiedCommand.make(sent, of: .program, RequestOptions(), includesSecrets: false)
    guard case .failure(let problem) = program else { return #expect(Bool(false), "\(program)") }
    #expect(problem.sentence == "Not copied: a stdio program has no curl command")
    let copied = CopiedCommand.make(sent, of: .http, RequestOptions(), includesSecrets: false)
    guard case .success(let command) = copied else { return #expect(Bool(false), "\(copied)") }
    #expect(command.what == "the curl command (secrets masked)")
  }

  @Test func theSessionThatACommandDoesNotOpenIsNamed() {
    let sent = SentRequest(method: "POST", url: "http://h/", headers: [])
    let copied = CopiedCommand.make(sent, of: .http, RequestOptions(), includesSecrets: false, lacksSession: true)
    guard case .success(let command) = copied else { return #expect(Bool(false), "\(copied)") }
    #expect(command.what == "the curl command (secrets masked, without the MCP session)")
  }
}
