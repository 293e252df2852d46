import Foundation
import RequestModel
import RequestRuns
import Testing

@testable import RequestRunner

/// Data files: what their rows are, and what is said of those that cannot be read.
struct DataFileTests {
  private func rows(_ text: String, _ name: String = "rows.csv") throws -> [String] {
    try rows(Data(text.utf8), name)
  }

  private func rows(_ bytes: Data, _ name: String = "rows.csv") throws -> [String] {
    let file = try DataFile(name: name, bytes: bytes)
    var (rows, result) = (file.rows, [String]())
    while let row = try rows.next() { result.append(JSONValue.object(row).compact) }
    #expect(file.count == result.count)
    return result
  }

  private func problem(_ text: String, _ name: String) -> String {
    do {
      return "read: \(try rows(text, name))"
    } catch {
      return "\(error)"
    }
  }

  // MARK: CSV

  @Test func theFirstRowHasTheNamesAndFieldsAreTrimmed() throws {
    #expect(try rows(" a , b\n x ,y z\n") == [#"{"a":"x","b":"y z"}"#])
  }

  @Test func unquotedNumbersAreNumbersAndQuotedOnesText() throws {
    #expect(
      try rows("a,b,c,d,e,f\n1,-2.50,\"3\",007,1e3,+4\n")
        == [#"{"a":1,"b":-2.50,"c":"3","d":"007","e":1e3,"f":"+4"}"#])
    #expect(try rows("a,b,c,d\n.5,-.5,5.,.\n") == [#"{"a":0.5,"b":-0.5,"c":5,"d":"."}"#])
  }

  @Test func quotedFieldsKeepSeparatorsLineEndsAndQuotes() throws {
    #expect(try rows("a,b\n\"x, \"\"y\"\"\r\nz\" , 1\n") == [#"{"a":"x, \"y\"\r\nz","b":1}"#])
  }

  @Test func strayQuotesStandForThemselves() throws {
    #expect(try rows("a,b\n5\" pipe,\"x, y\" z\n") == [#"{"a":"5\" pipe","b":"\"x, y\" z"}"#])
  }

  @Test func rowsMayBeShorterOrLongerThanTheFirst() throws {
    #expect(try rows("a,b\n1\n1,2,3\n") == [#"{"a":1}"#, #"{"a":1,"b":2}"#])
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func anyLineEndCountsAndEmptyLinesDoNot(_ end: String) throws {
    #expect(try rows(["a", "1", "", "2", ""].joined(separator: end)) == [#"{"a":1}"#, #"{"a":2}"#])
    #expect(try rows(["a", "1", "2"].joined(separator: end)).count == 2)
  }

  @Test func semicolonsAndTabsSeparateWhereThereIsNoComma() throws {
    #expect(try rows("a;b\n1;x, y\n") == [#"{"a":1,"b":"x, y"}"#])
    #expect(try rows("a\tb\n1\t\n") == [#"{"a":1,"b":""}"#])
    #expect(try rows("a,b\tc\n1,2\t3\n", "rows.tsv") == [#"{"a,b":"1,2","c":3}"#])
  }

  @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian], [true, false])
  func everyEncodingIsReadWithAndWithoutAMark(_ encoding: String.Encoding, _ hasMark: Bool) throws {
    let bytes = try #require(((hasMark ? "\u{FEFF}" : "") + "name,town\nAda,Zürich\n").data(using: encoding))
    #expect(try rows(bytes) == [#"{"name":"Ada","town":"Zürich"}"#])
  }

  // MARK: Other formats

  @Test func jsonIsAnArrayOfObjectsWhoseValuesKeepTheirKind() throws {
    #expect(try rows(#"[{"a": 1.0, "b": [1]}, {}]"#, "rows.json") == [#"{"a":1.0,"b":[1]}"#, "{}"])
  }

  @Test func aLineOfJSONLinesIsARow() throws {
    #expect(try rows("{\"a\": 1}\r\n\n{\"a\": null}", "rows.jsonl") == [#"{"a":1}"#, #"{"a":null}"#])
  }

  @Test func yamlIsAListOfMappingsOrADocumentForEachRow() throws {
    #expect(try rows("- a: 1\n  b: x\n- a: '1'\n", "rows.yaml") == [#"{"a":1,"b":"x"}"#, #"{"a":"1"}"#])
    #expect(try rows("a: 1\n---\na: 2\n", "rows.yml") == [#"{"a":1}"#, #"{"a":2}"#])
    #expect(try rows("a: 1\nb: 2\n", "rows.yml") == [#"{"a":1,"b":2}"#])
  }

  @Test func withoutAKnownEndingTheFirstCharacterTells() throws {
    #expect(try rows(" [{\"a\": 1}]", "-") == [#"{"a":1}"#])
    #expect(try rows("{\"a\": 1}\n{\"a\": 2}", "/dev/fd/3").count == 2)
    #expect(try rows("a\n1", "rows.txt") == [#"{"a":1}"#])
    #expect(try rows("- a: 1\n- a: 2\n", "-") == [#"{"a":1}"#, #"{"a":2}"#])
    #expect(try rows("---\na: 1\n", "-") == [#"{"a":1}"#])
    #expect(try rows("-a\n1", "-") == [#"{"-a":1}"#])
  }

  @Test func aLargeFileIsReadAsItWas() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID()).csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = Data(("x\n" + String(repeating: String(repeating: "y", count: 99) + "\n", count: 200_000)).utf8)
    try text.write(to: URL(filePath: path))
    let bytes = try DataFile.bytes(of: path)
    try Data().write(to: URL(filePath: path))
    #expect(bytes == text)
    #expect(try DataFile(name: path, bytes: bytes).count == 200_000)
  }

  // MARK: Problems

  @Test(arguments: [
    ("a,b\n1,\"x\n", "rows.csv", "rows.csv:2:1 — a field in this row has no closing quote"),
    ("", "rows.csv", "rows.csv — its first row has no names — write the variables' names there"),
    ("a\n", "rows.csv", "rows.csv — it has no rows: add one, or leave the file out"),
    ("[{\"a\": 1},\n 2]", "rows.json", "rows.json:2:2 — row 2 is a number, not an object"),
    ("{\"a\": 1}", "rows.json", "rows.json:1:1 — an object, not an array of objects, one for each iteration"),
    ("[{]", "rows.json", "rows.json:1:3 — expected a key in double quotes"),
    ("{\"a\": 1}\n[]", "rows.jsonl", "rows.jsonl:2:1 — an array, not an object"),
    ("{\"a\": 1}\n{\"a\" 1}", "rows.jsonl", "rows.jsonl:2:6 — expected a \":\" after a key"),
    ("a: b: c", "rows.yaml", "rows.yaml:1:5 — mapping values are not allowed in this context"),
    ("- 1\n", "rows.yaml", "rows.yaml — row 1 is a number, not a mapping"),
    ("5", "rows.yaml", "rows.yaml — a number, not a list of mappings, one for each iteration"),
  ])
  func aProblemNamesFileLineAndReason(_ text: String, _ name: String, _ expected: String) {
    #expect(problem(text, name) == expected)
  }

  @Test func bytesThatAreNotTextAreReportedWithTheirRow() {
    let error = #expect(throws: DataFileError.self) { try rows(Data("a\n1\n".utf8) + [0xFF, 0x0A]) }
    #expect(error?.description == "rows.csv:3:1 — a field in this row is not UTF-8 text — save the file as UTF-8")
  }

  @Test func anyBytesAreReadOrRefused() {
    var generator = SplitMix64(seed: 5)
    let pieces: [UInt8] = Array("a,\"\n\r;\t 1".utf8) + [0xFF, 0xC3]
    for _ in 0..<2000 {
      let bytes = Data(
        (0..<Int.random(in: 0...24, using: &generator)).map { _ in pieces.randomElement(using: &generator)! })
      do { _ = try rows(bytes) } catch { #expect(error is DataFileError) }
    }
  }

  // MARK: Previews

  @Test func thePreviewOfADataFileHasAllNamesOfItsRows() throws {
    let rows = #"{"a": 1, "b": "x"}"# + "\n" + #"{"c": [1]}"#
    let file = try DataFile(name: "rows.jsonl", bytes: Data(rows.utf8))
    let preview = try file.preview()
    #expect(preview.count == 2)
    #expect(preview.names == ["a", "b", "c"])
    #expect(preview.rows == [["1", "x", ""], ["", "", "[1]"]])
    #expect(try file.preview(limit: 1).rows.count == 1)
  }

  @Test func aMistakeInAFirstRowIsToldByThePreview() throws {
    let file = try DataFile(name: "rows.jsonl", bytes: Data("{}\n[]\n".utf8))
    #expect(throws: DataFileError("rows.jsonl", TextPosition(line: 2, column: 1), "an array, not an object")) {
      try file.preview()
    }
  }
}
