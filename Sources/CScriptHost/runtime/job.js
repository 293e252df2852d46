// The job: its scripts run one after the other, each until nothing of it is pending.
(function (runtime) {
  "use strict";
  const { define, host, isMade, promises } = runtime;

  define("job", () => ({
    state: null, script: "", error: undefined, isDone: false, next: undefined, skip: false, stop: false, failures: [],
    // Whether it calls message handlers, and the number of messages passed to them.
    isContinued: false, handled: 0,
  }));

  // Where errors happened, in the files of the user.
  define("places", use => {
    const parameters = "";
    const prefix = `(async function(){`.length;
    const starts = { __proto__: null }, sources = { __proto__: null };
    const unreadable = new WeakMap();
    const { apply } = Reflect;
    const { toString } = Function.prototype;
    const frame = /^(?:.*@)?(.*?):(\d+):(\d+)$/;

    const place = (name, line, column) => `${name}:${line}:${line === 1 ? Math.max(1, column - starts[name]) : column}`;

    // The first frame of a stack that is in a script, as `file:line:column`.
    function ofStack(stack) {
      for (const line of String(stack).split("\n")) {
        const found = frame.exec(line.trim());
        if (found && found[1] in starts) return place(found[1], Number(found[2]), Number(found[3]));
      }
      return undefined;
    }

    function of(error) {
      if (error === null || typeof error !== "object") return undefined;
      if (unreadable.has(error)) return unreadable.get(error);
      const found = ofStack(error.stack);
      if (found !== undefined) return found;
      return error.sourceURL in starts && error.line > 0
        ? place(error.sourceURL, error.line, error.column || 1)
        : undefined;
    }

    // The place of a syntax error. The engine knows its line and, in its message, the token; not its column.
    function placeOfSyntax(error, name) {
      const lines = sources[name].split(/\r\n?|\n|\u2028|\u2029/);
      if (!(error.line >= 1)) return `${name}:1:1`;
      if (error.line > lines.length) {
        error.message = "Unexpected end of the script: a bracket, a text or a comment is not closed";
        return `${name}:${lines.length}:${lines[lines.length - 1].length + 1}`;
      }
      const line = lines[error.line - 1];
      const [, token = ""] = /^Unexpected [a-z ]*'(.*?)'/.exec(error.message) || [];
      const isOnce = token !== "" && line.split(token).length === 2;
      return `${name}:${error.line}:${isOnce ? line.indexOf(token) + 1 : 1}`;
    }

    // Says what is missing where values have no `should`, which the engine's message does not tell.
    const hinted = message => /^undefined is not an object \(evaluating '.*\.should\./.test(message)
      ? `${message} — require("chai").should() gives all values the member "should"`
      : message;

    // An error as the program shows it: name, message and place.
    function describe(error) {
      if (error instanceof Error
          || (error !== null && typeof error === "object" && typeof error.message === "string")) {
        const message = String(error.message);
        const [, method] = error instanceof TypeError && /\.(\w+) is not a function/.exec(message) || [];
        const hint = method === undefined ? "" : use("sugar").hint(method);
        return { name: String(error.name || "Error"), message: hinted(message) + hint, stack: of(error) };
      }
      return { name: "Error", message: typeof error === "string" ? error : use("inspect").inspect(error) };
    }

    function safely(error) {
      try { return describe(error); } catch {
        return { name: "Error", message: "The script failed with a value that cannot be read" };
      }
    }

    return {
      describe: safely, of,
      here() { return ofStack(new Error().stack); },
      // Whether the text of a script is the whole of a function: a brace in it may end the function around it.
      isWhole(body, source) { return typeof body === "function" && apply(toString, body, []).length > source.length; },
      // Compiles a file of the user; `before` and `after` are put around it.
      compile(name, source, { names = parameters, before = "", after = "" } = {}) {
        starts[name] = prefix + names.length + before.length;
        sources[name] = source;
        try { return host.evaluate(before + source + after, name, 1, names); } catch (error) {
          if (error instanceof SyntaxError) unreadable.set(error, placeOfSyntax(error, name));
          throw error;
        }
      },
      // The lines of a stack that are in files of the user, as Node writes them.
      lines(stack) {
        const output = [];
        for (const line of String(stack).split("\n")) {
          const found = frame.exec(line.trim());
          // The function around a script begins before the text of the user.
          if (!found || !(found[1] in starts) || found[2] === "1" && Number(found[3]) <= starts[found[1]]) continue;
          const where = place(found[1], Number(found[2]), Number(found[3]));
          const [, name] = /^(?:async )?([\w$.]+)@/.exec(line.trim()) || [];
          output.push(name === undefined ? `    at ${where}` : `    at ${name} (${where})`);
        }
        return output;
      },
    };
  });

  // Counts pending work of a script: timers, requests, asynchronous tests.
  define("work", use => {
    const job = use("job");
    // Tests wait for something else that is pending.
    let pending = 0, tests = 0, idleTimer, whenIdle;

    function check() {
      if (pending > tests || idleTimer !== undefined || whenIdle === undefined) return;
      idleTimer = host.setTimer(0);
    }

    return {
      begin() { pending++; },
      end() { pending--; check(); },
      beginTest() { pending++; tests++; check(); },
      endTest() { pending--; tests--; check(); },
      check,
      isPending: () => pending > 0,
      // Calls a function when nothing is pending. Promises that need no outside event are settled before.
      onIdle(call) { whenIdle = call; check(); },
      isIdleTimer(id) {
        if (id !== idleTimer) return false;
        idleTimer = undefined;
        const call = whenIdle;
        if (call === undefined || job.isDone) return true;
        if (pending === 0) {
          whenIdle = undefined;
          call();
        } else if (pending === tests) {
          use("tests").abandon();
        }
        return true;
      },
      reset() {
        pending = tests = 0;
        idleTimer = whenIdle = undefined;
      },
    };
  });

  // Messages that the program answers: requests, cookies, the vault. It answers a few at a time; the others wait here.
  define("questions", use => {
    const job = use("job"), work = use("work");
    const limit = 32;
    let waiting = { __proto__: null };
    // Those that are not sent yet, in their order.
    let unsent = { __proto__: null };
    let last = 0, written = 0, sent = 0, unanswered = 0;

    function advance() {
      while (unanswered < limit && sent < written && !job.isDone) {
        const { id, line } = unsent[++sent];
        delete unsent[sent];
        unanswered++;
        try { host.postWritten(line); } catch (error) {
          promises.later(() => receive({ id, error: { name: error.name, message: error.message } }));
        }
      }
    }

    function receive(message) {
      const answered = waiting[message.id];
      if (answered === undefined) return;
      delete waiting[message.id];
      unanswered--;
      advance();
      try { answered(message); } finally { work.end(); }
    }

    return {
      // Sends a message as it is now. `answered` gets the answer, later. A job that has ended sends nothing.
      send(message, answered) {
        if (job.isDone) return;
        const id = ++last;
        // A `toJSON` of the script may send another one meanwhile.
        const line = host.written({ op: message.op, id, ...message });
        unsent[++written] = { id, line };
        waiting[id] = answered;
        work.begin();
        advance();
      },
      receive,
      // Drops the questions that were unanswered at the end of the job.
      reset() {
        waiting = { __proto__: null };
        unsent = { __proto__: null };
        sent = written;
        unanswered = 0;
      },
    };
  });

  define("runner", use => {
    const job = use("job"), work = use("work"), places = use("places"), questions = use("questions");

    // Ends the job with what it has left so far. Returns the message that says so, or nothing if it has ended before.
    let isEnding = false;
    function ending(thrown) {
      if (isEnding) return undefined;
      isEnding = true;
      let error = thrown === undefined && first !== undefined ? first.error : thrown;
      let message;
      try { message = { op: "done", failures: job.failures, ...use("results").collect() }; } catch (failure) {
        message = { op: "done", failures: job.failures, changes: isMade("changes") ? use("changes").list() : [] };
        error = error === undefined ? failure : error;
      }
      if (job.isContinued) message.handled = job.handled;
      if (error !== undefined) message.error = { ...places.describe(error), script: job.script };
      job.isDone = true;
      return message;
    }

    function finish(thrown) {
      const message = ending(thrown);
      if (message !== undefined) host.end(message);
    }

    // Runs code that is called from outside: the script goes on after its errors.
    function guarded(body) {
      if (job.isDone) return;
      try { body(); } catch (error) {
        if (!isMade("tests") || !use("tests").take(error)) record(error);
      }
      work.check();
    }

    // The first error of the script, with which it fails when nothing is pending.
    let first;
    function record(thrown) {
      if (job.isDone) return;
      const error = thrown === undefined
        ? new Error("The script failed with undefined instead of an error")
        : thrown;
      if (first !== undefined || work.isPending()) {
        const { name, message, stack } = places.describe(error);
        use("console").error(`${name}: ${message}${stack === undefined ? "" : ` (${stack})`}`);
      }
      if (first === undefined) first = { error };
      work.check();
    }

    // Calls a message handler. Unlike with a script, all its errors are reported, so that their number does not depend
    // on how many messages a job has. If it returns a promise, returns true and calls `settled` later.
    const mostErrors = 100;
    function call(handler, message, settled) {
      if (job.isDone) return false;
      const { script } = job;
      const failed = error => {
        if (first === undefined || error === undefined || job.failures.length >= mostErrors) return record(error);
        job.failures.push({ ...places.describe(error), script });
      };
      try {
        const result = handler(message);
        if (!promises.isPromise(result)) return false;
        promises.settled(result, settled, error => {
          failed(error);
          settled();
        });
        return true;
      } catch (error) {
        if (!isMade("tests") || !use("tests").take(error)) failed(error);
        return false;
      }
    }

    // Ends the job, or the script alone if the next ones have their say.
    let goOn;
    function fail(error) {
      const next = goOn;
      first = undefined;
      if (next === undefined || job.isDone || job.skip || job.stop) return finish(error);
      goOn = undefined;
      job.failures.push({ ...places.describe(error), script: job.script });
      return next();
    }

    const stuck = () => new Error(
      "The script waits for a promise that nothing can settle: no timer, request or test is pending"
    );

    function run(scripts, index) {
      if (index === scripts.length || job.isDone || job.skip || job.stop) return finish();
      const script = scripts[index];
      job.script = script.name;
      if (isMade("legacyVariables")) use("legacyVariables").refresh();
      const isLast = index + 1 === scripts.length;
      goOn = !job.state.goesOn || isLast ? undefined : () => run(scripts, index + 1);
      let hasReturned = false;
      const ended = () => {
        if (first !== undefined) fail(first.error);
        else if (hasReturned) run(scripts, index + 1);
        else fail(stuck());
      };
      try {
        const body = places.compile(script.name, script.source);
        if (!places.isWhole(body, script.source)) throw new SyntaxError("A } of the script closes nothing");
        const result = body.call(undefined);
        promises.settled(result, () => { hasReturned = true; work.check(); }, record);
        work.onIdle(ended);
      } catch (error) {
        fail(error);
      }
    }

    // Clears the rest of a job, such as timers after `pm.execution.stop`.
    function reset() {
      for (const part of ["work", "timers", "questions", "tests"]) if (isMade(part)) use(part).reset();
      Object.assign(job, {
        isDone: false, next: undefined, skip: false, stop: false, failures: [], visualizer: undefined, handled: 0,
      });
      isEnding = false;
      first = goOn = undefined;
    }

    // Adopts the variables of a job that continues this one. This job has reported its changes.
    function renew(given) {
      if (isMade("changes")) use("changes").take();
      for (const name of ["globals", "collectionVariables", "environment", "variables", "secretNames"]) {
        job.state[name] = given[name];
      }
      if (isMade("scopes")) use("scopes").renew(given);
      if (isMade("legacyVariables")) use("legacyVariables").refresh();
    }

    const lost = () => new Error(
      "The handlers of pm.onMessage are gone: the script host has ended, or has dropped them for those of other requests"
    );

    return {
      finish, guarded, call,
      // Calls the message handlers of this job with the messages of another job, which continues it.
      handle(given, continues) {
        if (!continues) {
          job.state = given;
          return finish(lost());
        }
        reset();
        job.isContinued = true;
        renew(given);
        use("messages").deliver(given.messages);
        work.onIdle(() => finish());
      },
      start() {
        host.onRejection((promise, reason) => record(reason));
        run(job.state.scripts || [], 0);
      },
      // Ends the job when the code that runs now returns.
      endSoon() { promises.later(() => finish()); },
      // Ends the job now: what the code does until it returns has no effect. The program answers it until then.
      endNow() {
        const message = ending();
        if (message !== undefined) promises.later(() => host.end(message));
      },
      timer(id) { if (!work.isIdleTimer(id)) guarded(() => use("timers").fire(id)); },
      receive(message) { guarded(() => questions.receive(message)); },
    };
  });

  define("timers", use => {
    const work = use("work");
    let timers = { __proto__: null };
    let hostTimers = { __proto__: null };
    let last = 0;

    const delayOf = value => {
      const delay = Math.trunc(Number(value));
      return delay >= 1 && delay < 2 ** 31 ? delay : 1;
    };

    function arm(timer) {
      const id = host.setTimer(timer.delay);
      timer.hostTimer = id;
      hostTimers[id] = timer;
    }

    function add(body, delay, values, repeats) {
      if (typeof body !== "function") {
        throw new TypeError(`The callback of a timer must be a function, not ${use("inspect").inspect(body)}`);
      }
      const timer = { id: ++last, body, delay, values, repeats };
      timers[timer.id] = timer;
      work.begin();
      arm(timer);
      return timer.id;
    }

    function clear(id) {
      const timer = timers[id];
      if (timer === undefined) return;
      delete timers[id];
      delete hostTimers[timer.hostTimer];
      host.clearTimer(timer.hostTimer);
      work.end();
    }

    return {
      setTimeout: (body, delay, ...values) => add(body, delayOf(delay), values, false),
      setInterval: (body, delay, ...values) => add(body, delayOf(delay), values, true),
      setImmediate: (body, ...values) => add(body, 0, values, false),
      clear,
      // The host has cleared its own timers.
      reset() {
        timers = { __proto__: null };
        hostTimers = { __proto__: null };
      },
      fire(id) {
        const timer = hostTimers[id];
        if (timer === undefined) return;
        delete hostTimers[id];
        if (timer.repeats) arm(timer);
        try { timer.body.apply(globalThis, timer.values); } finally { if (!timer.repeats) clear(timer.id); }
      },
    };
  });
});
