import Foundation
import TestSupport
import Testing

/// `workbench import` writes files that are sound, or nothing.
struct ImportTests {
  private static let collection = #"""
    {"info": {"name": "Shop"}, "variable": [{"key": "sec", "value": "hush", "type": "secret"}],
     "item": [
       {"name": "A", "request": {"url": "http://a/{{token}}"}},
       {"name": "a", "request": {"method": "POST X", "url": "http://a"}},
       {"name": "../..", "item": [
         {"name": ".hidden", "request": {"url": "u", "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "literal"}]}}}
       ]}
     ]}
    """#

  @Test func aCollectionBecomesFoldersFilesAndSecrets() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    let run = try await sandbox.shell("workbench import shop.json --into c")
    #expect(run.status == 0)
    #expect(
      run.text
        == """
        new      Shop/collection.json
        new      Shop/A.json
        new      Shop/a 2.json
        new      Shop/unnamed/folder.json
        new      Shop/unnamed/hidden.json

        """)
    let place = URL(filePath: sandbox.folder).resolvingSymlinksInPath().path
    #expect(
      run.error
        == """
        changed: a: Method "POST X" is none: GET in its place
        Postman collection: 5 files written to \(place)/c, 1 note

        """)
    let check = try await sandbox.shell("workbench check c")
    #expect(check.text == "" && check.error == "3 requests checked, all sound\n")
    let secrets = try await sandbox.shell("workbench secret list c/Shop; grep -rl 'hush\\|literal' c")
    #expect(
      secrets.text == "sec\t-\tsecrets file\tset\nimported-token\t-\tsecrets file\tset\n", "\(secrets.text)")
  }

  @Test func onlyFilesBesideTheSourceAreCopied() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("secret.txt", "secret")
    try sandbox.write("in/data/a.txt", "hello")
    try sandbox.write("in/.env", "A=secret")
    try sandbox.write("in/big.bin", Data(count: 16 << 20 + 1))
    let paths = ["data/a.txt", "out.txt", "up/secret.txt", "../secret.txt", ".env", "big.bin", "none.txt"]
    let links = try await sandbox.shell("ln -s ../secret.txt in/out.txt; ln -s .. in/up; echo made")
    #expect(links.text == "made\n")
    try sandbox.write("in/u.sh", paths.map { "curl http://a/e --data-binary @\($0)" }.joined(separator: "\n"))
    let run = try await sandbox.shell(
      "workbench import in/u.sh --into c; grep -rl 'secret$' c; cat c/u/files/data/a.txt")
    #expect(run.status == 0 && run.text.hasSuffix("new      u/files/data/a.txt\nhello"), "\(run.text) \(run.error)")
    let outside = "is not copied: it is outside of the source's folder, or hidden"
    for name in ["out.txt", "up/secret.txt", "../secret.txt", ".env"] {
      #expect(run.error.contains("The file \(name) \(outside)"), "\(run.error)")
    }
    #expect(run.error.contains("The file big.bin is not copied: it has more than 16 MB"), "\(run.error)")
    #expect(run.error.contains("The file none.txt is not copied: it is not beside the source"), "\(run.error)")
    let check = try await sandbox.shell("workbench check c")
    #expect(check.error.contains("7 requests checked"), "\(check.error)")
  }

  @Test func withoutAChoiceNothingThatExistsIsTouched() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    _ = try await sandbox.shell(
      "workbench import shop.json --into c; rm c/Shop/.import.json; echo '{\"url\": \"own\"}' > c/Shop/A.json")
    let again = try await sandbox.shell("workbench import shop.json --into c")
    #expect(again.status == 3 && again.text == "")
    #expect(
      again.error.hasSuffix(
        "/c/Shop already exists — choose --on-conflict skip, replace or both, or another folder with --into\n"))
    let own = try await sandbox.shell(
      "printf mine | workbench secret set c/Shop sec; workbench import shop.json --into c --on-conflict skip | grep -c skip; cat c/Shop/A.json; grep -c mine \"$WORKBENCH_HOME\"/secrets.json"
    )
    #expect(own.text == "5\n{\"url\": \"own\"}\n1\n", "\(own.text) \(own.error)")
    let both = try await sandbox.shell("workbench import shop.json --into c --on-conflict both && ls c")
    #expect(both.text.hasSuffix("Shop\nShop 2\n"))
    let replaced = try await sandbox.shell(
      "workbench import shop.json --into c --on-conflict replace > /dev/null && cat c/Shop/A.json")
    #expect(replaced.text.contains("http://a/{{token}}"))
  }

  @Test func theSameSourceAgainChangesNothing() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    let run = try await sandbox.shell(
      "workbench import shop.json --into c >/dev/null 2>&1; echo '{\"url\": \"own\"}' > c/Shop/A.json; printf mine | workbench secret set c/Shop sec; workbench import shop.json --into c; cat c/Shop/A.json; grep -c mine \"$WORKBENCH_HOME\"/secrets.json"
    )
    #expect(run.text == "{\"url\": \"own\"}\n1\n", "\(run.text) \(run.error)")
  }

  @Test func whatIsInTheWayStopsTheImportBeforeAnythingIsWritten() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    let run = try await sandbox.shell(
      "mkdir -p c/Shop outside; echo x > c/Shop/collection.json; ln -s ../../outside c/Shop/unnamed; workbench import shop.json --into c --on-conflict replace; cat c/Shop/collection.json; ls outside"
    )
    #expect(run.text == "x\n", "\(run.text)")
    #expect(run.error.contains("/c/Shop/unnamed already exists"))
  }

  @Test func secretsOfAnEnvironmentAreFoundUnderTheNameOfItsFile() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("e.json", #"{"name": "Prod / eu", "values": [{"key": "s", "value": "hush", "type": "secret"}]}"#)
    let run = try await sandbox.shell(
      "mkdir c; echo '{}' > c/collection.json; workbench import e.json --into c; workbench secret list c")
    #expect(
      run.text == "new      environments/Prod eu.json\ns\tProd eu\tsecrets file\tset\n", "\(run.text) \(run.error)")
  }

  @Test func aDryRunWritesNothing() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop.json", Self.collection)
    let run = try await sandbox.shell(
      "workbench import shop.json --into c --dry-run --report json | head -2; ls; ls \"$WORKBENCH_HOME\"")
    #expect(run.text.hasPrefix("{\n  \"format\": \"postman\",\n"))
    #expect(!run.text.contains("secrets.json") && !run.text.contains("\nc\n"), "\(run.text)")
  }

  @Test(arguments: [
    (#"{"info": "#, "3:", "x.json:1:10 — "), ("[1", "3:", "x.json:1:3 — "),
    ("hello", "3:", "x.json is in none of the formats"),
  ])
  func damagedSourcesAreNamedWithTheirCause(text: String, status: String, beginning: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("x.json", text)
    let run = try await sandbox.shell("workbench import x.json")
    #expect("\(run.status):" == status)
    #expect(run.error.hasPrefix(beginning), "\(run.error)")
  }
}
