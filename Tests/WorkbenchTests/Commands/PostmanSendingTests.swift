import Foundation
import RequestModel
import TestSupport
import Testing

/// A run of a Postman file sends the same messages as newman.
@Suite(.timeLimit(.minutes(2)))
struct PostmanSendingTests {
  private let log = Recorder<[String]>()
  private let server: RawServer
  private let sandbox: Sandbox

  /// `/301` and the like redirect to `/end`.
  init() throws {
    server = try RawServer { [log] connection in
      while true {
        let lines = try connection.readHead().split(separator: "\r\n").map(String.init)
        let length = lines.first { $0.lowercased().hasPrefix("content-length: ") }
        let body = try connection.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
        let line = lines[0].split(separator: " ").prefix(2).joined(separator: " ")
        let shown = lines.dropFirst().filter { line in
          ["authorization:", "content-type:"].contains { line.lowercased().hasPrefix($0) }
        }
        log.record([line] + shown + (body.isEmpty ? [] : [body]))
        if let status = line.firstMatch(of: /\/(30\d)$/)?.1 {
          try connection.respond("\(status) Elsewhere", headers: ["Location: /end"], body: "")
        } else {
          try connection.respond(body: "{}")
        }
      }
    }
    sandbox = try Sandbox()
  }

  /// A collection in which `{{host}}` is the server.
  private func collection(_ items: [JSONValue], variables: [JSONValue] = [], auth: JSONValue? = nil) -> String {
    var json: JSONObject = [
      "info": ["name": "C", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"],
      "variable": .array([["key": "host", "value": .string(server.url)]] + variables), "item": .array(items),
    ]
    json["auth"] = auth
    return JSONValue.object(json).compact
  }

  /// Runs a collection.
  private func run(
    _ items: [JSONValue], variables: [JSONValue] = [], auth: JSONValue? = nil, _ arguments: String...
  ) async throws -> Program.Finished {
    try sandbox.write("c.json", collection(items, variables: variables, auth: auth))
    return try await sandbox.run(["run", "c.json", "--allow-scripts"] + arguments)
  }

  private func item(
    _ request: JSONValue, before: String = "", after: String = "", options: JSONValue? = nil
  ) -> JSONValue {
    var item: JSONObject = ["name": "a", "request": request]
    item["event"] = [
      ["listen": "prerequest", "script": ["exec": .string(before)]],
      ["listen": "test", "script": ["exec": .string(after)]],
    ]
    item["protocolProfileBehavior"] = options
    return .object(item)
  }

  private func raw(_ method: String, _ text: String, language: String = "json") -> JSONValue {
    [
      "method": .string(method), "url": "{{host}}/",
      "body": ["mode": "raw", "raw": .string(text), "options": ["raw": ["language": .string(language)]]],
    ]
  }

  // MARK: Credentials

  @Test(arguments: [
    #"[{"key": "addTokenTo", "value": "header"}]"#,
    #"[{"key": "grant_type", "value": "authorization_code"}, {"key": "accessTokenUrl", "value": "https://x/token"}]"#,
  ])
  func anOAuth2RequestWithoutATokenIsSentWithoutAuthorization(_ fields: String) async throws {
    let own: JSONValue = ["url": "{{host}}/own", "header": [["key": "Authorization", "value": "own"]]]
    let result = try await run(
      [item("{{host}}/"), item(own)], auth: ["type": "oauth2", "oauth2": try JSONText(fields).value])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == [["GET /"], ["GET /own", "Authorization: own"]])
    let warning = "warn: OAuth 2 has no access token: the request is sent without Authorization, as newman sends it"
    #expect(result.text.contains(warning), "\(result.text)")
  }

  @Test func anOAuth2TokenOfTheFileIsSent() async throws {
    let auth: JSONValue = ["type": "oauth2", "oauth2": [["key": "accessToken", "value": "{{token}}"]]]
    _ = try await run([item("{{host}}/", before: "pm.variables.set('token', 't')")], auth: auth)
    #expect(log.values == [["GET /", "Authorization: Bearer t"]])
  }

  @Test func aKeyInTheQueryIsSentAsItIsWritten() async throws {
    let auth: JSONValue = [
      "type": "apikey",
      "apikey": [
        ["key": "key", "value": "code"], ["key": "value", "value": "a+b/c=%3D é"], ["key": "in", "value": "query"],
      ],
    ]
    _ = try await run([item("{{host}}/?x=1")], auth: auth)
    #expect(log.values == [["GET /?x=1&code=a+b/c=%3D%20%C3%A9"]])
  }

  @Test(arguments: [("", "t"), ("Bearer ", "Bearer t"), ("Token", "Token t")])
  func thePrefixOfAnOAuth2TokenIsThatOfTheFile(_ prefix: String, _ sent: String) async throws {
    let auth: JSONValue = [
      "type": "oauth2",
      "oauth2": [["key": "accessToken", "value": "t"], ["key": "headerPrefix", "value": .string(prefix)]],
    ]
    _ = try await run([item("{{host}}/")], auth: auth)
    #expect(log.values == [["GET /", "Authorization: \(sent)"]])
  }

  @Test func aJWTIsSentInTheQueryIfTheFileSaysSo() async throws {
    let auth: JSONValue = [
      "type": "jwt",
      "jwt": [
        ["key": "algorithm", "value": "HS256"], ["key": "secret", "value": "s"], ["key": "payload", "value": "{}"],
        ["key": "addTokenTo", "value": "queryParam"], ["key": "queryParamKey", "value": "tok"],
      ],
    ]
    let result = try await run([item("{{host}}/")], auth: auth)
    #expect(log.values.first?.first?.hasPrefix("GET /?tok=eyJ") == true, "\(log.values) \(result.error)")
    #expect(log.values.first?.count == 1)
  }

  @Test func aBearerWithoutATokenSendsNoHeader() async throws {
    let auth: JSONValue = ["type": "bearer", "bearer": [["key": "token", "value": "{{token}}"]]]
    let result = try await run(
      [item("{{host}}/", after: "pm.collectionVariables.set('token', 't')"), item("{{host}}/")],
      variables: [["key": "token", "value": ""]], auth: auth)
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == [["GET /"], ["GET /", "Authorization: Bearer t"]])
  }

  @Test func anAWSSignatureIsForUsEast1WhereNothingElseIsSaid() async throws {
    let auth: JSONValue = [
      "type": "awsv4", "awsv4": [["key": "accessKey", "value": "AK"], ["key": "secretKey", "value": "sk"]],
    ]
    let result = try await run([item("{{host}}/")], auth: auth)
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values.first?.last?.contains("/us-east-1/execute-api/aws4_request") == true)
  }

  // MARK: Redirects

  @Test(arguments: ["301", "302"], ["PUT", "PATCH", "DELETE", "POST"])
  func aRedirectIsFollowedWithGETAndWithoutTheBody(_ status: String, _ method: String) async throws {
    let request: JSONValue = [
      "method": .string(method), "url": .string("{{host}}/" + status), "body": ["mode": "raw", "raw": "b"],
    ]
    let result = try await run([item(request)])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values.map(\.first) == ["\(method) /\(status)", "GET /end"])
    #expect(log.values.map(\.last) == ["b", "GET /end"])
  }

  @Test(arguments: ["302", "303"]) func theBodyIsKeptWithTheMethod(_ status: String) async throws {
    let request: JSONValue = [
      "method": "PUT", "url": .string("{{host}}/" + status), "body": ["mode": "raw", "raw": "b"],
    ]
    let result = try await run([item(request, options: ["followOriginalHttpMethod": true])])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values.map(\.first) == ["PUT /\(status)", "PUT /end"])
    #expect(log.values.map(\.last) == ["b", "b"])
  }

  @Test func theMethodIsKeptAfterARedirectIfTheFileSaysSo() async throws {
    let kept: JSONValue = ["method": "DELETE", "url": "{{host}}/302"]
    let script = "await pm.sendRequest({url: pm.variables.get('host') + '/301', method: 'PUT'})"
    let result = try await run([
      item(kept, options: ["followOriginalHttpMethod": true]), item("{{host}}/", after: script),
    ])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values.map(\.first) == ["DELETE /302", "DELETE /end", "GET /", "PUT /301", "GET /end"])
  }

  @Test func anImportedRequestKeepsItsMethodAfterARedirect() async throws {
    try sandbox.write("c.json", collection([item(["method": "PUT", "url": "{{host}}/301"])]))
    _ = try await sandbox.run("import", "c.json", "--into", "in")
    _ = try await sandbox.run("run", "in")
    #expect(log.values.map(\.first) == ["PUT /301", "PUT /end"])
  }

  @Test func anImportedRequestIsFollowedWithGETIfTheFileSaysSo() async throws {
    let deletion = item(["method": "DELETE", "url": "{{host}}/302"], options: ["followOriginalHttpMethod": false])
    try sandbox.write("c.json", collection([deletion]))
    _ = try await sandbox.run("import", "c.json", "--into", "in")
    _ = try await sandbox.run("run", "in")
    #expect(log.values.map(\.first) == ["DELETE /302", "GET /end"])
  }

  @Test func theAuthThatAScriptSetsIsSent() async throws {
    let rows: JSONValue = [["key": "username", "value": "x"], ["key": "password", "value": "y"]]
    let basic: JSONValue = ["url": "{{host}}/", "auth": ["type": "basic", "basic": rows]]
    let list = "[{key: 'username', value: 'postman'}, {key: 'password', value: '{{word}}'}]"
    let result = try await run(
      [
        item(basic, before: "pm.request.auth.update(\(list))"),
        item("{{host}}/", before: "pm.request.authorizeUsing('basic', {username: 'postman', password: 'password'})"),
        item("{{host}}/", before: "pm.request.auth = {type: 'basic', basic: \(list)}"),
        item(basic, before: "pm.request.authorizeUsing('noauth')"),
        item("{{host}}/", before: "pm.request.authorizeUsing('unheard', {})"),
      ], variables: [["key": "word", "value": "password"]])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    let sent = ["GET /", "Authorization: Basic cG9zdG1hbjpwYXNzd29yZA=="]
    #expect(log.values == [sent, sent, sent, ["GET /"], ["GET /"]])
    #expect(result.text.contains(#"warn: pm.request.auth: Auth: its kind "unheard" is unknown"#), "\(result.text)")
  }

  @Test func theParametersOfOAuth1AreSentInAFormWithoutRows() async throws {
    func request(_ method: String) -> JSONValue {
      let rows: JSONValue = [
        ["key": "consumerKey", "value": "ck"], ["key": "consumerSecret", "value": "cs"],
        ["key": "addParamsToHeader", "value": false],
      ]
      return [
        "method": .string(method), "url": "{{host}}/", "auth": ["type": "oauth1", "oauth1": rows],
        "body": ["mode": "urlencoded", "urlencoded": []],
      ]
    }
    let result = try await run([item(request("POST")), item(request("PATCH"))])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values.first?.first == "POST /" && log.values.first?.last?.hasPrefix("oauth_consumer_key=ck&") == true)
    #expect(log.values.last?.first?.hasPrefix("PATCH /?oauth_consumer_key=ck&") == true, "\(log.values)")
  }

  // MARK: Bodies and URLs

  @Test func bodiesKeepTheirBytesAfterAnImportAndInScripts() async throws {
    let text = "{ \"n\": \"x\",   \"d\":1.0, \"big\":12345678901234567890,\r\n \"n\": 2}\n"
    let send = """
      await pm.sendRequest({url: pm.variables.get('host') + '/', method: 'POST', \
      header: {'Content-Type': 'application/json'}, body: {mode: 'raw', raw: '{ "a":  1.0 }'}})
      """
    try sandbox.write("c.json", collection([item(raw("POST", text), after: send)]))
    _ = try await sandbox.run("import", "c.json", "--into", "in")
    _ = try await sandbox.run("run", "in", "--allow-scripts")
    #expect(
      log.values == [
        ["POST /", "Content-Type: application/json", text],
        ["POST /", "Content-Type: application/json", #"{ "a":  1.0 }"#],
      ])
  }

  @Test func trailingCommasStayInBodies() async throws {
    let send = """
      await pm.sendRequest({url: pm.variables.get('host'), method: 'POST', \
      header: {'Content-Type': 'application/json'}, body: {mode: 'raw', raw: '{"a": 1,}'}})
      """
    let result = try await run([
      item(raw("POST", #"{"a": "x", /* c */ "b": 1,}"#), after: send), item(raw("POST", "[1, {{x}},]")),
    ])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values.map(\.last) == [#"{"a": "x",  "b": 1,}"#, #"{"a": 1,}"#, "[1, {{x}},]"])
  }

  @Test func nullIsSubstitutedInAllScopes() async throws {
    let set = """
      pm.environment.set('e', null); pm.collectionVariables.set('c', null); pm.globals.set('g', null);
      pm.variables.set('l', null); pm.environment.set('u', undefined);
      """
    let text = #"[{{e}}, {{c}}, {{g}}, {{l}}, "{{u}}"]"#
    try sandbox.write("e.json", #"{"name": "E", "values": []}"#)
    let result = try await run([item(raw("POST", text), before: set), item(raw("PUT", text))], "-e", "e.json")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    let sent = #"[null, null, null, null, "{{u}}"]"#
    #expect(log.values.map(\.last) == [sent, sent])
  }

  @Test func valuesThatScriptsSetHaveTheTypeOfTheirVariable() async throws {
    let set = "pm.collectionVariables.set('id', 5); pm.collectionVariables.set('n', '12');"
    let show = "console.log('are', typeof pm.collectionVariables.get('id'), typeof pm.variables.get('n'));"
    let result = try await run(
      [item("{{host}}/", before: set, after: show), item("{{host}}/{{id}}", before: show + set, after: show)],
      variables: [["key": "id", "value": "", "type": "string"], ["key": "n", "value": "1", "type": "number"]])
    #expect(result.text.components(separatedBy: "are string number").count == 4, "\(result.text)")
    #expect(log.values.map(\.first) == ["GET /", "GET /5"])
  }

  @Test func theBodyOfAGetIsSeenByScriptsAndNotSent() async throws {
    let show = "console.log('body', pm.request.body.raw, request.data)"
    let result = try await run([
      item(raw("GET", "text", language: "text"), before: show, after: show),
      item(raw("GET", "b"), before: "pm.request.method = 'POST'"),
      item(raw("GET", "kept", language: "text"), options: ["disableBodyPruning": true]),
    ])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(result.text.components(separatedBy: "body text text").count == 3, "\(result.text)")
    #expect(
      log.values == [
        ["GET /"], ["POST /", "Content-Type: application/json", "b"], ["GET /", "Content-Type: text/plain", "kept"],
      ])
  }

  @Test(arguments: ["formdata", "urlencoded"])
  func aFormWhoseRowsAreAllOffIsNoBody(_ mode: String) async throws {
    var body: JSONObject = ["mode": .string(mode)]
    body[mode] = [["key": "a", "value": "1", "disabled": true]]
    let result = try await run([item(["method": "POST", "url": "{{host}}/", "body": .object(body)])])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == [["POST /"]])
  }

  @Test func theTypeOfAFormIsThatOfTheRequestIfPostmanAddsNone() async throws {
    let request: JSONValue = [
      "method": "POST", "url": "{{host}}/", "header": [["key": "Content-Type", "value": "multipart/own"]],
      "body": ["mode": "formdata", "formdata": [["key": "a", "value": "1"]]],
    ]
    let result = try await run([item(request, options: ["disabledSystemHeaders": ["content-type": true]])])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values.first?.prefix(2) == ["POST /", "Content-Type: multipart/own"])
  }

  @Test func aPathVariableEndsNeitherThePathNorTheURL() async throws {
    let url: JSONValue = [
      "host": ["{{host}}"], "path": ["get", ":id", "x"], "variable": [["key": "id", "value": "{{id}}"]],
    ]
    _ = try await run([item(["url": url], before: "pm.variables.set('id', 'a#b?c')")])
    #expect(log.values == [["GET /get/a%23b%3Fc/x"]])
  }

  @Test func namesInNamesAreReplacedFromTheInside() async throws {
    let set = "pm.variables.set('z', '1'); pm.variables.set('y1', '2'); pm.variables.set('x2', 'done')"
    _ = try await run([item("{{host}}/{{x{{y{{z}}}}}}", before: set)])
    #expect(log.values == [["GET /done"]])
  }

  // MARK: Scripts

  @Test func nothingIsSentAfterSkippingTheRequest() async throws {
    let skip = """
      pm.execution.skipRequest(); pm.sendRequest(pm.variables.get('host') + '/after', () => {});
      pm.globals.set('left', 1); pm.execution.setNextRequest('none');
      """
    let show = "console.log('left', pm.globals.get('left'))"
    let result = try await run([item("{{host}}/skipped", before: skip), item("{{host}}/next", after: show)])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(log.values == [["GET /next"]])
    #expect(result.text.contains("left undefined"), "\(result.text)")
  }

  @Test func anEventThatIsNoListRuns() async throws {
    let event: JSONValue = ["listen": "test", "script": ["exec": "pm.test('runs', () => pm.expect(1).to.equal(2))"]]
    let result = try await run([["name": "a", "request": "{{host}}/", "event": event]])
    #expect(result.status == 1 && result.text.contains("runs"), "\(result.text)")
  }

  @Test func aTestWithAParameterThatIsNotCalledDoesNotFailTheRun() async throws {
    let test = "pm.test('Status is 200', function (response) { pm.response.to.have.status(200) })"
    let result = try await run([item("{{host}}/", after: test)])
    #expect(result.status == 0, "\(result.text) \(result.error)")
    #expect(result.text.contains(#"warn: pm.test("Status is 200") is not reported"#), "\(result.text)")
  }

  @Test(.enabled(if: EmbeddedLibraries.areThere)) func errorsOfSchemasAreThoseOfAjv() async throws {
    let script = """
      const Ajv = require('ajv');
      const schema = {
        type: 'object', required: ['a', 'b'], additionalProperties: false,
        properties: {a: {type: 'boolean'}, list: {items: {minimum: 2}}, 'x-y': {enum: [1]}, s: {$ref: '#/definitions/s'}},
        definitions: {s: {maxLength: 1}},
      };
      const ajv = new Ajv({allErrors: true});
      const validate = ajv.compile(schema);
      validate({a: 1, list: [3, 1], 'x-y': 2, s: 'ab', more: 1});
      for (const error of validate.errors.sort((a, b) => a.message < b.message ? -1 : 1)) {
        console.log('error', error.keyword, error.dataPath, error.schemaPath, error.message, JSON.stringify(error.params));
      }
      console.log('text', ajv.errorsText(new Ajv().validate({type: 'null'}, 1) || [{dataPath: '.a', message: 'm'}]));
      ajv.addSchema({$id: 'item', type: 'string'});
      console.log('ref', ajv.validate({items: {$ref: 'item'}}, ['a']), ajv.validate({items: {$ref: 'item'}}, [1]));
      console.log('async', (await new Ajv({loadSchema() {}}).compileAsync({type: 'null'}))(null), typeof Ajv.ValidationError);
      console.log('coerced', new Ajv({coerceTypes: true}).validate({properties: {n: {type: 'number'}}}, {n: '1'}));
      pm.test('schema', () => pm.expect({alpha: 1}).to.have.jsonSchema({properties: {alpha: {type: 'boolean'}}}));
      """
    let result = try await run([item("{{host}}/", after: script)])
    for line in [
      #"error required  #/required should have required property 'b' {"missingProperty":"b"}"#,
      #"error additionalProperties  #/additionalProperties should NOT have additional properties {"additionalProperty":"more"}"#,
      #"error type .a #/properties/a/type should be boolean {"type":"boolean"}"#,
      #"error minimum .list[1] #/properties/list/items/minimum should be >= 2 {"comparison":">=","limit":2,"exclusive":false}"#,
      #"error enum ['x-y'] #/properties/x-y/enum should be equal to one of the allowed values {"allowedValues":[1]}"#,
      #"error maxLength .s #/definitions/s/maxLength should NOT be longer than 1 characters {"limit":1}"#,
      "text data.a m", "ref true false", "async true function", "data.alpha should be boolean",
      "coerced true",
    ] {
      #expect(result.text.contains(line), "\(line)\n\(result.text)")
    }
  }

  @Test func aCookieThatIsNotThereIsNull() async throws {
    let script = "pm.cookies.jar().get(pm.variables.get('host'), 'no', (...all) => console.log('got', ...all))"
    let result = try await run([item("{{host}}/", after: script)])
    #expect(result.text.contains("got null null"), "\(result.text)")
  }
}
