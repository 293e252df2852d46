import Foundation
import RequestClient
import Testing

struct JSONTextAndCodingTests {
  @Test func readingAndWritingKeepsOrderAndDigits() throws {
    let text = #"{"z":1.0,"a":12345678901234567890123,"m":[1e3,-0,"é\n"],"":null}"#
    #expect(try JSON(parseJSON: text).rawString() == text)
    #expect(try JSON(data: Data(text.utf8)).rawData() == Data(text.utf8))
  }

  @Test func aRepeatedKeyHasItsLastValueInItsFirstPosition() throws {
    #expect(try JSON(parseJSON: #"{"a":1,"b":2,"a":3}"#).rawString() == #"{"a":3,"b":2}"#)
  }

  @Test func theTextCanBeIndented() {
    let json: JSON = ["a": [1, "b"], "o": [:]]
    #expect(json.rawString(prettyPrinted: true) == "{\n  \"a\": [\n    1,\n    \"b\"\n  ],\n  \"o\": {}\n}")
    #expect("\(json)" == json.rawString(prettyPrinted: true))
  }

  @Test func invalidTextIsReportedWithItsPosition() throws {
    let error = #expect(throws: JSON.SyntaxError.self) { try JSON(parseJSON: "{\n \"a\": tru}") }
    #expect(error?.line == 2 && error?.column == 7)
    #expect(error?.description == "2:7 — expected a value")
    #expect(throws: JSON.SyntaxError.self) { try JSON(data: Data()) }
    #expect(throws: JSON.SyntaxError.self) { try JSON(data: Data([0x22, 0xFF, 0x22])) }
  }

  @Test func depthHasALimitInsteadOfAnOverflow() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    let deep = try JSON(parseJSON: nested(512))
    #expect(deep.rawString() == nested(512) && deep == deep)
    #expect(throws: JSON.SyntaxError.self) { try JSON(parseJSON: nested(100_000)) }
  }

  @Test func swiftValuesBecomeJSON() throws {
    let values: [String: any Sendable] = [
      "b": [1, nil] as [Int?], "a": ["x": 1.5, "y": true] as [String: any Sendable],
    ]
    #expect(try JSON(jsonObject: values).rawString() == #"{"a":{"x":1.5,"y":true},"b":[1,null]}"#)
    let large = try JSON(parseJSON: #"{"z":[1e400,123456789012345678901],"a":-1.50}"#)
    #expect(try JSON(jsonObject: large).rawString() == large.rawString())
    for value: any Sendable in [Date(), Double.infinity, Float.nan, Decimal.nan, -Double.infinity] {
      #expect(throws: UnencodableValue.self) { try JSON(jsonObject: ["a": value]) }
    }
    #expect(
      JSON(Double.nan) == .null && JSON(0.5) == 0.5 && JSON("s") == "s" && JSON(UInt8(7)) == 7 && JSON(true) == true)
  }

  struct Pet: Codable, Equatable {
    var name: String
    var age: Int
  }

  @Test func codableValuesAreConvertedInBothDirections() throws {
    let pet = Pet(name: "Rex", age: 3)
    let json = try JSON(encoding: pet)
    #expect(json == ["name": "Rex", "age": 3])
    #expect(try json.decoded(as: Pet.self) == pet)
    #expect(throws: DecodingError.self) { try JSON.array([]).decoded(as: Pet.self) }
  }

  @Test func itIsDecodedFromAndEncodedIntoAnyFormat() throws {
    let text = #"{"a":[1,1.5,true,null,"s",18446744073709551615,123456789012345678901234567890,1e-200],"b":{}}"#
    let json = try JSON(parseJSON: text)
    #expect(try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) == json)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try JSON(data: encoder.encode(json)) == json)
    let plain: JSON = ["b": [1, 1.5, true, "s"], "a": ["z": 1, "y": 2]]
    let decoded = try PropertyListDecoder().decode(JSON.self, from: PropertyListEncoder().encode(plain))
    #expect(decoded == plain)
    #expect(decoded["a"].object?.keys == ["y", "z"])
  }
}
