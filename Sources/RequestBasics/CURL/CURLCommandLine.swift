/// A request as a `curl` command that `sh` runs unchanged and that sends the same request line, headers and body.
package struct CURLCommandLine {
  package var url: String
  package var method: String
  package var headers: [(name: String, value: String)]
  package var body: CURLBody
  /// Further arguments: credentials before the body, options of the transport behind it.
  package var login: [String] = []
  package var transport: [String] = []

  package init(url: String, method: String, headers: [(name: String, value: String)], body: CURLBody) {
    (self.url, self.method, self.headers, self.body) = (url, method, headers, body)
  }

  /// One option to a line, joined by backslashes at the lines' ends.
  package var text: String {
    let arguments =
      ["curl " + ShellText.quoted(url)] + methodArguments + headerArguments + login + body.arguments + urlArguments
      + transport
    return (body.source.map { $0 + " | " } ?? "") + arguments.joined(separator: " \\\n  ")
  }

  private var methodArguments: [String] {
    switch (method, body.arguments.isEmpty) {
    case ("GET", true), ("POST", false): []
    // `-X HEAD` alone waits for a body that does not come; with a body to send curl allows no `--head`.
    case ("HEAD", true): ["--head"]
    default: ["-X " + ShellText.quoted(method)]
    }
  }

  /// The request's headers, and options that keep curl from adding its own.
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
    // With a header of that name given, the option decodes the response and adds nothing.
    return arguments.map { "-H " + ShellText.quoted($0) } + (decodes ? ["--compressed"] : [])
  }

  /// curl takes brackets and braces for patterns and shortens a path with dots in it unless told not to.
  private var urlArguments: [String] {
    let hasPattern = url.utf8.contains { "[]{}".utf8.contains($0) }
    let path = String(url.unicodeScalars.prefix { $0 != "?" && $0 != "#" }).lowercased().replacing("%2e", with: ".")
    let hasDots = path.split(separator: "/").contains { $0 == "." || $0 == ".." }
    return (hasPattern ? ["--globoff"] : []) + (hasDots ? ["--path-as-is"] : [])
  }
}
