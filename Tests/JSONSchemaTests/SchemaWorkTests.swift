import RequestBasics
import TestSupport
import Testing

@testable import JSONSchema

/// Schemas and values that are made to take long.
@Suite(.timeLimit(.minutes(2))) struct SchemaWorkTests {
  private func problem(_ schema: String, _ value: String) throws -> String? {
    let (schema, value) = (JSONSchema(try JSONText(schema).value), try JSONText(value).value)
    let problem = #expect(throws: SchemaProblem.self) { try schema.findings(in: value) }
    return problem?.sentence
  }

  @Test func schemasThatReferToEachOtherTwiceEnd() throws {
    let schemas = (0..<60).map { number in
      let next = ##"{"$ref":"#/$defs/s\##(number + 1)"}"##
      return "\"s\(number)\":{\"allOf\":[\(next),\(next)]}"
    }
    let text = ##"{"$ref":"#/$defs/s0","$defs":{\##(schemas.joined(separator: ",")),"s60":true}}"##
    let library = SchemaLibrary(documents: [:], standard: Dialect(.draft202012))
    let root = try library.add(JSONText(text).value, uri: "")
    let problem = #expect(throws: SchemaProblem.self) {
      try SchemaEvaluation(library, assertsFormats: false, steps: 100_000)
        .findings(of: root, in: SchemaInstance(JSONText("1").value))
    }
    #expect(problem?.sentence == "The schema compares too much: its parts refer to each other again and again")
  }

  @Test(arguments: [
    ("7", "1e19999", false), ("4", "1e19999", true), ("0.1", "1e-1", true), ("0.2", "0.1", false), ("3", "-12", true),
    ("1e-400", "1", true), ("123456789012345678", "1e400", false),
    ("1234567890123456789012", "2469135780246913578024", true),
    ("1234567890123456789012", "1234567890123456789013", false),
  ])
  func multiplesAreExact(_ divisor: String, _ number: String, _ isMultiple: Bool) throws {
    let schema = JSONSchema(try JSONText("{\"multipleOf\": \(divisor)}").value)
    #expect(try schema.findings(in: JSONText(number).value).isEmpty == isMultiple)
  }

  @Test func numbersOfThousandsOfDigitsAreNotDivided() throws {
    let digits = String(repeating: "7", count: 5000)
    let sentence = try problem("{\"multipleOf\": \(digits)}", digits + digits)
    #expect(sentence?.hasSuffix("and a value have too many digits to be compared") == true)
  }

  @Test(arguments: [
    Work("large exponents", { "[" + String(repeating: "1e19999,", count: $0) + "0]" }) { text in
      _ = try JSONSchema(JSONText("{\"items\": {\"multipleOf\": 7}}").value).findings(in: JSONText(text).value)
    },
    Work("unique items", { count in "[" + (0..<count).map { "\($0)," }.joined() + "-1]" }) { text in
      _ = try JSONSchema(JSONText("{\"uniqueItems\": true}").value).findings(in: JSONText(text).value)
    },
    Work("members", { count in "{" + (0..<count).map { "\"a\($0)\":1," }.joined() + "\"b\":1}" }) { text in
      let schema = "{\"additionalProperties\": {\"type\": \"string\"}, \"unevaluatedProperties\": false}"
      _ = try JSONSchema(JSONText(schema).value).findings(in: JSONText(text).value)
    },
  ])
  func fourTimesTheValueIsFourTimesTheWork(_ work: Work) {
    let factor = work.factor
    #expect(factor < Work.most, "\(work): \(factor) times")
  }
}
