import Foundation
import TestSupport
import Testing

/// `workbench search` on files on disk.
struct SearchCommandTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", #"{"variables": [{"name": "host", "value": "shop.test"}]}"#)
    try sandbox.write("shop/list.json", "{\n  \"url\": \"https://shop.test/v1\",\n  \"docs\":   \"Of shop.test\"\n}\n")
    try sandbox.write("shop/login.json", #"{"url": "https://a.test", "auth": {"bearer": {"token": "shop.test"}}}"#)
    return sandbox
  }

  @Test func everyMatchIsALineWithItsPlaceAndItsName() async throws {
    let found = try await Self.sandbox().run("search", "SHOP.test", "shop", "--no-match-case")
    #expect(
      found.text == """
        shop/collection.json:1:42\tVariable host\tshop.test
        shop/list.json:2:10\tURL\thttps://shop.test/v1
        shop/list.json:3:13\tDocs\tOf shop.test
        shop/login.json:1:56\tAuth › Token\t••••••

        """)
    #expect(found.error == "4 matches in 3 files of 3 searched\n")
    #expect(found.status == 0)
  }

  /// In a second run, the replaced ones would be replaced again.
  @Test func nothingIsReplacedIfThereAreMoreMatchesThanAreListed() async throws {
    let sandbox = try Self.sandbox()
    let text = #"{"url": "x", "docs": "\#(String(repeating: "a ", count: 10_001))"}"#
    try sandbox.write("shop/long.json", text)
    let replaced = try await sandbox.run("search", "a ", "shop/long.json", "--replace", "aa ", "--write")
    #expect(replaced.error.hasSuffix("Nothing was replaced: there are more than 10,000 matches — narrow the search\n"))
    #expect(replaced.status == 3 && replaced.text == "")
    #expect(sandbox.text("shop/long.json") == text)
  }

  /// As grep does, so that an editor opens them.
  @Test func pathsAreRelativeToTheCurrentFolderOrWhole() async throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("home/kept", "")
    try sandbox.write("shop/collections/own/a.json", #"{"url": "https://own.test"}"#)
    for (line, path) in [
      ("workbench search own.test shop/collections/own", "shop/collections/own/a.json"),
      ("cd shop && workbench search own.test", "collections/own/a.json"),
      ("cd shop/collections && workbench search own.test ../collections", "own/a.json"),
      ("cd home && workbench search own.test ../shop", sandbox.path("shop/collections/own/a.json")),
    ] {
      let found = try await sandbox.shell(line)
      #expect(found.text == "\(path):1:9\tURL\thttps://own.test\n")
    }
  }

  @Test func requestsOfABaseAreSaidNotToBeSearched() async throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("own/collection.json", #"{"base": "../shop"}"#)
    let found = try await sandbox.run("search", "shop.test", "own")
    #expect(found.error.contains("Requests that only a base has are not searched\n"))
  }

  @Test func aPatternThatIsTooCostlyForAFileIsReportedAndNothingIsReplacedInIt() async throws {
    let sandbox = try Self.sandbox()
    let text = #"{"url": "x", "docs": "\#(String(repeating: "a", count: 5_000))b"}"#
    try sandbox.write("shop/long.json", text)
    let replaced = try await sandbox.run(
      "search", "(a+)+c|(a|aa)+$", "shop/long.json", "--regex", "--replace", "x", "--write")
    #expect(
      replaced.error.hasSuffix(
        """
        shop/long.json — This regular expression takes too many steps on this text — make it more specific
        Replaced 0 matches in 0 files
        1 file could not be searched

        """), "\(replaced.error)")
    #expect(replaced.status == 3 && replaced.text == "")
    #expect(sandbox.text("shop/long.json") == text)
  }

  @Test func nothingFoundHasAnExitCodeOfItsOwn() async throws {
    let found = try await Self.sandbox().run("search", "nowhere", "shop")
    #expect(found.status == 1)
    #expect(found.text == "")
    #expect(found.error == "0 matches in 0 files of 3 searched\n")
  }

  @Test func aReplacementIsShownAndChangesNothingUntilItIsWritten() async throws {
    let sandbox = try Self.sandbox()
    let before = sandbox.text("shop/list.json")
    let shown = try await sandbox.run("search", "/v(\\d)", "shop", "--regex", "--replace", "/api/$1")
    #expect(shown.text == "shop/list.json:2:10\tURL\thttps://shop.test/v1\thttps://shop.test/api/1\n")
    #expect(sandbox.text("shop/list.json") == before)
    let written = try await sandbox.run("search", "shop.test", "shop/list.json", "--replace", "{{host}}", "--write")
    #expect(written.text == "shop/list.json\n")
    #expect(written.error == "Replaced 2 matches in 1 file\n")
    #expect(
      sandbox.text("shop/list.json") == "{\n  \"url\": \"https://{{host}}/v1\",\n  \"docs\":   \"Of {{host}}\"\n}\n")
  }

  @Test func mistakesAreUsageErrors() async throws {
    let sandbox = try Self.sandbox()
    let pattern = try await sandbox.run("search", "a(b", "shop", "--regex")
    #expect(pattern.status == 2)
    #expect(pattern.error.contains("a(b — "))
    #expect(try await sandbox.run("search", "x", "shop", "--write").status == 2)
    #expect(try await sandbox.run("search", "x", "nowhere").status == 2)
    #expect(try await sandbox.run("search", "x", "shop", "--in", "nowhere").status == 2)
  }

  @Test func filesThatCannotBeReadOrWrittenAreToldWithTheirExitCode() async throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("shop/broken.json", "{ shop.test")
    let found = try await sandbox.run("search", "shop.test", "shop")
    #expect(found.status == 3)
    #expect(found.error.contains("broken.json:1:3"))
    #expect(found.error.hasSuffix("1 file could not be searched\n"))
    try sandbox.write("shop/broken.json", #"{"name": "shop.test"}"#)
    let written = try await sandbox.run("search", "shop.test", "shop", "--replace", "x", "--write")
    #expect(written.status == 3)
    #expect(written.error.contains("broken.json — "))
    #expect(sandbox.text("shop/broken.json") == #"{"name": "shop.test"}"#)
    #expect(sandbox.text("shop/collection.json").contains("\"x\""))
  }

  @Test func placesNarrowTheSearch() async throws {
    let found = try await Self.sandbox().run("search", "shop.test", "shop", "--in", "docs", "--in", "variables")
    #expect(found.text.split(separator: "\n").count == 2)
  }
}
