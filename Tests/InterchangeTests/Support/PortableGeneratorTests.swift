import RequestBasics
import RequestModel
import TestSupport
import Testing

struct PortableGeneratorTests {
  @Test func generatedCollectionsAreSoundFilesAndTheSameForASeed() throws {
    for seed in Seeds.some(of: 300) {
      var generator = PortableGenerator(seed: seed)
      var again = PortableGenerator(seed: seed)
      let collection = generator.collection()
      #expect(collection == again.collection())
      try collection.checkSound()
    }
  }
}

extension PortableFolder {
  /// Reads the documents as the program reads its files.
  func checkSound() throws {
    do { _ = try FolderSettings(document: settings) } catch { Issue.record("\(name): \(error)") }
    for environment in environments {
      do { _ = try Environment(name: environment.name, document: environment.document) } catch {
        Issue.record("\(environment.name): \(error)")
      }
    }
    for item in items {
      switch item {
      case .folder(let folder): try folder.checkSound()
      case .request(let request):
        do { _ = try SavedRequest(document: request.document) } catch { Issue.record("\(request.name): \(error)") }
      }
    }
  }

  /// Objects with their members sorted by name, for formats that do not keep the order of ours.
  var withSortedMembers: PortableFolder {
    var folder = self
    folder.settings = settings.sorted
    folder.environments = environments.map { environment in
      var environment = environment
      environment.document = environment.document.sorted
      return environment
    }
    folder.items = items.map { item in
      switch item {
      case .folder(let inner): return .folder(inner.withSortedMembers)
      case .request(var request):
        request.document = request.document.sorted
        return .request(request)
      }
    }
    return folder
  }
}

extension JSONObject {
  fileprivate var sorted: JSONObject {
    let members = members.map { JSONMember(key: $0.key, value: $0.value.sorted) }
    return JSONObject(members: members.sorted { $0.key.value < $1.key.value })
  }
}

extension JSONValue {
  fileprivate var sorted: JSONValue {
    switch self {
    case .object(let object): .object(object.sorted)
    case .array(let elements): .array(elements.map(\.sorted))
    default: self
    }
  }
}
