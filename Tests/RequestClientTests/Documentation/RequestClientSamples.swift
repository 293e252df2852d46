import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestClientSamples: Samples {
  let shop: PetShop

  init() throws { shop = try PetShop() }

  @Test func oneResponseIsReadTwice() async throws {
    session.request("\(api)/pets")
      .validate()
      .responseDecodable(of: [Pet].self) { response in show(response.value ?? []) }
      .responseString { response in report(response.value ?? "") }
    #expect(await shop.shown.values(count: 1) == [[.rex, .ada]])
    #expect(await shop.reported.values(count: 1).first?.hasPrefix("[{") == true)
    #expect(shop.received.count == 1)
  }

  @Test func aRequestCanBeAwaited() async throws {
    let pets = try await session.request("\(api)/pets").validate().serializingDecodable([Pet].self).value
    #expect(pets == [.rex, .ada])
  }
}
