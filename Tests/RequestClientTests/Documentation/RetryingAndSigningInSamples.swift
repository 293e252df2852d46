import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RetryingAndSigningInSamples: Samples {
  let shop: PetShop

  init() throws { shop = try PetShop() }

  @Test func aSessionRetriesAndReportsIt() async throws {
    var configuration = SessionConfiguration.default
    configuration.interceptor = Interceptor(interceptors: [RetryPolicy(), OfflineRetrier()])
    configuration.eventMonitors = [
      ClosureEventMonitor { request, event in
        if case .isRetrying(let count, let error) = event { report("\(request), attempt \(count + 1): \(error)") }
      }
    ]
    let session = Session(configuration: configuration)
    let request = session.request("\(api)/busy").validate()
    let task = request.serializingData()
    let told = await shop.reported.values(count: 1)
    #expect(told.first?.contains(", attempt 2: The status 503 is not acceptable") == true)
    task.cancel()
    #expect(await task.response.error?.isExplicitlyCancelled == true)
  }

  @Test func aPolicyHasItsLimits() async throws {
    let patient = RetryPolicy(retryLimit: 1, exponentialBackoffScale: .milliseconds(10), jitter: .full)
    let request = session.request("\(api)/busy", interceptor: patient).validate()
    let response = await request.serializingData().response
    report("\(request.retryCount) more, then \(response.error?.responseCode ?? 0)")
    #expect(shop.reported.values == ["1 more, then 503"])
  }

  @Test func oneRefreshServesAll() async throws {
    struct Tokens: AuthenticationCredential, Codable {
      var access: String
      var refresh: String
      var requiresRefresh: Bool { access.isEmpty }
    }

    struct PetShopAuthenticator: Authenticator {
      var api: String

      func apply(_ tokens: Tokens, to request: inout OutgoingRequest) {
        request.headers.update(.authorization(bearerToken: tokens.access))
      }

      func refresh(_ tokens: Tokens, for session: Session) async throws -> Tokens {
        try await session.request("\(api)/token", method: .post, parameters: ["refresh": tokens.refresh])
          .validate()
          .serializingDecodable(Tokens.self).value
      }

      func didRequest(
        _ request: OutgoingRequest, with response: HTTPResponse, failDueToAuthenticationError error: RequestError
      ) -> Bool {
        response.status == .unauthorized
      }

      func isRequest(_ request: OutgoingRequest, authenticatedWith tokens: Tokens) -> Bool {
        request.headers["Authorization"] == "Bearer \(tokens.access)"
      }
    }

    let signIn = AuthenticationInterceptor(
      authenticator: PetShopAuthenticator(api: api), credential: Tokens(access: "old", refresh: "again"))
    let mine = session.request("\(api)/mine", interceptor: signIn).validate().serializingDecodable([Pet].self)
    let yours = session.request("\(api)/mine", interceptor: signIn).validate().serializingDecodable([Pet].self)
    let pets = try await mine.value + yours.value
    #expect(pets.count == 4)
    #expect(shop.received.count { $0.hasPrefix("POST /token ") } == 1)
  }

  @Test func aRequestIsWrittenAsACommand() async throws {
    let request = session.request("\(api)/pets", headers: [.accept("application/json")])
    _ = await request.serializingData().response
    report(request.cURLDescription())
    let command = try #require(shop.reported.values.first)
    #expect(command.hasPrefix("curl "))
    #expect(command.contains("Accept: application/json"))
  }
}
