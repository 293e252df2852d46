import Foundation
internal import RequestModel

extension ExportFormat {
  /// A shell script with a command for each request.
  static let curl = ExportFormat("curl", "curl commands", fileExtension: "sh", needs: .requests) {
    source throws(ExportError) in
    ExportResult(source.requests.map { CurlCode.text($0) }.joined(separator: "\n\n") + "\n")
  }
}

enum CurlCode {
  static func text(_ request: CodeRequest) -> String {
    var line = CURLCommandLine(
      url: request.url, method: request.method, headers: request.headers.map { ($0.name, $0.value) },
      body: body(request.body))
    line.transport = CurlTransportOptions(options: request.options, url: request.url).arguments
    switch request.login {
    case .digest(let name, let password): line.login = ["--digest", "-u " + ShellText.quoted(name + ":" + password)]
    case .ntlm(let name, let password, let domain):
      let user = domain.map { $0 + "\\" + name } ?? name
      line.login = ["--ntlm", "-u " + ShellText.quoted(user + ":" + password)]
    case .negotiate: line.login = ["--negotiate", "-u :"]
    case nil: break
    }
    return line.text
  }

  private static func body(_ body: CodeRequest.Body) -> CURLBody {
    switch body {
    case .none: CURLBody()
    case .bytes(let data): CURLBody(data)
    case .file(let path): CURLBody(arguments: ["--data-binary " + ShellText.quoted("@" + path)])
    case .parts(let parts): CURLBody(arguments: parts.map { "-F " + ShellText.quoted(part($0)) }, isForm: true)
    }
  }

  private static func part(_ part: Parameter) -> String {
    let content = part.file.map { "@" + quoted($0) } ?? "=" + quoted(part.value)
    let type = part.contentType.map { ";type=" + $0 } ?? ""
    let name = part.fileName.map { ";filename=" + quoted($0) } ?? ""
    return part.name + "=" + (part.file == nil ? String(content.dropFirst()) : content) + type + name
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
