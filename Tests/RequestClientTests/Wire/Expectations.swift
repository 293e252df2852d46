import RequestClient
import TestSupport
import Testing

/// Holds `error` to a case, whatever its facts are in part.
func expect(
  _ error: RequestError?, sourceLocation: SourceLocation = #_sourceLocation, _ isRight: (RequestError) -> Bool
) {
  let matches = error.map(isRight) ?? false
  #expect(matches, "\(error.map(String.init(reflecting:)) ?? "no error")", sourceLocation: sourceLocation)
}

extension Session {
  /// Holds that the session is none the worse for what a server did to it.
  func expectAlive(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let response = await request(try TestServers.nginx().url + "/echo").serializingString().response
    #expect(response.value == "GET HTTP/1.1 [] [] []\n", sourceLocation: sourceLocation)
  }
}
