import Foundation
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
  /// The result of a response that consists of these bytes.
  func reply(
    _ text: String, _ change: (inout TransferOptions) -> Void = { _ in }
  ) async throws -> ClientResponse<Data?> {
    let server = try RawServer { client in
      try client.readHead()
      try client.send(text)
    }
    return await request(server.url, options: .with(change)).serializingResponse().response
  }

  /// Expects that the session is still usable.
  func expectAlive(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let response = await request(try await TestServers.nginx().url + "/echo").serializingString().response
    #expect(response.value == "GET HTTP/1.1 [] [] []\n", sourceLocation: sourceLocation)
  }
}
