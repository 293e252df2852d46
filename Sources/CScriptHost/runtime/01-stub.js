(function () {
  'use strict';
  const post = __post, evaluate = __evaluate, now = __now, stringify = JSON.stringify;
  const setTimer = __setTimer, clearTimer = __clearTimer, ask = __ask;
  const text = __bodyText, bytes = __bodyBytes, size = __bodyLength;
  const timers = new Map(), waiting = new Map();
  let changes = [], sent = 0, isDone = false, running = true;
  for (const name of ['__post', '__ask', '__setTimer', '__clearTimer', '__now', '__bodyText', '__bodyBytes', '__bodyLength', '__evaluate', '__gc'])
    delete globalThis[name];
  const send = message => post(stringify(message));
  const finish = error => {
    if (isDone) return;
    isDone = true;
    send({ op: 'done', error, changes });
  };
  const failure = error => error instanceof Error
    ? { name: error.name, message: error.message, stack: `${error.sourceURL}:${error.line}:${error.column}` }
    : { name: 'Error', message: String(error) };
  const settle = () => { if (!running && timers.size === 0 && waiting.size === 0) finish(); };
  const guarded = body => { try { body(); } catch (error) { finish(failure(error)); } settle(); };
  globalThis.console = {};
  let lines = 0, limit = 1000;
  for (const level of ['log', 'info', 'warn', 'error', 'debug'])
    console[level] = (...values) => {
      if (++lines <= limit) send({ op: 'console', level, text: values.map(value => typeof value === 'object' ? stringify(value) : String(value)).join(' ') });
    };
  globalThis.setTimeout = (body, delay) => { const id = setTimer(delay); timers.set(id, body); return id; };
  globalThis.clearTimeout = id => { clearTimer(id); timers.delete(id); };
  globalThis.require = name => {
    const answer = JSON.parse(ask(stringify({ op: 'module', name })));
    if (answer.error) throw new Error(answer.error);
    return evaluate(answer.source, answer.name, 1)();
  };
  globalThis.pm = {
    test(name, body) {
      try { body(); send({ op: 'test', name, status: 'passed' }); }
      catch (error) { send({ op: 'test', name, status: 'failed', message: error.message, kind: error.name }); }
    },
    sendRequest(request) {
      const id = ++sent;
      send({ op: 'send', id, request: typeof request === 'string' ? { url: request } : request });
      return new Promise((resolve, reject) => waiting.set(id, answer => answer.error ? reject(new Error(answer.error.message)) : resolve(answer.response)));
    },
    environment: { set(key, value) { changes.push({ scope: 'environment', op: 'set', key, value }); } },
    response: { text: () => text('utf-8'), bytes, size, json: () => JSON.parse(text('utf-8')), decode: text },
  };
  globalThis.__timer = id => guarded(() => { const body = timers.get(id); timers.delete(id); if (body) body(); });
  globalThis.__receive = message => guarded(() => { const next = waiting.get(message.id); waiting.delete(message.id); if (next) next(message); });
  globalThis.__start = async job => {
    if (job.limits && job.limits.console) limit = job.limits.console;
    try {
      for (const script of job.scripts || []) await evaluate(script.source, script.name, 1).call(undefined);
    } catch (error) { finish(failure(error)); }
    running = false;
    settle();
  };
})();
