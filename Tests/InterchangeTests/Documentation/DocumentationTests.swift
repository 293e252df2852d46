import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Collections as documents for people.
struct DocumentationTests {
  private var source: ExportSource {
    let request = PortableRequest(
      name: "Get <pet>",
      document: [
        "url": "{{base}}/pets/:id", "path": ["id": "7"],
        "docs": ["Reads **one** pet, see [more](https://x.y/?a=1&b=2).", "", "- a", "- `b`"],
        "query": [["name": "a|b", "value": "1", "off": true, "description": "No\nmore"]],
        "examples": [
          [
            "name": "OK", "status": 200, "body": "{\"a\":1}",
            "headers": [["name": "Content-Type", "value": "application/json"]],
          ]
        ],
      ])
    var collection = PortableFolder(
      name: "Pets",
      settings: ["variables": [["name": "token", "secret": true]], "auth": ["bearer": ["token": "{{token}}"]]])
    collection.items = [.folder(PortableFolder(name: "Read", settings: ["docs": "All."], items: [.request(request)]))]
    return ExportSource(collection)
  }

  @Test func aCollectionBecomesMarkdown() throws {
    let text = String(decoding: try ExportFormat.markdown.write(source).files[0].bytes, as: UTF8.self)
    #expect(
      text == #"""
        # Pets

        **Variables**

        | Name | Value | Description |
        | --- | --- | --- |
        | token | secret |  |

        ## Read

        All.

        ### Get \<pet\>

        ```http
        GET {{base}}/pets/:id
        ```

        Reads **one** pet, see [more](https://x.y/?a=1&b=2).

        - a
        - `b`

        Auth: Bearer

        **Path**

        | Name | Value | Description |
        | --- | --- | --- |
        | id | 7 |  |

        **Query**

        | Name | Value | Description |
        | --- | --- | --- |
        | a\|b | 1 | optional: No more |

        **Response 200 OK**

        ```json
        {
          "a": 1
        }
        ```

        """#)
  }

  @Test func aCollectionBecomesOnePageOfHTML() throws {
    let text = String(decoding: try ExportFormat.html.write(source).files[0].bytes, as: UTF8.self)
    let main =
      try #require(text.firstRange(of: "<main>")).upperBound..<#require(text.firstRange(of: "</main>")).lowerBound
    #expect(
      text[main] == """

        <h1 id="s0">Pets</h1>
        <p class="title">Variables</p>
        <table><tr><th>Name</th><th>Value</th><th>Description</th></tr>
        <tr><td>token</td><td>secret</td><td></td></tr></table>
        <h2 id="s2">Read</h2>
        <p>All.</p>
        <h3 id="s4">Get &lt;pet&gt;</h3>
        <p class="request"><b>GET</b> <code>{{base}}/pets/:id</code></p>
        <p>Reads <b>one</b> pet, see <a href="https://x.y/?a=1&amp;b=2">more</a>.</p>
        <ul><li>a</li><li><code>b</code></li></ul>
        <p>Auth: Bearer</p>
        <p class="title">Path</p>
        <table><tr><th>Name</th><th>Value</th><th>Description</th></tr>
        <tr><td>id</td><td>7</td><td></td></tr></table>
        <p class="title">Query</p>
        <table><tr><th>Name</th><th>Value</th><th>Description</th></tr>
        <tr><td>a|b</td><td>1</td><td>optional: No
        more</td></tr></table>
        <p class="title">Response 200 OK</p>
        <pre><code>{
          &quot;a&quot;: 1
        }</code></pre>

        """)
    #expect(!text.contains("<script") && text.contains("default-src 'none'"))
  }

  @Test(arguments: [
    ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>\n"),
    ("[a](javascript:alert(1))", "<p>a)</p>\n"), ("**a", "<p>**a</p>\n"),
    ("```\n<b>", "<pre><code>&lt;b&gt;</code></pre>\n"),
    ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>\n"),
  ])
  func notesCannotBringMarkup(notes: String, html: String) {
    #expect(MarkdownHTML.html(notes) == html)
  }
}
