import Foundation
import RequestModel
import Testing

@testable import RequestRunner

/// Finding secrets in every spelling.
struct SpellingTests {
  /// Other programs wrap, indent and join the lines of a key differently.
  @Test(arguments: ["\r\n", "\n    ", " ", "", "\ndata: "])
  func theLinesOfAKeyAreSecrets(_ separator: String) {
    let lines = ["MIIBVAIBADANBgkqhkiG9w0BAQEFAASCAT4w", "ggE6AgEAAkEAq7BFUpkGp3+LQmlQYx2eqzDV", "q7BFUpkGp3xyz=="]
    let begin = "-----BEGIN PRIVATE KEY-----"
    let mask = SecretMask([([begin] + lines + ["-----END PRIVATE KEY-----"]).joined(separator: "\n")])
    let masked = mask.masked(([begin] + lines.prefix(2)).joined(separator: separator))
    #expect(masked.contains(begin) && !masked.contains("MIIB") && !masked.contains("LQml"), "\(masked)")
  }

  /// PHP, Go and Python escape more than JSON requires, and their output may be the payload of a token.
  @Test(arguments: [
    #"a\/b&<x>\"ä key"#, #"a/b\u0026\u003cx\u003e\"ä key"#, #"a/b&<x>\"\u00e4 key"#, #"a\/b&<x>\"\u00e4 key"#,
  ])
  func jsonOfEveryLibraryIsFoundInBase64(_ json: String) {
    let mask = SecretMask([#"a/b&<x>"ä key"#])
    for prefix in ["", "{", "{\""] {
      let token = Data((prefix + json + "\"}").utf8).base64EncodedString()
      #expect(!mask.masked(token).contains(Data(json.utf8).base64EncodedString().dropFirst(4).dropLast(4)))
      #expect(mask.masked(token) != token)
    }
  }

  @Test(
    "Base32, hex with separators, doubled quotes, other case and a wrong charset hide no secret",
    arguments: [
      "ONSWWL3SMV2MHCJCONUWOMJSGM", "onswwl3smv2mhcjconuwomjsgm", "73:65:6B:2F:72:65:74:C3:89:22:73:69:67:31:32:33",
      "73-65-6b-2f-72-65-74-c3-89-22-73-69-67-31-32-33", "sek/retÉ\"\"sig123", "SEK/RETÉ\"SIG123", "sek/reté\"sig123",
      "sek/retÃ\u{89}\"sig123",
    ])
  func lessUsualSpellingsAreFound(_ spelling: String) {
    let mask = SecretMask(["sek/retÉ\"sig123"])
    let masked = mask.masked("before \(spelling) after")
    #expect(!masked.contains(spelling.dropFirst(2).dropLast(2)), "\(masked)")
    #expect(masked.hasPrefix("before ") && masked.hasSuffix(" after"), "\(masked)")
  }

  @Test func base32IsFoundAtEachOffset() {
    let secret = "sk-live-0123456789"
    // The secret after one byte, and after two.
    for (text, rest) in [("PBZWWLLMNF3GKLJQGEZDGNBVGY3TQOI", "WLLMNF3GKLJQGEZDGNBVGY3TQ")] {
      #expect(!SecretMask([secret]).masked(text).contains(rest))
    }
  }

  /// Assertions show the beginning of a long value.
  @Test func theBeginningOfASecretBeforeAnEllipsisIsFound() {
    let secret = "sk-live-0123456789abcdefghijklmnopqrstuvwxyz"
    let mask = SecretMask([secret])
    let base64 = Data(secret.utf8).base64EncodedString()
    for cut in [4, 12, 30, 43] {
      for text in [secret, base64] {
        #expect(mask.masked("expected 'Bearer \(text.prefix(cut))…' to") == "expected 'Bearer \(SecretMask.mark)…' to")
      }
    }
    #expect(mask.masked("'\(secret)\(secret.prefix(9))…'") == "'\(SecretMask.mark)…'")
    #expect(mask.masked("skip… sk-… sk-live") == "skip… sk-… sk-live")
  }

  @Test func aFormInsideAFormIsDecoded() {
    #expect(
      SecretMask(["my secret pass phrase"]).masked("a=my%2Bsecret%2Bpass%2Bphrase&b=1") == "a=\(SecretMask.mark)&b=1")
  }

  private static let secret = "p@ss \"w/rd+é🔑%41=\\z"
  private let mask = SecretMask([Self.secret])

  static let spellings: [(String, [UInt8])] = {
    let plain = Array(secret.utf8)
    let json = "p@ss \\\"w/rd+é🔑%41=\\\\z"
    let ascii = "p@ss \\\"w\\/rd\\u002B\\u00e9\\uD83D\\uDD11%41=\\\\z"
    func percent(_ isUpper: Bool, _ bytes: [UInt8]) -> String {
      bytes.map { byte in
        let code = String(byte, radix: 16, uppercase: isUpper)
        return "%" + (code.count == 1 ? "0" : "") + code
      }.joined()
    }
    func entities(_ text: String, _ entity: (Unicode.Scalar) -> String) -> String {
      text.unicodeScalars.map { $0.properties.isAlphabetic && $0.isASCII ? String($0) : entity($0) }.joined()
    }
    let texts: [(String, String)] = [
      ("plain", secret), ("reversed", String(String.UnicodeScalarView(secret.unicodeScalars.reversed()))),
      ("upper case", secret.uppercased().replacing("É", with: "é")), ("JSON", json),
      ("JSON in ASCII", ascii),
      (
        "JSON with every character escaped",
        secret.utf16.map { unit in
          let code = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - code.count) + code
        }.joined()
      ),
      ("JSON in JSON", JSONString(json).escaped), ("ASCII JSON in JSON", JSONString(ascii).escaped),
      ("JSON three times", JSONString(JSONString(ascii).escaped).escaped),
      ("percent codes", PercentEncoding.component(secret)), ("a form", PercentEncoding.form(secret)),
      ("percent codes in lower case", percent(false, plain)), ("percent codes in upper case", percent(true, plain)),
      ("percent codes twice", PercentEncoding.component(PercentEncoding.component(secret))),
      ("percent codes of JSON", PercentEncoding.component(ascii)),
      ("a form of JSON", PercentEncoding.form(json)),
      ("JSON of percent codes", JSONString(PercentEncoding.component(secret)).escaped),
      ("decimal entities", entities(secret) { "&#\($0.value);" }),
      ("hexadecimal entities", entities(secret) { "&#x\(String($0.value, radix: 16));" }),
      (
        "named entities",
        entities(secret) { scalar in
          [
            "\"": "&quot;", "@": "&commat;", "/": "&sol;", "+": "&plus;", "é": "&eacute;", "%": "&percnt;",
            "=": "&equals;",
            "\\": "&bsol;",
          ][scalar] ?? String(scalar)
        }
      ),
      ("entities of JSON", json.replacing("\"", with: "&quot;")),
      ("entities twice", secret.replacing("\"", with: "&amp;quot;")),
      ("percent codes of entities", PercentEncoding.component(secret.replacing("\"", with: "&#34;"))),
      ("Go's JSON of entities", secret.replacing("\\", with: "\\\\").replacing("\"", with: "\\u0026quot;")),
      (
        "quoted-printable",
        plain.map { byte in
          let code = String(byte, radix: 16, uppercase: true)
          return "=" + (code.count == 1 ? "0" : "") + code
        }.joined()
      ),
      ("quoted-printable over two lines", secret.replacing("=", with: "=3D").replacing("rd", with: "r=\r\nd")),
      (
        "JavaScript",
        secret.replacing("\\", with: "\\\\").replacing("+", with: "\\x2b").replacing("🔑", with: "\\u{1f511}")
      ),
      (
        "a shell's word", secret.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(" ", with: "\\ ")
      ),
      ("hex", plain.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()),
      ("upper-case hex", plain.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().uppercased()),
    ]
    let encodings: [(String, Data)] = [
      ("base64", Data(plain)), ("base64 of user:secret", Data("me:".utf8 + plain)),
      ("base64 of u:secret", Data("u:".utf8 + plain)), ("base64 inside", Data("{\"a\":\"".utf8 + plain + "\"}".utf8)),
      ("base64 of JSON", Data("{\"a\":\"\(JSONString(secret).escaped)\"}".utf8)),
      ("base64 of a form", Data("k=\(PercentEncoding.form(secret))&l=1".utf8)),
      ("base64 twice", Data(Data(plain).base64EncodedString().utf8)),
      ("base64 of UTF-16", Data(secret.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })),
    ]
    let encoded = encodings.flatMap { name, data -> [(String, String)] in
      let text = data.base64EncodedString()
      return [
        (name, text), (name + " for URLs", text.replacing("+", with: "-").replacing("/", with: "_")),
        (name + " in percent codes", PercentEncoding.component(text)),
        (name + " in JSON", text.replacing("/", with: "\\/").replacing("=", with: "\\u003d")),
        (
          name + " over lines",
          stride(from: 0, to: text.count, by: 7).map { start in
            String(text.dropFirst(start).prefix(7))
          }.joined(separator: "\r\n")
        ),
      ]
    }
    let units = secret.utf16.map { ($0 & 0xFF, $0 >> 8) }
    return (texts + encoded).map { ($0, Array($1.utf8)) } + [
      ("UTF-16 little-endian", units.flatMap { [UInt8($0.0), UInt8($0.1)] }),
      ("UTF-16 big-endian", units.flatMap { [UInt8($0.1), UInt8($0.0)] }),
    ]
  }()

  @Test(arguments: spellings)
  func everySpellingIsMasked(_ name: String, _ bytes: [UInt8]) {
    let body = Data("<a>".utf8 + bytes + "</a>".utf8)
    let masked = mask.masked(body)
    #expect(masked.count == body.count, "\(name)")
    #expect(masked.starts(with: "<a>".utf8) && masked.suffix(4) == Data("</a>".utf8), "\(name)")
    // Text around the secret that is encoded with it may remain.
    let isAround = name.contains("base64")
    let inside = masked.dropFirst(3).dropLast(4)
    #expect(
      isAround ? inside.count { $0 == UInt8(ascii: "*") } * 2 > inside.count : inside.allSatisfy { $0 == 0x2A },
      "\(name)")
  }

  @Test(arguments: spellings)
  func aBodyArrivingByteByByteNeverShowsPartOfASecret(_ name: String, _ bytes: [UInt8]) {
    let body = Data("x <a>".utf8 + bytes + "</a> y".utf8)
    let whole = mask.masked(body)
    var growing = SecretMask.GrowingBody()
    for count in 0..<body.count {
      let (shown, _) = mask.masked(Data(body.prefix(count)), isWhole: false, &growing)
      // Bytes that were shown do not change.
      #expect(whole.starts(with: shown) || name.contains("base64"), "\(name) after \(count) bytes")
      #expect(shown.count >= min(count, 5) - 1, "\(name) after \(count) bytes")
    }
    #expect(mask.masked(body, isWhole: true, &growing).bytes == whole, "\(name)")
  }

  @Test func maskedBytesCanBeRestored() {
    for (name, bytes) in Self.spellings {
      let body = Data(bytes + " and ".utf8 + bytes)
      var growing = SecretMask.GrowingBody()
      let (masked, secrets) = mask.masked(body, isWhole: true, &growing)
      #expect(secrets.restored(in: masked) == body, "\(name)")
      #expect(secrets.overlaps(0..<body.count) && !secrets.overlaps(body.count..<body.count + 1), "\(name)")
    }
  }

  @Test(arguments: [
    ("cut-off: s3cret-value-of-22-by", "cut-off: *********************"),
    ("cut-off: s3cret-val", "cut-off: s3cret-val"),
    ("s3c", "s3c"),
  ])
  func aTruncatedSecretAtTheEndOfABodyIsMasked(_ body: String, _ masked: String) {
    let mask = SecretMask(["s3cret-value-of-22-byte"])
    var growing = SecretMask.GrowingBody()
    let shown = mask.masked(Data(body.utf8), isWhole: true, isTruncated: true, &growing).bytes
    #expect(shown == Data(masked.utf8))
    let omission = BodyOmission(byteCount: 9, reason: "long")
    let beginning = SentRequest(method: "POST", url: "h", headers: [], body: Data(body.utf8), omission: omission)
    #expect(mask.masked(beginning).body == Data(masked.utf8))
  }

  /// `token` is more than half of `token-708`, but a whole text was not cut there.
  @Test func theEndOfAWholeTextIsNoTruncatedSecret() {
    let mask = SecretMask(["token-708"])
    let text = "Use the token"
    #expect(mask.masked(text) == text && mask.masked(value: text) == text && mask.masked(report: text) == text)
    #expect(mask.masked(Data(text.utf8)) == Data(text.utf8))
    let sent = SentRequest(
      method: "POST", url: "http://h/token", headers: [Header("X-Kind", "token")], body: Data(text.utf8))
    #expect(mask.masked(sent) == sent)
    let failure = Failure(.other, text)
    #expect(mask.masked(failure) == failure)
    #expect(mask.masked("Use the token-708") == "Use the \(SecretMask.mark)")
  }

  @Test func otherTextIsUnchanged() {
    let body = Data(#"{"a":"\u0041\\\\\"%25%2525&amp;&#38;&nosuch;=3D=\r\n+ /","b":"cDpzcw==","c":"70407373"}"#.utf8)
    #expect(mask.masked(body) == body)
  }

  @Test func theNamesOfHTMLBeyondLatin1AreFound() {
    #expect(SecretMask(["pass€word—1"]).masked("a pass&euro;word&mdash;1 b") == "a •••••• b")
  }

  @Test func aSecretThatLooksLikeAnEscapeIsFound() {
    let mask = SecretMask(["%41%42%43%44", "\\u0041\\u0042"])
    #expect(mask.masked("a %41%42%43%44 b \\u0041\\u0042 c %2541%2542%2543%2544") == "a •••••• b •••••• c ••••••")
  }

  // MARK: Weak values

  @Test(arguments: [
    (#"{"a":true,"b":"true","c":[true,"x"]}"#, #"{"a":true,"b":"****","c":[true,"x"]}"#), ("true", "true"),
    ("it is true that", "it is true that"), ("a=true&b=1", "a=****&b=1"), ("/x/true/y", "/x/****/y"),
    ("<a>true</a>", "<a>****</a>"), (#"{\"a\":\"true\"}"#, #"{\"a\":\"****\"}"#), ("untrue", "untrue"),
    ("a%3Dtrue%26b", "a%3D****%26b"), ("&quot;true&quot;", "&quot;****&quot;"), ("X: Bearer true", "X: Bearer ****"),
  ])
  func aCommonWordIsMaskedOnlyAsAWholeValue(_ body: String, _ masked: String) {
    #expect(SecretMask(["true"]).masked(Data(body.utf8)) == Data(masked.utf8))
  }

  @Test(arguments: [
    (#"{"pin":"abc","x":"abcd"}"#, #"{"pin":"***","x":"abcd"}"#), ("k=abc&l=abcd", "k=***&l=abcd"),
    ("abc", "***"), ("the abc of it", "the abc of it"), ("x: abc\n", "x: ***\n"), (#""YWJj""#, #""****""#),
    ("Cookie: a=abc; b=2", "Cookie: a=***; b=2"),
  ])
  func aShortSecretIsMaskedOnlyAsAWholeValue(_ body: String, _ masked: String) {
    #expect(SecretMask(["abc"]).masked(Data(body.utf8)) == Data(masked.utf8))
  }

  @Test(arguments: [
    ("abc", "••••••"), ("Bearer abc", "Bearer ••••••"), ("http://h/abc/abcd?k=abc", "http://h/••••••/abcd?k=••••••"),
  ])
  func everyTokenOfAHeaderOrURLIsAValue(_ value: String, _ masked: String) {
    #expect(SecretMask(["abc"]).masked(value: value) == masked)
  }

  /// The strings of MessagePack and CBOR follow their lengths, not a quote.
  @Test(arguments: [
    ("application/cbor", "\u{63}abc", "\u{63}***"), ("application/cbor", "\u{43}abc", "\u{43}***"),
    ("application/cbor", "\u{78}\u{3}abc", "\u{78}\u{3}***"),
    ("application/cbor", "\u{79}\u{0}\u{3}abc", "\u{79}\u{0}\u{3}***"),
    ("application/cbor", "\u{64}abcd", "\u{64}abcd"), ("application/cbor", "\u{68}my abc x", "\u{68}my abc x"),
    ("text/plain", "\u{63}abc", "\u{63}abc"),
  ])
  func aShortSecretIsMaskedAsAWholeStringOfItems(_ type: String, _ body: String, _ masked: String) {
    let response = Response(
      status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("Content-Type", type)],
      body: Data(body.utf8))
    let shown = SecretMask(["abc"]).masked(response)
    #expect(shown.body == Data(masked.utf8))
    #expect(shown.maskedSecrets.restored(in: shown.body) == response.body)
  }

  /// Messages of WebSockets have no type.
  @Test func aShortSecretIsMaskedInBytesWithoutAType() {
    let packed = Data([0x81, 0xA2]) + Data("pw".utf8) + Data([0xA3]) + Data("abc".utf8)
    let masked = SecretMask(["abc"]).masked(packed)
    #expect(masked == packed.dropLast(3) + Data("***".utf8))
  }

  @Test(
    arguments: [
      ("abc", .short), ("true", .commonWord), ("PASSWORD", .commonWord), ("12345678", .number), ("3.14159265", .number),
      ("s3cret-value", nil), ("123456789012345", nil), ("é🔑é", nil),
    ] as [(String, MaskingWeakness?)])
  func weakValuesAreRecognized(_ value: String, _ weakness: MaskingWeakness?) {
    #expect(MaskingWeakness(of: value) == weakness)
  }
}
