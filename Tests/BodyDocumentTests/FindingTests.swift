import BodyDocument
import Foundation
import Testing

@Suite struct FindingTests {
  @Test func theSearchGoesOnFromTheLineAndAround() {
    var document = BodyDocument(#"{"a":"x","b":"y","c":"x"}"#)
    #expect(document.find("\"x\"", from: -1) == 1)
    #expect(document.find("\"x\"", from: 1) == 3)
    #expect(document.find("\"x\"", from: 3) == 1)
    #expect(document.find("\"x\"", from: 3, forward: false) == 1)
    #expect(document.find("\"x\"", from: 1, forward: false) == 3)
    #expect(document.find("\"y\"", from: 2) == 2)
    #expect(document.find("z", from: 0) == nil)
    #expect(document.find("", from: 0) == nil)
    #expect(document.count(of: "x") == 2)
  }

  @Test func aHitOpensTheFoldsAroundIt() {
    var document = BodyDocument(#"{"a":[[["needle"]]],"b":[1]}"#)
    document.foldAll()
    #expect(document.lineCount == 4)
    #expect(document.find("needle", from: 1) == 4)
    #expect(document.line(at: 4).text == "\"needle\"")
    #expect(document.screen.contains("\"b\": [ … ] 1 item"))
  }

  @Test func capitalsInTheNeedleMakeItExact() {
    var document = BodyDocument("alpha\nBETA\nbeta\nGamma", as: "text/plain")
    #expect(document.find("beta", from: -1) == 1)
    #expect(document.find("beta", from: 1) == 2)
    #expect(document.find("Beta", from: -1) == nil)
    #expect(document.find("gamma", from: 0) == 3)
    #expect(document.find("BETA", from: 1, forward: false) == 1)
  }

  @Test func aHitFarBackIsFoundBackward() {
    let filler = String(repeating: "0123456789abcdef\n", count: 20_000)
    var document = BodyDocument("first needle\n" + filler, as: "text/plain")
    #expect(document.find("needle", from: 20_000, forward: false) == 0)
    #expect(document.find("f\n0", from: 20_000, forward: false) == 19_998)
  }
}
