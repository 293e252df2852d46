import Foundation

/// Shell text as people copy it: with prompts, in a fence of Markdown, or with the entities of HTML.
struct PastedText {
  enum Dialect { case posix, windows, powerShell }

  private(set) var text: String
  private(set) var problems: [String] = []

  init(_ source: String) {
    text = source.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    removeFences()
    removeEntities()
    removePrompts()
  }

  var dialect: Dialect {
    let lines = text.split(separator: "\n")
    func endsLine(with mark: String) -> Bool {
      lines.contains { $0.hasSuffix(mark) } && !lines.contains { $0.hasSuffix(" \\") }
    }
    // Within double quotes, cmd.exe takes two of them for one.
    let doublesQuotes = !text.contains("'") && text.contains(/[{,:\[]""[^\s"]/)
    if text.contains(" ^\"") || endsLine(with: " ^") || doublesQuotes { return .windows }
    let isCmdlet = PowerShellScript.cmdlets.contains { text.lowercased().contains($0 + " ") }
    if isCmdlet && !text.contains("| bash") || endsLine(with: " `") || text.contains(" --% ") { return .powerShell }
    let startsWithVariable = lines.first.map { $0.hasPrefix("$") && $0.contains(" = ") } == true
    return startsWithVariable || text.contains("$env:") ? .powerShell : .posix
  }

  private mutating func removeFences() {
    guard text.contains("```") else { return }
    var isInside = false
    let lines = text.parts(separatedBy: "\n")
    let kept = lines.filter { line in
      guard line.drop(while: \.isWhitespace).hasPrefix("```") else { return isInside }
      isInside.toggle()
      return false
    }
    text = kept.joined(separator: "\n")
  }

  /// Decodes entities from the source of a web page. Text with quotes of its own may be meant to send entities.
  private mutating func removeEntities() {
    let isCode = text.contains("<pre") || text.contains("<code")
    guard isCode || !text.contains(where: { $0 == "\"" || $0 == "'" }), HTMLEntities.decoded(text) != text else {
      return
    }
    if isCode { text = text.replacing(/<\/?(pre|code|span|br)\b[^<>]*>/, with: "") }
    // Spaces that a page keeps are those of the command.
    text = HTMLEntities.decoded(text.replacing("&nbsp;", with: " "))
    problems.append("entities of HTML such as &amp; are read as their characters")
  }

  private mutating func removePrompts() {
    var isContinued = false
    var hasPrompts = false
    // Creating the expression takes longer than matching it.
    let prompt = Self.prompt
    let lines = text.parts(separatedBy: "\n").map { line -> String in
      let trimmed = line.drop(while: \.isWhitespace)
      defer { isContinued = line.hasSuffix("\\") || line.hasSuffix("`") || line.hasSuffix("^") }
      if isContinued, hasPrompts, trimmed.hasPrefix("> ") { return String(trimmed.dropFirst(2)) }
      guard !isContinued, let found = trimmed.prefixMatch(of: prompt) else { return line }
      hasPrompts = true
      return String(trimmed[found.range.upperBound...])
    }
    text = lines.joined(separator: "\n")
  }

  /// `$ `, `% `, `❯ `, `user@host:~$ `, `PS C:\> ` or `C:\>` before a command.
  private static var prompt: Regex<Substring> {
    /(?:[$%❯➜>]|PS [^>\n]*>|[A-Za-z]:\\[^>\n]*>|[\w.\-]+@[\w.\-]+(?:[^\w.\-$#\n'"][^$#\n'"]*)?[$#])[ \t]*(?=(?:[A-Za-z_]+=\S*[ ]+)*(?:sudo |time )?(?:curl|http|wget|export|echo|cat)\b)/
  }
}
