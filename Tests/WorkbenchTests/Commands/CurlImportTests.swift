import Foundation
import TestSupport
import Testing

/// An imported curl command sends what curl sends.
struct CurlImportTests {
  private final class Listener: Sendable {
    let server: RawServer
    private let messages = Recorder<String>()

    init() throws {
      server = try RawServer { [messages] connection in
        while true {
          let head = try connection.readHead()
          if head.contains("Expect: 100-continue") { try connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
          let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
          let body = try connection.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
          messages.record(head + "\r\n\r\n" + body)
          try connection.respond(body: head.hasPrefix("HEAD") ? "" : "body")
        }
      }
    }

    var all: [String] { messages.values }
  }

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

  static let commands = [
    "curl URL", "curl URL/a/b?c=1&d=2", "curl 'URL/a?b=c d' || curl 'URL/a?b=c%20d'", "curl URL/?a=%2F+b",
    "curl -X DELETE URL/1", "curl -X PATCH URL -d '{}'", "curl --request OPTIONS URL", "curl -I URL",
    "curl --head URL/x",
    "curl URL -H 'Accept: application/json'", "curl URL -H 'X-A: 1' -H 'X-A: 2'", "curl URL -H 'X-Empty;'",
    "curl URL -H 'Accept:'", "curl URL -H 'User-Agent: me/1'", "curl URL -A me/2", "curl URL -A ''",
    "curl URL -H 'User-Agent:'", "curl URL -e http://from/", "curl URL -b 'a=1; b=2'", "curl URL -H 'Cookie: a=1'",
    "curl URL -H 'Host: other.example'", "curl URL -H 'Connection: close'", "curl URL --compressed",
    "curl URL -H 'Accept-Encoding: gzip'", "curl URL --compressed -H 'Accept-Encoding: br'",
    "curl URL -H 'Content-Type: text/plain'", "curl URL -H 'X-Quote: \"a\"'", "curl URL -H \"X-Dollar: \\$5\"",
    "curl URL -H $'X-Tab: a\\tb'", "curl URL -H 'X-Umlaut: ä'", "curl -r 0-99 URL", "curl --range 5- URL",
    "curl -d a=1 URL", "curl -d a=1 -d b=2 URL", "curl --data 'a b&c' URL", "curl --data-raw @x URL",
    "curl --data-ascii 'x' URL", "curl --data-binary 'a\nb' URL", "curl -d 'a\nb' URL", "curl -d '' URL",
    "curl --data-binary @body.txt URL", "curl -d a=1 -X PUT URL",
    "curl -d '{\"a\": [1, 2.50]}' -H 'Content-Type: application/json' URL", "curl -d a=1 -H 'Content-Type:' URL",
    "curl --data-urlencode 'q=a b&c' URL", "curl --data-urlencode 'a b' URL", "curl --data-urlencode '=a=b' URL",
    "curl --data-urlencode 'n=ä' -d x=1 URL", "curl -G URL -d a=1 -d b=2", "curl -G URL?z=0 -d a=1",
    "curl -G URL --data-urlencode 'q=a b'", "curl --get URL", "curl --url-query 'a=b c' URL",
    "curl --url-query +d=e URL?x=1", "curl --json '{\"a\":1}' URL", "curl --json '{\"a\":' --json '1}' URL",
    "curl --json '{}' -H 'Accept: text/plain' URL", "curl --json '{}' -X PUT URL", "curl -T body.txt URL/x",
    "curl -T body.txt -X POST URL/x", "curl -T body.txt -H 'Content-Type: text/csv' URL/x", "curl -F a=1 URL",
    "curl -F a=1 -F b=2 URL", "curl -F 'a=1;type=text/html' URL", "curl -F f=@body.txt URL",
    "curl -F 'f=@body.txt;type=text/csv' URL", "curl -F 'f=@body.txt;filename=x.txt' URL",
    "curl -F 'f=@body.txt;filename=\"a b.txt\";type=text/x' URL", "curl --form-string 'a=@b;c' URL",
    "curl -F a=1 -X PUT URL", "curl -u me:pass URL", "curl -u me: URL", "curl -u 'me:p:a' URL",
    "curl --basic -u a:b URL",
    "curl --oauth2-bearer abc URL", "curl -H 'Authorization: Basic bWU6cGFzcw==' URL", "curl http://me:pass@HOST/x",
    "curl -sSfkL -o /dev/null URL", "curl --silent --show-error --fail --location --insecure URL",
    "curl -s -w '%{http_code}' URL -o /dev/null", "curl -m 5 --connect-timeout 3 URL", "curl --http1.1 URL",
    "curl --max-redirs 3 -L URL", "curl --retry 2 URL", "curl --no-keepalive URL", "curl --path-as-is URL/a/../b",
    "curl -g 'URL/a?b=[1]'", "curl URL/1 URL/2", "curl URL/1 --next -d x URL/2", "curl --url URL/u",
    "curl URL \\\n  -H 'A: b' \\\n  -d c", "# a comment\ncurl URL # more", "curl URL/1; curl URL/2 && curl URL/3",
    "curl -d @- URL <<EOF\n{\n  \"a\": 1\n}\nEOF", "curl --data-binary @- URL <<'EOF'\nline $x\nnext\nEOF",
    "cat <<EOF | curl -d @- URL\nx=1\nEOF", "echo 'a=1' | curl -d @- URL", "curl --data-binary @- URL <<< 'here'",
    "curl -d $'it\\'s\\n\\x41\\u00e9' URL", "curl -XPOST -d '' URL", "curl -dfoo -HA:b URL", "curl -sd foo URL",
    "curl --data=foo URL || true", "curl --request=PUT URL || true", "curl --reque PUT URL",
    "curl 'URL/graphql' -H 'content-type: application/json' --data-raw '{\"query\":\"{ a }\"}' --compressed",
  ]

  @Test(arguments: commands) func anImportedCommandSendsTheSameBytes(_ command: String) async throws {
    let listener = try Listener()
    let sandbox = try Sandbox()
    try sandbox.write("body.txt", "line 1\nline 2\n")
    let host = listener.server.url.replacing("http://", with: "")
    let script = command.replacing("URL", with: listener.server.url).replacing("HOST", with: host)
    try sandbox.write("script.sh", script + "\n")
    _ = try await sandbox.shell("LC_ALL=C.UTF-8 bash script.sh")
    let expected = listener.all.map(comparable)
    let imported = try await sandbox.shell("workbench import script.sh --into imported")
    if expected.isEmpty { return }
    #expect(imported.status == 0, "\(imported.error)")
    let files = try await sandbox.shell("cat imported/script/collection.json; ls imported/script")
    let sent = try await sandbox.shell("cp body.txt imported/script; workbench send imported/script --allow-files")
    let own = listener.all.dropFirst(expected.count).map(comparable)
    #expect(own == expected, "\(imported.error) \(files.text) \(sent.error)")
  }
}
