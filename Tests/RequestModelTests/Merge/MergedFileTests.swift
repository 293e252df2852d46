import RequestModel
import Testing

struct MergedFileTests {
  private static let base = """
    {
      "method": "GET",
      "url": "https://a.example",
      "headers": [
        { "name": "Accept", "value": "text/plain" },
        { "name": "X-Id", "value": "1" }
      ]
    }

    """

  private static func merge(
    _ base: String, _ ours: String, _ theirs: String, path: String = "a.json", markers: ConflictMarkers = .init()
  ) -> (text: String, conflicts: [String]) {
    let file = MergedFile(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), path: path, markers: markers)
    return (String(decoding: file.bytes, as: UTF8.self), file.conflicts)
  }

  @Test func markersAreAroundWhatBothSidesChangedOnly() throws {
    let ours = Self.base.replacing("GET", with: "PUT").replacing("text/plain", with: "text/html")
    let theirs = Self.base.replacing("GET", with: "POST").replacing("\"1\"", with: "\"2\"")
    let merged = Self.merge(Self.base, ours, theirs)
    #expect(merged.conflicts == ["Method: PUT here, POST there"])
    #expect(
      merged.text == """
        {
        <<<<<<< ours
          "method": "PUT",
        =======
          "method": "POST",
        >>>>>>> theirs
          "url": "https://a.example",
          "headers": [
            { "name": "Accept", "value": "text/html" },
            { "name": "X-Id", "value": "2" }
          ]
        }

        """)
    let labels = try #require(ConflictLabels(Array(merged.text.utf8)))
    #expect(labels.ours == "ours" && labels.theirs == "theirs")
  }

  @Test func lineEndsAndLayoutAreKept() {
    let base = Self.base.replacing("\n", with: "\r\n")
    let ours = base.replacing("GET", with: "PUT")
    let theirs = base.replacing("GET", with: "POST").replacing("      {", with: "    {")
    let merged = Self.merge(base, ours, theirs, markers: ConflictMarkers(size: 9))
    #expect(merged.text.contains("<<<<<<<<< ours\r\n  \"method\": \"PUT\",\r\n=========\r\n"))
    #expect(!merged.text.replacing("\r\n", with: "").contains("\n"))
    let compact = Self.merge("{\"url\":\"u\"}", "{\"url\":\"u\",\"name\":\"n\"}", "{\"url\":\"v\"}")
    #expect(compact.text == "{\"url\":\"v\",\"name\":\"n\"}" && compact.conflicts.isEmpty)
  }

  @Test func whatBothSidesAddedAndWhatIsNoJSONIsMerged() {
    let added = Self.merge("", "{ \"url\": \"u\", \"name\": \"a\" }\n", "{ \"url\": \"u\", \"method\": \"PUT\" }\n")
    #expect(added.conflicts.isEmpty && added.text == "{ \"url\": \"u\", \"method\": \"PUT\", \"name\": \"a\" }\n")
    let lines = Self.merge("a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n", path: "a.txt")
    #expect(lines.text == "A\nb\nc\nD\n" && lines.conflicts.isEmpty)
    let conflict = Self.merge("{a", "{b", "{c")
    #expect(conflict.text == "<<<<<<< ours\n{b\n=======\n{c\n>>>>>>> theirs\n")
    #expect(conflict.conflicts == ["Lines that both sides changed"])
    #expect(Self.merge("a\0", "b\0", "c\0").text == "b\0")
  }

  @Test func labelsOfAllConflictStylesOfGitAreRead() throws {
    let head = "{\n  \"url\": \"u\",\n"
    for (middle, end) in [("", "\n"), ("||||||| 1234567\n  \"method\": \"GET\"\n", "\n"), ("", "\r\n")] {
      let text =
        (head + "<<<<<<< HEAD\n  \"method\": \"PUT\"\n" + middle + "=======\n  \"method\": \"POST\"\n>>>>>>> topic\n}\n")
        .replacing("\n", with: end)
      let labels = try #require(ConflictLabels(Array(text.utf8)))
      #expect(labels.ours == "HEAD" && labels.theirs == "topic")
    }
    #expect(ConflictLabels(Array("{}\n".utf8)) == nil)
    #expect(ConflictLabels(Array("<<<<<<< a\n1\n=======\n".utf8)) == nil)
  }
}
