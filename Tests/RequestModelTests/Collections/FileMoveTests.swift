import RequestModel
import Testing

/// The paths of files in a moved request name the same files as before.
struct FileMoveTests {
  @Test(arguments: [
    ("up.json", "other/up.json", "data.bin", "../data.bin"), ("other/up.json", "up.json", "../data.bin", "data.bin"),
    ("other/up.json", "up.json", "data.bin", "other/data.bin"), ("a/up.json", "b/up.json", "./d/../x", "../a/x"),
    ("up.json", "deep/er/up.json", "my files/x.txt", "../../my files/x.txt"),
    ("up.json", "other/up.json", "other/data.bin", "data.bin"), ("up.json", "o/up.json", "../x", "../../x"),
    ("o/up.json", "up.json", "../../x", "../x"), ("up.json", "o/up.json", "/x", "/x"),
    ("up.json", "o/up.json", "~/x", "~/x"), ("up.json", "o/up.json", "~x", "../~x"),
    ("up.json", "o/up.json", "{{dir}}/x", "{{dir}}/x"),
    ("up.json", "o/up.json", "", ""), ("a/up.json", "a/down.json", "./b/../x", "./b/../x"),
  ])
  func aPathOfAMovedRequest(old: String, new: String, path: String, moved: String) {
    #expect(FileMove(from: Address(old), to: Address(new)).path(path, in: Address(old)) == moved)
  }

  @Test(arguments: [
    ("in", "out/in", "in/c.json", "x", "x"), ("in", "out/in", "in/c.json", "../x", "../../x"),
    ("in", "out/in", "in/sub/c.json", "../x", "../x"), ("in", "other", "in/c.json", "../in/x", "x"),
    ("in", "other", "in/c.json", "../x", "../x"),
  ])
  func onlyPathsThatLeaveAMovedFolderChange(old: String, new: String, file: String, path: String, moved: String) {
    #expect(FileMove(from: Address(old), to: Address(new)).path(path, in: Address(file)) == moved)
  }

  @Test(arguments: [
    ("up.json", "o/up.json", "up.json", "d/{{name}}", true), ("up.json", "o/up.json", "up.json", "d/name", false),
    ("up.json", "o/up.json", "up.json", "/{{name}}", false), ("in", "out/in", "in/c.json", "../{{name}}", true),
    ("in", "out/in", "in/c.json", "{{name}}", false),
  ])
  func pathsWithVariablesMayNameOtherFiles(old: String, new: String, file: String, path: String, isUncertain: Bool) {
    let move = FileMove(from: Address(old), to: Address(new))
    #expect(move.isUncertain(path, in: Address(file)) == isUncertain)
  }

  @Test func filesThatScriptsLoadAreNamedAfterAMove() {
    let document: JSONObject = [
      "scripts": [
        "preRequest": "const a = require('./lib/a.js'), b = require(\"../b.js\")",
        "postResponse": ["require('lodash');", "require(name); require('./c.js');"],
      ]
    ]
    func paths(_ move: FileMove, _ address: String) -> [String] {
      document.uncertainPaths(of: .request, after: move, from: Address(address))
    }
    #expect(paths(FileMove(from: Address("up.json"), to: Address("o/up.json")), "up.json").count == 3)
    #expect(paths(FileMove(from: Address("in"), to: Address("out/in")), "in/up.json") == ["../b.js"])
    #expect(paths(FileMove(from: Address("up.json"), to: Address("down.json")), "up.json") == [])
  }

  @Test func allFieldsThatNameFilesAreFound() {
    let document: JSONObject = [
      "url": "x",
      "body": ["multipart": [["name": "a", "file": "a"], ["name": "b", "file": "b", "off": true], ["value": "c"]]],
      "options": ["clientKey": "d"], "scripts": ["preRequestFile": "e", "preRequest": "f"],
      "checks": [["query": "body", "predicate": "schema", "value": ["file": "g"]]],
      "messages": [["name": "h", "file": "h"]], "examples": [["name": "i", "bodyFile": "i"]],
    ]
    #expect(document.namedFiles(of: .request) == ["a", "b", "d", "e", "g", "h", "i"])
    #expect(document.changingNamedFiles(of: .request) { $0 } == document)
    let changed = document.changingNamedFiles(of: .request) { "../" + $0 }
    #expect(changed.namedFiles(of: .request) == ["../a", "../b", "../d", "../e", "../g", "../h", "../i"])
    let body: JSONObject = ["body": ["file": "a", "type": "b"]]
    #expect(body.namedFiles(of: .request) == ["a"])
  }
}
