import RequestModel

/// The parts of a collection that a format can represent. A generated collection has no others.
struct PortableLimits {
  var maxDepth = 3
  var maxItems = 4
  /// Whether items of a folder may have the same name.
  var allowsEqualNames = false
  /// The members of `collection.json` and `folder.json`.
  var collectionMembers: Set = ["docs", "variables", "headers", "auth", "options", "scripts", "checks"]
  var folderMembers: Set = ["docs", "variables", "headers", "auth", "options", "scripts", "checks"]
  /// Members of requests besides `method` and `url`.
  var requestMembers: Set = [
    "path", "query", "headers", "body", "auth", "options", "docs", "tags", "scripts", "checks", "captures", "examples",
  ]
  var methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "PURGE", "X-CUSTOM"]
  /// Methods whose requests have no body.
  var bodilessMethods: Set<String> = []
  /// JSON-RPC is exported as its JSON, and stays that.
  var bodies = Set(BodyKind.all.map(\.name)).subtracting(["jsonrpc"])
  var auths = Set(AuthKind.all.map(\.name))
  /// Whether a member of an auth kind can be held, by the name of the kind.
  var allowsAuthMember: (_ kind: String, _ member: String) -> Bool = { _, _ in true }
  var options = [
    "followRedirects", "maxRedirects", "timeout", "connectTimeout", "verifyTLS", "http", "followAuthorization",
    "cookies",
    "proxy", "urlAsIs",
  ]
  var httpVersions = ["auto", "1.1", "2", "2-prior-knowledge"]
  /// Members of rows besides `name` and `value`.
  var queryMembers: Set = ["off", "description"]
  var headerMembers: Set = ["off", "description"]
  var formMembers: Set = ["off", "description"]
  var partMembers: Set = ["off", "description", "file", "type", "filename"]
  /// `type` is whether values may be numbers, flags, lists and objects.
  var variableMembers: Set = ["off", "secret", "description", "type"]
  /// Whether a parameter of the query may have no value: `?debug`.
  var allowsBareParameters = true
  /// Media types of bodies of the kind `text`.
  var textTypes = ["text/plain", "application/xml", "application/json", "text/html"]
  /// Whether JSON bodies have templates in them.
  var allowsTemplatesInJSON = true
  var fileBodiesHaveTypes = true
  /// Whether GraphQL bodies name their operation.
  var hasOperationNames = true
  var exampleMembers: Set = ["description", "status", "reason", "headers", "body"]
  /// How many environments at most.
  var maxEnvironments = 3
  var hasSecretValues = true
  /// Whether texts have quotes, backslashes, braces, characters of other scripts and the like.
  var nastyTexts = true
  /// Whether names of folders, requests and environments do. Plain ones are letters, digits and spaces.
  var nastyNames = true
  /// Whether docs, scripts and texts have several lines.
  var multipleLines = true
  /// Last changes to a request that a format cannot hold as generated.
  var adapt: (inout JSONObject) -> Void = { _ in }

  init() {}
}
