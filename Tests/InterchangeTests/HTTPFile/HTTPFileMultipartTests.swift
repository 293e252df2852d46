import RequestModel
import Testing

@testable import Interchange

struct HTTPFileMultipartTests {
  @Test(
    arguments: [
      ("b1", ["Body: another boundary than \"b1\" is chosen when it is sent"]), ("WorkbenchBoundary", []),
    ] as [(String, [String])])
  func aBoundaryThatIsNotKeptIsNamed(boundary: String, notes: [String]) throws {
    let result = try HTTPText.read(
      """
      POST https://a.example
      Content-Type: multipart/form-data; boundary=\(boundary)

      --\(boundary)
      Content-Disposition: form-data; name="a"

      1
      --\(boundary)--

      """)
    #expect(
      HTTPText.document(result.collections[0].items[0])["body"] == ["multipart": [["name": "a", "value": "1"]]])
    #expect(result.notes.map(\.text) == notes)
  }
}
