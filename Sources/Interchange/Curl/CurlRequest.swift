/// One URL of a curl command, with the options that apply to it.
struct CurlRequest {
  private var address: CurlAddress
  private let files: CurlFiles
  private let upload: String?
  private let values: (String) -> String
  private var method: String?
  private var headers = CurlHeaders()
  private var data: CurlData
  private var form: CurlForm
  private var auth = CurlAuth()
  private var route = CurlRoute()
  private var query: [String] = []
  private var target: String?
  private var isGet = false
  private var isHead = false
  private var isCompressed = false
  private var escapesForm = false
  /// Whether redirects follow the standard and not `--request`.
  private let followsStandard: Bool
  private let isCmdlet: Bool
  private let leavesOutSessionCookies: Bool
  private var hasAutomaticReferer = false

  /// - Parameters:
  ///   - upload: The file of `--upload-file` for this URL.
  ///   - isCmdlet: Whether the options stand for a cmdlet of PowerShell, whose redirects are those of .NET.
  ///   - values: Replaces variables of the script where literal text is required.
  init(
    _ url: String, _ options: [CurlArguments.Option], upload: String?, files: CurlFiles, isCmdlet: Bool = false,
    values: @escaping (String) -> String, _ context: inout InterchangeContext
  ) {
    let keepsDots = options.last { $0.name == "path-as-is" }.map { !$0.isOff } ?? false
    let scheme = options.last { $0.name == "proto-default" }?.value
    address = CurlAddress(url, keepsDots: keepsDots, defaultScheme: scheme)
    (self.files, self.upload, self.isCmdlet, self.values) = (files, upload, isCmdlet, values)
    followsStandard = options.last { ["location", "location-trusted", "follow"].contains($0.name) }?.name == "follow"
    leavesOutSessionCookies = options.last { $0.name == "junk-session-cookies" }.map { !$0.isOff } ?? false
    data = CurlData(files: files)
    form = CurlForm(files: files)
    route.set("followRedirects", false)
    for option in options { apply(option, &context) }
  }

  /// Whether HTTP is spoken there at all.
  var isHTTP: Bool { address.isHTTP }
  var suggestedName: String { address.suggestedName }

  // MARK: Options

  private mutating func apply(_ option: CurlArguments.Option, _ context: inout InterchangeContext) {
    let value = option.value ?? ""
    switch CurlEffect.all[option.name] {
    case .nothing: break
    case .text(let name): route.set(name, .string(value))
    case .seconds(let name): setNumber(name, CurlEffect.seconds(of: values(value)).map(Self.number), option, &context)
    case .bytes(let name):
      setNumber(name, CurlEffect.bytes(of: values(value)).map { .number(JSONNumber($0)) }, option, &context)
    case .whole(let name):
      let number = Int(values(value)).map { $0 < 0 ? 10_000 : min($0, 10_000) }
      setNumber(name, number.map { .number(JSONNumber($0)) }, option, &context)
    case .flag(let name, let isOn): route.set(name, .bool(option.isOff != isOn))
    case .choice(let name, let choice): route.set(name, .string(choice))
    case .header("Range"): headers.make("Range", "bytes=" + (value.contains("-") ? value : value + "-"))
    case .header(let name): headers.make(name, value)
    case nil: applyOwn(option, value, &context)
    }
  }

  private mutating func setNumber(
    _ name: String, _ number: JSONValue?, _ option: CurlArguments.Option, _ context: inout InterchangeContext
  ) {
    if let number { route.set(name, number) } else { context.note(.dropped, "--\(option.name) is not a number") }
  }

  private static func number(_ seconds: Double) -> JSONValue {
    .number(JSONNumber(text: seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)))
  }

  private mutating func applyOwn(
    _ option: CurlArguments.Option, _ value: String, _ context: inout InterchangeContext
  ) {
    if let kind = CurlData.Kind(rawValue: option.name) {
      return data.add(kind == .urlencoded ? encodable(value) : value, kind)
    }
    switch option.name {
    case "request": method = VariableMarks.plain(values(value))
    case "header": add(header: value, &context)
    case "referer": setReferer(value)
    case "cookie": add(cookies: value, &context)
    case "cookie-jar": keepsCookies = true
    case "form": form.add(value.contains("=") ? value : values(value))
    case "form-string": form.addLiteral(value)
    case "form-escape": escapesForm = !option.isOff
    case "url-query":
      query.append(data.query(value.hasPrefix("+") ? value : encodable(value)))
    case "get": isGet = !option.isOff
    case "head": isHead = !option.isOff
    case "compressed": isCompressed = !option.isOff
    case "tr-encoding":
      headers.make("Connection", "TE")
      headers.make("TE", "gzip")
    case "request-target":
      if value.hasPrefix("/") { target = value } else { context.note(.dropped, "--request-target \(value)") }
    case "proto":
      if !Self.allows(address.scheme, value) { context.note(.changed, "--proto \(value): curl refuses the URL") }
    case "proto-default": break
    case "time-cond": setTime(value, &context)
    case "continue-at": setOffset(value, &context)
    case "location-trusted":
      route.set("followRedirects", .bool(!option.isOff))
      route.set("followAuthorization", .bool(!option.isOff))
    default: applyLogin(option, value, &context)
    }
  }

  private mutating func applyLogin(
    _ option: CurlArguments.Option, _ value: String, _ context: inout InterchangeContext
  ) {
    switch option.name {
    case "user": auth.user = value.contains(":") ? value : values(value)
    case "basic", "digest", "ntlm", "negotiate": auth.choose(option.name, isOff: option.isOff)
    case "ntlm-wb": auth.choose("ntlm", isOff: option.isOff)
    case "anyauth": auth.isAny = !option.isOff
    case "oauth2-bearer": auth.bearer = value
    case "aws-sigv4": auth.aws = values(value)
    case "cert": route.certificate(value)
    case "proxy": route.proxy(value)
    case "proxy1.0": route.proxy(value, scheme: "http")
    case "socks4", "socks4a", "socks5": route.proxy(value, scheme: option.name)
    case "socks5-hostname": route.proxy(value, scheme: "socks5h")
    case "proxy-user": route.proxyUser(value)
    case "interface": route.set("interface", .string(value.cut(at: "!")?.after ?? value))
    case "pinnedpubkey":
      if let problem = route.pin(value) { context.note(.dropped, "--pinnedpubkey: " + problem) }
    case "resolve": if let problem = route.resolve(value) { context.note(.changed, problem) }
    case "connect-to":
      if let problem = route.connect(value, to: address.authority) { context.note(.changed, problem) }
    default:
      if let advice = Self.advice[option.name] {
        context.note(.changed, "--\(option.name): \(advice)")
      } else if !Self.isHarmless(option, value) {
        // Without the value, which may be a password.
        context.note(.dropped, "--\(option.isOff ? "no-" : "")\(option.name)")
      }
    }
  }

  private static let advice = [
    "http1.0": "HTTP/1.1 is sent", "http3": "HTTP/2 or HTTP/1.1 is sent", "http3-only": "HTTP/2 or HTTP/1.1 is sent",
    "post301": "a redirect becomes a GET", "post302": "a redirect becomes a GET", "post303": "a redirect becomes a GET",
  ]

  private static func isHarmless(_ option: CurlArguments.Option, _ value: String) -> Bool {
    option.isOff
      || ["cert-type", "key-type"].contains(option.name) && ["PEM", "P12", "DER"].contains(value.uppercased())
  }

  /// Whether `--proto` leaves a scheme allowed: `=http,https` sets, `-http` removes and `+http` adds.
  private static func allows(_ scheme: String, _ protocols: String) -> Bool {
    var isAllowed = true
    for word in protocols.split(separator: ",") {
      let name = word.drop { "=+-".contains($0) }.lowercased()
      let isMeant = name == "all" || name == scheme
      if word.hasPrefix("=") { isAllowed = isMeant } else if isMeant { isAllowed = !word.hasPrefix("-") }
    }
    return isAllowed || scheme.isEmpty
  }

  /// A variable is encoded when the request is sent, but not as a name, and spaces become %20 then.
  private func encodable(_ text: String) -> String {
    let known = values(text)
    return !text.contains("=") || known.count { $0 == " " } > text.count { $0 == " " } ? known : text
  }

  private mutating func add(header text: String, _ context: inout InterchangeContext) {
    if let path = text.removingExactly(prefix: "@") {
      guard let lines = files.text(path) else {
        return context.note(.dropped, "-H \(text): headers of \(files.unread(path))")
      }
      for line in lines.split(whereSeparator: \.isNewline) { headers.add(line: String(line)) }
    } else {
      headers.add(line: text.contains(where: { $0 == ":" || $0 == ";" }) ? text : values(text))
    }
  }

  private mutating func setReferer(_ value: String) {
    guard value.hasSuffix(";auto") else { return headers.make("Referer", value) }
    if value.count > 5 { headers.make("Referer", String(value.dropLast(5))) }
    hasAutomaticReferer = true
  }

  private var cookies: [String] = []
  private var cookiesOfFiles: [String] = []
  /// Whether curl keeps the cookies of responses, as files of cookies make it do.
  private var keepsCookies = false

  private mutating func add(cookies text: String, _ context: inout InterchangeContext) {
    let cookie = text.contains("=") ? text : values(text)
    if cookie.contains("=") { return cookies.append(cookie) }
    // An empty name only turns cookies on.
    keepsCookies = true
    if cookie.isEmpty { return }
    guard let file = files.text(cookie) else {
      return context.note(.dropped, "-b \(cookie): the cookies of \(files.unread(cookie))")
    }
    if CurlCookieFile.hasHeaders(file) { context.note(.dropped, "-b \(cookie): the cookies of its Set-Cookie lines") }
    cookiesOfFiles += CurlCookieFile.cookies(
      file, host: address.authority, path: address.path, scheme: address.scheme, withSession: !leavesOutSessionCookies)
  }

  /// As curl sends them: those of files first.
  private var cookieHeader: String {
    (cookiesOfFiles + (cookies.isEmpty ? [] : [cookies.joined(separator: ";")])).joined(separator: "; ")
  }

  private mutating func setTime(_ value: String, _ context: inout InterchangeContext) {
    let isBefore = value.hasPrefix("-")
    guard let date = CurlDate.header(isBefore ? String(value.dropFirst()) : value) else {
      return context.note(.dropped, "-z \(value): not a date, and the time of a file is unknown")
    }
    headers.make(isBefore ? "If-Unmodified-Since" : "If-Modified-Since", date)
  }

  private mutating func setOffset(_ value: String, _ context: inout InterchangeContext) {
    guard value != "-" else { return context.note(.dropped, "-C -: what is there already is unknown") }
    guard upload == nil else { return context.note(.dropped, "-C: an upload that is continued") }
    if value != "0" { headers.make("Range", "bytes=\(value)-") }
  }

  // MARK: The request

  /// The variable with a password that curl would ask for.
  var passwordQuestion: String? { auth.question }

  /// The members of the request. Variables in them are still marked.
  mutating func document(_ context: inout InterchangeContext) -> JSONObject {
    completeAddress()
    if !cookieHeader.isEmpty { headers.make("Cookie", cookieHeader) }
    let body = body(&context)
    var document: JSONObject = ["method": .string(method ?? usualMethod), "url": .string(address.text)]
    if auth.user == nil { auth.user = address.login }
    let login = auth.member(&context)
    if body != nil, headers.unmake("Range") {
      context.note(.dropped, "-r or -C: a part of the body, with its Content-Range")
    }
    if headers.row("TE") != nil, headers.row("Connection") == nil {
      context.note(.changed, "--tr-encoding: Connection has the value of -H alone, without TE")
    }
    auth.noteWaiting(hasBody: body != nil, &context)
    addUsualHeaders(hasBody: body != nil, &context)
    document["headers"] = headers.rows.asMember
    if let body { document["body"] = body }
    if let login { document["auth"] = login }
    let method = document.text("method") ?? ""
    // After a redirect that keeps the method of `-X` there is no body, and curl says nothing of its length.
    let addsLength = !["POST", "PUT", "PATCH"].contains(method) || body != nil && !keepsMethod
    let omitted = headers.omitted(addsContentType: upload == nil, addsLength: addsLength)
    if !omitted.isEmpty { route.set("omitHeaders", .string(omitted.joined(separator: ", "))) }
    if address.hasEscapedCharacters { route.set("urlAsIs", true) }
    setRedirects(hasBody: body != nil, &context)
    var options = route.options
    if options["followRedirects"] == true { options["followRedirects"] = nil }
    if !options.members.isEmpty { document["options"] = .object(options) }
    if address.removesDotsLater { document[SavedRequest.dotsMark] = true }
    noteDifferences(&context)
    return document
  }

  private func noteDifferences(_ context: inout InterchangeContext) {
    for note in data.notes + form.notes { context.note(note.kind, note.text) }
    for note in address.notes { context.note(.changed, note) }
    if escapesForm, form.hasQuotedNames {
      context.note(.changed, "--form-escape: quotes in names of a form are sent as %22")
    }
    if headers.isRemoved("Host"), !headers.hasOwn("Host") {
      context.note(.changed, "-H Host: it is sent, as HTTP/1.1 needs it")
    }
    for name in headers.trimmedNames {
      context.note(.changed, "-H \(VariableMarks.plain(name)): it is sent without the spaces around its name")
    }
  }

  /// Whether redirects repeat the method of `-X`.
  private var keepsMethod: Bool {
    route.options["followRedirects"] == true && !isCmdlet && method != nil && !followsStandard
  }

  /// After a redirect, curl repeats the method of `-X` but not the body. It does not keep cookies by default.
  private mutating func setRedirects(hasBody: Bool, _ context: inout InterchangeContext) {
    if !keepsCookies { route.set("cookies", false) }
    guard route.options["followRedirects"] == true, !isCmdlet else { return }
    if let method, hasBody || !["GET", "HEAD"].contains(method) {
      if keepsMethod { route.set("followMethod", true) } else if hasBody { route.set("followMethod", false) }
      if upload != nil { context.note(.changed, "-T and -X: a redirect with 301 or 302 does not send the file again") }
    }
    if hasBody, data.isJSON || headers.hasOwn("Content-Type") {
      context.note(.changed, "-L: a redirect without the body has no Content-Type, either")
    }
    if headers.row("Cookie") != nil {
      let others = keepsCookies ? ", and the same host new ones behind the others" : ""
      context.note(.changed, "-b: redirects to other hosts get no cookies" + others)
    }
    if hasAutomaticReferer {
      context.note(.changed, "-e ;auto: redirects are followed without a Referer of their own")
    }
  }

  private mutating func completeAddress() {
    if let upload, !CurlFiles.isStandardInput(upload) { address.complete(withFile: upload) }
    // With --get, curl ignores --url-query.
    if isGet, let text = data.joined() { address.append(query: [text]) } else { address.append(query: query) }
    if let target { address.replace(target: target) }
  }

  private var usualMethod: String {
    if isHead { return "HEAD" }
    if upload != nil { return "PUT" }
    return !form.rows.isEmpty || (!isGet && !data.isEmpty) ? "POST" : "GET"
  }

  private mutating func addUsualHeaders(hasBody: Bool, _ context: inout InterchangeContext) {
    if data.isJSON {
      headers.make("Content-Type", "application/json")
      headers.make("Accept", "application/json")
    } else {
      headers.make("Accept", "*/*")
    }
    if isCompressed { headers.make("Accept-Encoding", "deflate, gzip, br, zstd") }
    if !form.rows.isEmpty {
      addFormHeaders(&context)
    } else if hasBody, upload == nil, !data.isJSON {
      headers.make("Content-Type", "application/x-www-form-urlencoded")
    }
    if upload != nil, !headers.hasOwn("Expect"), !headers.isRemoved("Expect") { route.set("expectContinue", true) }
    if let text = data.text, text.utf8.count > 1_048_576, !headers.isRemoved("Expect") {
      route.set("expectContinue", true)
    }
  }

  /// Removes the command's `Content-Type`: the boundary is chosen when the form is sent.
  private mutating func addFormHeaders(_ context: inout InterchangeContext) {
    guard let type = headers.value(of: "Content-Type") ?? (headers.isRemoved("Content-Type") ? "" : nil) else { return }
    if type.lowercased() != "multipart/form-data" {
      context.note(.changed, "-H Content-Type: a form is sent as multipart/form-data, not as \"\(type)\"")
    }
    headers.removeOwn("Content-Type")
  }

  private mutating func body(_ context: inout InterchangeContext) -> JSONValue? {
    if let upload { return uploadBody(upload, &context) }
    if !form.rows.isEmpty { return ["multipart": .array(form.rows)] }
    guard !isGet else { return nil }
    if let file = data.file { return ["file": .string(file)] }
    return data.text.map { ["text": .exactLines($0)] }
  }

  private func uploadBody(_ upload: String, _ context: inout InterchangeContext) -> JSONValue? {
    if CurlFiles.isStandardInput(upload) {
      context.note(.changed, "-T \(upload): the body is sent with its length and not in chunks")
    }
    if let path = files.path(upload) { return ["file": .string(path)] }
    guard let text = files.text(upload) else {
      context.note(.dropped, "-T \(upload): \(files.unread(upload))")
      return nil
    }
    return ["text": .exactLines(text)]
  }
}
