import Foundation
import RequestModel
import Testing

@testable import ResponseChecks

@Suite struct XPathTests {
  private static let feed = """
    <?xml version="1.0" encoding="ISO-8859-1"?>
    <feed xmlns="urn:feed" xmlns:x="urn:x"><entry id="1"><title>Größe</title><x:price>1.50</x:price></entry>\
    <entry id="2"><title>b</title></entry></feed>
    """

  private static func facts(_ body: String, _ type: String) -> ResponseFacts {
    ResponseFacts(
      head: Response.Head(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("Content-Type", type)]),
      body: Data(body.utf8), url: "http://localhost/", duration: .zero, hops: [])
  }

  private func value(_ path: String, _ body: String = feed, _ type: String = "application/xml; charset=utf-8") throws
    -> CheckValue
  {
    try CheckEvaluation(Self.facts(body, type), CheckEvaluationTests.context).value(
      of: ["query": "xpath", "expression": .string(path)]
    ).collapsed
  }

  @Test func nodesAreTheirTexts() throws {
    #expect(try value("//_:title") == .json(["Größe", "b"]))
    #expect(try value("//_:entry[1]/_:title") == .text("Größe"))
    #expect(try value("//_:entry/@id") == .json(["1", "2"]))
    #expect(try value("//x:price") == .text("1.50"))
    #expect(try value("//_:missing") == .missing)
  }

  @Test func functionsGiveNumbersTextsAndTruth() throws {
    #expect(try value("count(//_:entry)") == .number(2))
    #expect(try value("sum(//x:price)") == .json(.number(JSONNumber(text: "1.5"))))
    #expect(try value("string(//_:title)") == .text("Größe"))
    #expect(try value("boolean(//x:price)") == .json(true))
    #expect(try value("number('x')") == .text("NaN"))
  }

  @Test func tagSoupIsHTML() throws {
    let page = "<html><p class=a>one<p class=b>two &eacute;<br></html>"
    #expect(try value("//p[@class='b']", page, "text/html") == .text("two é"))
    #expect(try value("//p[1]", "<!DOCTYPE html><p>a", "text/plain") == .text("a"))
  }

  @Test(
    "What cannot be evaluated says why",
    arguments: [
      ("//a[", "<a/>", "//a[ is not an XPath expression: Invalid expression"),
      ("//y:a", "<a/>", "//y:a is not an XPath expression: Undefined namespace prefix"),
      ("//a", "<a>", "the body is not XML: "),
      ("//a", "", "the body is not XML: it is empty"),
      ("//a", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "XML that declares entities is not read"),
    ])
  func problems(path: String, body: String, sentence: String) throws {
    let result = CheckEvaluation(Self.facts(body, "text/xml"), CheckEvaluationTests.context).result(
      of: ["query": "xpath", "expression": .string(path)])
    #expect(!result.isPassed && result.detail.hasPrefix(sentence), "\(result.detail)")
  }

  @Test func manyThreadsEvaluateAtOnce() async throws {
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          let found = try? self.value("//a[@n='\(number)']", "<r><a n='\(number)'>t\(number)</a></r>", "text/xml")
          #expect(found == .text("t\(number)"))
          #expect(throws: CheckProblem.self) { try self.value("//a[\(number)", "<a/>", "text/xml") }
        }
      }
    }
  }

  @Test func aDeepOrBrokenDocumentIsAnErrorAndNoCrash() throws {
    #expect(throws: CheckProblem.self) {
      try value("//a", String(repeating: "<a>", count: 100_000), "text/xml")
    }
    #expect(try value("count(//a)", "<a>\u{fffd}</a>", "text/xml") == .number(1))
  }
}
