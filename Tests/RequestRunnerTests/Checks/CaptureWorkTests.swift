import Foundation
import RequestClient
import RequestModel
import ResponseChecks
import TestSupport
import Testing

@testable import RequestRunner

/// Requests with many captures.
@Suite(.timeLimit(.minutes(2))) struct CaptureWorkTests {
  @Test(arguments: [false, true]) func fourTimesTheCapturesAreFourTimesTheWork(areSecret: Bool) async throws {
    let server = try RawServer { connection in
      _ = try connection.readHead()
      try connection.respond(body: "{}")
    }
    let factors = Recorder<Double>()
    let hook: RunHooks.Hook = { [factors] context in factors.record(Self.work(context, areSecret).factor) }
    let engine = SendEngine(client: Session(), hooks: RunHooks(postResponse: [hook])) { _, _ in }
    _ = await engine.events(SavedRequest(url: server.url))
    let factor = try #require(factors.values.first)
    #expect(factor < Work.most, "\(factor) times")
  }

  private static func work(_ context: HookContext, _ areSecret: Bool) -> Work {
    let facts = ResponseFacts(
      message: LogEvent.Message(.received, type: "text", LogEvent.Body(Data("a-value-of-a-response".utf8))))
    return Work("captures") { count -> [JSONObject] in
      (0..<count).map { ["name": .string("v\($0)"), "query": "body", "secret": .bool(areSecret)] }
    } read: { captures in
      context.run.session.removeAll()
      context.run.session.secrets.dropChanges(in: context.resolved.scriptScopes[3])
      var changed = context
      changed.set(captures, from: facts)
    }
  }
}
