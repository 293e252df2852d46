/// A request as a `curl` command that `sh` runs unchanged and that sends the same request line, headers and body.
package struct CURLCommandLine {
  package var url: String
  package var method: String
  package var headers: [(name: String, value: String)]
  package var body: CURLBody
  /// Credential arguments, placed before the body; transport options follow it.
  package var login: [String] = []
  package var transport: [String] = []

  package init(url: String, method: String, headers: [(name: String, value: String)], body: CURLBody) {
    (self.url, self.method, self.headers, self.body) = (url, method, headers, body)
  }

  /// The command with one option per line, continued with backslashes.
  package var text: String {
    let arguments =
      ["curl " + ShellText.quoted(url)] + methodArguments + headerArguments + login + body.arguments + urlArguments
      + transport
    return (body.source.map { $0 + " | " } ?? "") + arguments.joined(separator: " \\\n  ")
  }

  private var methodArguments: [String] {
    switch (method, body.arguments.isEmpty) {
    case ("GET", true), ("POST", false): []
    // `-X HEAD` alone waits for a body that never arrives; curl rejects `--head` together with a body.
    case ("HEAD", true): ["--head"]
    default: ["-X " + ShellText.quoted(method)]
    }
  }

  /// The request's headers, and options that stop curl from adding its own.
  private var headerArguments: [String] {
    var own = ["user-agent": "User-Agent", "accept": "Accept"]
    if !body.arguments.isEmpty { own["expect"] = "Expect" }
    if !body.arguments.isEmpty, !body.isForm { own["content-type"] = "Content-Type" }
    var arguments: [String] = []
    var decodes = false
    for header in headers {
      let name = header.name.lowercased()
      own[name] = nil
      decodes = decodes || name == "accept-encoding"
      if body.isForm, name == "content-type" { continue }
      // `Name:` without a value removes a header, `Name;` sends it empty.
      let isEmpty = header.value.allSatisfy(\.isWhitespace)
      arguments.append(isEmpty ? header.name + ";" : header.name + ": " + header.value)
    }
    arguments += ["User-Agent", "Accept", "Content-Type", "Expect"].filter { own.values.contains($0) }.map { $0 + ":" }
    // With an explicit `Accept-Encoding`, `--compressed` only decodes the response.
    return arguments.map { "-H " + ShellText.quoted($0) } + (decodes ? ["--compressed"] : [])
  }

  /// By default curl expands brackets and braces and removes dot segments from the path.
  private var urlArguments: [String] {
    let hasPattern = url.utf8.contains { "[]{}".utf8.contains($0) }
    let path = String(url.unicodeScalars.prefix { $0 != "?" && $0 != "#" }).lowercased().replacing("%2e", with: ".")
    let hasDots = path.split(separator: "/").contains { $0 == "." || $0 == ".." }
    return (hasPattern ? ["--globoff"] : []) + (hasDots ? ["--path-as-is"] : [])
  }
}
