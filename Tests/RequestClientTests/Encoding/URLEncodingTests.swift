import Foundation
import RequestClient
import Testing

struct URLEncodingTests {
  private let queryMethods: [HTTPRequest.Method] = [.get, .head, .delete]

  private func query(_ parameters: Parameters, _ encoding: URLEncoding = .queryString) throws -> String? {
    try encoding.encode(.to(), with: parameters).url.query
  }

  @Test(arguments: [
    HTTPRequest.Method.get, .head, .delete, .post, .put, .patch, .options, .trace, .connect,
  ])
  func theDestinationDecidesBetweenQueryAndBody(method: HTTPRequest.Method) throws {
    for (destination, isQuery) in [
      (ParameterDestination.methodDependent, queryMethods.contains(method)), (.queryString, true), (.httpBody, false),
    ] {
      let request = try URLEncoding(destination: destination).encode(.to(method), with: ["a": "b c"])
      #expect(request.url.query == (isQuery ? "a=b%20c" : nil))
      #expect(request.bodyText == (isQuery ? nil : "a=b%20c"))
      #expect(request.contentType == (isQuery ? nil : "application/x-www-form-urlencoded; charset=utf-8"))
    }
  }

  @Test(arguments: [
    ("?a=1", "a=1&b=2"), ("?", "b=2"), ("?a=[1]#f", "a=[1]&b=2"), ("?b=1", "b=1&b=2"), ("?a=%2B+", "a=%2B+&b=2"),
  ])
  func parametersAreAppendedToTheQueryAsWritten(reference: String, query: String) throws {
    let request = try URLEncoding.default.encode(.to(.get, reference), with: ["b": 2])
    #expect(request.url.query == query)
    #expect(request.url.fragment == (reference.hasSuffix("#f") ? "f" : nil))
  }

  @Test func keysAreSortedOnEveryLevel() throws {
    let inner: [String: any Sendable] = ["z": 1, "y": ["d": 1, "c": 2]]
    #expect(try query(["b": inner, "a": "x"]) == "a=x&b%5By%5D%5Bc%5D=2&b%5By%5D%5Bd%5D=1&b%5Bz%5D=1")
  }

  @Test func arraysAreNamedInFourWays() throws {
    func text(_ encoding: URLEncodedFormEncoder.ArrayEncoding) throws -> String? {
      try query(["a": [1, 2]], URLEncoding(arrayEncoding: encoding))
    }
    #expect(try text(.brackets) == "a%5B%5D=1&a%5B%5D=2")
    #expect(try text(.noBrackets) == "a=1&a=2")
    #expect(try text(.indexInBrackets) == "a%5B0%5D=1&a%5B1%5D=2")
    #expect(try text(.custom { "\($0).\($1 + 1)" }) == "a.1=1&a.2=2")
  }

  @Test func keysNestAndMayHoldArrays() throws {
    let mixed: [any Sendable] = ["x", 1, true]
    #expect(
      try query(["a": ["b": ["c": mixed]]])
        == "a%5Bb%5D%5Bc%5D%5B%5D=x&a%5Bb%5D%5Bc%5D%5B%5D=1&a%5Bb%5D%5Bc%5D%5B%5D=1")
    #expect(try query(["a": [["b": 1], ["b": 2]]]) == "a%5B%5D%5Bb%5D=1&a%5B%5D%5Bb%5D=2")
    #expect(
      try query(["a": [[1], [2]]], URLEncoding(arrayEncoding: .indexInBrackets))
        == "a%5B0%5D%5B0%5D=1&a%5B1%5D%5B0%5D=2")
  }

  @Test func booleansHaveTwoFormsAndNumbersStayNumbers() throws {
    let parameters: Parameters = [
      "a": true, "b": 1, "c": NSNumber(value: 1), "d": NSNumber(value: true), "e": false, "f": 0, "g": UInt8(1),
    ]
    #expect(try query(parameters) == "a=1&b=1&c=1&d=1&e=0&f=0&g=1")
    let literal = URLEncoding(boolEncoding: .literal)
    #expect(try query(parameters, literal) == "a=true&b=1&c=1&d=true&e=false&f=0&g=1")
  }

  @Test(arguments: [
    (":#[]@", "%3A%23%5B%5D%40"), ("!$&'()*+,;=", "%21%24%26%27%28%29%2A%2B%2C%3B%3D"), ("?/", "?/"),
    ("0123456789", "0123456789"), ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), ("-._~", "-._~"),
    (" \"#%<>[]\\^`{}|", "%20%22%23%25%3C%3E%5B%5D%5C%5E%60%7B%7D%7C"), ("foo&bar", "foo%26bar"),
    ("?foo?", "?foo?"), ("/bar/baz", "/bar/baz"), (" foo ", "%20foo%20"), ("+foo+", "%2Bfoo%2B"), ("%25", "%2525"),
    ("français", "fran%C3%A7ais"), ("日本語", "%E6%97%A5%E6%9C%AC%E8%AA%9E"),
    ("العربية", "%D8%A7%D9%84%D8%B9%D8%B1%D8%A8%D9%8A%D8%A9"), ("😃", "%F0%9F%98%83"),
    ("\r\n\u{0}\u{7F}", "%0D%0A%00%7F"),
    ("", ""), ("a=b", "a%3Db"),
  ])
  func namesAndValuesAreEscaped(text: String, escaped: String) throws {
    #expect(try query([text: text]) == "\(escaped)=\(escaped)")
  }

  @Test func anExistingContentTypeIsKept() throws {
    let request = try OutgoingRequest.to(.post, headers: [HTTPHeader("content-type", "text/mine")])
    let encoded = try URLEncoding.default.encode(request, with: ["a": 1])
    #expect(encoded.headers.count == 1)
    #expect(encoded.contentType == "text/mine")
  }

  @Test func emptyParametersAddNoQuestionMarkButABody() throws {
    for method in [HTTPRequest.Method.get, .post] {
      let request = try OutgoingRequest.to(method)
      #expect(try URLEncoding.default.encode(request, with: nil) == request)
    }
    #expect(try URLEncoding.default.encode(.to(.get), with: [:]).url.description == "http://h/")
    #expect(try URLEncoding.default.encode(.to(.get, "?a"), with: [:]).url.query == "a")
    #expect(try URLEncoding.default.encode(.to(.post), with: [:]).bodyData == Data())
  }

  enum Order: String { case up }

  @Test func valuesWithAPlainTextAreWrittenAndNilIsLeftOut() throws {
    let parameters: Parameters = [
      "a": Int128.max, "b": 1.5, "c": Float(1.1), "d": Decimal(string: "0.10")!, "e": "sub".dropFirst(),
      "f": Order.up, "g": URL(string: "http://x/?")!, "h": String?.none, "i": String?.some("s"), "j": NSNull(),
      "k": UUID(uuidString: "00000000-0000-0000-0000-00000000000A")!, "l": JSON.array([1, "x"]), "m": Character("é"),
    ]
    #expect(
      try query(parameters)
        == "a=170141183460469231731687303715884105727&b=1.5&c=1.1&d=0.1&e=ub&f=up&g=http%3A//x/?&i=s"
        + "&k=00000000-0000-0000-0000-00000000000A&l%5B%5D=1&l%5B%5D=x&m=%C3%A9")
  }

  struct Opaque: Sendable {}

  @Test func anUnencodableValueIsAnErrorThatNamesItsPath() throws {
    let parameters: Parameters = ["items": [["when": Date()]]]
    let error = #expect(throws: ParameterEncodingFailure.self) { try query(parameters) }
    #expect(
      error?.description
        == "The parameters cannot be URL-encoded: \"items[0].when\" is Date, which has no standard form — give a string"
    )
    for value: any Sendable in [Data(), Opaque(), Set([1]), [1: 2]] {
      #expect(throws: ParameterEncodingFailure.self) { try query(["a": value]) }
    }
  }
}
