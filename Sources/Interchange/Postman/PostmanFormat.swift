extension ImportFormat {
  /// Collections of Postman: v2.1 and v2.0, and v1 converted to them.
  static let postman = ImportFormat("postman", "Postman collection") { source in
    source.json?.object.map { PostmanCollection.unwrapped($0) }.map(PostmanCollection.isCollection) ?? false
  } read: { source throws(ImportError) in
    let object = try source.object(or: "Not a Postman collection")
    var reader = PostmanCollection(isSentAsIs: source.isSentAsIs)
    return reader.read(PostmanCollection.unwrapped(object), stem: source.stem)
  }

  /// Environments and globals of Postman.
  static let postmanEnvironment = ImportFormat("postman-environment", "Postman environment") { source in
    source.json.flatMap(PostmanEnvironment.values) != nil
  } read: { source throws(ImportError) in
    guard let json = source.json, let values = PostmanEnvironment.values(json) else {
      throw ImportError("Not a Postman environment: \(source.jsonProblem ?? "it has no \"values\"")")
    }
    return PostmanEnvironment.read(json, values, stem: source.stem)
  }

  /// Collections v3: folders with a YAML file for each request, or one such file.
  static let postmanFolder = ImportFormat("postman-v3", "Postman collection v3") { source in
    source.files.map { source.isFolder && PostmanV3Folder.isCollection($0) } == true
      || PostmanV3.isFile(source.json)
  } read: { source throws(ImportError) in
    let name = source.stem ?? "Imported"
    if source.isFolder, let files = source.files {
      var reader = PostmanV3Folder(files)
      return reader.read(name: name)
    }
    let object = try source.object(or: "Not a Postman collection", "it is not a mapping")
    var reader = PostmanCollection(isSentAsIs: source.isSentAsIs)
    let stem = PostmanV3Folder.stem(source.fileName ?? name)
    var result = reader.read(PostmanV3.collection(object, name: stem), stem: name)
    var context = InterchangeContext()
    if object.text("$kind") != "collection" { context.enter(PostmanV3.name(object) ?? stem) }
    PostmanV3Notes.addAll(of: object, &context)
    result.notes += context.notes
    return result
  }

  /// The data of an account: an archive with `archive.json` and a file for each collection and environment.
  static let postmanDump = ImportFormat("postman-dump", "Postman data export") { source in
    source.isFolder && source.files.map(PostmanDump.isDump) == true
  } read: { source throws(ImportError) in
    guard let files = source.files else { throw ImportError("Not a Postman archive") }
    return try PostmanDump.read(files)
  }

  /// The data of an account in one file, as older versions of Postman export it.
  static let postmanBackup = ImportFormat("postman-backup", "Postman data export, one file") { source in
    source.json?.object.map(PostmanBackup.isBackup) == true
  } read: { source throws(ImportError) in
    let object = try source.object(or: "Not a Postman data export")
    return PostmanBackup.read(object)
  }
}
