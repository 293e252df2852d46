import Foundation
import TestSupport
import Testing

/// An imported curl command sends what curl sends.
struct CurlImportTests {
  /// The whole message, its headers sorted, with a fixed boundary; without the agent's name and the time.
  private func comparable(_ message: String) -> [String] {
    let parts = message.components(separatedBy: "\r\n\r\n")
    var lines = parts[0].components(separatedBy: "\r\n")
    var text = parts.dropFirst().joined(separator: "\r\n\r\n")
    for line in lines where line.lowercased().hasPrefix("content-type: multipart/") {
      guard let boundary = line.components(separatedBy: "boundary=").last else { continue }
      text = text.replacing(boundary, with: "BOUNDARY")
      lines = lines.map { $0.replacing(boundary, with: "BOUNDARY") }
    }
    lines.removeAll { line in
      let name = line.lowercased()
      // The lengths of boundaries differ.
      return name.hasPrefix("user-agent: curl/") || name.hasPrefix("user-agent: workbench")
        || (name.hasPrefix("content-length") && text.contains("BOUNDARY"))
    }
    let headers = lines.dropFirst().map { line in
      let (name, value) = (line.prefix { $0 != ":" }.lowercased(), line.drop { $0 != ":" }.dropFirst())
      return name + ": " + value.drop { $0 == " " }
    }
    return [lines[0]] + headers.sorted() + [text]
  }

  /// Some commands a time, in one script: a program for each would take minutes.
  @Test(arguments: Seeds.some(of: CurlImportCommands.groups))
  func importedCommandsSendTheSameBytes(_ commands: [String]) async throws {
    let listener = try CurlListener()
    let sandbox = try Sandbox()
    let host = listener.server.url.replacing("http://", with: "")
    let files = Self.files(listener.server.url)
    for (name, text) in files { try sandbox.write(name, text) }
    var script = ""
    var expected: [[[String]]] = []
    for command in commands {
      let line = command.replacing("URL", with: listener.server.url).replacing("HOST", with: host) + "\n"
      let count = listener.count
      try sandbox.write("script.sh", line)
      _ = try await sandbox.shell("LC_ALL=C.UTF-8 bash script.sh")
      expected.append(listener.all.dropFirst(count).map(comparable))
      try #require(listener.count > count, "curl sent nothing: \(command)")
      script += line
    }
    try sandbox.write("script.sh", script)
    let imported = try await sandbox.shell("workbench import script.sh --into imported --references")
    #expect(imported.status == 0, "\(imported.error)")
    for (name, text) in files { try sandbox.write("imported/script/" + name, text) }
    let count = listener.count
    let sent = try await sandbox.shell("workbench send imported/script --allow-files")
    var own = listener.all.dropFirst(count).map(comparable)
    #expect(own.count == expected.joined().count, "\(imported.error) \(sent.error)")
    for (command, messages) in zip(commands, expected) {
      #expect(Array(own.prefix(messages.count)) == messages, "\(command)\n\(imported.error) \(sent.error)")
      own.removeFirst(min(own.count, messages.count))
    }
  }

  /// The files that the commands name.
  private static func files(_ url: String) -> [String: String] {
    [
      "body.txt": "line 1\nline 2\n", "crlf.txt": "a\r\nb\r\n", "data.csv": "{\"a\": 1}", "a b.txt": "spaced",
      "headers.txt": "X-One: 1\n\nX-Two: 2\n", "picture.png": "PNG", "page.html": "<p>", "dir/inner.txt": "inner",
      "cookies.txt": """
      # Netscape HTTP Cookie File
      127.0.0.1\tFALSE\t/\tFALSE\t0\told\t1
      #HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\thidden\t2
      other.example\tFALSE\t/\tFALSE\t0\tother\t3

      """,
      "options.cfg": """
      # options
      url = "\(url)/from-file"
      -H "X-A: 1"
      user-agent: "me 1"
      --data-urlencode "q=a b"
      compressed

      """,
    ]
  }
}
