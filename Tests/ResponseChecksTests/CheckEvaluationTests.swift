import Foundation
import RequestModel
import Testing

@testable import ResponseChecks

@Suite struct CheckEvaluationTests {
  static let facts = ResponseFacts(
    head: Response.Head(
      status: 201, reason: "Created", httpVersion: "HTTP/2",
      headers: [
        Header("Content-Type", "application/json"), Header("X-Count", "12"), Header("Vary", "Accept"),
        Header("vary", "Origin"), Header("Set-Cookie", "sid=a=b; Path=/; HttpOnly; Max-Age=60"),
      ]),
    body: Data(
      #"{"id":12345678901234567890,"name":"Ärger","tags":["a","b"],"price":1.50,"none":null,"empty":[],"at":"2026-11-23T12:00:00Z"}"#
        .utf8),
    url: "https://example.com/orders/7", duration: .milliseconds(120),
    hops: [
      Timeline.Hop(
        attempt: 1, method: "POST", url: "https://example.com/orders", start: .zero, status: 303,
        responseHeaders: [Header("Location", "/orders/7")]),
      Timeline.Hop(
        attempt: 1, method: "GET", url: "https://example.com/orders/7", start: .milliseconds(50),
        phases: Timeline.Phases(dns: .milliseconds(3), wait: .milliseconds(40)),
        connection: Timeline.Connection(
          peer: "[::1]:443", httpVersion: "HTTP/2",
          tls: Timeline.TLS(
            version: "TLSv1.3", cipher: "x", isVerified: true,
            certificates: [
              Timeline.Certificate(
                subject: "CN = example.com", issuer: "CN = CA", validFrom: "Nov 23 12:00:00 2025 GMT",
                validUntil: "Dec  3 12:00:00 2026 GMT", serialNumber: "1e:e8",
                alternativeNames: "DNS:example.com")
            ])), status: 201, trailers: [Header("X-Sum", "42"), Header("Grpc-Status", "0"), Header("grpc-status", "1")]),
    ])

  struct Digests: TemplateDigests {
    func hash(_ data: Data, _ algorithm: DigestAlgorithm) -> Data? { Data([0xAB, 0x01]) }
    func code(of data: Data, key: Data, _ algorithm: DigestAlgorithm) -> Data? { nil }
  }

  static var context: CheckContext {
    var context = CheckContext(digests: Digests(), now: Date(timeIntervalSince1970: 1_795_435_200))
    context.resolve = { (text) throws(CheckProblem) in
      if text.contains("{{missing}}") { throw CheckProblem("{{missing}} has no value") }
      return text.replacingOccurrences(of: "{{count}}", with: "12")
    }
    context.variable = { name in
      [
        "token": "abc", "list": #"[1, {"a": "b"}]"#, "markup": "&lt;a&gt; &amp; &#39;b&#x27; ",
        "page": "<html><li>one<li>two</html>",
      ][name]
      .map { JSONValue.string($0.trimmingCharacters(in: .whitespaces)) }
    }
    return context
  }

  @Test(arguments: [
    ("jsonpath $.id", "18446744073709551615"), ("jsonpath $.a[0]", "x"),
    ("body", "contains :18446744073709551615,"), (#"regex "a":\["(.)"\]"#, "x"),
    ("bytes | toHex", "a26269641bffffffffffffffff6161816178"),
  ])
  func aBodyThatMeansJSONIsCheckedAsJSON(subject: String, expected: String) {
    let bytes: [UInt8] = [
      0xA2, 0x62, 0x69, 0x64, 0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x61, 0x61, 0x81, 0x61, 0x78,
    ]
    let result = Self.checkOfCBOR(subject, expected, bytes)
    #expect(result.isPassed, "\(result)")
  }

  @Test func aCheckOfADamagedBodySaysWhatIsWrongWithIt() {
    let result = Self.checkOfCBOR("jsonpath $.id", "1", [0xA1, 0x61])
    #expect(result.detail == "Not valid CBOR at byte 3: the body ends within a value — shown in hex")
    // As text it would be empty, which has no word that must be missing.
    #expect(!Self.checkOfCBOR("body", "not contains error", [0xA1, 0x61]).isPassed)
  }

  private static func checkOfCBOR(_ subject: String, _ expected: String, _ body: [UInt8]) -> LogEvent.Check {
    let head = Response.Head(
      status: 200, reason: "OK", httpVersion: "HTTP/2", headers: [Header("Content-Type", "application/cbor")])
    let facts = ResponseFacts(head: head, body: Data(body), url: "", duration: .zero, hops: [])
    var row = JSONObject()
    CheckSubject(subject).set(in: &row)
    CheckExpectation(expected).set(in: &row)
    return CheckEvaluation(facts, context).result(of: row)
  }

  @Test(arguments: [
    (#""nth 0","location""#, "http://a.test/y"), (#""nth 1","location""#, "https://b.test/z"),
    (#""location""#, "https://b.test/z"),
  ])
  func theLocationOfARedirectIsTheURLThatItLedTo(filters: String, url: String) throws {
    let hops = [("http://a.test/x", "y"), ("http://a.test/y", "//b.test/z"), ("https://b.test/z", "")].map {
      Timeline.Hop(
        attempt: 1, method: "GET", url: $0.0, start: .zero, status: $0.1.isEmpty ? 200 : 302,
        responseHeaders: $0.1.isEmpty ? [] : [Header("Location", $0.1)])
    }
    let facts = ResponseFacts(head: Self.facts.head, body: Data(), url: hops[2].url, duration: .zero, hops: hops)
    let check = #"{"query":"redirects","filters":[\#(filters)],"predicate":"equals","value":"\#(url)"}"#
    let row = try #require(try JSONText(check).value.object)
    #expect(CheckEvaluation(facts, Self.context).result(of: row).isPassed)
  }

  static func result(_ check: String) throws -> LogEvent.Check {
    let row = try #require(try JSONText(check).value.object)
    return CheckEvaluation(facts, context).result(of: row)
  }

  @Test func aRedirectThatWasNotFollowedIsNotCounted() throws {
    let hop = Timeline.Hop(
      attempt: 1, method: "GET", url: "https://example.com/a", start: .zero, status: 302,
      responseHeaders: [Header("Location", "/b")])
    let facts = ResponseFacts(
      head: Response.Head(
        status: 302, reason: "Found", httpVersion: "HTTP/1.1", headers: [Header("Location", "/b")]),
      body: Data(), url: "https://example.com/a", duration: .zero, hops: [hop])
    for check in [
      #"{"query":"redirects","predicate":"length","value":0}"#,
      #"{"query":"url","predicate":"equals","value":"https://example.com/a"}"#,
      #"{"query":"header","expression":"Location","predicate":"equals","value":"/b"}"#,
    ] {
      let row = try #require(try JSONText(check).value.object)
      #expect(CheckEvaluation(facts, Self.context).result(of: row).isPassed, "\(check)")
    }
  }

  @Test(
    "Each query, predicate and filter passes for what the response has, and its negation fails",
    arguments: [
      #"{"query":"status","predicate":"equals","value":201}"#,
      #"{"query":"status","predicate":"in","value":[200,201]}"#,
      #"{"query":"status","predicate":"between","value":[200,299]}"#,
      #"{"query":"reason","predicate":"equals","value":"Created"}"#,
      #"{"query":"version","predicate":"equals","value":2}"#,
      #"{"query":"header","expression":"content-type","predicate":"startsWith","value":"application/"}"#,
      #"{"query":"header","expression":"X-Count","predicate":"equals","value":12}"#,
      #"{"query":"header","expression":"X-Count","predicate":"equals","value":"{{count}}"}"#,
      #"{"query":"header","expression":"Vary","predicate":"contains","value":"Origin"}"#,
      #"{"query":"header","expression":"Vary","predicate":"length","value":2}"#,
      #"{"query":"trailer","expression":"x-sum","predicate":"equals","value":42}"#,
      #"{"query":"trailer","expression":"grpc-status","predicate":"length","value":2}"#,
      #"{"query":"cookie","expression":"sid","predicate":"equals","value":"a=b"}"#,
      #"{"query":"cookie","expression":"sid[HttpOnly]","predicate":"exists"}"#,
      #"{"query":"cookie","expression":"sid[Max-Age]","predicate":"less","value":61}"#,
      #"{"query":"body","predicate":"contains","value":"Ärger"}"#,
      #"{"query":"jsonpath","expression":"$.id","predicate":"equals","value":12345678901234567890}"#,
      #"{"query":"jsonpath","expression":"$.id","predicate":"greater","value":12345678901234567889}"#,
      #"{"query":"jsonpath","expression":"$.price","predicate":"equals","value":1.5}"#,
      #"{"query":"jsonpath","expression":"$.none","predicate":"isType","value":"null"}"#,
      #"{"query":"jsonpath","expression":"$.none","predicate":"exists"}"#,
      #"{"query":"jsonpath","expression":"$.tags","predicate":"contains","value":"b"}"#,
      #"{"query":"jsonpath","expression":"$.tags","predicate":"equals","value":["a","b"]}"#,
      #"{"query":"jsonpath","expression":"$.tags","filters":["nth 1"],"predicate":"endsWith","value":"b"}"#,
      #"{"query":"jsonpath","expression":"$.tags","x-filters":["last"],"predicate":"equals","value":"b"}"#,
      #"{"query":"jsonpath","expression":"$.empty","predicate":"isEmpty"}"#,
      #"{"query":"jsonpath","expression":"$.at","predicate":"isType","value":"isoDate"}"#,
      #"{"query":"jsonpath","expression":"$.at","predicate":"less","value":"2027"}"#,
      #"{"query":"jsonpath","expression":"$","predicate":"schema","value":{"required":["id"]}}"#,
      #"{"query":"body","predicate":"schema","value":{"properties":{"id":{"type":"integer"}}}}"#,
      #"{"query":"regex","expression":"\"name\":\"(.)","predicate":"isType","value":"string"}"#,
      #"{"query":"body","predicate":"matches","value":"^\\{.*\\}$"}"#,
      #"{"query":"bytes","predicate":"startsWith","value":{"hex":"7b22"}}"#,
      #"{"query":"bytes","filters":["count"],"predicate":"greater","value":100}"#,
      #"{"query":"jsonpath","expression":"$.name","filters":["length"],"predicate":"greater","value":4}"#,
      #"{"query":"jsonpath","expression":"$.tags","filters":["length"],"predicate":"less","value":3}"#,
      #"{"query":"size","predicate":"less","value":1000}"#,
      #"{"query":"sha256","predicate":"equals","value":"AB01"}"#,
      #"{"query":"sha256","predicate":"equals","value":{"hex":"ab01"}}"#,
      #"{"query":"duration","predicate":"equals","value":120}"#,
      #"{"query":"duration","expression":"dns","predicate":"lessOrEqual","value":3}"#,
      // A connection that is used again has no handshake.
      #"{"query":"duration","expression":"tls","predicate":"equals","value":0}"#,
      #"{"query":"url","predicate":"endsWith","value":"/7"}"#,
      #"{"query":"url","filters":["split \"/\"","last","toInt"],"predicate":"equals","value":7}"#,
      #"{"query":"redirects","predicate":"length","value":1}"#,
      #"{"query":"redirects","filters":["first","location"],"predicate":"equals","value":"https://example.com/orders/7"}"#,
      #"{"query":"redirects","filters":["first","jsonpath \"$.location\""],"predicate":"matches","value":"^https://example.com/orders/7$"}"#,
      #"{"query":"ip","predicate":"isType","value":"ipv6"}"#,
      #"{"query":"certificate","expression":"daysLeft","predicate":"greaterOrEqual","value":10}"#,
      #"{"query":"certificate","expression":"Serial-Number","predicate":"equals","value":"1e:e8"}"#,
      #"{"query":"certificate","expression":"Subject-Alt-Name","predicate":"contains","value":"DNS:example.com"}"#,
      #"{"query":"certificate","expression":"Expire-Date","filters":["daysAfterNow"],"predicate":"equals","value":10}"#,
      #"{"query":"certificate","expression":"Start-Date","predicate":"equals","value":"2025-11-23T12:00:00Z"}"#,
      #"{"query":"bytes","x-filters":["decode \"utf-8\""],"predicate":"contains","value":"Ärger"}"#,
      #"{"query":"bytes","filters":["charsetDecode \"iso-8859-1\""],"predicate":"contains","value":"Ã„rger"}"#,
      #"{"query":"variable","expression":"token","filters":["replaceRegex /b/ \"-\""],"predicate":"equals","value":"a-c"}"#,
      #"{"query":"variable","expression":"token","filters":["base64Encode","base64Decode"],"predicate":"equals","value":"abc"}"#,
      #"{"query":"variable","expression":"list","predicate":"equals","value":[1.0,{"a":"b"}]}"#,
      #"{"query":"jsonpath","expression":"$.tags","predicate":"equals","value":"[ \"a\", \"b\" ]"}"#,
      #"{"query":"jsonpath","expression":"$.at","filters":["daysAfterNow"],"predicate":"equals","value":0}"#,
      #"{"query":"jsonpath","expression":"$.at","filters":["format \"%d.%m.%Y %H:%M\""],"predicate":"equals","value":"23.11.2026 12:00"}"#,
      #"{"query":"certificate","expression":"validFrom","filters":["toDate \"%b %d %H:%M:%S %Y GMT\"","daysBeforeNow"],"predicate":"equals","value":365}"#,
      #"{"query":"variable","expression":"markup","filters":["htmlUnescape"],"predicate":"equals","value":"<a> & 'b'"}"#,
      #"{"query":"variable","expression":"markup","filters":["htmlUnescape","htmlEscape","htmlUnescape"],"predicate":"contains","value":"<a>"}"#,
      #"{"query":"variable","expression":"page","filters":["xpath \"//li[2]\""],"predicate":"equals","value":"two"}"#,
      #"{"query":"status"}"#,
    ])
  func checkPasses(check: String) throws {
    let result = try Self.result(check)
    #expect(result.isPassed, "\(result.detail)")
    let negated = try Self.result(check.dropLast() + #","not":true}"#)
    #expect(!negated.isPassed)
    #expect(negated.detail != "")
  }

  @Test(
    "A typo in an attribute of a cookie or in a schema fails the check, also the negated one",
    arguments: [
      (
        #"{"query":"cookie","expression":"sid[Pth]","predicate":"exists""#,
        #"a cookie has no attribute "Pth": Value, Expires, Max-Age, Domain, Path, Secure, HttpOnly, SameSite, "#
          + "Partitioned, Priority"
      ),
      (
        #"{"query":"cookie","expression":"none[Pth]","predicate":"exists""#,
        #"a cookie has no attribute "Pth": Value, Expires, Max-Age, Domain, Path, Secure, HttpOnly, SameSite, "#
          + "Partitioned, Priority"
      ),
      (
        #"{"query":"body","predicate":"schema","value":{"required":"x"}"#,
        "The schema is invalid: /required is a string, not an array"
      ),
    ])
  func typoFails(_ check: String, _ detail: String) throws {
    for end in ["}", #","not":true}"#] {
      let result = try Self.result(check + end)
      #expect(!result.isPassed && result.detail == detail, "\(result.detail)")
    }
  }

  @Test("A header is no trailer, and a trailer no header", arguments: [("trailer", "X-Count"), ("header", "X-Sum")])
  func trailersAreNoHeaders(query: String, name: String) throws {
    let check = #"{"query":"\#(query)","expression":"\#(name)","predicate":"exists","not":true}"#
    #expect(try Self.result(check).isPassed)
  }

  @Test("An attribute that a cookie does not have is missing")
  func missingAttribute() throws {
    #expect(try Self.result(#"{"query":"cookie","expression":"sid[Domain]","predicate":"exists","not":true}"#).isPassed)
  }

  @Test("A failed check says what was expected and what the response has")
  func failureSaysBoth() throws {
    let result = try Self.result(#"{"query":"status","predicate":"equals","value":200}"#)
    #expect(result == LogEvent.Check("status equals 200", isPassed: false, detail: "expected 200, got 201"))
    let schema = try Self.result(
      #"{"query":"jsonpath","expression":"$","predicate":"schema","value":{"properties":{"id":{"type":"string"}}}}"#)
    #expect(schema.detail == "/id is a number, not a string")
  }

  @Test("A failed check of a duration has its unit")
  func durationHasUnit() throws {
    let result = try Self.result(#"{"query":"duration","predicate":"lessOrEqual","value":40}"#)
    #expect(result.detail == "expected 40 ms or less, got 120.000 ms")
  }

  @Test(
    "A check that cannot be evaluated fails with its reason, also when it is negated",
    arguments: [
      (#"{"query":"jsonpath","expression":"$[","predicate":"exists"}"#, "is not a JSONPath"),
      (#"{"query":"regex","expression":"(","predicate":"exists"}"#, "in the pattern ("),
      (#"{"query":"stauts","predicate":"equals","value":1}"#, "unknown query \"stauts\""),
      (#"{"query":"status","predicate":"equal","value":1}"#, "unknown predicate \"equal\""),
      (#"{"query":"status","predicate":"equals"}"#, "equals needs a value"),
      (#"{"query":"header","predicate":"exists"}"#, "the query header needs an expression: its name"),
      (#"{"query":"header","expression":"{{missing}}","predicate":"exists"}"#, "{{missing}} has no value"),
      (#"{"query":"status","predicate":"contains","value":[1],"filters":["nth 1"]}"#, "nth needs a list"),
      (#"{"query":"body","predicate":"schema","value":{"$ref":"https://example.com"}}"#, "schemas are not fetched"),
      (#"{"query":"duration","expression":"lunch","predicate":"less","value":1}"#, "unknown phase \"lunch\""),
    ])
  func unusableCheckFails(check: String, reason: String) throws {
    for text in [check, check.dropLast() + #","not":true}"#] {
      let result = try Self.result(text)
      #expect(!result.isPassed)
      #expect(result.detail.contains(reason), "\(result.detail)")
    }
  }

  @Test("After a hard check that fails, the remaining ones are not evaluated; a soft one lets them be")
  func hardCheckStops() throws {
    let rows = try JSONText(
      #"[{"query":"status","value":1},{"query":"status","value":2,"hard":true},{"query":"status","value":201}]"#
    ).value.array!.compactMap(\.object)
    #expect(CheckEvaluation(Self.facts, Self.context).results(of: rows).results.map(\.isPassed) == [false, false])
    #expect(CheckEvaluation(Self.facts, Self.context).results(of: rows).isEnded)
    #expect(!CheckEvaluation(Self.facts, Self.context).results(of: [rows[0], rows[2]]).isEnded)
  }

  @Test("A capture is the text itself, other values are JSON, and a missing value is an error")
  func captureIsText() throws {
    let evaluation = CheckEvaluation(Self.facts, Self.context)
    #expect(try evaluation.captured(["query": "jsonpath", "expression": "$.name"]) == "Ärger")
    #expect(try evaluation.captured(["query": "jsonpath", "expression": "$.tags"]) == #"["a","b"]"#)
    #expect(try evaluation.captured(["query": "jsonpath", "expression": "$.id"]) == "12345678901234567890")
    #expect(throws: CheckProblem("the response has no such value")) {
      try evaluation.captured(["query": "header", "expression": "X-None"])
    }
  }

  @Test(
    "A path that may select several selects a list, also if it is one",
    arguments: [
      (#"{"query":"jsonpath","expression":"$.tags[?@=='a']","filters":["count"],"value":1}"#, true),
      (#"{"query":"jsonpath","expression":"$.tags[?@=='a']","predicate":"length","value":1}"#, true),
      (#"{"query":"jsonpath","expression":"$.tags[?@=='a']","filters":["first"],"value":"a"}"#, true),
      (#"{"query":"jsonpath","expression":"$.tags[?@=='a']","value":"a"}"#, true),
      (#"{"query":"jsonpath","expression":"$.tags[?@=='z']","filters":["count"],"value":0}"#, true),
      (#"{"query":"jsonpath","expression":"$['tags','nope']","filters":["count"],"value":1}"#, true),
      (#"{"query":"jsonpath","expression":"$['tags','nope']","x-filters":["count"],"value":2}"#, true),
      (#"{"query":"jsonpath","expression":"$['tags','nope']","x-filters":["first"],"value":"a"}"#, true),
      (#"{"query":"jsonpath","expression":"$.name","filters":["count"],"value":5}"#, false),
    ])
  func nodesAreLists(check: String, isPassed: Bool) throws {
    #expect(try Self.result(check).isPassed == isPassed)
  }

  @Test(
    "What the response lacks passes no check but that it does not exist",
    arguments: [
      #""predicate":"equals","value":1"#, #""predicate":"contains","value":"a""#, #""predicate":"matches","value":"a""#,
    ])
  func missingValuesFail(predicate: String) throws {
    let check = #"{"query":"jsonpath","expression":"$.nmae",\#(predicate)"#
    #expect(try !Self.result(check + "}").isPassed)
    #expect(try !Self.result(check + #","not":true}"#).isPassed)
    #expect(try Self.result(#"{"query":"jsonpath","expression":"$.nmae","predicate":"exists","not":true}"#).isPassed)
  }

  @Test("Words behind a filter that it does not take are an error")
  func filtersTakeNoMoreThanTheirArguments() throws {
    let result = try Self.result(#"{"query":"jsonpath","expression":"$.tags","filters":["count | frist"],"value":2}"#)
    #expect(result.detail == "the filter count has too many arguments: | frist")
  }

  @Test("A secret is masked before a long value is shortened")
  func secretsAreMaskedFirst() throws {
    var facts = Self.facts
    let secret = "QWERTYUIOPasdfghjkl1234567890"
    facts = ResponseFacts(
      head: facts.head, body: Data((String(repeating: "p", count: 100) + secret).utf8), url: facts.url,
      duration: facts.duration, hops: facts.hops)
    var context = Self.context
    context.mask = { $0.replacingOccurrences(of: secret, with: "••••••") }
    let result = CheckEvaluation(facts, context).result(of: ["query": "body", "value": "zz"])
    #expect(result.detail == "expected \"zz\", got \"" + String(repeating: "p", count: 100) + "••••••\"")
  }
}
