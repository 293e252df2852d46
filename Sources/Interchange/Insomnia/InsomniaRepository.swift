/// A folder `.insomnia`, which Insomnia synchronizes with a git repository: a file for each resource.
enum InsomniaRepository {
  private static let folder = ".insomnia"

  /// The path of such a folder that a file is in, with a slash at its end.
  static func folder(of path: String) -> String? {
    let names = path.split(separator: "/")
    guard let index = names.dropLast().firstIndex(where: { $0 == folder }) else { return nil }
    return names[...index].joined(separator: "/") + "/"
  }

  /// Reads the files of such a folder.
  static func read(_ folder: String, _ paths: [String], _ files: SourceFiles) -> ImportResult {
    var resources: [JSONValue] = []
    var notes: [InterchangeNote] = []
    for path in paths {
      do throws(ImportError) {
        resources.append(try resource(path, files))
      } catch {
        notes.append(InterchangeNote(.failed, [path], "\(error)"))
      }
    }
    var export = InsomniaV4(["resources": .array(resources)], stem: nil)
    var result = InsomniaFile.read(export.files(), stem: nil)
    result.notes = notes + export.notes + result.notes + FolderPrecedence.notes(on: result, from: "Insomnia")
    for index in result.collections.indices { result.collections[index].sourceFile = folder }
    return result
  }

  /// A resource as exports of Insomnia v4 have it.
  private static func resource(_ path: String, _ files: SourceFiles) throws(ImportError) -> JSONValue {
    let source = ImportSource(try files.read(path), fileName: path)
    guard var resource = source.json?.object, let type = resource.text("type") else {
      throw ImportError(source.jsonProblem ?? "It has no type")
    }
    resource["_type"] = .string(Self.type(type))
    return .object(resource)
  }

  /// `RequestGroup` is `request_group`.
  private static func type(_ name: String) -> String {
    let words = name.replacing("WebSocket", with: "Websocket").replacing("SocketIO", with: "Socketio")
    return words.reduce(into: "") { type, letter in
      if letter.isUppercase, !type.isEmpty { type += "_" }
      type += letter.lowercased()
    }
  }
}
