import Foundation

extension ExportFormat {
  /// A shell script with a command for each request.
  static let curl = ExportFormat("curl", "curl commands", fileExtension: "sh", needs: .requests) {
    source throws(ExportError) in
    let isOne = source.requests.count == 1
    let commands = source.requests.map(\.withBasicLogin).map { request in
      let about = (isOne ? [] : [request.name]) + request.notes + request.placeholderNotes + CurlCode.notes(request)
      let comments = about.filter { !$0.isEmpty }.flatMap { CodeComment.lines($0, prefix: "#") }
      return (comments + [CurlCode.text(request)]).joined(separator: "\n")
    }
    return ExportResult(commands.joined(separator: "\n\n") + "\n")
  }
}

enum CurlCode {
  static func text(_ request: CodeRequest) -> String {
    let body = body(request.body)
    let headers = body.isForm ? request.headers : request.headersWithForm
    var line = CURLCommandLine(
      url: request.url, method: request.method, headers: headers.map { ($0.name, $0.value) }, body: body)
    line.transport =
      redirects(request.options) + CurlTransportOptions(options: request.options, url: request.url).arguments
    switch request.login {
    case .digest(let name, let password): line.login = ["--digest", "-u " + ShellText.quoted(name + ":" + password)]
    case .ntlm(let name, let password, let domain):
      let user = domain.map { $0 + "\\" + name } ?? name
      line.login = ["--ntlm", "-u " + ShellText.quoted(user + ":" + password)]
    case .negotiate: line.login = ["--negotiate", "-u :"]
    case nil: line.login = request.basicLogin.map { ["-u " + ShellText.quoted($0.text)] } ?? netrc(request)
    }
    return line.text
  }

  private static func netrc(_ request: CodeRequest) -> [String] {
    guard let path = request.netrc else { return [] }
    return path == CodeRequest.usualNetrc ? ["--netrc"] : ["--netrc-file " + ShellText.quoted(path)]
  }

  static func notes(_ request: CodeRequest) -> [String] {
    request.options.serverName.map { [CodeSetting.other("serverName", $0).missing("curl")] } ?? []
  }

  private static func redirects(_ options: RequestOptions) -> [String] {
    let limit = options.document["maxRedirects"] == nil ? nil : options.maxRedirects
    guard options.followsRedirects, limit != 0 else { return [] }
    return ["--location"] + (limit.map { ["--max-redirs \($0)"] } ?? [])
  }

  private static func body(_ body: CodeRequest.Body) -> CURLBody {
    switch body {
    case .none: CURLBody()
    case .bytes(let data): CURLBody(data)
    case .file(let path): CURLBody(arguments: ["--data-binary " + ShellText.quoted("@" + path)])
    case .parts(let parts):
      isFormOfCurl(parts)
        ? CURLBody(arguments: parts.map { "-F " + ShellText.quoted(part($0)) }, isForm: true)
        : CURLBody(commands: CodeForm(parts).pieces.compactMap { Shell.printing($0) })
    }
  }

  /// A name ends at the first equals sign, and no argument has a NUL.
  private static func isFormOfCurl(_ parts: [Parameter]) -> Bool {
    !parts.isEmpty
      && parts.allSatisfy { part in
        !part.name.contains("=") && !(part.name + part.value + (part.fileName ?? "")).unicodeScalars.contains("\0")
      }
  }

  private static func part(_ part: Parameter) -> String {
    let content = part.file.map { "@" + quoted($0) } ?? quoted(part.value)
    let type = part.contentType.map { ";type=" + $0 } ?? ""
    let name = part.fileName.map { ";filename=" + quoted($0) } ?? ""
    return part.name + "=" + content + type + name
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
