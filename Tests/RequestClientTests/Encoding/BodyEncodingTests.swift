import Foundation
import RequestClient
import Testing

struct BodyEncodingTests {
  private let parameters: Parameters = [
    "text": "a/\"b\"", "list": [1, true, 1.5, String?.none] as [any Sendable], "inner": ["k": ["x": NSNull()]],
  ]

  @Test func jsonHasEveryKindOfValueAndSortedKeys() throws {
    let request = try JSONEncoding.default.encode(.to(.post), with: parameters)
    #expect(request.bodyText == #"{"inner":{"k":{"x":null}},"list":[1,true,1.5,null],"text":"a/\"b\""}"#)
    #expect(request.contentType == "application/json")
    #expect(request.url.query == nil)
  }

  @Test func jsonCanBeIndented() throws {
    let request = try JSONEncoding.prettyPrinted.encode(.to(.post), with: ["b": 1, "a": [2]])
    #expect(request.bodyText == "{\n  \"a\": [\n    2\n  ],\n  \"b\": 1\n}")
  }

  @Test func jsonTakesAnArrayAndAScalarForItsRoot() throws {
    let encoding = JSONEncoding.default
    #expect(try encoding.encode(.to(.post), withJSONObject: [["a": 1], ["b": 2]]).bodyText == #"[{"a":1},{"b":2}]"#)
    #expect(try encoding.encode(.to(.post), withJSONObject: "x").bodyText == #""x""#)
    #expect(try encoding.encode(.to(.post), withJSONObject: JSON.null).bodyText == "null")
    #expect(try encoding.encode(.to(.post), withJSONObject: nil).bodyData == nil)
  }

  @Test(
    arguments: [
      (["at": Date()], "\"at\" is Date, which JSON does not have — give a string or a number"),
      (["a": [1, Double.nan]], "\"a[1]\" is nan, which JSON does not have — give a string or a number"),
      (["a": ["b": Data()]], "\"a.b\" is Data, which JSON does not have — give a string or a number"),
    ] as [(Parameters, String)])
  func valuesThatJSONCannotRepresentAreATypedError(parameters: Parameters, sentence: String) throws {
    let error = #expect(throws: ParameterEncodingFailure.self) {
      try JSONEncoding.default.encode(.to(.post), with: parameters)
    }
    #expect(error?.description == "The parameters cannot be written as JSON: " + sentence)
    guard case .jsonEncodingFailed(let cause) = error else { throw Unexpected() }
    #expect(cause is UnencodableValue)
  }

  struct Unexpected: Error {}

  @Test func bodiesKeepAContentTypeAndNilLeavesTheRequest() throws {
    let request = try OutgoingRequest.to(.post, headers: [HTTPHeader("CONTENT-TYPE", "application/vnd.api+json")])
    for encoding: any ParameterEncoding in [JSONEncoding.default, PropertyListEncoding.binary] {
      #expect(try encoding.encode(request, with: ["a": 1]).headers.map(\.value) == ["application/vnd.api+json"])
      #expect(try encoding.encode(request, with: nil) == request)
    }
  }

  @Test(arguments: [PropertyListEncoding.xml, .binary])
  func aPropertyListParsesBack(encoding: PropertyListEncoding) throws {
    let parameters: Parameters = [
      "text": "é", "flag": true, "one": 1, "big": UInt64.max, "real": 1.5, "at": Date(timeIntervalSince1970: 123),
      "bytes": Data([0, 255]), "list": [["k": "v"]],
    ]
    let request = try encoding.encode(.to(.put), with: parameters)
    #expect(request.contentType == "application/x-plist")
    let body = try #require(request.bodyData)
    #expect(body.starts(with: Data((encoding.format == .xml ? "<?xml" : "bplist00").utf8)))
    #expect(try PropertyListDecoder().decode(Parsed.self, from: body) == Parsed())
  }

  struct Parsed: Decodable, Equatable {
    var text = "é"
    var flag = true
    var one = 1
    var big = UInt64.max
    var real = 1.5
    var at = Date(timeIntervalSince1970: 123)
    var bytes = Data([0, 255])
    var list = [["k": "v"]]
  }

  @Test func aPropertyListHasNoNullAndNoWiderIntegers() throws {
    let error = #expect(throws: ParameterEncodingFailure.self) {
      try PropertyListEncoding.default.encode(.to(.post), with: ["a": [String?.none]])
    }
    #expect(
      error?.description
        == "The parameters cannot be written as a property list: "
        + "\"a[0]\" is nil, which a property list does not have — leave it out or give a string")
    #expect(throws: ParameterEncodingFailure.self) {
      try PropertyListEncoding.default.encode(.to(.post), with: ["a": Int128.max])
    }
  }

  @Test func aCustomEncodingSeesRequestAndParametersAndItsErrorIsWrapped() throws {
    let encoding = CustomEncoding { request, parameters in
      guard let parameters else { throw Unexpected() }
      var request = request
      request.headers.append(
        HTTPHeader("X-Keys", parameters.keys.sorted().joined(separator: " ") + request.method.rawValue))
      return request
    }
    #expect(try encoding.encode(.to(.post), with: ["b": 1, "a": 2]).headers.first("X-Keys") == "a bPOST")
    let error = #expect(throws: ParameterEncodingFailure.self) { try encoding.encode(.to(), with: nil) }
    guard case .customEncodingFailed(let cause) = error else { throw Unexpected() }
    #expect(cause is Unexpected)
  }
}
