import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Options of curl become members of requests, or are named.
struct CurlOptionTests {
  private static let typed: JSONValue = [["name": "Content-Type", "value": "application/x-www-form-urlencoded"]]

  @Test(
    arguments: [
      ("-m .5 --connect-timeout 2. a", ["timeout": .number(JSONNumber(text: "0.5")), "connectTimeout": 2]),
      (
        "--limit-rate 10K --max-filesize 1M --max-redirs -1 a",
        ["rateLimit": 10_240, "maxBody": 1_048_576, "maxRedirects": 10_000]
      ),
      ("-k --no-insecure a", ["verifyTLS": true]),
      (
        "-E 'c\\:1.pem:pass' --key k.pem a",
        ["clientCertificate": "c:1.pem", "clientPassphrase": "{{imported-clientPassphrase}}", "clientKey": "k.pem"]
      ),
      (
        "-x http://me:p%40w@proxy:1 a",
        ["proxyUsername": "me", "proxyPassword": "{{imported-proxyPassword}}", "proxy": "http://proxy:1"]
      ),
      ("-x '' a", ["proxy": "none"]), ("--socks5-hostname p:1 a", ["proxy": "socks5h://p:1"]),
      ("--socks4 p --noproxy a,b a", ["proxy": "socks4://p", "noProxy": "a,b"]),
      ("--proxy1.0 p:1 a", ["proxy": "http://p:1"]),
      ("--resolve '+h:443:[::1]' a", ["resolve": [["name": "h:443", "value": "::1"]]]),
      (
        "--connect-to ::b:1 --connect-to c:2:: http://a",
        ["connectTo": [["name": "a", "value": "b:1"], ["name": "c:2", "value": "c"]]]
      ),
      (
        "--unix-socket /s --interface 'if!eth0' --tlsv1.3 --http2 a",
        ["unixSocket": "/s", "interface": "eth0", "minTLS": "1.3", "http": "2"]
      ),
      ("-6 -4 a", ["ipVersion": "4"]), ("--ipv6 --netrc-file n.txt a", ["ipVersion": "6", "netrcFile": "n.txt"]),
      ("--pinnedpubkey 'sha256//a=;sha256//b=' a", ["pinnedKeys": "sha256//a=;sha256//b="]),
      ("-n --location-trusted a", ["netrc": true, "followRedirects": true, "followAuthorization": true]),
    ] as [(String, JSONValue)])
  func theWayToTheServerIsInTheOptions(line: String, expected: JSONValue) throws {
    var options = try #require(try ImportedText(.curl, "curl " + line).requests.first?.object?["options"])
    // A flag that is on by default is not written.
    if options.object?["followAuthorization"] != nil, case .object(var object) = options {
      object["followRedirects"] = true
      options = .object(object)
    }
    let members = { (value: JSONValue) in
      value.object.map { Dictionary($0.members.map { ($0.key.value, $0.value) }) { a, _ in a } }
    }
    #expect(members(options) == members(expected), "\(options.compact)")
  }

  @Test func theFileOfAPinnedKeyIsNamed() throws {
    let text = try ImportedText(.curl, "curl --pinnedpubkey key.pem a")
    #expect(text.requests == [["method": "GET", "url": "http://a"]])
    #expect(
      text.notes == ["dropped: --pinnedpubkey: the key in key.pem; write its digest, sha256//BASE64, in its place"])
  }

  @Test func theOptionsOfTheWayComeBack() throws {
    let options: JSONObject = [
      "ipVersion": "6", "pinnedKeys": "sha256//a=; sha256//b=", "netrcFile": "/home/u/my logins",
    ]
    var request = CodeRequest(url: "https://a.example/x", options: RequestOptions(document: options))
    let lines = CurlCode.text(request).split(separator: "\n").map { $0.trimmingSpaces }.filter { $0.hasPrefix("--") }
    #expect(
      lines == [
        #"--netrc-file '/home/u/my logins' \"#, #"--location \"#, #"--ipv6 \"#,
        "--pinnedpubkey 'sha256//a=;sha256//b='",
      ])
    request.options = RequestOptions(document: ["netrc": true])
    #expect(CurlCode.text(request).contains("--netrc \\\n"))
    // Credentials of the request's own come first.
    request.headers = [Header("Authorization", "Basic YTpi")]
    #expect(!CurlCode.text(request.withBasicLogin).contains("netrc") && !CurlCode.text(request).contains("netrc"))
  }

  @Test(
    arguments: [
      ("-u me a", ["basic": ["username": "me", "password": "{{password}}"]]),
      ("--ntlm -u 'DOM\\me:pw' a", ["ntlm": ["username": "me", "password": "{{imported-password}}", "domain": "DOM"]]),
      ("--negotiate -u : a", ["negotiate": [:]]), ("--oauth2-bearer t a", ["bearer": ["token": "{{imported-token}}"]]),
      (
        "--aws-sigv4 aws:amz:eu-west-1:s3 -u AK:SK a",
        ["awsv4": ["accessKey": "AK", "secretKey": "{{imported-secretKey}}", "region": "eu-west-1", "service": "s3"]]
      ),
      ("--anyauth -u a:b a", ["digest": ["username": "a", "password": "{{imported-password}}"]]),
      ("--ntlm --digest -u a:b a", ["digest": ["username": "a", "password": "{{imported-password}}"]]),
      ("--oauth2-bearer t --digest -u a:b a", ["digest": ["username": "a", "password": "{{imported-password}}"]]),
      ("--digest --no-digest -u a: a", ["basic": ["username": "a", "password": ""]]),
      ("http://u%40x:@a/", ["basic": ["username": "u@x", "password": ""]]),
    ] as [(String, JSONValue)])
  func loginsAreTheAuth(line: String, expected: JSONValue) throws {
    let request = try #require(try ImportedText(.curl, "curl " + line).requests.first?.object)
    #expect(request["auth"] == expected)
    _ = try SavedRequest(document: request)
  }

  @Test func aTokenBesideAnotherSchemeWaitsForTheServer() throws {
    let text = try ImportedText(.curl, "curl --oauth2-bearer t --digest a")
    #expect(text.requests == [["method": "GET", "url": "http://a"]])
    #expect(
      text.notes == [
        "dropped: --oauth2-bearer: with another scheme, curl sends the token only to a server that asks for it"
      ])
    #expect(
      try ImportedText(.curl, "curl --basic --digest -u a: a").notes
        == ["changed: --basic, --digest: Digest is used, once the server asks for it"])
  }

  @Test(arguments: [
    ("-d a=1 -F b=2 a", "-d and -F"), ("-F b=2 --json {} a", "--json and -F"), ("a -T f -d a=1", "-d and -T"),
    ("-I -d a a", "-I and -d"), ("-I --form-string a=b a", "-I and -F"), ("-I -T f a", "-I and -T"),
    ("-G -d a -T f a", "-G and -T"), ("-OJ -C - a", "-J and -C"), ("-d a -F b=c -T f a", "-d and -F and -T"),
  ])
  func optionsThatCurlRefusesTogetherAreRefused(line: String, options: String) throws {
    #expect(throws: ImportError("There is no curl command with a URL in it: \(options), which curl refuses together")) {
      try ImportedText(.curl, "curl " + line)
    }
  }

  @Test(arguments: ["-I -G -d a=1 a", "-G -F a=b a", "--json {} -d x a", "-T '' -d x a"])
  func otherOptionsOfMethodsGoTogether(line: String) throws {
    #expect(try ImportedText(.curl, "curl " + line).requests.count == 1)
  }

  @Test(arguments: [
    ("--url-query b=2 'http://h/?a=1&'", "http://h/?a=1&b=2"), ("--url-query b=2 'http://h/?'", "http://h/?b=2"),
    ("-G -d b=2 'http://h/?a=1&'", "http://h/?a=1&b=2"), ("--url-query b=2 'http://h/?a'", "http://h/?a&b=2"),
  ])
  func moreOfTheQueryFollowsItsSeparator(line: String, url: String) throws {
    #expect(try ImportedText(.curl, "curl " + line).requests.map { $0.object?.text("url") } == [url])
  }

  @Test func whatCurlSendsAsItIsIsSentSo() throws {
    let text = try ImportedText(.curl, "curl -g 'http://h/{a}?b=\"c\"'\ncurl 'http://h/?{a}'\ncurl -H 'X-Seat : A7' h")
    #expect(
      text.requests == [
        ["method": "GET", "url": "http://h/{a}?b=\"c\"", "options": ["urlAsIs": true]],
        ["method": "GET", "url": "http://h/?a"],
        ["method": "GET", "url": "http://h", "headers": [["name": "X-Seat", "value": "A7"]]],
      ])
    #expect(text.notes == ["changed: -H X-Seat: it is sent without the spaces around its name"])
  }

  @Test func whatIsSentDespiteAnOptionIsNoted() throws {
    let text = try ImportedText(.curl, "curl -H Host: a\ncurl --form-escape -F 'a\"b=1' a\ncurl --form-escape -F a=1 a")
    #expect(
      text.notes == [
        "changed: -H Host: it is sent, as HTTP/1.1 needs it",
        "changed: --form-escape: quotes in names of a form are sent as %22",
      ])
  }

  @Test func aUrlThatMayBeInAFileOfOptionsIsNamed() throws {
    let reason = "a curl command without a URL; -K curl.conf: options of a file that cannot be read"
    #expect(throws: ImportError("There is no curl command with a URL in it: \(reason)")) {
      try ImportedText(.curl, "curl -K curl.conf")
    }
  }

  @Test func aPasswordThatCurlAsksForIsAPrompt() throws {
    let text = try ImportedText(.curl, "curl -u me a")
    #expect(text.variables == [["name": "password", "prompt": "Password of me", "secret": true]])
  }

  @Test(arguments: [
    (
      "-F 'a={\"x\": \"y\"};type=application/json;charset=utf-8' a",
      #"[{"name":"a","value":"{\"x\": \"y\"}","type":"application/json;charset=utf-8"}]"#
    ),
    (
      "-F 'a=1; type= text/x; a=\"b c\" ;filename=f; z' a",
      #"[{"name":"a","value":"1","type":"text/x; a=\"b c\"","filename":"f"}]"#
    ),
    ("-F 'a=\"q;\\\"r\\\"\"; filename=n' a", #"[{"name":"a","value":"q;\"r\"","filename":"n"}]"#),
    ("-F 'a= x ;y' a", #"[{"name":"a","value":"x"}]"#),
    (
      "-F 'f=@a.txt,b.bin' a",
      #"[{"name":"f","file":"a.txt","type":"text/plain"},{"name":"f","file":"b.bin","type":"application/octet-stream"}]"#
    ),
    ("-F 'f=<note.txt' a", #"[{"name":"f","value":"from a file\n"}]"#),
    ("--form-string 'a=@b;c' -F x=1 a", #"[{"name":"a","value":"@b;c"},{"name":"x","value":"1"}]"#),
    (
      "-H 'Content-Type: multipart/form-data' -F 'f=@-;filename=n' a <<< in",
      #"[{"name":"f","value":"in\n","type":"","filename":"n"}]"#
    ),
  ])
  func partsOfFormsAreAsCurlReadsThem(line: String, expected: String) throws {
    let text = try ImportedText(.curl, "curl " + line, files: ["note.txt": "from a file\n"])
    let request = try #require(text.requests.first?.object)
    #expect(request["body"]?.object?["multipart"]?.compact == expected)
    #expect(request["headers"] == nil)
    _ = try SavedRequest(document: request)
  }

  @Test(
    arguments: [
      ("-d @crlf.txt a", ["text": "ab"]), ("-d @plain.txt a", ["file": "plain.txt"]),
      ("--data-binary @crlf.txt a", ["file": "crlf.txt"]), ("-d a -d @crlf.txt a", ["text": "a&ab"]),
      ("--data-urlencode n@crlf.txt a", ["text": "n=a%0D%0Ab"]), ("--data-urlencode 'a@b=c' a", ["text": "a@b=c"]),
      ("-d @missing a", ["file": "missing"]), ("--json '{' --json '}' -d x a", ["text": "{}&x"]),
      ("--data-binary $'a\\r\\nb' a", ["text": ["a\r", "b"]]), ("-d '' a", ["text": ""]),
      ("--data-binary @crlf.txt -d @crlf.txt a", ["text": ["a\r", "b&ab"]]),
    ] as [(String, JSONValue)])
  func dataAndFilesAreJoined(line: String, body: JSONValue) throws {
    let files = ["crlf.txt": "a\r\nb", "plain.txt": "plain"]
    let text = try ImportedText(.curl, "curl " + line, files: files)
    #expect(text.requests.first?.object?["body"] == body, "\(text.notes)")
  }

  @Test(arguments: [
    ("http://h/{a,b}/[1-3:2]", ["http://h/a/1", "http://h/a/3", "http://h/b/1", "http://h/b/3"]),
    ("http://h/[08-10]", ["http://h/08", "http://h/09", "http://h/10"]),
    ("http://h/[a-c:2]", ["http://h/a", "http://h/c"]),
    ("-g 'http://h/{a}[1]'", ["http://h/{a}[1]"]), ("'http://h/?f[x]=1'", ["http://h/?f[x]=1"]),
    ("'http://[::1]:8/'", ["http://[::1]:8/"]), ("'http://h/\\{a\\}'", ["http://h/{a}"]),
    ("http:///h/a/../b/./c", ["http://h/b/c"]), ("--path-as-is http://h/a/../b", ["http://h/a/../b"]),
    ("'h?a#f' -G -d b=1", ["http://h?a&b=1#f"]), ("-G -d @q.txt h", ["http://h?b=1"]),
    ("-T dir/f.txt http://h/x/", ["http://h/x/f.txt"]),
    ("'{{base}}/{{id}}'", ["{{base}}/{{id}}"]), ("--request-target /z http://h/a", ["http://h/z"]),
    ("-T '{a,b}' http://h/", ["http://h/a", "http://h/b"]),
  ])
  func patternsBecomeOneRequestEach(line: String, urls: [String]) throws {
    let text = try ImportedText(.curl, "curl " + line, files: ["q.txt": "b=1"])
    #expect(text.requests.map { $0.object?.text("url") } == urls)
  }

  @Test(arguments: [
    ("\"$base/../x\"", "{{base}}/../x", true), ("\"http://h/$a/../x\"", "http://h/{{a}}/../x", true),
    ("\"http://h/b/../$a\"", "http://h/{{a}}", false), ("--path-as-is \"$base/../x\"", "{{base}}/../x", false),
    ("\"http://h/b/../x?$a/..\"", "http://h/x?{{a}}/..", false),
    ("--request-target /z \"$base/../x\"", "{{base}}/z", false),
  ])
  func dotSegmentsAfterAVariableAreRemovedWhenItHasAValue(line: String, url: String, isLater: Bool) throws {
    let request = try ImportedText(.curl, "curl " + line).requests.first?.object
    #expect(request?.text("url") == url && request?["x-removesDots"] == (isLater ? true : nil), "\(request as Any)")
  }

  @Test func aPatternHasAtMostAHundredRequests() throws {
    let text = try ImportedText(.curl, "curl 'http://h/[1-1000000]/{a,b}/[1-999999999]'")
    #expect(text.requests.count == 100)
    #expect(text.notes.count == 1)
    #expect(text.notes.first?.hasSuffix("URLs of one pattern, the first 100 are requests") == true)
  }

  @Test func optionsOfFilesAreRead() throws {
    let files = [
      "c.txt": "# note\nurl = \"http://h/1\"\n-H \"X: \\\"q\\\"\"\ndata: a=1\nnext\nurl=h/2\nhead\nconfig=c.txt\n"
    ]
    let requests = try ImportedText(.curl, "curl -K c.txt", files: files).requests
    #expect(
      requests.first == [
        "method": "POST", "url": "http://h/1",
        "headers": [
          ["name": "X", "value": "\"q\""], ["name": "Content-Type", "value": "application/x-www-form-urlencoded"],
        ],
        "body": ["text": "a=1"],
      ])
    let missing = try ImportedText(.curl, "curl -K none h")
    #expect(missing.notes == ["dropped: -K none: options of a file that cannot be read"])
  }

  @Test func variablesOfCurlAreExpanded() throws {
    let line =
      "curl --variable 'a= x&y ' --variable %TOKEN --expand-url 'http://h/{{a:trim:url}}' --expand-header 'T: {{TOKEN}} \\{{a}}'"
    let text = try ImportedText(.curl, line)
    #expect(
      text.requests == [
        ["method": "GET", "url": "http://h/x%26y", "headers": [["name": "T", "value": "{{TOKEN}} {{'{{'}}a}}"]]]
      ])
  }

  @Test(arguments: [
    ("-z '1 Feb 2023' a", "If-Modified-Since", "Wed, 01 Feb 2023 00:00:00 GMT"),
    ("-z '-20240102 10:00:30' a", "If-Unmodified-Since", "Tue, 02 Jan 2024 10:00:30 GMT"),
    ("-z 'Sun, 06 Nov 1994 08:49:37 +0100' a", "If-Modified-Since", "Sun, 06 Nov 1994 07:49:37 GMT"),
    ("-z 'Sunday, 06-Nov-94 08:49:37 EST' a", "If-Modified-Since", "Sun, 06 Nov 1994 13:49:37 GMT"),
    ("-r 5 a", "Range", "bytes=5-"), ("-C 7 a", "Range", "bytes=7-"),
    ("-b a=1 -b b=2 a", "Cookie", "{{imported-cookie}}"),
    ("-e 'x;auto' a", "Referer", "x"), ("-H @h.txt a", "X-Of-File", "1"), ("-H 'A; ' -H 'B;' a", "B", ""),
    ("-A x -A y a", "User-Agent", "y"),
  ])
  func optionsBecomeHeaders(line: String, name: String, value: String) throws {
    let text = try ImportedText(.curl, "curl " + line, files: ["h.txt": "X-Of-File: 1\n"])
    #expect(text.requests.first?.object?["headers"] == [["name": .string(name), "value": .string(value)]])
  }

  @Test func cookiesOfAFileAreInTheOrderOfCurl() throws {
    let rows = [("/", "aa", "1"), ("/x", "b", "2"), ("/", "cc", "3"), ("/", "longer", "4"), ("/y", "other", "5")]
    let lines = rows.map { "h\tFALSE\t\($0.0)\tFALSE\t0\t\($0.1)\t\($0.2)\n" }.joined()
    let text = try ImportedText(.curl, "curl -b c.txt h/x/y", files: ["c.txt": "# Netscape\n" + lines])
    #expect(text.secrets == ["imported-cookie": "b=2; longer=4; cc=3; aa=1"])
    let kept = "h\tFALSE\t/\tFALSE\t4102444800\tkept\t1\nh\tFALSE\t/\tFALSE\t1\tgone\t2\nSet-Cookie: a=b\n"
    let both = try ImportedText(
      .curl, "curl -j -b t=3 -b c.txt -b u=4 h", files: ["c.txt": kept + "h\tFALSE\t/\tFALSE\t0\tsession\t5\n"])
    #expect(both.secrets == ["imported-cookie": "kept=1; t=3;u=4"])
    #expect(both.notes == ["dropped: -b c.txt: the cookies of its Set-Cookie lines"])
  }

  /// curl sends the method of `-X` after a redirect, but no body, and keeps cookies only where a file of them is named.
  @Test(
    arguments: [
      ("-L -X PUT -d a=1 h", ["cookies": false, "followMethod": true]),
      ("-L -X DELETE h", ["cookies": false, "followMethod": true]), ("-L -X GET h", ["cookies": false]),
      ("-L -d a=1 -b a=b h", ["cookies": false]), ("-X PUT -d a=1 h", ["followRedirects": false, "cookies": false]),
      ("--follow -X PUT -d a=1 h", ["cookies": false, "followMethod": false]), ("-L -b '' h", [:]), ("-Lc jar h", [:]),
    ] as [(String, JSONValue)])
  func redirectsAndCookiesAreThoseOfCurl(line: String, expected: JSONValue) throws {
    let result = try ImportedText(.curl, "curl " + line).result
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    var options = try #require(request.document["options"]?.object)
    options["omitHeaders"] = nil
    #expect(JSONValue.object(options) == expected, "\(options)")
  }

  /// curl says no length where it sends no body, also after a redirect that keeps the method.
  @Test(arguments: [
    ("-X POST h", true), ("-L -X PUT -d a=1 h", true), ("-L -X POST -F a=1 h", true), ("-L -d a=1 h", false),
    ("-X PUT -d a=1 h", false), ("--follow -X PUT -d a=1 h", false), ("-L -X DELETE -d a=1 h", false),
  ])
  func noLengthIsSentForTheBodyThatIsMissing(line: String, isOmitted: Bool) throws {
    let result = try ImportedText(.curl, "curl " + line).result
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    let omitted = request.document["options"]?.object?.text("omitHeaders")
    #expect(omitted == "Accept-Encoding, Accept-Language" + (isOmitted ? ", Content-Length" : ""))
  }

  @Test func whatRedirectsDoNotGetIsNoted() throws {
    let text = try ImportedText(
      .curl, "curl -e ';auto' -b c.txt -T f -X POST -L h", files: ["c.txt": "h\tFALSE\t/\tFALSE\t0\ta\t1\n"])
    #expect(
      text.notes == [
        "changed: -T and -X: a redirect with 301 or 302 does not send the file again",
        "changed: -b: redirects to other hosts get no cookies, and the same host new ones behind the others",
        "changed: -e ;auto: redirects are followed without a Referer of their own",
      ])
  }

  @Test(arguments: [
    ("-L --json {} h", "-L: a redirect without the body has no Content-Type, either"),
    ("-F a=1 -H Content-Type: h", "-H Content-Type: a form is sent as multipart/form-data, not as \"\""),
    ("-F =a h", "-F =a: the part has an empty name, and not none"),
    ("-r 0-1 -d a h", "-r or -C: a part of the body, with its Content-Range"),
    ("--tr-encoding -H 'Connection: close' h", "--tr-encoding: Connection has the value of -H alone, without TE"),
    ("--tr-encoding -H Connection: h", "--tr-encoding: Connection has the value of -H alone, without TE"),
    ("-T - h < f", "-T -: the body is sent with its length and not in chunks"),
    ("--digest -u a:b -d c h", "--digest: the body is sent before the server asks for the login, too"),
    ("--ntlm -u a:b h", "--ntlm: it is used once the server asks for it"),
    ("--proto =https h", "--proto =https: curl refuses the URL"),
    ("--data=a h", "--data=: curl takes the value as a word of its own"),
    ("--aws-sigv4 aws -u a:b h", "--aws-sigv4: more headers are signed than curl signs"),
    ("h/ä", "characters beyond ASCII in the URL are sent percent-encoded"),
    ("-G -d 'a b' h", "a space in the URL is sent as %20; curl refuses it"),
    ("-d {a,b} h", "braces outside of quotes are not expanded, as bash does"),
  ])
  func whatCurlSendsOtherwiseIsNoted(line: String, note: String) throws {
    #expect(try ImportedText(.curl, "curl " + line).result.notes.map(\.text) == [note])
  }

  @Test func aFileOfAFormHasTheTypeOfItsNames() throws {
    let text = try ImportedText(
      .curl, "curl -F 'a=@b.txt;filename=c' -F 'a=@b;filename=c.png' h; curl --proto-default https h")
    #expect(
      text.requests.map { $0.object?["body"]?.object?["multipart"]?.array?.compactMap { $0.object?.text("type") } }
        == [["text/plain", "image/png"], nil])
    #expect(text.requests.map { $0.object?.text("url") } == ["http://h", "https://h"])
  }

  @Test func filesThatAreNotReadAreNamedWithTheOptionThatReadsThem() throws {
    let line = "curl -b jar -H @heads --data-urlencode q@text -d a -d @more -K conf h"
    let result = try ImportFormat.curl.read(ImportSource(Data(line.utf8)))
    let unread = "a file, which an import reads with --references"
    #expect(
      result.notes.map(\.text).sorted()
        == [
          "--data-urlencode q@text: the content of \(unread)", "-H @heads: headers of \(unread)",
          "-K conf: options of \(unread)", "-b jar: the cookies of \(unread)", "the data of more: \(unread)",
        ].sorted())
  }

  @Test func whatCannotBeSentIsNamed() throws {
    let text = try ImportedText(
      .curl,
      "curl --http3 --doh-url u --ciphers X --preproxy p --proxy-pass hush --etag-compare f -C - -z nodate a ftp://b/c")
    #expect(
      text.notes == [
        "changed: --http3: HTTP/2 or HTTP/1.1 is sent", "dropped: --doh-url", "dropped: --ciphers",
        "dropped: --preproxy",
        "dropped: --proxy-pass", "dropped: --etag-compare", "dropped: -C -: what is there already is unknown",
        "dropped: -z nodate: not a date, and the time of a file is unknown",
      ].flatMap { [$0] } + text.notes.dropFirst(8))
    #expect(text.notes.last == "failed: it is not an http, https, ws or wss URL")
    #expect(text.requests.count == 1)
  }

  @Test func aFileOfURLsIsNamed() throws {
    let text = try ImportedText(.curl, "curl --url @list --url http://h/a")
    #expect(text.requests.map { $0.object?.text("url") } == ["http://h/a"])
    #expect(text.notes == ["dropped: --url @list: the URLs of a file"])
  }

  @Test func everyNameOfTheTableIsKnownToTheParser() {
    #expect(CurlOptionTable.names.count > 270)
    for name in CurlOptionTable.names where !["url", "config", "variable", "next"].contains(name) {
      let takesValue = CurlOptionTable.takesValue(name) == true
      let parsed = CurlArguments(["--" + name, "http://a", "http://b"])
      #expect(parsed.problems.isEmpty)
      #expect(parsed.groups.first?.urls == (takesValue ? ["http://b"] : ["http://a", "http://b"]), "\(name)")
    }
    #expect(CurlArguments(["-sSLkdx", "a", "-XPOST", "-:", "--", "-b"]).groups.map(\.urls) == [["a"], ["-b"]])
  }
}
