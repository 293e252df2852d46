import Foundation
@testable import RequestClient
import Testing

private let start = Date(timeIntervalSince1970: 1_700_000_000)

private func loaded(_ text: String) throws -> [Cookie] {
  let jar = CookieJar()
  try jar.load(Data(text.utf8), at: start)
  return jar.all
}

struct CookieFileTests {
  private let folder = ScratchFolder()

  private var session: Cookie {
    Cookie(name: "session", value: "1", domain: "example.com", isHostOnly: false, created: start)
  }

  private var lasting: Cookie {
    Cookie(
      name: "lasting", value: "a \"b\"\tö", domain: "www.example.com", path: "/a",
      expires: start.addingTimeInterval(60),
      isSecure: true, isHTTPOnly: true, sameSite: .lax, created: start.addingTimeInterval(-1))
  }

  private func jar(_ cookies: Cookie...) throws -> CookieJar {
    let jar = CookieJar()
    for cookie in cookies { try jar.set(cookie) }
    return jar
  }

  @Test func theJSONFormIsAsDocumented() throws {
    #expect(
      String(decoding: try jar(lasting).data(.json, at: start), as: UTF8.self) == #"""
        {
          "cookies" : [
            {
              "created" : "2023-11-14T22:13:19Z",
              "domain" : "www.example.com",
              "expires" : "2023-11-14T22:14:20Z",
              "hostOnly" : true,
              "httpOnly" : true,
              "name" : "lasting",
              "path" : "/a",
              "sameSite" : "lax",
              "secure" : true,
              "value" : "a \"b\"\tö"
            }
          ],
          "version" : 1
        }

        """#)
  }

  @Test func theNetscapeFormIsThatOfCurl() throws {
    #expect(
      String(decoding: try jar(session, lasting).data(.netscape, includingSession: true, at: start), as: UTF8.self)
        == """
        # Netscape HTTP Cookie File

        .example.com\tTRUE\t/\tFALSE\t0\tsession\t1
        #HttpOnly_www.example.com\tFALSE\t/a\tTRUE\t1700000060\tlasting\ta "b"\tö

        """)
  }

  @Test(arguments: [CookieFileFormat.json, .netscape])
  func aSavedJarIsLoaded(_ format: CookieFileFormat) throws {
    let jar = try jar(session, lasting)
    let copy = CookieJar()
    try copy.load(jar.data(format, includingSession: true, at: start), at: start)
    guard format == .netscape else {
      #expect(copy.all == jar.all)
      return
    }
    // The Netscape format does not have these.
    let plain = jar.all.map { cookie in
      var cookie = cookie
      (cookie.sameSite, cookie.created) = (nil, start)
      return cookie
    }
    #expect(copy.all == plain)
  }

  @Test(arguments: [CookieFileFormat.json, .netscape])
  func sessionCookiesAreSavedIfAskedAndExpiredOnesNever(_ format: CookieFileFormat) throws {
    let jar = try jar(session, lasting)
    func names(includingSession: Bool, after seconds: Double) throws -> [String] {
      let copy = CookieJar()
      let data = jar.data(format, includingSession: includingSession, at: start.addingTimeInterval(seconds))
      try copy.load(data, at: start)
      return copy.all.map(\.name)
    }
    #expect(try names(includingSession: false, after: 0) == ["lasting"])
    #expect(try names(includingSession: true, after: 0) == ["session", "lasting"])
    #expect(try names(includingSession: true, after: 61) == ["session"])
    #expect(try names(includingSession: false, after: 61) == [])
  }

  @Test func expiredCookiesAreNotLoadedAndOthersStay() throws {
    let jar = try jar(session)
    try jar.load(self.jar(lasting).data(.json, at: start), at: start.addingTimeInterval(60))
    #expect(jar.all == [session])
  }

  @Test func aFileIsPrivateToItsOwnerAndReplacedAtomically() throws {
    let file = try folder.write("old", "jar.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    let link = folder.url("link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    try jar(lasting).save(to: link, at: start)
    let copy = CookieJar()
    try copy.load(from: file, at: start)
    #expect(copy.all == [lasting])
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
    #expect(try folder.names == ["jar.json", "link.json"])
  }

  @Test func anUnreadableOrUnwritableFileIsNamed() throws {
    let missing = folder.url("no/where.json")
    do throws(CookieFileError) {
      try CookieJar().save(to: missing, at: start)
      Issue.record("saved")
    } catch {
      #expect(error.description == "Cannot write cookies to \"\(missing.path)\": No such file or directory")
    }
    do throws(CookieFileError) {
      try CookieJar().load(from: missing, at: start)
      Issue.record("loaded")
    } catch {
      #expect(error.description.hasPrefix("Cannot read cookies from \"\(missing.path)\": "))
    }
    let taken = try folder.write("x", "folder/in/it".replacing("/", with: "-"))
    try FileManager.default.createDirectory(at: folder.url("taken/x"), withIntermediateDirectories: true)
    #expect(throws: CookieFileError.self) { try CookieJar().save(to: folder.url("taken"), at: start) }
    #expect(try folder.names == [taken.lastPathComponent, "taken"])
  }

  @Test(arguments: [
    ("{", "it is damaged"), ("{\"version\":1}", "the file has no \"cookies\""),
    ("{\"cookies\":[]}", "the file has no \"version\""),
    ("{\"version\":1,\"cookies\":[{\"name\":\"a\"}]}", "cookies[0] has no \"value\""),
    ("{\"version\":1,\"cookies\":[{\"name\":1}]}", "cookies[0].name is of the wrong kind"),
    (
      "{\"version\":1,\"cookies\":[{\"name\":\"a\",\"value\":\"\",\"domain\":\"a\",\"expires\":\"soon\"}]}",
      "cookies[0].expires: \"soon\" is not a date like 2026-01-31T12:00:00Z"
    ),
  ])
  func damagedJSONIsReported(_ text: String, _ detail: String) {
    #expect(throws: CookieFileError.invalidJSON(detail)) { try loaded(text) }
  }

  @Test func aLaterVersionIsReported() {
    let error = #expect(throws: CookieFileError.unsupportedVersion(2)) { try loaded("{\"version\":2,\"cookies\":{}}") }
    #expect(
      error?.description == "The cookies are in version 2 of the format, but only 1 is supported — use a newer program")
  }

  @Test func anInvalidCookieRejectsTheWholeFile() throws {
    let jar = CookieJar()
    let text = "a.com\tFALSE\t/\tFALSE\t0\ta\tb\na.com\tFALSE\tx\tFALSE\t0\ta\tb\n"
    #expect(throws: CookieFileError.invalidCookie(number: 2, .unsendable("x"))) {
      try jar.load(Data(text.utf8), at: start)
    }
    #expect(jar.all.isEmpty)
  }

  @Test func netscapeFilesOfOthersAreRead() throws {
    let text = """
      # HTTP Cookie File
      #comment

      example.com\ttrue\t/\tfalse\t0\ta\t
      example.com\tFALSE\t/\tFALSE\t0\tb
      #HttpOnly_.example.com\tTRUE\t/x\tTRUE\t4102444800\tc\t=;
      """.replacing("=;", with: "=&").replacing("\n", with: "\r\n")
    let cookies = try loaded(text)
    #expect(cookies.map(\.pair) == ["a=", "b=", "c==&"])
    #expect(cookies.map(\.isHostOnly) == [false, true, false])
    #expect(cookies.map(\.isHTTPOnly) == [false, false, true])
    #expect(cookies.last?.expires == Date(timeIntervalSince1970: 4_102_444_800))
  }

  @Test(arguments: [
    "a", "a.com TRUE / FALSE 0 a b", "a.com\tYES\t/\tFALSE\t0\ta\tb", "a.com\tTRUE\t/\tFALSE\tnan\ta\tb",
  ])
  func aMalformedLineIsReportedByItsNumber(_ line: String) {
    #expect(throws: CookieFileError.invalidLine(number: 3)) { try loaded("# Netscape HTTP Cookie File\n\n\(line)\n") }
  }

  @Test func cookiesThatNetscapeFilesCannotHoldAreOmitted() throws {
    var odd = lasting
    odd.name = "a\tb"
    let text = String(decoding: try jar(odd, lasting).data(.netscape, at: start), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 2)
  }
}

/// The jars of newman.
struct ToughCookieTests {
  @Test func aJarOfToughCookieIsReadAndWrittenInItsForm() throws {
    let text = #"""
      {"version": "tough-cookie@4.0.0", "storeType": "MemoryCookieStore", "rejectPublicSuffixes": true, "cookies": [
       {"key": "sid", "value": "precious", "domain": "127.0.0.1", "path": "/", "hostOnly": true,
        "creation": "2023-01-01T00:00:00.250Z", "lastAccessed": "2023-01-01T00:00:00.250Z"},
       {"key": "age", "value": "1", "maxAge": 3600, "expires": "2023-02-01T00:00:00.000Z", "domain": "example.com",
        "path": "/a", "secure": true, "httpOnly": true, "hostOnly": false, "sameSite": "lax",
        "creation": "2023-11-14T22:13:20.000Z"},
       {"key": "old", "value": "1", "expires": "2023-01-02T00:00:00.000Z", "domain": "example.com", "path": "/"},
       {"key": "plain", "value": "", "expires": "Infinity", "domain": "example.com"}]}
      """#
    let cookies = try loaded(text)
    let expected = [
      Cookie(
        name: "sid", value: "precious", domain: "127.0.0.1", created: Date(timeIntervalSince1970: 1_672_531_200.25)),
      Cookie(
        name: "age", value: "1", domain: "example.com", path: "/a", expires: start.addingTimeInterval(3600),
        isSecure: true, isHTTPOnly: true, sameSite: .lax, isHostOnly: false, created: start),
      Cookie(name: "plain", value: "", domain: "example.com", isHostOnly: false, created: start),
    ]
    #expect(cookies == expected)
    let jar = CookieJar()
    for cookie in cookies { try jar.set(cookie) }
    let written = jar.data(.toughCookie, includingSession: true, at: start)
    #expect(CookieFileFormat(of: written) == .toughCookie)
    #expect(try loaded(String(decoding: written, as: UTF8.self)) == expected)
  }

  @Test(arguments: [
    (#"{"version": "tough-cookie@4.0.0"}"#, "the file has no list \"cookies\""),
    (#"{"version": "tough-cookie@4.0.0", "cookies": [{"key": "a", "value": "b"}]}"#, "cookies[0] has no \"domain\""),
    (
      #"{"version": "tough-cookie@4.0.0", "cookies": [{"key": "a", "domain": "x", "expires": "soon"}]}"#,
      "cookies[0].expires is not a date like 2026-01-31T12:00:00.000Z"
    ),
  ]) func aBrokenJarIsNamed(_ text: String, _ detail: String) {
    #expect(throws: CookieFileError.invalidJSON(detail)) { try loaded(text) }
  }

  @Test func theFormOfAFileIsSeenFromItsContent() {
    let forms = [
      #"{"version": 1, "cookies": []}"#, "# Netscape HTTP Cookie File\n", "", #"{"cookies": [{"key": "a"}]}"#,
    ].map { CookieFileFormat(of: Data($0.utf8)) }
    #expect(forms == [.json, .netscape, .netscape, .toughCookie])
  }
}
