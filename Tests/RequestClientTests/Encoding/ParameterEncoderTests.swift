import Foundation
import RequestClient
import Testing

struct ParameterEncoderTests {
  struct Pair: Codable, Sendable {
    var b = 1
    var a = "x"
  }

  @Test func jsonWritesTheBodyInTheChosenFormat() throws {
    func body(_ encoder: some ParameterEncoder) throws -> String? {
      let request = try encoder.encode(Pair(), into: .to(.post))
      #expect(request.contentType == "application/json")
      return request.bodyText
    }
    #expect(try body(.json)?.count == #"{"a":"x","b":1}"#.count)
    #expect(try body(JSONParameterEncoder.sortedKeys) == #"{"a":"x","b":1}"#)
    #expect(try body(JSONParameterEncoder.prettyPrinted)?.contains("\n  \"b\" : 1") == true)
    let custom = JSONEncoder()
    custom.keyEncodingStrategy = .custom { Key(stringValue: $0.last!.stringValue.uppercased())! }
    custom.outputFormatting = .sortedKeys
    #expect(try body(.json(encoder: custom)) == #"{"A":"x","B":1}"#)
  }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test(arguments: [
    HTTPRequest.Method.get, .head, .delete, .post, .put, .patch, .options, .trace, .connect,
  ])
  func aFormIsWrittenToItsDestination(method: HTTPRequest.Method) throws {
    let isQueryMethod = [HTTPRequest.Method.get, .head, .delete].contains(method)
    for (destination, isQuery) in [
      (ParameterDestination.methodDependent, isQueryMethod), (.queryString, true), (.httpBody, false),
    ] {
      let request = try URLEncodedFormParameterEncoder(destination: destination).encode(Pair(), into: .to(method, "?q"))
      #expect(request.url.query == (isQuery ? "q&a=x&b=1" : "q"))
      #expect(request.bodyText == (isQuery ? nil : "a=x&b=1"))
      #expect(request.contentType == (isQuery ? nil : "application/x-www-form-urlencoded; charset=utf-8"))
    }
  }

  @Test func anEmptyFormAddsNoQuestionMarkAndNilLeavesTheRequest() throws {
    let form: some ParameterEncoder = .urlEncodedForm
    #expect(try form.encode([String: String](), into: .to()).url.query == nil)
    #expect(try form.encode([String: String](), into: .to(.post)).bodyData == Data())
    let request = try OutgoingRequest.to(.post)
    #expect(try form.encode(Pair?.none, into: request) == request)
    #expect(try JSONParameterEncoder.default.encode(Pair?.none, into: request) == request)
  }

  @Test func anExistingContentTypeIsKept() throws {
    let request = try OutgoingRequest.to(.post, headers: [.contentType("mine")])
    #expect(try JSONParameterEncoder.default.encode(Pair(), into: request).headers.map(\.value) == ["mine"])
    #expect(try URLEncodedFormParameterEncoder.default.encode(Pair(), into: request).headers.map(\.value) == ["mine"])
  }

  @Test func aRootWithoutKeysIsAWrappedEncoderError() throws {
    let error = #expect(throws: ParameterEncoderFailure.self) {
      try URLEncodedFormParameterEncoder.default.encode([1, 2], into: .to())
    }
    #expect(error?.underlyingError as? URLEncodedFormEncoder.Error == .invalidRootObject(type: "Array<Int>"))
    #expect(
      error?.description
        == "The parameters could not be encoded: Array<Int> has no keys, but a form needs names — encode a struct or a dictionary"
    )
  }

  @Test func theValuesOwnErrorIsKept() throws {
    let error = #expect(throws: ParameterEncoderFailure.self) {
      try JSONParameterEncoder.default.encode([Double.nan], into: .to(.post))
    }
    #expect(error?.underlyingError is EncodingError)
  }
}
