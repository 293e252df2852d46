import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Scripts around commands: variables, output, and the shells of Windows.
struct CommandScriptTests {
  private static let typed: JSONValue = ["name": "Content-Type", "value": "application/x-www-form-urlencoded"]

  @Test func variablesOfTheScriptAreThoseOfTheCollection() throws {
    let text = try ImportedText(
      .curl,
      #"""
      HOST=https://h; export API_TOKEN=abc
      curl "$HOST/$ID" -H "Authorization: Bearer $API_TOKEN" -d "n=${NAME:-nobody}"
      ID=1; curl $HOST/$ID; ID=2; curl $HOST/$ID
      """#)
    #expect(
      text.requests.map { $0.object?.text("url") } == ["{{HOST}}/{{ID}}", "{{HOST}}/{{ID-2}}", "{{HOST}}/{{ID-3}}"])
    #expect(
      text.variables == [
        ["name": "HOST", "value": "https://h"], ["name": "ID", "fromEnvironment": "ID"],
        ["name": "API_TOKEN", "secret": true],
        ["name": "NAME", "fromEnvironment": "NAME", "value": "nobody"],
        ["name": "ID-2", "value": "1"], ["name": "ID-3", "value": "2"],
      ])
    #expect(text.secrets == ["API_TOKEN": "abc"])
  }

  @Test(arguments: [
    (#"OPTS='-s -X PUT'; curl $OPTS a"#, "PUT", "http://a"), (#"M=PATCH; curl -X $M a"#, "PATCH", "http://a"),
    (#"if true; then curl a; fi"#, "GET", "http://a"), (#"(sudo -u me curl a)"#, "GET", "http://a"),
    (#"docker run --rm curlimages/curl -X POST a"#, "POST", "http://a"),
    (#"kubectl exec -it pod -- curl a"#, "GET", "http://a"),
    ("me@box:~/dir$ curl a", "GET", "http://a"), ("$ curl a \\\n> -X PUT", "PUT", "http://a"),
    ("```bash\ncurl a\n```", "GET", "http://a"), ("curl -X PUT &quot;a?b=1&amp;c=2&quot;", "PUT", "http://a?b=1&c=2"),
    ("curl&nbsp;-X PUT &ldquo;a?b=1&#38;c=2&rdquo;", "PUT", "http://a?b=1&c=2"),
    ("curl “a” –X ‘PUT’", "PUT", "http://a"), ("curl —request\u{A0}PUT a", "PUT", "http://a"),
    ("curl $'a/\\ud83d\\ude00\\x41\\101\\u00e9'", "GET", "http://a/😀AAé"), ("curl a \\  \n -X PUT", "PUT", "http://a"),
    ("C:\\> curl ^\"a?x=1^&y=2^\" ^\n -X ^\"PUT^\"", "PUT", "http://a?x=1&y=2"),
  ])
  func commandsAreFoundAsTheyAreCopied(script: String, method: String, url: String) throws {
    let request = try #require(try ImportedText(.curl, script).requests.first?.object)
    #expect([request.text("method"), request.text("url")] == [method, url])
  }

  @Test(arguments: [
    (#"curl -d "$(echo hi)" a"#, "hi"), (#"curl -d "`printf '%s-%s' a b`" a"#, "a-b"),
    (#"curl -d "$(echo -n u:p | base64)" a"#, "dTpw"), (#"curl --data-binary "$(cat f.txt)" a"#, "of a file"),
    ("X=1; curl --data-binary @- a <<EOF\n$X \\$Y `echo z`\nEOF", "{{X}} $Y z\n"),
    ("curl --data-binary @- a <<'EOF'\n$X {{y}}\nEOF", "$X {{'{{'}}y}}\n"),
    (#"curl -d "t=$(date +%s)" a"#, "t={{$timestamp}}"), (#"Q='a b'; curl --data-urlencode "q=$Q" a"#, "q=a+b"),
    (#"curl --data-urlencode "q=$Q" a"#, "q={{Q | urlencode}}"), (#"curl -d "$(whoami)" a"#, "{{output-whoami}}"),
    ("echo '{\"a\":1}' | tr -d '\\n' | curl --data-binary @- a", "{\"a\":1}"),
    ("cat f.txt | curl --data-binary @- a", "file"),
  ])
  func theOutputOfPrintingCommandsIsKnown(script: String, body: String) throws {
    let document = try #require(
      try ImportedText(.curl, script, files: ["f.txt": "of a file\n"]).requests.first?.object?["body"]?.object)
    let text = document["text"]?.array.map { $0.compactMap(\.string).joined(separator: "\n") } ?? document.text("text")
    #expect((text ?? "file") == body)
  }

  @Test func otherCommandsRunWhenTheRequestIsSent() throws {
    let text = try ImportedText(
      .curl, #"TOKEN=$(pass show api); T2=$(curl -s http://h/login | jq .t); curl -H "A: $TOKEN $T2" http://h/"#)
    #expect(text.requests.map { $0.object?.text("url") } == ["http://h/login", "http://h/"])
    #expect(text.variables == [["name": "TOKEN", "fromCommand": "pass show api", "secret": true]])
    #expect(
      text.notes == [
        "changed: `pass show api` runs when the request is sent, with your permission",
        "changed: the output of `curl -s http://h/login | jq .t` is unknown: give the variable a value",
      ])
  }

  @Test func bracesAreTextUnlessAURLHasThem() throws {
    let text = try ImportedText(.curl, "curl http://h -d '{{a}}'\ncurl '{{b}}/x' -d '{{a}}'")
    #expect(
      text.requests == [
        ["method": "POST", "url": "http://h", "headers": [Self.typed], "body": ["text": "{{'{{'}}a}}"]],
        ["method": "POST", "url": "{{b}}/x", "headers": [Self.typed], "body": ["text": "{{a}}"]],
      ])
    #expect(text.notes == ["changed: {{ in the text is sent as it is: curl knows no variables"])
  }

  @Test func commandsForWindowsAreThoseOfBash() throws {
    let text = try ImportedText(
      .curl,
      #"""
      curl ^"https://h/x?a=1^&b=^%^41^" ^
        -H ^"sec-ch-ua: ^\^"C^\^";v=^\^"1^\^"^" ^
        --data-raw ^"^{^\^"a^\^":^\^"l^\^\n^\^"^}^

      end^"
      """#)
    #expect(
      text.requests == [
        [
          "method": "POST", "url": "https://h/x?a=1&b=%41",
          "headers": [["name": "sec-ch-ua", "value": #""C";v="1""#], Self.typed],
          "body": ["text": [#"{"a":"l\\n"}"#, "end"]],
        ]
      ])
    let old = try ImportedText(.curl, #"curl "https://h/" --data-raw "{""a"":""C:\\dir""}""#)
    #expect(old.requests.first?.object?["body"] == ["text": #"{"a":"C:\\dir"}"#])
  }

  @Test func commandsOfPowerShellAreRead() throws {
    let text = try ImportedText(
      .curl,
      #"""
      $session = New-Object Microsoft.PowerShell.Commands.WebRequestSession
      $session.UserAgent = "Agent 1"
      $session.Cookies.Add((New-Object System.Net.Cookie("sid", "abc", "/", "h.example")))
      $session.Cookies.Add((New-Object System.Net.Cookie("b", "c", "/", "h.example")))
      Invoke-WebRequest -UseBasicParsing -Uri "https://h.example/api?x=1" `
      -Method "POST" `
      -WebSession $session `
      -Headers @{
      "authority"="h.example"
        "path"="/api"
        "accept"="*/*"
        "x-q"="`"v`""
      } `
      -ContentType "application/json" `
      -Body ([System.Text.Encoding]::UTF8.GetBytes("{`"a`":`"$([char]233)`"}"))

      $headers = @{ 'X-Key' = "v $env:KEY" }
      $r = Invoke-RestMethod https://h.example/json -Method Put -Headers $headers -Body (@{ a = 1; b = @($true, 'x') } | ConvertTo-Json)
      curl.exe -X POST "https://h.example/exe" -d '{\"a\":1}'
      """#)
    #expect(
      text.requests == [
        [
          "method": "POST", "url": "https://h.example/api?x=1",
          "headers": [
            ["name": "User-Agent", "value": "Agent 1"], ["name": "Cookie", "value": "{{imported-cookie}}"],
            ["name": "accept", "value": "*/*"],
            ["name": "x-q", "value": "\"v\""], ["name": "Content-Type", "value": "application/json"],
          ],
          "body": ["text": "{\"a\":\"é\"}"],
        ],
        [
          "method": "PUT", "url": "https://h.example/json",
          "headers": [["name": "X-Key", "value": "v {{KEY}}"], Self.typed],
          "body": ["text": #"{"a":1,"b":[true,"x"]}"#],
          "options": ["omitHeaders": "Accept-Encoding, Accept-Language, Accept"],
        ],
        ["method": "POST", "url": "https://h.example/exe", "headers": [Self.typed], "body": ["text": #"{"a":1}"#]],
      ])
    #expect(text.secrets == ["imported-cookie": "sid=abc; b=c"])
  }

  @Test func whatIsNotClosedIsNamedWithItsPosition() throws {
    let text = try ImportedText(.curl, "curl a\ncurl b -d 'open\n")
    #expect(text.notes == ["changed: a single quote is not closed, line 2, column 11"])
    #expect(text.requests.count == 2)
  }

  // MARK: Damage

  private static let samples = [
    #"A=${B:-c}; curl -K - -F 'f=@a;type=x/y' "http://h/{a,[1-2]}" -d "$(echo $'x\u00e9')" <<-E | jq`x` > o 2>&1"#
      + "\n\tE\n",
    #"curl ^"http://h/^" -H ^"a: ^\^"b^\^"^" ^"# + "\n --data-raw ^\"^\n\nx^\"",
    "$h = @{ \"a\"=@(1,'b'); c=@\"\nx $([char]65)\n\"@ }\nInvoke-WebRequest -Uri (\"http://h\" | x) -Headers $h `\n -Body ($h | ConvertTo-Json)",
  ]

  @Test(arguments: samples) func aScriptThatEndsAnywhereIsReadOrRefused(_ sample: String) throws {
    let bytes = Data(sample.utf8)
    for end in 0...bytes.count {
      do {
        _ = try ImportFormat.curl.read(ImportSource(bytes.prefix(end)))
      } catch {
        #expect(error.description.hasPrefix("There is no curl command with a URL in it"))
      }
    }
  }

  @Test func deepAndLongScriptsEnd() throws {
    for text in [
      String(repeating: "$(", count: 20_000), String(repeating: "\"$(echo ", count: 2_000),
      String(repeating: "${a:-", count: 5_000),
      String(repeating: "curl a;", count: 2_000), "curl " + String(repeating: "{a,b}", count: 5_000),
      "A=$A$A; " + (0..<40).map { "A\($0 + 1)=$A\($0)$A\($0); " }.joined() + "curl -X $A40 a",
    ] {
      _ = try? ImportFormat.curl.read(ImportSource(Data(text.utf8)))
    }
  }
}
