import Foundation
@testable import RequestClient
import Testing

struct JSONTests {
  private let json: JSON = [
    "name": "Rex", "age": 3, "weight": 1.5, "good": true, "owner": nil, "toys": ["ball", ["kind": "bone"]],
  ]

  @Test func aPathMixesKeysAndIndexes() {
    #expect(json["toys", 1, "kind"].string == "bone")
    #expect(json["toys"][1]["kind"] == "bone")
    let (key, index) = ("toys", 0)
    #expect(json[key, index] == "ball")
    #expect(json[[.key("toys"), .index(0)]] == "ball")
  }

  @Test(
    arguments: [
      ([.key("toys"), .index(3), .key("b")], [.key("toys"), .index(3)], .indexOutOfRange(count: 2)),
      ([.key("toys"), .index(-1)], [.key("toys"), .index(-1)], .indexOutOfRange(count: 2)),
      ([.key("none"), .index(0)], [.key("none")], .noMember),
      ([.key("toys"), .key("b"), .index(1)], [.key("toys"), .key("b")], .notAnObject(.array)),
      ([.index(0)], [.index(0)], .notAnArray(.object)),
      ([.key("owner"), .key("name")], [.key("owner"), .key("name")], .notAnObject(.null)),
      ([.key("name"), .index(0)], [.key("name"), .index(0)], .notAnArray(.string)),
    ] as [([JSON.Step], [JSON.Step], JSON.PathError.Reason)])
  func anInvalidPathReportsTheFailedStepAndTheReason(
    path: [JSON.Step], failed: [JSON.Step], reason: JSON.PathError.Reason
  ) {
    #expect(json[path].error == JSON.PathError(path: failed, reason: reason))
    #expect(!json[path].exists())
    let chained = path.reduce(json) { $0[[$1]] }
    #expect(chained.error == JSON.PathError(path: [failed.last!], reason: reason))
  }

  @Test func theErrorIsASentence() {
    #expect(json["toys", 3, "b"].error?.description == "\"toys[3]\" is missing: the array has 2 elements")
    #expect(json["toys", "b"].error?.description == "\"toys.b\" is missing: its parent is an array, not an object")
    #expect(json["none"].error?.description == "\"none\" is missing")
  }

  @Test func nullExistsAndAbsentValuesDoNot() {
    #expect(json["owner"].exists() && json["owner"] == .null)
    #expect(!json["none"].exists() && json["none"] != .null)
    #expect(json["none"].rawString() == "null")
    #expect(json["none"].kind == .null)
  }

  @Test func theStrictAccessorsGiveNilForAnotherKind() throws {
    #expect(json["name"].string == "Rex" && json["age"].string == nil)
    #expect(json["age"].int == 3 && json["age"].double == 3 && json["name"].int == nil)
    #expect(json["weight"].double == 1.5 && json["weight"].int == nil)
    #expect(json["good"].bool == true && json["age"].bool == nil)
    #expect(json["toys"].array?.count == 2 && json.array == nil)
    #expect(json.dictionary?["name"] == "Rex" && json["toys"].dictionary == nil)
    #expect(json.object?.keys == ["name", "age", "weight", "good", "owner", "toys"])
    #expect(try JSON(parseJSON: "0.1").decimal == Decimal(string: "0.1"))
  }

  @Test(arguments: [
    ("\"12.7\"", "12.7", false, 12, 12.7), ("\"Yes\"", "Yes", true, 0, 0), ("true", "true", true, 1, 1),
    ("false", "false", false, 0, 0), ("-2.9", "-2.9", true, -2, -2.9), ("0.0", "0.0", false, 0, 0),
    ("1e400", "1e400", true, 0, .infinity), ("null", "", false, 0, 0), ("[1]", "", false, 0, 0),
    ("\"inf\"", "inf", false, 0, .infinity), ("\"nan!\"", "nan!", false, 0, 0),
  ])
  func theValueAccessorsConvertOrHaveADefault(text: String, string: String, bool: Bool, int: Int, double: Double) throws
  {
    let json = try JSON(parseJSON: text)
    #expect(json.stringValue == string)
    #expect(json.boolValue == bool)
    #expect(json.intValue == int)
    #expect(json.doubleValue == double)
    #expect(json["no"].arrayValue.isEmpty && json["no"].dictionaryValue.isEmpty)
  }

  @Test(arguments: [
    ("1000", 1000), ("1000.0", 1000), ("1e3", 1000), ("-1.5e1", -15), ("1.5", nil), ("9223372036854775807", .max),
    ("9223372036854775808", nil), ("-0", 0), ("1e99999999999999999999", nil), ("0e99999999999999999999", 0),
  ])
  func aWholeNumberThatFitsIsAnInt(text: String, int: Int?) throws {
    #expect(try JSON(parseJSON: text).int == int)
  }

  @Test func equalityIgnoresNotation() throws {
    func same(_ a: String, _ b: String) throws -> Bool {
      let (a, b) = (try JSON(parseJSON: a), try JSON(parseJSON: b))
      if a == b { #expect(a.hashValue == b.hashValue) }
      return a == b
    }
    #expect(try same("[1, 100, 0.5, 0]", "[1.0, 1e2, 5E-1, -0.0]"))
    #expect(try same(#"{"a": 1, "b": "é"}"#, #"{"b": "\u00e9", "a": 1}"#))
    #expect(try !same("12345678901234567890", "12345678901234567891"))
    #expect(try !same("1", "-1") && !same("1", "10") && !same("1", "\"1\"") && !same("[1,2]", "[2,1]"))
    #expect(try !same("1e99999999999999999999", "1e99999999999999999998"))
  }

  @Test func settingReplacesAppendsAndMakesObjects() {
    var json: JSON = ["a": [1, 2], "n": nil]
    json["a"][1] = "two"
    json["a", 2] = 3
    json["n", "x", "y"] = true
    json["new"]["deep"] = .array([])
    #expect(json.rawString() == #"{"a":[1,"two",3],"n":{"x":{"y":true}},"new":{"deep":[]}}"#)
  }

  @Test func settingAnInvalidPathChangesNothingAndSetReportsWhy() throws {
    let before: JSON = ["a": [1], "s": "text"]
    var json = before
    json["a"]["key"] = 1
    json["a"][5] = 1
    json["a"][-1] = 1
    json["s", "x"] = 1
    json["new"][0] = 1
    json["copy"] = json["nothing"]
    #expect(json == before)
    #expect(throws: JSON.PathError(path: [.key("a"), .index(5)], reason: .indexOutOfRange(count: 1))) {
      try json.set(1, at: "a", 5, "x")
    }
    #expect(throws: JSON.PathError(path: [.key("s"), .key("x")], reason: .notAnObject(.string))) {
      try json.set(1, at: "s", "x")
    }
    #expect(throws: JSON.PathError(path: [.key("nothing")], reason: .noMember)) {
      try json.set(before["nothing"], at: "copy")
    }
    #expect(json == before)
    try json.set("root", at: [])
    #expect(json == "root")
  }

  @Test func anObjectKeepsItsOrderThroughChanges() {
    var object: JSON.Object = ["z": 1, "a": 2, "m": 3]
    object["a"] = 4
    object["z"] = nil
    object["none"] = nil
    object["b"] = 5
    #expect(object.map(\.key) == ["a", "m", "b"])
    #expect(object.map(\.value) == [4, 3, 5])
    #expect(object == ["b": 5, "m": 3, "a": 4])
  }

  @Test func mergingAddsMembersJoinsArraysAndReplacesTheRest() throws {
    let ours: JSON = ["a": 1, "list": [1], "inner": ["x": 1, "y": [1]], "kind": "s"]
    let theirs: JSON = ["a": 2, "list": [2, 1], "inner": ["y": [2], "z": nil], "kind": [1], "new": true]
    #expect(
      try ours.merged(with: theirs).rawString()
        == #"{"a":2,"list":[1,2,1],"inner":{"x":1,"y":[1,2],"z":null},"kind":[1],"new":true}"#)
    var list: JSON = [1]
    try list.merge(with: [2])
    #expect(list == [1, 2])
  }

  @Test func rootsOfDifferentKindsDoNotMerge() {
    var json: JSON = ["a": 1]
    #expect(throws: JSON.MergeError(kind: .object, otherKind: .array)) { try json.merge(with: [1]) }
    #expect(json == ["a": 1])
  }
}
