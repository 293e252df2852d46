import Foundation
import RequestClient
import RequestPromises
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestPromisesSamples: Samples {
  let shop: PetShop

  init() throws { shop = try PetShop() }

  func pet(_ id: Int) -> Promise<Pet> {
    session.request("\(api)/pets/\(id)").validate().responseDecodablePromise(of: Pet.self)
  }

  @Test func aChainRunsInOrder() async throws {
    firstly { pet(1) }
      .then { rex in pet(rex.id + 1).map { [rex, $0] } }
      .get { pets in show(pets) }
      .ensure { report("asked") }
      .done { pets in report(pets.map(\.name).joined(separator: ", ")) }
      .catch { error in report("\(error)") }
      .finally { report("done") }
    #expect(await shop.reported.values(count: 3) == ["asked", "Rex, Ada", "done"])
    #expect(shop.shown.values == [[.rex, .ada]])
  }

  @Test func severalAreWaitedFor() async throws {
    let both = when(fulfilled: pet(1), pet(2)).map { rex, ada in [rex, ada] }
    let all = when(fulfilled: [1, 2].map(pet))
    let results = when(resolved: [1, 7].map(pet))
    let first = race(pet(1), pet(2))
    let inTime = race(pet(1).asVoid(), after(.seconds(5)).asPromise())
    #expect(try await both.value == [.rex, .ada])
    #expect(try await all.value == [.rex, .ada])
    let outcomes = await results.value
    #expect(try outcomes.first?.get() == .rex)
    #expect(throws: RequestError.self) { try outcomes.last?.get() }
    #expect([.rex, .ada].contains(try await first.value))
    try await inTime.value
  }

  @Test func aGuaranteeHasNoErrors() async throws {
    let name: Guarantee<String> = pet(7).map(\.name).recover { _ in .value("nobody") }
    #expect(await name.value == "nobody")
    let rex = try await pet(1).value
    #expect(rex == .rex)
  }
}
