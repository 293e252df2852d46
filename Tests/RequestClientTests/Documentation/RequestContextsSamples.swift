import Foundation
import RequestClient
import TestSupport
import Testing

struct ListPets: PetStoreRequestType, GETRequestType, ResponseType {
  var path: String { "/pets" }
  var responseSerializer: DecodableResponseSerializer<[Pet]> { DecodableResponseSerializer() }
}

protocol PetStoreRequestType: HostRequestType {}

extension PetStoreRequestType {
  var host: String { "http://api.example.com" }
  var defaultHeaders: HTTPHeaders { [.accept("application/json")] }
  var session: Session { PetStore.session }
}

struct AddPet: PetStoreRequestType, POSTRequestType, ResponseType {
  var pet: Pet
  var path: String { "/pets" }
  var headers: HTTPHeaders { [.contentType("application/json")] }
  var responseSerializer: DecodableResponseSerializer<Pet> { DecodableResponseSerializer() }

  func body() throws -> HTTPBody? { .data(try JSONEncoder().encode(pet)) }
}

protocol TextResponseType: ResponseType {}

extension TextResponseType {
  var responseSerializer: StringResponseSerializer { StringResponseSerializer() }
}

struct ShowLicence: PetStoreRequestType, GETRequestType, TextResponseType {
  var path: String { "/licence" }
}

/// Where `api.example.com` is in these tests.
enum PetStore {
  static let shop = Result { try PetShop() }

  static let session = Session.plain { configuration in
    guard case .success(let shop) = shop else { return }
    configuration.options.connectTo = ["api.example.com:80": "127.0.0.1:\(shop.port)"]
    configuration.options.proxy = .none
  }
}

@Suite(.timeLimit(.minutes(1)))
struct RequestContextsSamples: Samples {
  let shop: PetShop

  init() throws { shop = try PetStore.shop.get() }

  @Test func aContextIsSentOnResume() async throws {
    ListPets()
      .create { response in show(response.value ?? []) }
      .validate()
      .resume()
    #expect(await shop.shown.values(count: 1).first == [.rex, .ada])
  }

  @Test func everySessionTakesAContext() async throws {
    let listPets = ListPets()
    let pets = try await PetStore.session.request(listPets)
      .validate()
      .serializingResponse(using: listPets.responseSerializer).value
    #expect(pets == [.rex, .ada])
  }

  @Test func aContextHasABodyAndAKindOfResponse() async throws {
    let add = AddPet(pet: .ada)
    let added = try await PetStore.session.request(add).serializingResponse(using: add.responseSerializer).value
    #expect(added.id == 3)
    let licence = ShowLicence()
    let text = try await PetStore.session.request(licence).serializingResponse(using: licence.responseSerializer).value
    #expect(text == "free")
  }

  @Test func aContextMakesItsMessageAlone() throws {
    let message = try AddPet(pet: Pet(id: 0, name: "Ada")).asRequest()
    report("\(message.method.rawValue) \(message.url)")
    #expect(shop.reported.values.contains("POST http://api.example.com/pets"))
    #expect(message.headers["Accept"] == "application/json")
  }
}
