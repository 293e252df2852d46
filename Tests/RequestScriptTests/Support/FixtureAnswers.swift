import Foundation
import RequestBasics

@testable import RequestScript

/// The answers of the program to the scripts of `Tests/Fixtures/Scripts`.
enum FixtureAnswers {
  static func answer(_ question: ScriptQuestion) -> JSONObject {
    switch question {
    case .send(let request): sent(request)
    case .cookies(let method, _, let message): ["value": cookies(method, message)]
    case .vault("get", "key", _): ["value": "s3cret"]
    case .vault("get", _, _): ["error": ["message": "No secret has this name"]]
    case .vault: [:]
    case .runRequest(let name, _, _):
      ["value": ["code": 201, "status": "Created", "headers": [], "bodyText": .string(name)]]
    case .module(let name, _): module(name)
    case .other("dynamic", let message, _): dynamic[message["name"]?.string ?? ""].map { ["value": .string($0)] } ?? [:]
    case .other("schema", let message, _): ["errors": .array(missing(message))]
    case .other: [:]
    }
  }

  /// Says what was sent.
  private static func sent(_ request: ScriptRequest) -> JSONObject {
    if request.url.contains("fail") { return ["error": ["message": "Could not resolve host"]] }
    let body: JSONValue = [
      "url": .string(request.url), "method": .string(request.method), "body": request.body?.json ?? .null,
    ]
    let isMissing = request.url.contains("missing")
    return [
      "response": [
        "code": isMissing ? 404 : 200, "status": isMissing ? "Not Found" : "OK", "responseTime": 12,
        "bodyText": .string(body.compact),
        "headers": [["key": "Content-Type", "value": "application/json"]], "cookies": [["name": "s", "value": "1"]],
      ]
    ]
  }

  private static func cookies(_ method: String, _ message: JSONObject) -> JSONValue {
    switch method {
    case "get": ["name": "sid", "value": "abc"]
    case "getAll": [["name": "sid", "value": "abc"]]
    case "set": message["cookie"] ?? .null
    default: .null
    }
  }

  private static let dynamic = [
    "$guid": "5a1e8b3c-0000-4000-8000-000000000000", "$timestamp": "1700000000", "$randomInt": "7",
    "$isoTimestamp": "2023-11-14T22:13:20Z", "$uuid": "u", "$random.uuid": "u", "$random.email": "a@example.com",
    "$random.integer(5, 6)": "5", "$random.integer(0, 1)": "0", "$random.integer()": "77", "$random.float(1, 2)": "1.5",
    "$random.alphabetic(4)": "abCD", "$random.alphanumeric(5)": "a_1B2", "$random.hexadecimal(6)": "00ff00",
  ]

  /// The only thing that this validator knows is `required`.
  private static func missing(_ message: JSONObject) -> [JSONValue] {
    let required = (message["schema"]?.object?["required"]?.array ?? []).compactMap(\.string)
    let present = message["value"]?.object
    return required.filter { present?[$0] == nil }.map {
      ["path": "", "message": .string("must have required property '\($0)'")]
    }
  }

  private static let modules = [
    "./lib.js": """
    exports.twice = x => 2 * x;
    exports.boom = function () {
      throw new Error("in lib");
    };
    exports.other = require("./data.json").name;
    """,
    "./data.json": #"{"name":"data"}"#,
    "./broken.js": "exports.a = 1;\nexports.b = ;",
    "shoplib": "module.exports = { VERSION: '4' }",
  ]

  private static func module(_ name: String) -> JSONObject {
    guard let source = modules[name] else { return ["error": "missing"] }
    return ["name": .string(name.replacing("./", with: "shop/")), "source": .string(source)]
  }
}
