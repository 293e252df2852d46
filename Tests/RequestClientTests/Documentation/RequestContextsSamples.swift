import Foundation
import RequestClient
import TestSupport
import Testing

struct ListPets: PetStoreRequestType, GETRequestType, DecodableResponseType {
  typealias Value = [Pet]
  var limit: Int
  var path: String { "/pets" }
  var parameters: Parameters? { ["limit": limit] }
}

struct AddPet: PetStoreRequestType, POSTRequestType, DecodableResponseType {
  typealias Value = Pet
  var name: String
  var path: String { "/pets" }
  var parameters: Parameters? { ["name": name] }
}

protocol PetStoreRequestType: HostRequestType {}

extension PetStoreRequestType {
  var host: String { "http://api.example.com" }
  var defaultHeaders: HTTPHeaders { [.accept("application/json")] }
  var session: Session { PetStore.session }
}

enum PetStoreError: Error {
  case refused(message: String)
  case failed(RequestError)
}

protocol PetStoreResponseType: DecodableResponseType where ResponseError == PetStoreError {}

extension PetStoreResponseType {
  func responseError(_ error: RequestError, response: HTTPResponse?, data: Data?) -> PetStoreError {
    if let data, response?.status.kind == .clientError, let problem = try? JSON(data: data) {
      return .refused(message: problem["message"].stringValue)
    }
    return .failed(error)
  }
}

struct ShowPet: PetStoreRequestType, GETRequestType, PetStoreResponseType {
  typealias Value = Pet
  var id: Int
  var path: String { "/pets/\(id)" }
}

/// Redirects `api.example.com` to the test's server.
enum PetStore {
  static let shop = Result { try PetShop() }

  static let session = Session.plain { configuration in
    // Never used: without a shop, tests fail earlier.
    guard case .success(let shop) = shop else { return }
    configuration.options.connectTo = ["api.example.com:80": "127.0.0.1:\(shop.port)"]
    configuration.options.proxy = .none
  }
}

@Suite(.timeLimit(.minutes(1)))
struct RequestContextsSamples: Samples {
  let shop: PetShop

  init() throws { shop = try PetStore.shop.get() }

  @Test func aContextIsAwaited() async throws {
    let pets = try await ListPets(limit: 2).value
    let response = await AddPet(name: "Ada").response
    #expect(pets == [.rex, .ada])
    #expect(response.value?.id == 3)
    #expect(shop.received.contains { $0.hasPrefix("GET /pets?limit=2 ") })
  }

  @Test func aContextIsSentOnResume() async throws {
    ListPets(limit: 2)
      .create { response in show(response.value ?? []) }
      .validate()
      .resume()
    #expect(await shop.shown.values(count: 1).first == [.rex, .ada])
  }

  @Test func anySessionSendsAContext() async throws {
    let text = try await PetStore.session.request(ListPets(limit: 2)).validate().serializingString().value
    #expect(text.hasPrefix("[{"))
  }

  @Test func aResponseTypeHasItsOwnError() async throws {
    switch await ShowPet(id: 7).response.result {
    case .success(let pet): show([pet])
    case .failure(.refused(let message)): report(message)
    case .failure(.failed(let error)): report("\(error)")
    }
    #expect(shop.reported.values.contains("There is no pet 7"))
    #expect(try await ShowPet(id: 1).value == .rex)
  }

  @Test func aContextMakesItsMessageAlone() throws {
    let message = try AddPet(name: "Ada").asRequest()
    report("\(message.method.rawValue) \(message.url)")
    #expect(shop.reported.values.contains("POST http://api.example.com/pets"))
    #expect(message.headers["Accept"] == "application/json")
    #expect(message.body == .data(Data(#"{"name":"Ada"}"#.utf8)))
  }
}
