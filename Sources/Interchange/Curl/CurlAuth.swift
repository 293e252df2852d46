internal import RequestModel

/// How a curl command logs in.
struct CurlAuth {
  /// `NAME:PASSWORD` of `--user`, or of the URL.
  var user: String?
  var scheme = "basic"
  /// Whether curl asks the server which scheme it wants.
  var isAny = false
  var bearer: String?
  /// The value of `--aws-sigv4`.
  var aws: String?
  /// Where curl would ask for a password.
  private(set) var question: String?

  /// The member `auth` of a request.
  mutating func member(_ context: inout InterchangeContext) -> JSONValue? {
    if let aws { return signature(aws, &context) }
    if let bearer { return ["bearer": ["token": .string(bearer)]] }
    if scheme == "negotiate" { return ["negotiate": [:]] }
    guard let user else { return nil }
    if isAny { context.note(.changed, "--anyauth: Digest is used, once the server asks for it") }
    let (name, password) = split(user)
    var members: JSONObject = ["username": .string(name), "password": .string(password)]
    let kind = isAny ? "digest" : scheme
    if kind == "ntlm", let (domain, name) = name.cut(at: "\\") ?? name.cut(at: "/") {
      members = ["username": .string(name), "password": .string(password), "domain": .string(domain)]
    }
    return .object(JSONObject(members: [JSONMember(key: JSONString(kind), value: .object(members))]))
  }

  private mutating func split(_ user: String) -> (name: String, password: String) {
    if let (name, password) = user.cut(at: ":") { return (name, password) }
    question = "Password of \(VariableMarks.plain(user))"
    return (user, VariableMarks.mark(Self.passwordName))
  }

  /// The variable of a password that curl would ask for.
  static let passwordName = "password"

  private mutating func signature(_ scope: String, _ context: inout InterchangeContext) -> JSONValue {
    let parts = scope.parts(separatedBy: ":")
    let (name, password) = user.map { split($0) } ?? ("", "")
    var members: JSONObject = ["accessKey": .string(name), "secretKey": .string(password)]
    if parts.count > 2, !parts[2].isEmpty { members["region"] = .string(parts[2]) }
    if parts.count > 3, !parts[3].isEmpty { members["service"] = .string(parts[3]) }
    if !parts[0].isEmpty, parts[0].lowercased() != "aws" {
      context.note(.changed, "--aws-sigv4 \(scope): the signature is that of AWS")
    }
    return ["awsv4": .object(members)]
  }
}
