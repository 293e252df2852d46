import Foundation
import RequestModel
import Testing

@Suite struct JSONShapeTests {
  @Test(arguments: [
    (#"{"id": 1, "name": "a"}"#, #"{"name": "b", "id": 2.5}"#, []),
    (
      #"{"id": 1, "name": "a"}"#, #"{"id": "1", "tag": null}"#,
      ["$.name is missing", "$.id is a string, not a number", "$.tag is new: null"]
    ),
    (
      #"[{"a": 1}, {"a": 2, "b": "x"}]"#, #"[{"a": 1, "b": 2}, {"b": "y"}]"#,
      ["$[*].b is a number, not a string", "$[*].a is missing"]
    ),
    (#"{"a": null, "b": []}"#, #"{"a": {"x": 1}, "b": [1, "2"]}"#, []),
    (#"[1, null, "x"]"#, #"[true, null, 2]"#, ["$[*] is a boolean, not a number or a string"]),
    (#"{"a b": {"c'": 1}}"#, #"{"a b": {}}"#, ["$['a b']['c''] is missing"]),
    ("1", "[]", ["$ is an array, not a number"]),
  ]) func aValueIsComparedWithAShape(example: String, value: String, differences: [String]) throws {
    #expect(JSONShape(try JSONText(example).value).differences(from: try JSONText(value).value) == differences)
  }

  @Test func bytesThatMeanJSONHaveItsShape() {
    let headers = [Header("Content-Type", "application/cbor")]
    let example = SavedExample(name: "ok", status: 200, headers: headers)
    func differences(_ body: Data) -> [String] {
      let response = Response(status: 200, reason: "", httpVersion: "", headers: headers, body: body)
      return example.differences(from: response, body: [1]) { body, type in
        type == "application/cbor" && body.count == 1 ? Data((body[0] == 1 ? #"{"a": 1}"# : #"{"a": ""}"#).utf8) : nil
      }
    }
    #expect(differences(Data([1])) == [] && differences(Data([2])) == ["$.a is a string, not a number"])
    #expect(differences(Data([1, 2])) == ["The body is not JSON"])
  }

  @Test func aResponseIsComparedWithAnExample() {
    let example = SavedExample(
      name: "ok", status: 200, headers: [Header("content-type", "application/json; charset=utf-8")], body: #"{"a": 1}"#)
    func differences(_ status: Int, _ type: String, _ body: String) -> [String] {
      let response = Response(
        status: status, reason: "", httpVersion: "", headers: [Header("Content-Type", type)], body: .init(body.utf8))
      return example.differences(from: response, body: Array((example.body ?? "").utf8))
    }
    #expect(differences(200, "application/json", #"{"a": 2}"#).isEmpty)
    #expect(
      differences(404, "text/html", "<p>") == [
        "The status is 404, not 200", "The content type is text/html, not application/json", "The body is not JSON",
      ])
  }
}
