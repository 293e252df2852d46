import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct GettingStartedSamples: Samples {
  let shop: PetShop

  init() throws { shop = try PetShop() }

  @Test func aValueIsAwaited() async throws {
    struct Pet: Codable, Hashable, Sendable {
      var id: Int
      var name: String
    }

    let pets = try await request("\(api)/pets").validate().serializingDecodable([Pet].self).value
    #expect(pets.map(\.name) == ["Rex", "Ada"])
  }

  @Test func aHandlerIsCalled() async throws {
    request("\(api)/pets")
      .validate()
      .responseDecodable(of: [Pet].self) { response in
        switch response.result {
        case .success(let pets): show(pets)
        case .failure(let error): report("\(error)")
        }
      }
    #expect(await shop.shown.values(count: 1) == [[.rex, .ada]])
  }

  @Test func parametersGoIntoTheQueryOrTheBody() async throws {
    let found = try await session.request("\(api)/pets", parameters: ["name": "Rex", "limit": 10])
      .validate()
      .serializingDecodable([Pet].self).value

    let added = try await session.request(
      "\(api)/pets", method: .post, parameters: Pet(id: 0, name: "Ada"), encoder: JSONParameterEncoder.default,
      headers: ["X-Trace": "7"]
    )
    .validate()
    .serializingDecodable(Pet.self).value
    #expect(found.count == 2)
    #expect(added.id == 3)
    #expect(shop.received.first?.hasPrefix("GET /pets?limit=10&name=Rex ") == true)
    #expect(shop.received.contains { $0.contains("X-Trace: 7") })
  }

  @Test func aMessageIsSentUnchanged() async throws {
    var message = OutgoingRequest(method: .put, url: try RequestURL("\(api)/pets/1"))
    message.headers.append(.contentType("text/plain"))
    message.body = .data(Data("Rex".utf8))
    let text = try await session.request(message).serializingString().value
    #expect(text == "named")
  }

  @Test func aSessionHasDefaults() async throws {
    let token = "secret"
    var configuration = SessionConfiguration.default
    configuration.defaultHeaders.update(.authorization(bearerToken: token))
    configuration.options.timeout = .seconds(20)
    configuration.options.maxBodySize = 10 << 20
    configuration.cookieJar = CookieJar()
    let session = Session(configuration: configuration)
    #expect(try await session.request("\(api)/whoami").serializingString().value == "Bearer secret")
    let patient = session.request("\(api)/archive", options: TransferOptions(timeout: .seconds(120)))
    let endless = session.request("\(api)/archive") { $0.options.timeout = nil }
    for request in [patient, endless] {
      #expect(try await request.serializingString().value == PetShop.archive)
    }
  }

  @Test func aFailureIsRecordedInTheTimeline() async throws {
    let response = await session.request("\(api)/pets/7").validate().serializingDecodable(Pet.self).response
    switch response.error {
    case nil:
      show(response.value.map { [$0] } ?? [])
    case .responseValidationFailed(.unacceptableStatusCode(404)):
      report("No such pet: \(String(decoding: response.data ?? Data(), as: UTF8.self))")
    case .timedOut(_, let host, let limit):
      report("\(host) was silent for \(limit)")
    case let error?:
      report("\(error)")
    }
    for hop in response.timeline.hops {
      report("\(hop.method) \(hop.url) → \(hop.status ?? 0) in \(hop.phases.total)")
    }
    #expect(shop.reported.values.first == #"No such pet: {"message": "There is no pet 7"}"#)
    #expect(shop.reported.values.last?.hasPrefix("GET \(api)/pets/7 → 404 in ") == true)
  }
}
