import Foundation
import RequestModel
import Testing

@testable import Interchange

struct CurlReaderTests {
  /// The document of a command, without what every command has.
  private func document(_ command: String) throws -> JSONValue {
    let result = try ImportFormat.curl.read(ImportSource(Data(command.utf8)))
    guard case .request(let request) = result.collections[0].items[0] else { throw ImportError("no request") }
    var document = request.document
    document["headers"] = document["headers"]?.array.map { rows in
      .array(rows.filter { $0 != ["name": "Accept", "value": "*/*"] })
    }
    if document["headers"] == [] { document["headers"] = nil }
    var options = document["options"]?.object ?? JSONObject()
    for (name, value) in usual where options[name] == value { options[name] = nil }
    document["options"] = options.members.isEmpty ? nil : .object(options)
    return .object(document)
  }

  private let usual: [(String, JSONValue)] = [
    ("followRedirects", false), ("cookies", false), ("omitHeaders", "Accept-Encoding, Accept-Language"),
  ]

  private static let form: JSONValue = [["name": "Content-Type", "value": "application/x-www-form-urlencoded"]]

  @Test(
    arguments: [
      ("curl http://a/b", ["method": "GET", "url": "http://a/b"]),
      ("curl a/b?c=1", ["method": "GET", "url": "http://a/b?c=1"]),
      ("$ curl -sS -o out a", ["method": "GET", "url": "http://a"]),
      ("curl -XDELETE a", ["method": "DELETE", "url": "http://a"]),
      ("curl -I a", ["method": "HEAD", "url": "http://a"]),
      ("curl -d x=1 -d y=2 a", ["method": "POST", "url": "http://a", "headers": form, "body": ["text": "x=1&y=2"]]),
      ("curl -G -d x=1 --data-urlencode 'q=a b' a", ["method": "GET", "url": "http://a?x=1&q=a+b"]),
      ("curl -d @body.json a", ["method": "POST", "url": "http://a", "headers": form, "body": ["file": "body.json"]]),
      (
        "curl -T file a",
        [
          "method": "PUT", "url": "http://a/file", "body": ["file": "file"],
          "options": ["expectContinue": true, "omitHeaders": "Accept-Encoding, Accept-Language, Content-Type"],
        ]
      ),
      (
        "curl --json '{\"a\":1}' a",
        [
          "method": "POST", "url": "http://a",
          "headers": [
            ["name": "Accept", "value": "application/json"], ["name": "Content-Type", "value": "application/json"],
          ],
          "body": ["text": "{\"a\":1}"],
        ]
      ),
      (
        "curl -F a=1 -F 'f=@x.png;type=image/png;filename=\"y z.png\"' a",
        [
          "method": "POST", "url": "http://a",
          "body": [
            "multipart": [
              ["name": "a", "value": "1"],
              ["name": "f", "file": "x.png", "type": "image/png", "filename": "y z.png"],
            ]
          ],
        ]
      ),
      (
        "curl -u me:pass --digest a",
        [
          "method": "GET", "url": "http://a",
          "auth": ["digest": ["username": "me", "password": "{{imported-password}}"]],
        ]
      ),
      (
        "curl -H 'X-A: 1' -H 'X-B;' -H 'Accept:' -L --compressed a",
        [
          "method": "GET", "url": "http://a",
          "headers": [
            ["name": "Accept-Encoding", "value": "deflate, gzip, br, zstd"],
            ["name": "X-A", "value": "1"], ["name": "X-B", "value": ""],
          ],
          "options": ["omitHeaders": "Accept-Language, Accept"],
        ]
      ),
      (
        "curl -k -x http://p:1 --resolve h:443:127.0.0.1 --max-time 2.5 https://h",
        [
          "method": "GET", "url": "https://h",
          "options": [
            "verifyTLS": false, "proxy": "http://p:1", "resolve": [["name": "h:443", "value": "127.0.0.1"]],
            "timeout": .number(JSONNumber(text: "2.5")),
          ],
        ]
      ),
    ] as [(String, JSONValue)])
  func aCommandBecomesTheRequestItSends(command: String, expected: JSONValue) throws {
    let read = try document(command)
    #expect(read == expected, "\(read.rendered())")
    _ = try SavedRequest(document: try #require(read.object))
  }

  @Test func aLoginInAURLIsNeitherInTheURLNorInTheName() throws {
    let result = try ImportFormat.curl.read(ImportSource(Data("curl http://me:p%40ss@host:8080?q=a@b".utf8)))
    let collection = result.collections[0]
    guard case .request(let request) = collection.items[0] else { throw ImportError("no request") }
    #expect(request.name == "host:8080")
    #expect(request.document["url"] == "http://host:8080?q=a@b")
    #expect(request.document["auth"] == ["basic": ["username": "me", "password": "{{imported-password}}"]])
    #expect(collection.secrets == [PortableSecret(name: "imported-password", value: "p@ss")])
  }

  @Test func everyURLAndEveryPartOfNextIsARequest() throws {
    let result = try ImportFormat.curl.read(ImportSource(Data("curl a/1 a/2 --next -d x a/3".utf8)))
    #expect(result.collections[0].items.map(\.name) == ["1", "2", "3"])
  }

  @Test func optionsThatAreNotCarriedOverAreNamed() throws {
    let result = try ImportFormat.curl.read(ImportSource(Data("curl --ciphers X --proxy-pass hush --unknown a".utf8)))
    #expect(
      result.notes == [
        InterchangeNote(.dropped, [], "--unknown is unknown"), InterchangeNote(.dropped, ["a"], "--ciphers"),
        InterchangeNote(.dropped, ["a"], "--proxy-pass"),
      ])
  }
}
