// Makes a global object one for many jobs: what outlasts a job is frozen, the rest is forgotten.
//
// Called with what `start.js` returns, to which it adds `suits(job)` and `end()`. Scripts that would notice what is
// frozen get a global object of their own; those that hide it from `suits` cannot change it either.
(function (hooks) {
  "use strict";
  const { runtime } = hooks;
  const { host } = runtime;
  const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys, set } = Reflect;
  const { freeze } = Object;
  const isObject = value => value !== null && (typeof value === "object" || typeof value === "function");

  // MARK: What is frozen

  // Their callbacks and threads may outlive a job.
  for (const name of ["FinalizationRegistry", "WeakRef", "Atomics", "SharedArrayBuffer"]) delete globalThis[name];

  // Prototypes of values that scripts make, and the names of which these values get properties of their own.
  const namesOf = prototype => ownKeys(prototype).filter(key => "value" in getOwnPropertyDescriptor(prototype, key));
  const errors = [
    Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError,
    runtime.use("chai").AssertionError, runtime.use("response").JSONError,
  ];
  const inherited = [
    [Object.prototype, namesOf(Object.prototype)],
    ...errors.map(type => [type.prototype, ["name", "message", "toString"]]),
  ];

  // Assigning to a property whose prototype has it frozen fails; with an accessor, it works as it always does. Returns the
  // value.
  function makeAssignable(prototype, name) {
    const { value: original } = getOwnPropertyDescriptor(prototype, name) || {};
    if (original === undefined) return undefined;
    defineProperty(prototype, name, {
      get: () => original,
      set(value) {
        if (this === prototype) throw new TypeError("Attempted to assign to readonly property.");
        if (!isObject(this)) return;
        defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
    });
    return original;
  }

  const frozen = new Set([globalThis]);
  // The names that values inherit and cannot be given.
  const readOnly = new Set();

  function harden(root) {
    const open = [[root, false]];
    while (open.length > 0) {
      const [value, isPrototype] = open.pop();
      if (!isObject(value)) continue;
      if (isPrototype) collectNames(value);
      if (frozen.has(value)) continue;
      frozen.add(freeze(value));
      open.push([getPrototypeOf(value), true]);
      for (const key of ownKeys(value)) {
        const own = getOwnPropertyDescriptor(value, key);
        open.push([own.value, key === "prototype"], [own.get, false], [own.set, false]);
      }
    }
  }

  const prototypes = new Set();
  function collectNames(value) {
    if (prototypes.has(value)) return;
    prototypes.add(value);
    for (const key of namesOf(value)) readOnly.add(key);
  }

  // Objects of the language that have no global name.
  const nameless = [
    function* () {}, async function () {}, async function* () {}, (function () { return arguments; })(),
    ...[[], new Map(), new Set(), ""].map(list => list[Symbol.iterator]()), "".matchAll(/a/g),
    Object.getOwnPropertyDescriptor((function () { "use strict"; return arguments; })(), "callee").get,
    (function* () {})(), (async function* () {})(), new Intl.Segmenter().segment("a")[Symbol.iterator](),
  ];

  const assignable = inherited.flatMap(([prototype, names]) => names.map(name => makeAssignable(prototype, name)));
  const roots = [...assignable, ...runtime.makeLasting(), ...nameless, getPrototypeOf(globalThis)];
  for (const value of roots) harden(value);
  runtime.protectKept(harden);
  for (const key of ownKeys(globalThis)) {
    const own = getOwnPropertyDescriptor(globalThis, key);
    for (const value of [own.value, own.get, own.set]) harden(value);
    defineProperty(globalThis, key, "value" in own ? { writable: false, configurable: false } : { configurable: false });
  }
  for (const name of ["length", "name", "message"]) readOnly.delete(name);

  // MARK: Scripts that suit

  const builtIn = new Set(namesOf(globalThis));
  const words = new RegExp([
    /\b(?:prototype|__proto__|__define[GS]etter__|definePropert(?:y|ies)|setPrototypeOf|constructor|extends|eval)\b/,
    /\b(?:Function|WeakRef|FinalizationRegistry|Atomics|SharedArrayBuffer|Backbone|cheerio|stackTraceLimit)\b/,
    /\bRegExp\s*\./, /\b(?:require|xml2Json)\b/, /(?<![\w$.])_(?![\w$])/, /\bassign\b(?!\s*\(\s*\{)/, /\b(?:Reflect|getPrototypeOf)\b/,
    /\bdelete\s+(?:[A-Z]|globalThis)/, /\bglobalThis\b(?!\s*\.)/, /\bwith\s*\(/, /\bfor\s*\(\s*[A-Z]/, /(?:\+\+|--)\s*[A-Z]/,
    // With options, which Ajv reads.
    /\bjsonSchema\s*\([^()]*,\s*(?:[\w$.]+|\{[^{}]*\})\s*\)/,
    /\bpm\.expect\.\w+\s*=/, /\[\s*Symbol\s*\.\s*\w+\s*\]\s*=(?![=>])/, /\*\/\s*=(?![=>])/,
  ].map(part => part.source).join("|"));
  // Each begins where a name begins, so that long texts take no more time than they are long.
  const assignment = /(?<![\w$])([A-Za-z_$][\w$]*)\s*(?:(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])?=(?![=>])|\+\+|--)/g;
  const quoted = /\[\s*(["'`])([^"'`]*)\1\s*\]\s*=(?![=>])/g;
  const member = /(?<![\w$])([A-Z][\w$]*)\s*(?:\.\s*[\w$]+|\[[^\]\n]{0,100}\])\s*(?:(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])?=(?![=>])|\+\+|--)/g;
  // Members that are not called, which may be what a list or an object is unpacked to.
  const unpacked = /[\]}]\s*=(?![=>])/;
  const target = /(?<![\w$.])([A-Z][\w$]*)\s*(?:\.\s*[\w$]+|\[[^\]\n]{0,100}\])(?!\s*[\w$.([])/g;
  // Names of built-in objects outside of strings that are neither called nor have a member read: the object goes elsewhere,
  // unless what reads it is known.
  const strings = /(["'])(?:\\.|(?!\1)[^\\\n])*\1/g;
  const value = /(?<![\w$.-])([A-Z][\w$]*)(?![\w$])(?!\s*[.([`"':])/g;
  const reader = /(?:\b(?:instanceof|new|typeof)\s+|\.(?:map|flatMap|filter|some|every|instance[oO]f|throws?|an?)\s*\(\s*)$/;
  // Lists, functions and others inherit many names; with a computed name, any of them may be meant.
  const instance = /(?<![\w$.])([A-Za-z_$][\w$]*)\s*=\s*(?:\[|\/|new\b|async\b|function\b|class\b|\(|[\w$]+\s*=>)/g;
  const computed = /(?<![\w$.])([A-Za-z_$][\w$]*)\s*\[([^\]\n]{1,100})\]\s*=(?![=>])/g;
  const place = /^\s*(?:\d+|[ijn]|index|[\w$.]+\.length|[ijn]\s*[-+]\s*1|["'`].*)\s*$/;

  function isMember(source, index) {
    let before = index - 1;
    while (before >= 0 && /\s/.test(source[before])) before--;
    return source[before] === ".";
  }

  function givesAway(source) {
    for (const { 1: name, index } of source.matchAll(value)) {
      const isNumber = name === "NaN" || name === "Infinity";
      if (builtIn.has(name) && !isNumber && !reader.test(source.slice(Math.max(0, index - 24), index))) return true;
    }
    return false;
  }

  // Whether a script changes nothing that is frozen, as far as its text shows.
  function isHarmless(source) {
    if (words.test(source)) return false;
    for (const { 1: name, index } of source.matchAll(assignment)) {
      if (builtIn.has(name) || readOnly.has(name) && isMember(source, index)) return false;
    }
    for (const [, , name] of source.matchAll(quoted)) if (readOnly.has(name) || builtIn.has(name)) return false;
    for (const [, name] of source.matchAll(member)) if (builtIn.has(name)) return false;
    if (unpacked.test(source)) for (const [, name] of source.matchAll(target)) if (builtIn.has(name)) return false;
    if (givesAway(source.replace(strings, '""'))) return false;
    const instances = new Set();
    for (const [, name] of source.matchAll(instance)) instances.add(name);
    for (const [, name, key] of source.matchAll(computed)) if (instances.has(name) && !place.test(key)) return false;
    return true;
  }

  // Remembers the results for the last texts, unless they are long.
  function remembering(body) {
    const known = new Map(), limit = 64, longest = 20_000;
    return (key, ...values) => {
      if (known.has(key)) return known.get(key);
      if (key.length > longest) return body(key, ...values);
      const result = body(key, ...values);
      if (known.size === limit) known.clear();
      known.set(key, result);
      return result;
    };
  }

  // Whether a script seems to leave message handlers, or globals for later scripts of its request: names that it
  // assigns to but does not declare.
  const declared = /(?<![\w$.])(?:var|let|const|function\*?|class|of|in)\s+([\w$]+)|,\s*([\w$]+)\s*(?==[^=>])|([\w$]+)\s*(?==>)/g;
  const mayLeave = /(?<![\w$.])(?:global|globalThis|this)(?![\w$])|[\]}]\s*=(?![=>])|\bonMessage\b/;

  function leavesGlobals(source) {
    if (mayLeave.test(source)) return true;
    const known = new Set();
    for (const [, first, second, third] of source.matchAll(declared)) known.add(first || second || third);
    for (const { 1: name, index } of source.matchAll(assignment)) {
      if (!known.has(name) && !isMember(source, index)) return true;
    }
    return false;
  }

  const suits = remembering(isHarmless), leaves = remembering(leavesGlobals);
  hooks.suits = job => {
    const fits = source => suits(source) && !(job.keeps && leaves(source));
    const result = (job.scripts || []).every(({ source }) => fits(source));
    forgetMatch();
    return result;
  };

  // MARK: Between jobs

  // Whether the job may have left something behind.
  let isSpoiled = false;

  const AsyncFunction = (async () => {}).constructor;
  function parses(...parts) {
    try { return Boolean(new AsyncFunction(...parts)); } catch { return false; }
  }

  // The functions that scripts were compiled to. Text that leaves the function around it could declare globals.
  const { evaluate } = host;
  const compiled = remembering((key, source, name, line, parameters) => {
    if (!parses(parameters, source) && parses(`(async function(${parameters}){${source}\n})`)) isSpoiled = true;
    const body = evaluate(source, name, line, parameters);
    return isObject(body) ? freeze(body) : body;
  });
  host.evaluate = (source, name, line, parameters) =>
    compiled(`${name}\0${line}\0${parameters}\0${source}`, source, name, line, parameters);

  // The engine keeps a handler of rejections for good: one for all jobs.
  let rejected;
  host.onRejection((promise, reason) => { if (rejected !== undefined) rejected(promise, reason); });
  host.onRejection = handler => { rejected = handler; };

  const names = new Set(ownKeys(globalThis));
  const parent = getPrototypeOf(globalThis);

  // Some functions of the engine keep what no property shows. `RegExp.$1` and its like are of the last match.
  const { stackTraceLimit } = Error;
  function forgetMatch() {
    /(?:)/.exec("");
    set(RegExp, "multiline", false);
  }

  // Removes the globals of the job, except for unchanged ones of a response: the next job has one, too. What was there
  // before cannot be deleted.
  function isAsBefore() {
    const { ofResponse } = hooks;
    let isIntact = true;
    for (const [name, { get, set }] of ofResponse) {
      const own = getOwnPropertyDescriptor(globalThis, name);
      if (own === undefined || own.get !== get || own.set !== set || own.enumerable) isIntact = false;
      if (own !== undefined && !own.configurable) return false;
    }
    const keys = ownKeys(globalThis);
    if (!isIntact || keys.length > names.size + ofResponse.size) {
      hooks.hideResponse();
      for (const key of ownKeys(globalThis)) if (!names.has(key) && !deleteProperty(globalThis, key)) return false;
    }
    return getPrototypeOf(globalThis) === parent && isExtensible(globalThis);
  }

  // Whether the job has left globals, or handlers of messages.
  hooks.hasLeft = () =>
    runtime.handlers().length > 0 || ownKeys(globalThis).length > names.size + hooks.ofResponse.size;

  // Forgets the job. Returns whether the global object can be used for another one.
  hooks.end = () => {
    if (isSpoiled || runtime.isMade("modules")) return false;
    rejected = undefined;
    runtime.forget();
    forgetMatch();
    set(Error, "stackTraceLimit", stackTraceLimit);
    return isAsBefore();
  };
});
