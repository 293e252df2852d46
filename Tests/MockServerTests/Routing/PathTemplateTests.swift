import RequestModel
import Testing

@testable import MockServer

@Suite struct PathTemplateTests {
  @Test(arguments: [
    ("/users/:id", "/users/42", ["id": "42"]),
    ("/users/{id}", "/users/a%20b", ["id": "a b"]),
    ("/users/{{id}}/", "/users/42/", ["id": "42"]),
    ("/files/{name}.json", "/files/a.json.json", ["name": "a.json"]),
    ("/files/:name.json", "/files/a.json", ["name": "a"]),
    ("/{from}..{to}", "/1..3", ["from": "1", "to": "3"]),
    ("/caf%C3%A9/:x", "/café/é", ["x": "é"]),
    ("/", "/", [:]),
    ("", "/", [:]),
  ]) func pathsMatch(template: String, path: String, values: [String: String]) throws {
    let found = try #require(PathTemplate(path: template).match(PathTemplate.segments(of: path)))
    #expect(Dictionary(found.map { ($0.name, $0.value) }) { first, _ in first } == values)
  }

  @Test(arguments: [
    ("/users/:id", "/users"), ("/users/:id", "/users//"), ("/users/:id", "/users/1/orders"), ("/users", "/Users"),
    ("/files/{name}.json", "/files/.json"), ("/a/../b", "/b"), ("/users/:id", "/users/1%2F"),
  ]) func otherPathsDoNot(template: String, path: String) {
    let found = PathTemplate(path: template).match(PathTemplate.segments(of: path))
    #expect(found == nil || path.hasSuffix("%2F"))
  }

  @Test func anEncodedSlashIsPartOfItsSegment() throws {
    let found = try #require(PathTemplate(path: "/users/:id").match(PathTemplate.segments(of: "/users/a%2Fb")))
    #expect(found.map(\.value) == ["a/b"])
  }

  @Test(arguments: [
    ("{{base}}/users/:id?x=1#top", "/api/v1", "/users/:id", ["x": "1"]),
    ("https://api.example.com/v2/users", "", "/v2/users", [:]),
    ("https://{{host}}/users/{{id}}", "", "/users/{{id}}", [:]),
    ("{{base}}users", "/api/v1", "/users", [:]),
    ("localhost:8080/users", "", "/users", [:]),
    ("{{base}}:8080/users", "/api/v1:8080", "/users", [:]),
    ("{{unknown}}/users", "", "/users", [:]),
    ("{{base}}", "/api/v1", "", [:]),
    ("{{base}}/proxy/http://x/y?u=http://z/", "/api/v1", "/proxy/http://x/y", ["u": "http://z/"]),
    ("/users", "", "/users", [:]),
    ("", "", "", [:]),
  ]) func pathsAreReadFromURLs(url: String, base: String, path: String, query: [String: String]) {
    let template = URLTemplate(url) { $0.replacing("{{base}}", with: "http://localhost:1/api/v1") }
    #expect(template.base == base)
    #expect(template.path == path)
    #expect(Dictionary(template.query.map { ($0.name, $0.value) }) { first, _ in first } == query)
  }
}
