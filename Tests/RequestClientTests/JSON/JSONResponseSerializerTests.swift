import Foundation
import RequestClient
import Testing

struct JSONResponseSerializerTests {
  private func serialize(
    _ body: String?, status: HTTPResponse.Status = .ok, emptyBodies: EmptyBodyRule = .success,
    error: RequestError? = nil
  ) throws -> JSON {
    try JSONResponseSerializer(emptyBodies: emptyBodies)
      .serialize(
        request: OutgoingRequest(url: RequestURL("http://h/")), response: HTTPResponse(status: status),
        data: body.map { Data($0.utf8) }, error: error)
  }

  @Test func bodiesAreDecodedToValues() throws {
    #expect(try serialize(#"{"a": [1]}"#)["a", 0] == 1)
  }

  @Test func anEmptyBodyIsNullWhereItIsAllowed() throws {
    #expect(try serialize("") == .null)
    #expect(try serialize(nil, status: .noContent, emptyBodies: .standard) == .null)
    let error = #expect(throws: RequestError.self) { try serialize("", emptyBodies: .standard) }
    #expect(error?.description == "The response has no body")
  }

  @Test func anInvalidBodyIsReportedWithItsPosition() throws {
    let error = #expect(throws: RequestError.self) { try serialize("{\"a\" 1}") }
    #expect(error?.description == "The body cannot be decoded: 1:6 — expected a \":\" after a key")
    #expect(error?.underlyingError is JSON.SyntaxError)
  }

  @Test func anEarlierErrorWins() throws {
    let error = #expect(throws: RequestError.self) { try serialize("{", error: .explicitlyCancelled) }
    #expect(error?.isExplicitlyCancelled == true)
  }
}
