/// How a curl command logs in.
struct CurlAuth {
  /// `NAME:PASSWORD` of `--user`, or of the URL.
  var user: String?
  var bearer: String?
  /// The value of `--aws-sigv4`.
  var aws: String?
  /// Whether curl asks the server which scheme it wants.
  var isAny = false
  /// Those that options name.
  private var schemes: Set<String> = []
  /// Where curl would ask for a password.
  private(set) var question: String?

  mutating func choose(_ scheme: String, isOff: Bool = false) {
    if isOff { schemes.remove(scheme) } else { schemes.insert(scheme) }
  }

  /// The member `auth` of a request.
  mutating func member(_ context: inout InterchangeContext) -> JSONValue? {
    if let aws { return signature(aws, &context) }
    // With several schemes, curl sends no credentials before the server says which it wants.
    let isOpen = isAny || schemes.count + (bearer == nil ? 0 : 1) > 1
    if let bearer {
      guard isOpen else { return ["bearer": ["token": .string(bearer)]] }
      context.note(
        .dropped, "--oauth2-bearer: with another scheme, curl sends the token only to a server that asks for it")
    }
    let preferred = isAny ? "digest" : ["digest", "ntlm", "negotiate"].first(where: schemes.contains) ?? "basic"
    if preferred == "negotiate", schemes.count == 1 { return ["negotiate": [:]] }
    guard let user else { return nil }
    if isOpen, schemes.count > 1 || isAny {
      let options = isAny ? "--anyauth" : schemes.sorted().map { "--" + $0 }.joined(separator: ", ")
      context.note(.changed, "\(options): \(Self.names[preferred] ?? preferred) is used, once the server asks for it")
    }
    return login(preferred, user)
  }

  /// Notes where curl first sends something else than the request.
  func noteWaiting(hasBody: Bool, _ context: inout InterchangeContext) {
    if aws != nil { context.note(.changed, "--aws-sigv4: more headers are signed than curl signs") }
    guard user != nil, aws == nil else { return }
    if schemes.contains("ntlm") { context.note(.changed, "--ntlm: it is used once the server asks for it") }
    if hasBody, schemes.contains("digest") {
      context.note(.changed, "--digest: the body is sent before the server asks for the login, too")
    }
  }

  private static let names = ["digest": "Digest", "ntlm": "NTLM", "negotiate": "Negotiate", "basic": "Basic"]

  private mutating func login(_ kind: String, _ user: String) -> JSONValue {
    if kind == "negotiate" { return ["negotiate": [:]] }
    let (name, password) = split(user)
    var members: JSONObject = ["username": .string(name), "password": .string(password)]
    if kind == "ntlm", let (domain, name) = name.cut(at: "\\") ?? name.cut(at: "/") {
      members = ["username": .string(name), "password": .string(password), "domain": .string(domain)]
    }
    return .object([kind: .object(members)])
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
