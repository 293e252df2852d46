import Foundation

/// Reads PowerShell: `Invoke-WebRequest` and `Invoke-RestMethod` as curl commands that send the same, `curl.exe`, and
/// the variables, tables and objects that they use.
struct PowerShellScript: ParsedScript {
  private(set) var commands: [ShellCommand] = []
  private(set) var problems: [String] = []
  private(set) var variables = ShellVariables()

  private var reader: PowerShellReader
  private var values = PowerShellValues()

  static let cmdlets = ["invoke-webrequest", "invoke-restmethod", "iwr", "irm"]

  init(_ source: String) {
    reader = PowerShellReader(source)
    while !reader.isAtEnd {
      let start = reader.index
      statement()
      reader.endStatement()
      if reader.index == start { reader.skip() }
    }
    problems = reader.problems + problems
    variables = reader.variables
  }

  private mutating func statement() {
    reader.skipSpaces()
    if reader.peek == "$", let target = reader.target() {
      if reader.consume("=") {
        let start = reader.index + reader.spent
        let value = command(orValue: true)
        values.set(target.lowercased(), value, size: reader.index + reader.spent - start)
        if case .text(let text)? = value { reader.declare(target, text) }
      } else if let (owner, method) = target.lowercased().cut(atLast: "."), ["add", "append"].contains(method) {
        let start = reader.index + reader.spent
        let arguments = reader.arguments(values)
        callAdd(arguments, on: owner, size: reader.index + reader.spent - start)
      }
    } else {
      _ = command(orValue: false)
    }
  }

  /// A command at the index, or a value. A value may be piped into `ConvertTo-Json`.
  private mutating func command(orValue isValue: Bool) -> PowerShellValue? {
    reader.skipSpaces()
    let name = reader.commandName
    guard !isValue || name.map(isRequest) == true else { return reader.pipeline(values) }
    guard let name = reader.takeCommandName() else { return reader.pipeline(values) }
    let arguments = reader.commandArguments(values)
    if !isRequest(name) {
      if name.lowercased() == "curl" || name.lowercased().hasSuffix("curl.exe") { addCurl(arguments) }
      return nil
    }
    var request = PowerShellRequest()
    request.read(arguments)
    problems += request.problems
    commands.append(ShellCommand(words: request.words, isCmdlet: true))
    return nil
  }

  private func isRequest(_ name: String) -> Bool {
    if name.lowercased() == "curl" { return reader.followingText.contains(/-(Uri|Headers|Method|Body)\b/) }
    return Self.cmdlets.contains(name.lowercased())
  }

  private mutating func addCurl(_ arguments: [PowerShellReader.Argument]) {
    let words = arguments.map { argument -> String in
      switch argument {
      case .parameter(let name): name
      // Quotes inside of an argument need a backslash, or are lost.
      case .value(let value): value.text.replacing("\\\"", with: "\"")
      }
    }
    commands.append(ShellCommand(words: ["curl"] + words))
  }

  /// `$headers.Add("name", "value")` and `$session.Cookies.Add((New-Object System.Net.Cookie(…)))`.
  private mutating func callAdd(_ arguments: [PowerShellValue], on owner: String, size: Int) {
    if owner.hasSuffix(".cookies"), case .list(let cookie)? = arguments.first, cookie.count > 1 {
      values.append(text: cookie[0].text + "=" + cookie[1].text, to: owner, size: size)
    } else if arguments.count == 2 {
      values.append(row: (arguments[0].text, arguments[1]), to: owner, size: size)
    }
  }
}

/// A PowerShell value of a kind that requests use.
indirect enum PowerShellValue {
  case text(String)
  case raw(String)
  case table([(String, PowerShellValue)])
  case list([PowerShellValue])
  /// A variable with members: a session.
  case object([String: PowerShellValue])
  case null

  var text: String {
    switch self {
    case .text(let text), .raw(let text): text
    case .list(let values): values.map(\.text).joined(separator: " ")
    case .table, .object, .null: ""
    }
  }

  var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .raw(let text): (try? JSONText(text.lowercased()).value) ?? .string(text)
    case .table(let rows):
      .object(JSONObject(members: rows.map { JSONMember(key: JSONString($0.0), value: $0.1.json) }))
    case .list(let values): .array(values.map(\.json))
    case .object, .null: .null
    }
  }
}

extension String {
  fileprivate func cut(atLast separator: Character) -> (String, String)? {
    lastIndex(of: separator).map { (String(self[..<$0]), String(self[index(after: $0)...])) }
  }
}
