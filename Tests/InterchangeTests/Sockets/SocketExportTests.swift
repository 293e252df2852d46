import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

/// WebSockets in the formats that can hold them, and what the others say.
@Suite struct SocketExportTests {
  private static let chat: JSONObject = [
    "url": "wss://chat.example/room/:id", "path": ["id": "7"], "query": [["name": "lang", "value": "en"]],
    "headers": [["name": "X-Client", "value": "wb"]], "subprotocols": "graphql-ws, json",
    "messages": [
      ["name": "Subscribe", "value": ["op": "subscribe"], "type": "json"],
      ["name": "Note", "value": "hello\nworld"],
    ], "auth": ["bearer": ["token": "{{token}}"]], "docs": "About.",
  ]

  private static func collection(_ document: JSONObject) -> PortableFolder {
    PortableFolder(name: "Chats", items: [.request(PortableRequest(name: "Chat", document: document))])
  }

  private func document(_ result: ImportResult) throws -> JSONObject {
    guard case .request(let request)? = result.collections.first?.items.first else {
      throw ImportError("no request: \(result.notes)")
    }
    return request.document
  }

  private func exported(_ format: String, _ document: JSONObject) throws -> ExportResult {
    try #require(ExportFormat.named(format)).write(ExportSource(Self.collection(document)))
  }

  /// Files of one name and without a name are a file, others a folder.
  private func readBack(_ result: ExportResult, name: String) throws -> ImportResult {
    let files = Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0.bytes) })
    let source =
      result.files.count == 1
      ? ImportSource(result.files[0].bytes, fileName: name) : ImportSource(folder: SourceFiles(files), name: "x")
    return try #require(ImportFormat.of(source)).read(source)
  }

  @Test(arguments: [("insomnia", "a.yaml"), ("postman", "a.json"), ("http", "a.http")])
  func whatIsExportedIsImportedTheSame(format: String, file: String) throws {
    let result = try exported(format, Self.chat)
    #expect(try document(try readBack(result, name: file)) == Self.chat)
  }

  @Test(arguments: ["bruno", "bruno-yaml"]) func brunoKeepsAllButThePlaceOfPathParameters(format: String) throws {
    var expected = Self.chat
    (expected["path"], expected["query"]) = (nil, nil)
    expected["url"] = "wss://chat.example/room/7?lang=en"
    let result = try exported(format, Self.chat)
    #expect(try document(try readBack(result, name: "")) == expected)
    #expect(
      result.notes.map(\.asText) == [
        "changed Chat: Path parameter \"id\": it is in the URL, as WebSockets of Bruno have none"
      ])
  }

  @Test func brunosFileIsAsBrunoWritesIt() throws {
    let result = try exported("bruno", Self.chat)
    let file = try #require(result.files.first { $0.path == "Chat.bru" })
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == """
        meta {
          name: Chat
          type: ws
          seq: 1
        }

        ws {
          url: wss://chat.example/room/7?lang=en
          body: ws
          auth: bearer
        }

        headers {
          X-Client: wb
          Sec-WebSocket-Protocol: "graphql-ws, json"
        }

        auth:bearer {
          token: {{token}}
        }

        body:ws {
          name: Subscribe
          type: json
          content: '''
            {"op":"subscribe"}
          '''
        }

        body:ws {
          name: Note
          type: text
          content: '''
            hello
            world
          '''
        }

        docs {
          About.
        }

        """.replacing("\"graphql-ws, json\"", with: "graphql-ws, json"))
  }

  @Test func anHTTPFileSeparatesMessages() throws {
    let text = String(decoding: try exported("http", Self.chat).files[0].bytes, as: UTF8.self)
    #expect(text.contains("\nWEBSOCKET wss://chat.example/room/7\n    ?lang=en\n"), "\(text)")
    #expect(text.contains("\n\n{\"op\":\"subscribe\"}\n===\nhello\nworld\n"), "\(text)")
  }

  @Test func messagesThatAFormatCannotHoldAreNamed() throws {
    let document: JSONObject = [
      "url": "wss://a.example",
      "messages": [
        ["name": "bytes", "value": "AAE=", "type": "binary"], ["name": "off", "value": "x", "off": true],
        ["name": "file", "file": "a.json"],
      ],
    ]
    #expect(
      try exported("bruno", document).notes.map(\.asText) == [
        "dropped Chat: Message \"bytes\": Bruno sends no binary messages",
        "dropped Chat: Message \"off\": it is off, which Bruno does not know",
        "dropped Chat: Message \"file\": Bruno has no place for the file a.json",
      ])
    #expect(
      try exported("http", document).notes.map(\.asText) == [
        "dropped Chat: Message \"bytes\": an HTTP file sends no binary messages",
        "dropped Chat: Message \"off\": it is off, which an HTTP file does not know",
      ])
    #expect(
      try exported("insomnia", document).notes.map(\.asText) == [
        "dropped Chat: Messages: Insomnia has no place for them"
      ])
  }

  @Test func aMessageThatAnHTTPFileCannotHoldIsDroppedAlone() throws {
    let texts = ["one", "a\n### b", "a\n=== b", "GET /x", "a\n?? status == 200", "< a.json", "# two\n===== three"]
    let messages = texts.enumerated().map { index, text -> JSONValue in
      ["name": .string("m\(index)"), "value": .string(text)]
    }
    let result = try exported("http", ["url": "wss://a.example", "messages": .array(messages)])
    #expect(
      result.notes.map(\.asText) == [
        "dropped Chat: Message \"m1\": a line of it begins another request in an HTTP file",
        "dropped Chat: Message \"m2\": a line of it begins another message in an HTTP file",
        "dropped Chat: Message \"m3\": a line of it begins another request in an HTTP file",
        "dropped Chat: Message \"m4\": a line of it has a meaning of its own in an HTTP file",
        "dropped Chat: Message \"m5\": a line of it has a meaning of its own in an HTTP file",
      ])
    let text = String(decoding: result.files[0].bytes, as: UTF8.self)
    #expect(text.hasSuffix("\n\none\n===\n# two\n===== three\n\n"), "\(text)")
  }

  @Test(arguments: ["postman", "openapi", "hurl"]) func otherFormatsHaveTheHandshakeAlone(format: String) throws {
    let notes = try exported(format, ["url": "wss://a.example/live", "messages": [["name": "a", "value": "b"]]]).notes
    #expect(
      notes.map(\.asText).contains(
        "changed Chat: A WebSocket: exported as the GET that opens it, without its messages"), "\(notes)")
  }

  private static let events: JSONObject = [
    "url": "wss://a.example/admin", "protocol": "socket.io", "socketAuth": "{\"t\":1}",
    "messages": [["name": "a", "value": "news 1"]], "steps": [["send": "a"], ["expect": "$.b", "within": "2s"]],
  ]

  @Test(arguments: ["postman", "openapi", "insomnia", "bruno", "bruno-yaml", "http", "hurl"])
  func stepsAndEventsAreNamedByFormatsWithoutThem(format: String) throws {
    let notes = try exported(format, Self.events).notes.map(\.asText)
    #expect(
      notes.suffix(2) == [
        "changed Chat: Socket.IO: the format has no events, so other programs open a plain WebSocket",
        "dropped Chat: Steps: the format has no conversations",
      ])
  }

  @Test func documentationShowsStepsEventsAndConversations() throws {
    var document = Self.events
    document["messages"] = [
      ["name": "a", "value": "news 1"], ["name": "b", "value": "AAE=", "type": "binary", "off": true],
    ]
    document["examples"] = [
      [
        "name": "talk",
        "messages": [
          ["value": "welcome"], ["after": ["a": 1], "value": ["b": 2]],
          ["after": "bye", "type": "close", "code": 4000, "value": "see you"],
        ],
      ]
    ]
    let result = try exported("markdown", document)
    #expect(
      String(decoding: result.files[0].bytes, as: UTF8.self) == #"""
        # Chats

        ## Chat

        ```http
        WS wss://a.example/admin
        ```

        Protocol: Socket.IO

        **Socket.IO auth**

        ```json
        {
          "t": 1
        }
        ```

        **Message a**

        ```
        news 1
        ```

        **Message b (optional, in base64)**

        ```
        AAE=
        ```

        **Steps**

        | Step | Value | Description |
        | --- | --- | --- |
        | send | a |  |
        | expect | $.b | within 2s |

        **Conversation talk**

        ```
        < welcome
        > {"a":1}
        < {"b":2}
        > bye
        < close 4000 see you
        ```

        """#)
    #expect(result.notes == [])
  }

  @Test func anArchiveHasTheMessagesOfASocketThatWasNeverOpened() throws {
    var request = CodeRequest(path: "chat", name: "Chat", url: "wss://a.example/live")
    request.socket = CodeSocket(subprotocols: ["json"], messages: [.text("hi"), .binary(Data([0, 1]))])
    var source = ExportSource(PortableFolder(name: "Chats"))
    source.unsent = [request]
    let result = try #require(ExportFormat.named("har")).write(source)
    let expected: JSONObject = [
      "url": "wss://a.example/live", "subprotocols": "json",
      "messages": [
        ["name": "Message 1", "value": "hi"], ["name": "Message 2", "value": "AAE=", "type": "binary"],
      ],
    ]
    #expect(try document(try readBack(result, name: "a.har")) == expected)
  }
}
