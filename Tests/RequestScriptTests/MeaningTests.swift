import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import RequestScript

/// Bodies and messages whose bytes mean JSON.
struct MeaningTests {
  @Test(
    arguments: [
      (.success(#"{"a":[1]}"#), #"{"a":[1]} {"a":[1]} true"#),
      (.failure(ScriptResponse.UnreadBody("Not CBOR")), "JSONError: The body cannot be read as JSON: Not CBOR"),
    ] as [(Result<String, ScriptResponse.UnreadBody>, String)])
  func theJSONThatBytesMeanIsTheJSONOfTheBody(
    meaning: Result<String, ScriptResponse.UnreadBody>, line: String
  ) async throws {
    let services = RecordedServices()
    let source = """
      try {
        const { a } = pm.response.json(), message = pm.response.messages[0].json();
        pm.response.to.be.json;
        console.log(JSON.stringify({ a }), JSON.stringify(message), pm.response.messages[0].data.length === 3);
      } catch (error) { console.log(`${error.name}: ${error.message}`); }
      """
    var job = ScriptJob(.postResponse, scripts: [ScriptSource(name: "1.js", source: source)])
    var response = ScriptResponse(code: 200, reason: "OK")
    response.meaning = meaning
    let bytes = Data([0xA1, 0x61, 0x61])
    var message = ScriptMessage(isSent: false, type: "binary", time: .zero, content: bytes)
    message.meaning = #"{"a":[1]}"#
    response.messages = [message]
    (job.response, job.body) = (response, bytes)
    _ = try await ScriptHost(HostProgram.options).run(job, services: services)
    #expect(services.console == [line])
  }
}
