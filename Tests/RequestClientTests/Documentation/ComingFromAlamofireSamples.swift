import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ComingFromAlamofireSamples: Samples {
  let shop: PetShop

  init() throws { shop = try PetShop() }

  @Test func chainsOfModifiersAndHandlersWork() async throws {
    session.request("\(api)/pets", parameters: ["limit": 2])
      .validate(statusCode: 200..<300)
      .validate(contentType: ["application/json"])
      .downloadProgress { progress in report("\(progress.completed) bytes") }
      .responseDecodable(of: [Pet].self, queue: interface) { response in
        show(response.value ?? [])
      }
    #expect(await shop.shown.values(count: 1) == [[.rex, .ada]])
    #expect(shop.reported.values.last == "52 bytes")
  }

  @Test func anAdapterIsAFunction() async throws {
    struct TokenAdapter: RequestAdapter {
      var token: @Sendable () async throws -> String

      func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
        var request = request
        request.headers.update(.authorization(bearerToken: try await token()))
        return request
      }
    }

    let interceptor = Interceptor(adapters: [TokenAdapter(token: { "secret" })], retriers: [])
    let name = try await session.request("\(api)/whoami", interceptor: interceptor).serializingString().value
    #expect(name == "Bearer secret")
  }
}
