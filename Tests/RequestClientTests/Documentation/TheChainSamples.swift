import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TheChainSamples: Samples {
  let shop: PetShop

  init() throws { shop = try PetShop() }

  @Test func oneExchangeHasManyHandlers() async throws {
    session.request("\(api)/pets")
      .validate()
      .responseData { response in cache(response.data) }
      .responseDecodable(of: [Pet].self, queue: interface) { response in show(response.value ?? []) }
      .responseString { response in report(response.value ?? "") }
    #expect(await shop.shown.values(count: 1) == [[.rex, .ada]])
    _ = await shop.reported.values(count: 1)
    #expect(shop.cached.values.count == 1)
    #expect(shop.received.count == 1)
  }

  @Test func aSerializerMaySeeTheError() async throws {
    struct StatusText: ResponseSerializer {
      func serialize(
        request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
      ) throws -> String {
        guard let status = response?.status else { return "no response: \(error.map { "\($0)" } ?? "not sent")" }
        return "\(status.code) with \(data?.count ?? 0) bytes"
      }
    }

    let text = try await session.request("\(api)/pets/1").serializingResponse(using: StatusText()).value
    #expect(text == "200 with 24 bytes")
    let file = await session.download("\(api)/pets/1").serializingDownload(using: StatusText()).response
    #expect(file.value == "200 with 24 bytes")
    try FileManager.default.removeItem(at: #require(file.fileURL))
    let none = try await session.request("no URL").serializingResponse(using: StatusText()).value
    #expect(none.hasPrefix("no response: "))
  }

  @Test func aLateHandlerRunsAndSendsNothing() async throws {
    let request = session.request("\(api)/pets").responseData { response in cache(response.data) }
    // … at any time later:
    request.responseDecodable(of: [Pet].self) { response in show(response.value ?? []) }
    _ = await shop.shown.values(count: 1)
    request.responseDecodable(of: [Pet].self) { response in show(response.value ?? []) }
    #expect(await shop.shown.values(count: 2) == [[.rex, .ada], [.rex, .ada]])
    #expect(shop.received.count == 1)
  }

  @Test func aRetrierOfStatusesDoesNotDelayHandlers() async throws {
    struct OnceMore: RequestInterceptor {
      let retriesFailedSerialization = false

      func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
        guard request.retryCount == 0, error.responseCode == 503 else { return .doNotRetry }
        return .retryWithDelay(.milliseconds(20))
      }
    }

    let request = session.request("\(api)/busy", interceptor: OnceMore()).validate()
    let response = await request.serializingString().response
    #expect(response.error?.responseCode == 503)
    #expect(request.retryCount == 1)
    #expect(shop.received.count == 2)
  }

  @MainActor private final class PetList {
    let shown = Gate()
    var pets: [Pet] = [] { didSet { shown.open() } }
  }

  @MainActor @Test func theMainActorIsCalled() async {
    let list = PetList()
    session.request("\(api)/pets").responseDecodable(
      of: [Pet].self, queue: .main, completionHandler: onMainActor { list.pets = $0.value ?? [] })
    await list.shown.wait()
    #expect(list.pets == [.rex, .ada])
  }

  @Test func theHeadDecides() async throws {
    session.request("\(api)/archive")
      .onHTTPResponse { response, decide in
        let size = response.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        decide(size > 1 << 20 ? .cancel : .allow)
      }
      .responseData { response in cache(response.data) }
    #expect(await shop.cached.values(count: 1) == [Data(PetShop.archive.utf8)])
  }

  @Test func aSuspendedRequestResumes() async throws {
    let request = session.request("\(api)/archive", shouldAutomaticallyResume: false)
    request.responseData { response in cache(response.data) }
    request.suspend()
    request.resume()
    #expect(await shop.cached.values(count: 1) == [Data(PetShop.archive.utf8)])
    #expect(shop.received.count == 1)
  }

  @Test func theServersExplanationIsKept() async throws {
    let response = await session.request("\(api)/pets/7").validate().serializingDecodable(Pet.self).response
    if response.error?.responseCode == 404, let data = response.data {
      let problem = try JSON(data: data)
      report(problem["message"].stringValue)
    }
    #expect(shop.reported.values == ["There is no pet 7"])
  }
}
