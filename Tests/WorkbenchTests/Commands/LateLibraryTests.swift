import Foundation
import TestSupport
import Testing

/// Libraries are loaded on first use: `CLazyLibraries` has every function that is called. One that is missing there would
/// link its library, and load it at each start.
@Suite struct LateLibraryTests {
  private static let late =
    "pcre2_|png_|tj|DGif|GIF|WebP|yaml_|XML_|archive_|curl_|SSL_|EVP_|X509_|BIO_|psl_|Brotli|ZSTD_|deflate|inflate"

  @Test func theProgramLinksNoFunctionOfThem() async throws {
    let sandbox = try Sandbox()
    let found = try await sandbox.shell(
      "nm -D --undefined-only \"$(command -v workbench)\" | grep -E ' U (sqlite3_open_v2|\(Self.late))'")
    // SQLite's shows that the program was found and read.
    #expect(
      found.text.split(whereSeparator: \.isWhitespace).filter { $0 != "U" } == ["sqlite3_open_v2"],
      "add these to Sources/CLazyLibraries/lazy.c")
  }
}
