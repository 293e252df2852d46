/// Creates previews and curl commands of requests.
@MainActor
final class RequestTextEffects: FeatureRunner {
  private let exchanges: ExchangeEffects
  private let queue: EventQueue
  private let screen: Screen

  init(exchanges: ExchangeEffects, queue: EventQueue, screen: Screen) {
    (self.exchanges, self.queue, self.screen) = (exchanges, queue, screen)
  }

  func run(_ effect: RequestTextEffect) {
    switch effect {
    case .preview(let job): exchanges.preview(job)
    case .copyCurl(let job, let includesSecrets):
      Task { copy(await exchanges.curlCommand(of: job, includesSecrets: includesSecrets)) }
    case .copySentCurl(let sent, let kind, let options):
      copy(CopiedCommand.make(sent, of: kind, options, includesSecrets: false))
    }
  }

  private func copy(_ command: Result<CopiedCommand, Problem>) {
    switch command {
    case .success(let command): queue.copy(command.text, command.what, on: screen)
    case .failure(let problem): queue.tell(.failure, problem.sentence)
    }
  }
}
