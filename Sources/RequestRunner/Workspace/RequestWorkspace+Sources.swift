extension RequestWorkspace {
  /// The sources from which the request at `address` gets values from outside of its collection's files.
  ///
  /// - Parameter job: Creates the job of another request of the collection.
  func sources(
    around address: Address, job: @escaping @Sendable (Address) throws(Failure) -> SendEngine.Job
  ) -> ValueSources {
    let folder = collections.ownFolder(of: address)
    let collection = collections.collectionRoot(of: address)
    var sources = ValueSources(folder: collection)
    // Asks again for replies that cannot be read.
    sources.lastAnswer = { [prompts] in (try? prompts.answers(for: folder))?[$0] }
    sources.keepAnswer = { [prompts] in try prompts.keep($1, to: $0, for: folder) }
    sources.job = { [self] name throws(Failure) in try job(self.address(of: name, in: collection)) }
    sources.namedJob = { [self] name throws(Failure) in
      if let address = self.address(ofRequestNamed: name, in: collection) { return try job(address) }
      return try job(self.address(of: name, in: collection))
    }
    return sources
  }

  /// The request with the path that a template uses, relative to its collection.
  private func address(of name: String, in collection: String) throws(Failure) -> Address {
    guard let address = collections.request(named: name, in: collection) else {
      throw Failure(.unprepared, "There is no request \"\(name)\" in this collection — a template takes its response")
    }
    return address
  }

  /// The request of a collection with the id, or the last one with the name.
  private func address(ofRequestNamed name: String, in collection: String) -> Address? {
    let inside = Address(collection.removingExactly(prefix: collections.root + "/") ?? "")
    let requests = ((try? collections.load())?.nodes ?? []).filter { !$0.isFolder && $0.address.isInside(inside) }
    let found = requests.first { $0.kind.id?.text == name } ?? requests.last { $0.title.isExactly(name) }
    // The id from an import is in the file.
    let imported = { (node: CollectionNode) in (try? collections.open(node.address))?.request.foreignID == name }
    return (found ?? requests.first(where: imported))?.address
  }

  /// The job that sends another request with the same settings as the request that needs its response.
  func job(
    _ address: Address, environment: String?, overrides: [String: String], allowed: Set<OutsideSource>,
    answers: [String: String]
  ) throws(Failure) -> SendEngine.Job {
    let request = try unprepared { () throws(StoreError) in try collections.open(address).request }
    return SendEngine.Job(
      request: request, origin: Exchange.Origin(root: collections.root, address: address), environment: environment
    ) { _ in
      try inputs(
        of: address, environment: environment, overrides: overrides, allowed: allowed, answers: answers)
    }
  }
}
