import Git

extension BaseCommand {
  struct Update: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "update", abstract: "Writes the commit of a branch or tag into collection.json, and fetches it.",
      discussion: CommandHelp.text(
        "The revision stays fixed until the next update, so that a collection is the same for everybody.",
        examples: ["workbench base update collections/shop --to main"],
        exits: "0 done, 2 usage, 3 a base cannot be used, 4 it could not be fetched, 5 interrupted."))

    @OptionGroup var collection: Collection

    @Option(
      help: ArgumentHelp(
        "A branch, a tag, or a full commit; HEAD is the repository's default branch.", valueName: "revision"))
    var to = "HEAD"

    func run() async throws {
      let preparation = try collection.preparation()
      let store = CollectionStore(root: preparation.collection, preparation.folders)
      guard let url = try store.repositoryOfBase() else {
        throw CommandExit.usageError(
          "\(preparation.collection)/collection.json names no git repository as its base — there is no revision to update"
        )
      }
      let commit = try commit(of: url, preparation)
      let isNew = try store.pinBase(to: commit)
      StandardError.write(isNew ? "Wrote revision \(commit)" : "Already at \(commit)")
      try await BaseFetching(preparation).run()
    }

    private func commit(of url: String, _ preparation: BasePreparation) throws -> String {
      if RepositoryBase.isCommit(to) { return to }
      guard RepositoryBase.isTag(to) || to == "HEAD" else {
        throw CommandExit.usageError("\"\(to)\" is not the name of a branch or tag — check --to")
      }
      let base = RepositoryBase(url: url, revision: to).located(in: preparation.collection)
      do {
        let fetching = BaseFetching(preparation)
        guard let commit = try fetching.withProgress({ _, _ in try preparation.fetch(base).resolve(to) }).commit else {
          throw CommandExit.usageError(
            "\(SecretParameter.maskingURLs(in: url)) has no branch or tag \"\(to)\" — check --to")
        }
        return commit
      } catch let problem as GitProblem {
        throw CommandExit.fail("\(problem)", CommandExit.unfinished)
      }
    }
  }
}
