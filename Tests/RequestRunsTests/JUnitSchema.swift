import Foundation
import Testing

@testable import Interchange

/// The rules of Jenkins' schema for JUnit reports (jenkins-junit.xsd of its xUnit plug-in), for the elements in use.
enum JUnitSchema {
  private struct Rule {
    var required: [String] = []
    var optional: [String] = []
    var children: [String] = []
  }

  private static let rules: [String: Rule] = [
    "testsuites": Rule(
      optional: ["name", "time", "tests", "failures", "disabled", "errors"], children: ["testsuite"]),
    "testsuite": Rule(
      required: ["name", "tests"],
      optional: ["failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id", "package"],
      children: ["properties", "testcase", "system-out", "system-err"]),
    "testcase": Rule(
      required: ["name"], optional: ["assertions", "time", "classname", "status"],
      children: ["skipped", "error", "failure", "system-out", "system-err"]),
    "failure": Rule(optional: ["type", "message"]), "error": Rule(optional: ["type", "message"]),
    "skipped": Rule(optional: ["type", "message"]), "system-out": Rule(),
  ]

  static func validate(_ report: String) throws {
    let root = try XMLReader.root(Data(report.utf8))
    #expect(root.name.local == "testsuites")
    validate(root)
  }

  private static func validate(_ element: XMLElement) {
    guard let rule = rules[element.name.local] else {
      Issue.record("The schema has no <\(element.name.local)>")
      return
    }
    let names = element.attributes.map(\.name.local)
    #expect(Set(rule.required).isSubset(of: names) && Set(names).isSubset(of: rule.required + rule.optional))
    #expect(Set(element.children.map(\.name.local)).isSubset(of: rule.children))
    for name in ["tests", "failures", "errors", "skipped"] {
      if let value = element[name] { #expect(Int(value) != nil) }
    }
    if let time = element["time"] { #expect(Double(time) != nil) }
    if let timestamp = element["timestamp"] {
      #expect(timestamp.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
    }
    if element.name.local == "testsuite" { expectCounts(element) }
    for child in element.children { validate(child) }
  }

  private static func expectCounts(_ suite: XMLElement) {
    let cases = suite.all("testcase")
    #expect(suite["tests"] == String(cases.count))
    for (count, child) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
      guard let value = suite[count] else { continue }
      #expect(value == String(cases.count { $0.first(child) != nil }))
    }
  }
}
