import Foundation
@testable import RequestClient
import RequestBasics
import TestSupport
import Testing

/// Delimiters followed by a combining mark, which form one `Character`.
@Suite("Marks after delimiters") struct JoiningMarkTests {
  static let marks = ["\u{301}", "\u{FE0F}", "\u{200D}", "\u{20E3}", "\u{FF9F}"]

  @Test(arguments: marks) func aURLIsSplitAtItsDelimiters(_ mark: String) throws {
    let url = try RequestURL("http://u:\(mark)p@h/\(mark)a?\(mark)b#\(mark)c")
    let escaped = URLReference.escape(Substring(mark))
    #expect(url.host == "h" && url.user == "u" && url.password.map { Array($0.utf8) } == Array("\(mark)p".utf8))
    #expect(url.path == "/\(escaped)a" && url.query == "\(escaped)b" && url.fragment == "\(escaped)c")
    let other = try RequestURL("http://h/x").resolving("//g/\(mark)a?\(mark)b")
    #expect(other.description == "http://g/\(escaped)a?\(escaped)b")
    #expect(try RequestURL("http://h/x/y").resolving("/\(mark)a").description == "http://h/\(escaped)a")
  }

  @Test(arguments: marks) func theHostEndsAtPathQueryOrFragment(_ mark: String) throws {
    #expect(try RequestURL("http://h#\(mark)@evil/").host == "h")
    #expect(try RequestURL("http://h?\(mark)@evil/").host == "h")
    #expect(try RequestURL("http://h/\(mark)@evil/").host == "h")
    #expect(throws: RequestError.self) { try RequestURL("http://h:8\(mark)/") }
  }

  @Test(arguments: marks) func cookiesAreSplitAtTheirDelimiters(_ mark: String) throws {
    let cookie = try SetCookie("a=\(mark)b;\(mark)x=y; path=/\(mark)p; secure")
    #expect(cookie.name == "a" && cookie.value.utf8.elementsEqual("\(mark)b".utf8))
    #expect(cookie.path.map { Array($0.utf8) } == Array("/\(mark)p".utf8) && cookie.isSecure)
  }

  @Test(arguments: marks) func aQuotedWordStaysOneWord(_ mark: String) async throws {
    let text = "a'\(mark)b'; exit 3; '\(mark)"
    #expect(
      try await ChildProcess.shell("test \(ShellText.quoted(text)) = \"$TEXT\"", environment: ["TEXT": text]) == 0)
  }

  @Test(arguments: marks) func aSuggestedFileNameIsOneComponent(_ mark: String) throws {
    #expect(SuggestedFileName.harmless("../\(mark)x").map { Array($0.utf8) } == Array("\(mark)x".utf8))
    #expect(SuggestedFileName.harmless(".\(mark)x").map { Array($0.utf8) } == Array("\(mark)x".utf8))
  }
}
