/// A request in the form that scripts see and change.
package struct ScriptRequest: Equatable, Sendable {
  package var method: String
  package var url: String
  package var headers: [ScriptRow]
  package var body: ScriptBody?
  /// The values of `:name` segments of the URL.
  package var pathVariables: [ScriptRow] = []
  /// Parameters that are turned off and so missing in the URL.
  package var disabledQuery: [ScriptRow] = []
  /// The auth in Postman's format. In a request that a script has changed: `nil` if unchanged, null if removed.
  package var auth: JSONValue?
  /// The headers of the folders, which scripts of Bruno see as the request's.
  package var inheritedHeaders: [ScriptRow] = []
  /// The kind of the auth, which may be inherited or none of Postman's.
  package var authKind: String?
  /// The header of the auth that scripts of Bruno replace with all others. It is also inherited if its value is known.
  package var authHeader: String?
  /// The media type of the body, which is a header to scripts of Bruno.
  package var bodyType: String?
  /// Headers that a script has removed and that neither folders nor defaults may add.
  package var omittedHeaders: [String] = []
  /// Whether Basic auth replaces the header that a script of Bruno has set.
  package var keepsBasicAuth = false

  package init(
    method: String = "GET", url: String, headers: [ScriptRow] = [], body: ScriptBody? = nil, auth: JSONValue? = nil
  ) {
    (self.method, self.url, self.headers, self.body, self.auth) = (method, url, headers, body, auth)
  }
}

/// A row of headers, of a form or of parameters.
package struct ScriptRow: Equatable, Sendable {
  package var key: String
  package var value: String
  package var isDisabled: Bool
  /// For form fields: `text` or `file`.
  package var type: String?
  /// For form fields that are files: the path.
  package var source: String?
  /// For form fields: the media type of the part.
  package var contentType: String?

  package init(_ key: String, _ value: String, isDisabled: Bool = false) {
    (self.key, self.value, self.isDisabled) = (key, value, isDisabled)
  }
}

package enum ScriptBody: Equatable, Sendable {
  case raw(String)
  case urlencoded([ScriptRow])
  case formdata([ScriptRow])
  case graphql(query: String, variables: String?, operation: String?)
  case file(String)
}

extension ScriptRequest {
  var json: JSONValue {
    var object: JSONObject = ["method": .string(method), "url": .string(url)]
    object.add("headers", .array(headers.map(\.json)))
    object.add("body", body?.json)
    object.add("auth", auth)
    if !inheritedHeaders.isEmpty { object.add("inheritedHeaders", .array(inheritedHeaders.map(\.json))) }
    object.add("authKind", authKind.map { .string($0) })
    object.add("authHeader", authHeader.map { .string($0) })
    object.add("bodyType", bodyType.map { .string($0) })
    if !disabledQuery.isEmpty { object.add("disabledQuery", .array(disabledQuery.map(\.json))) }
    if !pathVariables.isEmpty { object.add("pathVariables", .array(pathVariables.map(\.json))) }
    return .object(object)
  }

  /// Reads a request created by a script. Missing members have Postman's defaults.
  init?(_ json: JSONValue) {
    guard let object = json.object, let url = object["url"]?.string else { return nil }
    let headers = object["headers"]?.array ?? object["header"]?.array ?? []
    self.init(
      method: object["method"]?.string ?? "GET", url: url, headers: headers.compactMap(ScriptRow.init),
      body: object["body"].flatMap(ScriptBody.init), auth: object["auth"])
    pathVariables = (object["pathVariables"]?.array ?? []).compactMap(ScriptRow.init)
    omittedHeaders = (object["omittedHeaders"]?.array ?? []).compactMap(\.string)
    keepsBasicAuth = object["keepsBasicAuth"]?.bool == true
  }
}

extension ScriptRow {
  var json: JSONValue {
    var object: JSONObject = ["key": .string(key), "value": .string(value)]
    if isDisabled { object.add("disabled", true) }
    object.add("type", type.map { .string($0) })
    object.add("src", source.map { .string($0) })
    object.add("contentType", contentType.map { .string($0) })
    return .object(object)
  }

  /// One row for each of several files.
  static func all(_ json: JSONValue) -> [ScriptRow] {
    guard let row = ScriptRow(json) else { return [] }
    guard let files = json.object?["src"]?.array, !files.isEmpty else { return [row] }
    return files.compactMap(\.string).map { file in with(row) { $0.source = file } }
  }

  init?(_ json: JSONValue) {
    guard let object = json.object, let key = object["key"]?.string else { return nil }
    self.init(key, object["value"].map(\.scriptText) ?? "", isDisabled: object["disabled"]?.bool ?? false)
    type = object["type"]?.string
    // A file field without a chosen file is an empty part.
    source = object["src"]?.string ?? (type == "file" ? "" : nil)
    contentType = object["contentType"]?.string
  }
}

extension ScriptBody {
  var json: JSONValue {
    switch self {
    case .raw(let text): return ["mode": "raw", "raw": .string(text)]
    case .urlencoded(let rows): return ["mode": "urlencoded", "urlencoded": .array(rows.map(\.json))]
    case .formdata(let rows): return ["mode": "formdata", "formdata": .array(rows.map(\.json))]
    case .graphql(let query, let variables, let operation):
      var object: JSONObject = ["query": .string(query)]
      object.add("operationName", operation.map { .string($0) })
      object.add("variables", variables.map { .string($0) })
      return ["mode": "graphql", "graphql": .object(object)]
    case .file(let path): return ["mode": "file", "file": ["src": .string(path)]]
    }
  }

  init?(_ json: JSONValue) {
    guard let object = json.object, let mode = object["mode"]?.string else { return nil }
    func rows(_ key: String) -> [ScriptRow] { (object[key]?.array ?? []).flatMap(ScriptRow.all) }
    switch mode {
    case "raw": self = .raw(object["raw"]?.scriptText ?? "")
    case "urlencoded": self = .urlencoded(rows("urlencoded"))
    case "formdata": self = .formdata(rows("formdata"))
    case "graphql":
      let graphql = object["graphql"]?.object
      self = .graphql(
        query: graphql?["query"]?.string ?? "", variables: graphql?["variables"]?.scriptText,
        operation: graphql?["operationName"]?.string)
    case "file": self = .file(object["file"]?.object?["src"]?.string ?? "")
    default: return nil
    }
  }
}

extension JSONValue {
  /// The text of a string; the JSON text of another value.
  var scriptText: String { string ?? compact }
}
