import Foundation
package import RequestModel

/// A request as a `curl` command line that `sh` runs unchanged and that sends the same request line, headers and body.
package enum CurlCommand {
  /// Linux takes no argument longer than 128 kB (`MAX_ARG_STRLEN`); a longer body goes through a pipe, which `printf` as a part of the shell
  /// can fill.
  private static let longestArgument = 100_000

  /// One line for each header and option, joined by a backslash at the line's end.
  package static func text(for request: SentRequest) -> String {
    let body = Body(request.body)
    let lines =
      ["curl" + urlOptions(request.url) + " " + ShellText.quoted(request.url)] + method(request)
      + headers(request) + body.options
    return body.source + lines.joined(separator: " \\\n  ")
  }

  private struct Body {
    /// What fills curl's standard input, with the pipe behind it.
    var source = ""
    var options: [String] = []

    init(_ body: Data) {
      guard !body.isEmpty else { return }
      if body.count <= longestArgument, !body.contains(0), let text = String(validating: body, as: UTF8.self) {
        // `--data-binary @…` would read a file.
        options = [(text.unicodeScalars.first == "@" ? "--data-raw " : "--data-binary ") + ShellText.quoted(text)]
      } else {
        source = "printf " + ShellText.printfFormat(body) + " | "
        options = ["--data-binary @-"]
      }
    }
  }

  /// curl takes brackets and braces for patterns, and shortens a path with dots in it, unless it is told not to.
  private static func urlOptions(_ url: String) -> String {
    let hasPattern = url.utf8.contains { "[]{}".utf8.contains($0) }
    let path = String(url.unicodeScalars.prefix { $0 != "?" && $0 != "#" }).lowercased().replacing("%2e", with: ".")
    let hasDots = path.parts(separatedBy: "/").contains { $0 == "." || $0 == ".." }
    return (hasPattern ? " --globoff" : "") + (hasDots ? " --path-as-is" : "")
  }

  private static func method(_ request: SentRequest) -> [String] {
    switch (request.method, request.body.isEmpty) {
    case ("GET", true), ("POST", false): []
    // `--request HEAD` alone waits for a body that does not come; with a body to send curl allows no `--head`.
    case ("HEAD", true): ["--head"]
    default: ["--request " + ShellText.quoted(request.method)]
    }
  }

  private static func headers(_ request: SentRequest) -> [String] {
    let given = request.headers.filter { !isMadeByCurl($0, for: request) }.map { header in
      // `Name:` without a value removes a header, `Name;` sends it empty.
      header.value.allSatisfy(\.isWhitespace) ? header.name + ";" : header.name + ": " + header.value
    }
    var own = ["User-Agent", "Accept"]
    if !request.body.isEmpty { own += ["Content-Type", "Expect"] }
    let removed = own.filter { request.headers.first($0) == nil }.map { $0 + ":" }
    let decodes = request.headers.first("Accept-Encoding") != nil
    return (given + removed).map { "--header " + ShellText.quoted($0) } + (decodes ? ["--compressed"] : [])
  }

  /// Whether curl sends this very header by itself.
  private static func isMadeByCurl(_ header: Header, for request: SentRequest) -> Bool {
    switch header.name.lowercased() {
    case "content-length": !request.body.isEmpty && header.value == String(request.body.count)
    case "host": header.value == authority(of: request.url)
    default: false
    }
  }

  private static func authority(of url: String) -> String {
    let scalars = url.unicodeScalars
    guard let scheme = scalars.firstRange(of: "://".unicodeScalars) else { return "" }
    let authority = scalars[scheme.upperBound...].prefix { !"/?#".unicodeScalars.contains($0) }
    return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
  }
}
