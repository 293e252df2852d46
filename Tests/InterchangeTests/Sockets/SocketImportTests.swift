import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

/// WebSockets of the other formats become requests of the kind `websocket`.
@Suite struct SocketImportTests {
  private func read(_ files: [String: String]) throws -> ImportResult {
    let source = ImportSource(folder: SourceFiles(files.mapValues { Data($0.utf8) }), name: "work")
    return try #require(ImportFormat.of(source)).read(source)
  }

  private func read(_ text: String, name: String) throws -> ImportResult {
    let source = ImportSource(Data(text.utf8), fileName: name)
    return try #require(ImportFormat.of(source)).read(source)
  }

  private func items(_ result: ImportResult) -> [JSONValue] {
    result.collections.flatMap(\.items).compactMap { item in
      guard case .request(let request) = item else { return nil }
      return ["name": .string(request.name), "document": .object(request.document)]
    }
  }

  @Test func aSocketOfInsomnia4HasItsPayloads() throws {
    let export: JSONValue = [
      "_type": "export", "__export_format": 4,
      "resources": [
        ["_id": "wrk_1", "_type": "workspace", "parentId": .null, "name": "W", "scope": "collection"],
        [
          "_id": "ws-req_1", "_type": "websocket_request", "parentId": "wrk_1", "name": "Live", "metaSortKey": 1,
          "url": "wss://{{ _.host }}/live", "parameters": [["name": "q", "value": "1"]],
          "headers": [
            ["name": "Sec-WebSocket-Protocol", "value": "graphql-ws, json"], ["name": "X-A", "value": "1"],
          ], "authentication": ["type": "bearer", "token": "{{ _.t }}"],
        ],
        [
          "_id": "ws-payload_1", "_type": "websocket_payload", "parentId": "ws-req_1", "name": "Subscribe",
          "value": "{\"op\":\"{{ _.op }}\"}", "mode": "application/json",
        ],
        [
          "_id": "ws-payload_2", "_type": "websocket_payload", "parentId": "ws-req_1", "name": "",
          "value": "{ broken", "mode": "application/json",
        ],
        [
          "_id": "sio_1", "_type": "socketio_request", "parentId": "wrk_1", "name": "Sock", "url": "http://a",
          "metaSortKey": 2,
        ],
      ],
    ]
    let result = try read(export.compact, name: "insomnia.json")
    let expected: [JSONValue] = [
      [
        "name": "Live",
        "document": [
          "url": "wss://{{host}}/live", "query": [["name": "q", "value": "1"]],
          "headers": [["name": "X-A", "value": "1"]], "subprotocols": "graphql-ws, json",
          "messages": [
            ["name": "Subscribe", "value": ["op": "{{op}}"], "type": "json"],
            ["name": "Message 2", "value": "{ broken"],
          ], "auth": ["bearer": ["token": "{{t}}"]],
        ],
      ], ["name": "Sock", "document": ["url": "ws://a", "protocol": "socket.io"]],
    ]
    #expect(items(result) == expected)
    #expect(result.notes == [])
  }

  @Test func socketIOOfInsomnia5IsASocketOfThatProtocol() throws {
    let text = """
      type: collection.insomnia.rest/5.0
      name: W
      collection:
        - url: https://a.example/admin
          name: Sock
          meta: {id: socketio-req_1}
          settings: {encodeUrl: true, path: /live/io, cookies: {send: true, store: true}}
          eventListeners: [{id: e, eventName: news, isOpen: true}]
          headers: [{name: X-A, value: b}]
      """
    let result = try read(text, name: "a.yaml")
    let expected: [JSONValue] = [
      [
        "name": "Sock",
        "document": [
          "url": "wss://a.example/admin", "headers": [["name": "X-A", "value": "b"]], "protocol": "socket.io",
        ],
      ]
    ]
    #expect(items(result) == expected)
    #expect(
      result.notes.map(\.asText) == ["changed Sock: Path /live/io: Socket.IO is connected to at /socket.io"])
  }

  @Test func messagesOfAnArchiveThatNameNoOpcodeAreTexts() throws {
    let archive: JSONValue = [
      "log": [
        "entries": [
          [
            "request": ["method": "GET", "url": "wss://a.example/live", "headers": []], "response": ["status": 101],
            "_webSocketMessages": [
              ["type": "send", "data": "hi"], ["type": "receive", "data": "hello"],
              ["type": "receive", "opcode": -1, "data": "broken"],
            ],
          ]
        ]
      ]
    ]
    let source = ImportSource(Data(archive.compact.utf8), fileName: "a.har")
    let result = try #require(ImportFormat.of(source)).read(source)
    #expect(items(result).count == 1)
    let document = items(result).first?.object?["document"]?.object
    #expect(document?["messages"] == [["name": "Message 1", "value": "hi"]])
    #expect(
      document?["examples"] == [["name": "Conversation", "messages": [["after": "hi", "value": "hello"]]]])
  }

  @Test func aSocketOfBrunoHasItsMessages() throws {
    let result = try read([
      "bruno.json": #"{"version": "1", "name": "B", "type": "collection"}"#,
      "live.bru": """
      meta {
        name: Live
        type: ws
        seq: 1
      }

      ws {
        url: {{base}}/live?x=1
        body: ws
        auth: basic
      }

      headers {
        Sec-WebSocket-Protocol: chat
        ~X-Off: 1
      }

      auth:basic {
        username: ada
        password: {{pw}}
      }

      body:ws {
        name: Subscribe
        type: json
        selected: true
        content: '''
          {"op":"subscribe"}
        '''
      }

      body:ws {
        name: message 2
        type: text
        content: '''
          two
          lines
        '''
      }

      settings {
        timeout: 1500
      }
      """,
    ])
    let expected: [JSONValue] = [
      [
        "name": "Live",
        "document": [
          "kind": "websocket", "url": "{{base}}/live?x=1",
          "headers": [["name": "X-Off", "value": "1", "off": true]], "subprotocols": "chat",
          "messages": [
            [
              "name": "Subscribe", "value": ["op": "subscribe"], "type": "json", "x-bruno": ["selected": true],
            ],
            ["name": "message 2", "value": "two\nlines"],
          ], "auth": ["basic": ["username": "ada", "password": "{{pw}}"]],
          "options": ["connectTimeout": .number(JSONNumber(text: "1.5"))],
        ],
      ]
    ]
    #expect(items(result) == expected)
    #expect(result.notes == [])
  }

  @Test func aSocketOfOpenCollectionHasOneMessageOrMany() throws {
    let yaml = """
      info:
        name: One
        type: websocket
      websocket:
        url: wss://a.example
        message:
          type: text
          data: hi
      """
    let result = try read([
      "opencollection.yml": "opencollection: \"1.0.0\"\ninfo:\n  name: C\n", "one.yml": yaml,
      "two.yml": yaml.replacing("One", with: "Two").replacing(
        "  message:\n    type: text\n    data: hi",
        with: "  message:\n    - title: a\n      message:\n        type: json\n        data: '[1]'"),
    ])
    let expected: [JSONValue] = [
      [
        "name": "One",
        "document": [
          "url": "wss://a.example", "messages": [["name": "Message 1", "value": "hi"]], "auth": ["none": [:]],
        ],
      ],
      [
        "name": "Two",
        "document": [
          "url": "wss://a.example", "messages": [["name": "a", "value": [1], "type": "json"]], "auth": ["none": [:]],
        ],
      ],
    ]
    #expect(items(result) == expected)
    #expect(result.notes == [])
  }

  @Test func socketsAndStreamsOfHTTPFilesAreRequests() throws {
    let result = try read(
      """
      ### Chat
      WEBSOCKET wss://a.example/chat
      Content-Type: application/json
      Sec-WebSocket-Protocol: json

      {"op":"subscribe"}
      === wait-for-server
      {
        "n": {{n}}
      }
      ===
      < ./hello.json

      ### Plain
      WSS b.example/x

      hello

      ### Events
      SSE https://a.example/events

      ### Other
      GRPC a.example/Service
      """, name: "a.http")
    let expected: [JSONValue] = [
      [
        "name": "Chat",
        "document": [
          "url": "wss://a.example/chat", "subprotocols": "json",
          "messages": [
            ["name": "Message 1", "value": ["op": "subscribe"], "type": "json"],
            ["name": "Message 2", "value": "{\n  \"n\": {{n}}\n}", "x-http": ["waits": 1]],
            ["name": "Message 3", "file": "./hello.json"],
          ],
          "steps": [
            ["send": "Message 1"], ["expect": "size >= 0", "description": "wait for the server"],
            ["send": "Message 2"], ["send": "Message 3"],
          ],
        ],
      ],
      [
        "name": "Plain",
        "document": ["url": "wss://b.example/x", "messages": [["name": "Message 1", "value": "hello"]]],
      ],
      [
        "name": "Events",
        "document": [
          "method": "GET", "url": "https://a.example/events",
          "headers": [["name": "Accept", "value": "text/event-stream"]],
        ],
      ],
    ]
    #expect(items(result) == expected)
    #expect(
      result.notes.map(\.asText).filter { !$0.contains("not copied") } == [
        "failed Other: GRPC requests: only HTTP and WebSockets are imported"
      ])
  }

  @Test func headingsAndCommentsInMessagesOfHTTPFilesAreText() throws {
    let result = try read(
      """
      ### Chat
      WS {{base}}/chat

      # Title
      =====
      ===== Part
      ===x
      // a remark
      /* another */
      ===
      @name = x
      === wait-for-server
      last

      ### Subscription
      GRAPHQL wss://a.example/graphql

      subscription { a }
      """, name: "a.http")
    let documents = items(result).map { $0.object?["document"]?.object?["messages"] }
    let messages: JSONValue = [
      ["name": "Message 1", "value": "# Title\n=====\n===== Part\n===x\n// a remark\n/* another */"],
      ["name": "Message 2", "value": "@name = x"],
      ["name": "Message 3", "value": "last", "x-http": ["waits": 1]],
    ]
    #expect(documents == [messages])
    #expect(
      result.notes.map(\.asText) == [
        "failed Subscription: GRAPHQL requests to WebSockets: subscriptions of GraphQL are not imported"
      ])
  }

  @Test func aRunOfAnHTTPFileSendsItsMessagesAndWaitsForTheServerAtItsEnd() throws {
    let waiting = "=== wait-for-server\n"
    let text = "WEBSOCKET wss://a.example\n\nhi\n===\nyou\n\(waiting)\(waiting)last\n\(waiting)"
    var source = ImportSource(Data(text.utf8), fileName: "a.http")
    source.isSentAsIs = true
    let result = try ImportFormat.http.read(source)
    let expected: JSONValue = ["expect": "size >= 0", "description": "wait for the server"]
    let steps: JSONValue = [
      ["send": "Message 1"], ["send": "Message 2"], expected, expected, ["send": "Message 3"], expected,
    ]
    #expect(items(result).map { $0.object?["document"]?.object?["steps"] } == [steps])
    #expect(result.notes == [])
  }

  @Test func theConversationOfAnArchiveIsSavedAsMessagesAndAnExample() throws {
    let archive: JSONValue = [
      "log": [
        "version": "1.2",
        "entries": [
          [
            "request": [
              "method": "GET", "url": "wss://a.example/live",
              "headers": [
                ["name": "Sec-WebSocket-Protocol", "value": "json"], ["name": "Sec-WebSocket-Key", "value": "x"],
                ["name": "Upgrade", "value": "websocket"], ["name": "X-A", "value": "b"],
              ],
            ], "response": ["status": 101], "_resourceType": "websocket",
            "_webSocketMessages": [
              ["type": "receive", "time": 1, "opcode": 1, "data": "welcome"],
              ["type": "send", "time": 2, "opcode": 1, "data": "{\"op\":1}"],
              ["type": "receive", "time": 3, "opcode": 1, "data": "{{x}}"],
              ["type": "send", "time": 3, "opcode": 1, "data": "{\"op\":1}"],
              ["type": "send", "time": 4, "opcode": 2, "data": "AAE="],
              ["type": "receive", "time": 5, "opcode": 8, "data": ""],
            ],
          ]
        ],
      ]
    ]
    let result = try read(archive.compact, name: "a.har")
    let expected: [JSONValue] = [
      [
        "name": "WS /live",
        "document": [
          "url": "wss://a.example/live", "headers": [["name": "X-A", "value": "b"]], "subprotocols": "json",
          "messages": [
            ["name": "Message 1", "value": ["op": 1], "type": "json"],
            ["name": "Message 2", "value": "AAE=", "type": "binary"],
          ],
          "examples": [
            [
              "name": "Conversation",
              "messages": [
                ["value": "welcome"], ["after": ["op": 1], "value": "{{x}}"],
              ], "templates": false,
            ]
          ],
        ],
      ]
    ]
    #expect(items(result) == expected)
  }

  @Test func commandsAndURLsOfSocketsAreSockets() throws {
    let copied = try ImportedText(
      .curl,
      "curl 'https://a.example/live?x=1' -H 'Upgrade: websocket' -H 'Connection: Upgrade' -H 'Origin: https://a.example' "
        + "-H 'Sec-WebSocket-Key: aGVsbG8=' -H 'Sec-WebSocket-Version: 13' -H 'Sec-WebSocket-Protocol: chat'")
    let expected: [JSONValue] = [
      [
        "url": "wss://a.example/live?x=1", "headers": [["name": "Origin", "value": "https://a.example"]],
        "subprotocols": "chat",
      ]
    ]
    #expect(copied.requests == expected)
    #expect(try ImportedText(.curl, "curl --include ws://a.example/live").requests == [["url": "ws://a.example/live"]])
    #expect(
      items(try read("wss://a.example/live\n", name: "urls.txt"))
        == [["name": "live", "document": ["url": "wss://a.example/live"]]])
  }

  @Test func aSocketOfPostman3HasTheMessagesOfItsFolder() throws {
    let folder = "postman/collections/Shop/"
    let result = try read([
      folder + ".resources/definition.yaml": "$kind: collection\nname: Shop\n",
      folder + "Updates.request.yaml": """
      $kind: websocket-request
      url: '{{base}}/updates'
      queryParams:
        - key: x
          value: '1'
      headers:
        Sec-WebSocket-Protocol: json
        X-A: '1'
      messages: .resources/Updates.resources/messages
      """,
      folder + ".resources/Updates.resources/messages/Second.message.yaml":
        "$kind: websocket-message\ncontent: '00 ff'\ncontentType: hex\norder: 2000\n",
      folder + ".resources/Updates.resources/messages/First.message.yaml":
        "$kind: websocket-message\ncontent: '{\"a\":1}'\ncontentType: json\norder: 1000\n",
      folder + "Rpc.request.yaml": "$kind: grpc-request\nurl: 'grpc://a'\n",
    ])
    let expected: [JSONValue] = [
      [
        "name": "Updates",
        "document": [
          "kind": "websocket", "url": "{{base}}/updates", "query": [["name": "x", "value": "1"]],
          "headers": [["name": "X-A", "value": "1"]], "subprotocols": "json",
          "messages": [
            ["name": "First", "value": ["a": 1], "type": "json"],
            ["name": "Second", "value": "AP8=", "type": "binary"],
          ],
        ],
      ]
    ]
    #expect(items(result) == expected)
    #expect(result.notes.map(\.asText) == ["failed Rpc: gRPC requests are not supported"])
  }

  @Test func socketIOOfPostman3HasItsEventsAndVersion() throws {
    let folder = "postman/collections/Shop/"
    let result = try read([
      folder + ".resources/definition.yaml": "$kind: collection\nname: Shop\n",
      folder + "Chat.socketio.yaml": """
      $kind: socket.io-request
      url: 'http://a.example/admin'
      settings:
        version: '2'
        path: /live
      """,
      folder + ".resources/Chat.resources/messages/Say.message.yaml": """
      $kind: socket.io-message
      eventName: say
      acknowledgement: true
      args:
        - content: '{"id": {{id}}}'
          contentType: json
        - content: 'a "b"'
          contentType: text
        - content: '[1, 2]'
          contentType: json
      """,
      folder + ".resources/Chat.resources/messages/Picture.message.yaml": """
      $kind: socket.io-message
      eventName: picture
      args:
        - content: AAE=
          contentType: base64
      """,
    ])
    let expected: [JSONValue] = [
      [
        "name": "Chat",
        "document": [
          "url": "ws://a.example/admin",
          "messages": [["name": "Say", "value": "[\"say\",{\"id\": {{id}}},\"a \\\"b\\\"\",[1, 2]]"]],
          "protocol": "socket.io-2",
        ],
      ]
    ]
    #expect(items(result) == expected)
    #expect(
      result.notes.map(\.asText) == [
        "dropped Chat: Message \"Picture\": it has an argument of bytes",
        "changed Chat: Path /live: Socket.IO is connected to at /socket.io",
      ])
  }

  @Test func anExtensibleCollectionOfPostmanHasSocketsWithTheirChildren() throws {
    let collection: JSONValue = [
      "info": ["name": "E", "schema": "https://schema.postman.com/json/draft-2020-12/collection/v3.0.0/"],
      "item": [
        [
          "type": "ws-raw-request", "id": "1", "title": "Telemetry", "extensions": [:],
          "payload": ["url": "wss://a.example/t", "headers": [["key": "X-A", "value": "1"]]],
          "children": [
            ["type": "ws-raw-message", "title": "Hi", "payload": ["type": "text", "content": "hi"]],
            [
              "type": "ws-raw-message", "title": "Bytes",
              "payload": ["type": "binary", "subtype": "base64", "content": "AAE="],
            ],
          ],
        ],
        [
          "type": "ws-socketio-request", "title": "Room",
          "payload": ["url": "https://a.example", "settings": ["version": "4", "path": "/socket.io"]],
          "children": [
            [
              "type": "ws-socketio-message",
              "payload": [
                "eventName": "say", "args": [["content": "true", "type": "json"], ["content": "x", "type": "text"]],
              ],
            ]
          ],
        ],
        ["type": "mqtt-request", "title": "Feed", "payload": ["url": "mqtt://a"]],
        ["type": "http-request", "title": "Get", "payload": ["url": "https://a.example", "method": "PUT"]],
      ],
    ]
    let result = try read(collection.compact, name: "e.json")
    let expected: [JSONValue] = [
      [
        "url": "wss://a.example/t", "headers": [["name": "X-A", "value": "1"]],
        "messages": [["name": "Hi", "value": "hi"], ["name": "Bytes", "value": "AAE=", "type": "binary"]],
      ],
      [
        "url": "wss://a.example", "messages": [["name": "say", "value": ["say", true, "x"], "type": "json"]],
        "protocol": "socket.io",
      ], ["method": "PUT", "url": "https://a.example"],
    ]
    #expect(items(result).map { $0.object?["document"] ?? .null } == expected)
    #expect(result.notes.map(\.text) == ["MQTT requests are not supported"])
  }

  @Test func anExtensibleCollectionOfPostmanHasFolders() throws {
    let collection: JSONValue = [
      "info": ["name": "E", "schema": "https://schema.postman.com/json/draft-2020-12/collection/v3.0.0/"],
      "item": [
        [
          "type": "folder", "id": "f", "title": "Live", "payload": [:],
          "extensions": ["documentation": ["content": "About."]],
          "children": [
            ["type": "ws-raw-request", "title": "Chat", "payload": ["url": "wss://a.example/c"], "children": []]
          ],
        ], ["type": "poem", "title": "Ode", "payload": [:]],
      ],
    ]
    let result = try read(collection.compact, name: "e.json")
    guard case .folder(let folder)? = result.collections.first?.items.first else {
      Issue.record("no folder: \(result.collections)")
      return
    }
    #expect(folder.name == "Live" && folder.settings["docs"] == "About.")
    #expect(folder.items == [.request(PortableRequest(name: "Chat", document: ["url": "wss://a.example/c"]))])
    #expect(result.collections.first?.items.count == 1)
    #expect(result.notes.map(\.asText) == ["failed Ode: items of the type poem are not supported"])
  }

  @Test func messagesOfOneNameGetNumbers() throws {
    var context = InterchangeContext()
    let names = ["New Payload", "New Payload", "New Payload 2", "New Payload"]
    let rows = names.map { JSONValue.object(["name": .string($0), "value": "x"]) }
    let socket = SocketDocument.made(of: ["url": "ws://a"], messages: rows, &context)
    let made = (socket["messages"]?.array ?? []).compactMap { $0.object?.text("name") }
    #expect(made == ["New Payload", "New Payload 2", "New Payload 2 2", "New Payload 3"])
  }

  @Test func aCopiedCallOfFetchIsASocket() throws {
    let call = """
      fetch("wss://a.example/live", {
        "headers": {"sec-websocket-version": "13", "upgrade": "websocket", "sec-websocket-protocol": "json"},
        "method": "GET"
      });
      """
    let result = try read(call, name: "a.js")
    let document = items(result).first?.object?["document"]?.object
    #expect(document?["url"] == "wss://a.example/live" && document?["method"] == nil)
    #expect(document?["headers"] == nil && document?["subprotocols"] == "json")
  }

  @Test func credentialsInMessagesAreMovedToSecrets() {
    let request = PortableRequest(
      name: "Live",
      document: [
        "url": "wss://a.example",
        "messages": [
          ["name": "a", "value": ["password": "hush-1"], "type": "json"], ["name": "b", "value": "hello"],
        ],
      ])
    let moved = LiteralSecrets.moved(in: PortableFolder(name: "C", items: [.request(request)])).collection
    #expect(moved.secrets.map(\.value) == ["hush-1"])
    guard case .request(let copy) = moved.items[0] else { return }
    let variable = JSONValue.string("{{\(moved.secrets[0].name)}}")
    let expected: JSONValue = [
      ["name": "a", "value": ["password": variable], "type": "json"], ["name": "b", "value": "hello"],
    ]
    #expect(copy.document["messages"] == expected)
  }
}
