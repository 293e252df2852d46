import RequestClient
import TestSupport
import Testing

/// Expects a case of `error`, ignoring some associated values.
func expect(
  _ error: RequestError?, sourceLocation: SourceLocation = #_sourceLocation, _ isRight: (RequestError) -> Bool
) {
  let matches = error.map(isRight) ?? false
  #expect(matches, "\(error.map(String.init(reflecting:)) ?? "no error")", sourceLocation: sourceLocation)
}

extension Session {
  /// Expects that the session is still usable.
  func expectAlive(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let response = await request(try await TestServers.nginx().url + "/echo").serializingString().response
    #expect(response.value == "GET HTTP/1.1 [] [] []\n", sourceLocation: sourceLocation)
  }
}
