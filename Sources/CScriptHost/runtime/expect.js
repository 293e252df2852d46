// Assertions with the interface and the messages of chai 4.4: `expect`, its chains, and plugins.
(function (runtime) {
  "use strict";
  const { defineLasting, eachJob, keep, lazy } = runtime;

  defineLasting("expect/core", use => {
    const { inspect, display } = use("expect/inspect");
    const typeOf = use("expect/type");
    const config = {
      includeStack: false,
      showDiff: true,
      truncateThreshold: 40,
      useProxy: true,
      proxyExcludedKeys: ["then", "catch", "inspect", "toJSON"],
      deepEqual: null,
    };
    let flagsOf;
    eachJob(() => { flagsOf = new WeakMap(); });

    class AssertionError extends Error {
      constructor(message, properties) {
        super(message || "Unspecified AssertionError");
        Object.assign(this, properties);
        this.showDiff = Boolean(properties && properties.showDiff);
      }
      toJSON() {
        const { stack, line, column, sourceURL, ...rest } = this;
        return { ...rest, name: this.name, message: this.message };
      }
    }
    Object.defineProperty(
      AssertionError.prototype, "name", { value: "AssertionError", writable: true, configurable: true }
    );

    // A flag of an assertion. With a third argument, sets it.
    function flag(assertion, name, ...value) {
      let flags = flagsOf.get(assertion);
      if (flags === undefined) flagsOf.set(assertion, flags = { __proto__: null });
      if (value.length === 0) return flags[name];
      flags[name] = value[0];
      return undefined;
    }

    // Copies the flags that a chain hands on.
    function transferFlags(from, to, includesAll = true) {
      const flags = flagsOf.get(from) || {};
      for (const name of Object.keys(flags)) {
        if (includesAll || !["object", "ssfi", "lockSsfi", "message"].includes(name)) flag(to, name, flags[name]);
      }
    }

    function distance(left, right, limit) {
      if (Math.abs(left.length - right.length) >= limit) return limit;
      let row = Array.from({ length: right.length + 1 }, (_, index) => index);
      for (let i = 1; i <= left.length; i++) {
        const next = [i];
        for (let j = 1; j <= right.length; j++) {
          next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (left[i - 1] === right[j - 1] ? 0 : 1));
        }
        row = next;
      }
      return row[right.length];
    }

    const builtIns = ["__flags", "__methods", "_obj", "assert"];

    function namesOf(object) {
      const names = [];
      for (let owner = object; owner !== null
          && owner !== Object.prototype && owner !== Function.prototype; owner = Object.getPrototypeOf(owner)) {
        names.push(...Object.getOwnPropertyNames(owner));
      }
      return [...new Set(names)];
    }

    function unknown(target, name, method) {
      if (method) {
        throw new Error(`Invalid Chai property: ${method}.${name}. See docs for proper usage of "${method}".`);
      }
      let best = null, least = 4;
      for (const known of namesOf(target)) {
        if (Object.prototype.hasOwnProperty.call(Object.prototype, known) || builtIns.includes(known)) continue;
        const edits = distance(name, known, least);
        if (edits < least) { best = known; least = edits; }
      }
      throw new Error(
        best === null ? `Invalid Chai property: ${name}` : `Invalid Chai property: ${name}. Did you mean "${best}"?`
      );
    }

    const handlerFor = method => ({
      get(target, name) {
        // The number of a function's parameters is never meant.
        if (name === "length" && method !== undefined) return unknown(target, name, method);
        const isKnown = name in target || typeof name !== "string" || config.proxyExcludedKeys.includes(name);
        return isKnown ? target[name] : unknown(target, name, method);
      },
    });
    const handlerForAssertions = handlerFor();

    // Reports names that are no assertion, which would else pass unnoticed.
    function proxy(object, method) {
      if (!config.useProxy) return object;
      const result = new Proxy(object, method === undefined ? handlerForAssertions : handlerFor(method));
      // The proxy and what it stands for have the same flags.
      if (flagsOf.has(object)) flagsOf.set(result, flagsOf.get(object));
      return result;
    }

    function messageOf(assertion, values) {
      let text = values[flag(assertion, "negate") ? 2 : 1];
      if (typeof text === "function") text = text();
      const show = value => display(value, config.truncateThreshold);
      text = (text || "").replace(/#\{this\}|#\{act\}|#\{exp\}/g, mark => show(
        mark === "#{this}" ? flag(assertion, "object") : mark === "#{act}" ? actualOf(assertion, values) : values[3]));
      const own = flag(assertion, "message");
      return own ? `${own}: ${text}` : text;
    }

    const actualOf = (assertion, values) => values.length > 4 ? values[4] : flag(assertion, "object");

    // The function of Node's assert that an assertion is like.
    function operatorOf(assertion, values) {
      const own = flag(assertion, "operator");
      if (own) return own;
      let text = values[flag(assertion, "negate") ? 2 : 1];
      if (typeof text === "function") text = text();
      if (!text || /\shave\s/.test(text)) return undefined;
      const name = ["Array", "Object", "function"].includes(typeOf(values[3])) ? "DeepStrictEqual" : "StrictEqual";
      return /\snot\s/.test(text) ? `not${name}` : name[0].toLowerCase() + name.slice(1);
    }

    class Assertion {
      constructor(object, message) {
        flag(this, "object", object);
        flag(this, "message", message);
        return proxy(this);
      }
      get _obj() { return flag(this, "object"); }
      set _obj(value) { flag(this, "object", value); }
      assert(...values) {
        const [passed, , , expected, , showDiff] = values;
        const isOK = flag(this, "negate") ? !passed : passed;
        if (isOK) return;
        const properties = {
          actual: actualOf(this, values),
          expected,
          showDiff: config.showDiff && showDiff !== false && (expected !== undefined || values.length > 4),
        };
        const operator = operatorOf(this, values);
        if (operator) properties.operator = operator;
        throw new AssertionError(messageOf(this, values), properties);
      }
      static get includeStack() { return config.includeStack; }
      static set includeStack(value) { config.includeStack = value; }
      static get showDiff() { return config.showDiff; }
      static set showDiff(value) { config.showDiff = value; }
    }

    // The next assertion of a chain: a result of the last, or a new one with its flags.
    function chained(assertion, result) {
      if (result !== undefined) return result;
      const next = new Assertion();
      transferFlags(assertion, next);
      return next;
    }

    const accessor = get => ({ get, configurable: true });

    function addProperty(prototype, name, getter = () => {}) {
      Object.defineProperty(prototype, name, accessor(function () { return chained(this, getter.call(this)); }));
    }

    function addMethod(prototype, name, method) {
      let made;
      const make = () => proxy(function () { return chained(this, method.apply(this, arguments)); }, name);
      Object.defineProperty(prototype, name, {
        configurable: true,
        // Most methods are never used: their function is made when it is.
        get() { return made === undefined ? made = keep(make()) : made; },
        set(value) { Object.defineProperty(this, name, { value, writable: true, configurable: true }); },
      });
    }

    const chainables = new WeakMap();

    // A name that is a link of the chain and a function: `a`, `include`, `lengthOf`.
    function addChainableMethod(prototype, name, method, behave = () => {}) {
      const parts = keep({ method, behave });
      const described = accessor(function () {
        parts.behave.call(this);
        const link = (...values) => chained(this, parts.method.apply(this, values));
        const inherited = Object.create(
          this,
          {
            call: { value: Function.prototype.call }, apply: { value: Function.prototype.apply },
            bind: { value: Function.prototype.bind },
          }
        );
        Object.setPrototypeOf(link, inherited);
        delete link.name;
        Object.defineProperty(link, "length", accessor(() => {
          throw new Error(
            `Invalid Chai property: ${name}.length. Due to a compatibility issue, "length" cannot directly follow "${name}". `
              + `Use "${name}.lengthOf" instead.`
          );
        }));
        transferFlags(this, link);
        return proxy(link);
      });
      Object.defineProperty(prototype, name, described);
      if (!chainables.has(prototype)) chainables.set(prototype, { __proto__: null });
      chainables.get(prototype)[name] = parts;
    }

    function overwriteProperty(prototype, name, make) {
      const old = Object.getOwnPropertyDescriptor(prototype, name);
      const getter = make(old && old.get ? function () { return old.get.call(this); } : () => {});
      addProperty(prototype, name, getter);
    }

    function overwriteMethod(prototype, name, make) {
      const old = prototype[name];
      if (typeof old !== "function") throw new Error(`${name} is not a function`);
      addMethod(prototype, name, make(old));
    }

    function overwriteChainableMethod(prototype, name, makeMethod, makeBehaviour) {
      const parts = chainables.get(prototype)[name];
      const { method, behave } = parts;
      const wrap = body => function (...values) { return chained(this, body.apply(this, values)); };
      parts.method = makeMethod(wrap(method));
      parts.behave = makeBehaviour(wrap(behave));
    }

    const extending = {
      addProperty, addMethod, addChainableMethod, overwriteProperty, overwriteMethod, overwriteChainableMethod,
    };
    for (const [name, add] of Object.entries(extending)) {
      Assertion[name] = (...values) => add(Assertion.prototype, ...values);
    }

    function expectTypes(assertion, types) {
      const names = types.map(name => name.toLowerCase()).sort();
      const object = flag(assertion, "object");
      const prefix = flag(assertion, "message");
      if (names.includes(typeOf(object).toLowerCase())) return;
      const list = names.map(
        (name, index) => `${names.length > 1 && index === names.length - 1 ? "or " : ""}${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`
      ).join(", ");
      throw new AssertionError(
        `${prefix ? `${prefix}: ` : ""}object tested must be ${list}, but ${typeOf(object).toLowerCase()} given`
      );
    }

    const util = {
      flag, transferFlags, addProperty, addMethod, addChainableMethod, overwriteProperty, overwriteMethod,
      overwriteChainableMethod,
      expectTypes, proxify: proxy, type: typeOf, eql: use("expect/equal"),
      inspect: value => inspect(value, config.truncateThreshold),
      objDisplay: value => display(value, config.truncateThreshold),
      getActual: actualOf,
      getMessage: messageOf,
      getOperator: operatorOf,
      test: (assertion, values) => flag(assertion, "negate") ? !values[0] : values[0],
      getName: value => value.name,
      getPathInfo: use("expect/path").find,
      hasProperty: (object, name) => object !== null && object !== undefined && name in Object(object),
      addLengthGuard: value => value,
      isProxyEnabled: () => config.useProxy,
      isNaN: Number.isNaN,
      getOwnEnumerableProperties: object => [
        ...Object.keys(object),
        ...Object.getOwnPropertySymbols(object).filter(key => Object.getOwnPropertyDescriptor(object, key).enumerable)
      ],
    };

    return { Assertion, AssertionError, config, util, flag, inspect: util.inspect, display: util.objDisplay };
  });

  defineLasting("expect/assertions", use => {
    const { Assertion, AssertionError, config, util, flag, inspect, display } = use("expect/core");
    const typeOf = use("expect/type"), paths = use("expect/path");
    const equal = (expected, actual) => (config.deepEqual || util.eql)(expected, actual);
    const property = (name, body) => Assertion.addProperty(name, body);
    const methods = (names, body) => { for (const name of names.split(" ")) Assertion.addMethod(name, body); };

    const message = assertion => flag(assertion, "message");
    const prefixed = (assertion, text) => message(assertion) ? `${message(assertion)}: ${text}` : text;
    const fail = (assertion, text) => { throw new AssertionError(prefixed(assertion, text)); };
    // The message that a call ends with is said before the assertion's own.
    const setMessage = (assertion, own) => { if (own) flag(assertion, "message", own); };
    const about = (assertion, value) => new Assertion(value, message(assertion));

    const links = "to be been is and has have with that which at of same but does still also";
    for (const name of links.split(" ")) property(name);

    const flagsOfNames = {
      not: { negate: true }, deep: { deep: true }, nested: { nested: true }, own: { own: true }, ordered: { ordered: true },
      any: { any: true, all: false }, all: { all: true, any: false },
    };
    for (const [name, flags] of Object.entries(flagsOfNames)) {
      property(name, function () { for (const key of Object.keys(flags)) flag(this, key, flags[key]); });
    }

    // Assertions without arguments: the test, the message, and the message of the negation.
    function check(name, test, positive, negative, showsExpected) {
      property(name, function () {
        const value = flag(this, "object");
        const texts = [`expected #{this} ${positive}`, `expected #{this} ${negative}`];
        if (showsExpected) {
          this.assert(test(value), ...texts, flag(this, "negate") ? !showsExpected() : showsExpected());
        } else this.assert(test(value), ...texts);
      });
    }

    check("ok", Boolean, "to be truthy", "to be falsy");
    check("true", value => value === true, "to be true", "to be false", () => true);
    check("false", value => value === false, "to be false", "to be true", () => false);
    check("null", value => value === null, "to be null", "not to be null");
    check("undefined", value => value === undefined, "to be undefined", "not to be undefined");
    check("NaN", Number.isNaN, "to be NaN", "not to be NaN");
    check("exist", value => value !== null && value !== undefined, "to exist", "to not exist");
    check("exists", value => value !== null && value !== undefined, "to exist", "to not exist");
    check(
      "extensible", value => value === Object(value) && Object.isExtensible(value), "to be extensible",
      "to not be extensible"
    );
    check(
      "sealed", value => value === Object(value) ? Object.isSealed(value) : true, "to be sealed", "to not be sealed"
    );
    check(
      "frozen", value => value === Object(value) ? Object.isFrozen(value) : true, "to be frozen", "to not be frozen"
    );
    check(
      "finite", value => typeof value === "number" && Number.isFinite(value), "to be a finite number",
      "to not be a finite number"
    );

    for (const name of ["arguments", "Arguments"]) {
      property(name, function () {
        const type = typeOf(flag(this, "object"));
        this.assert(
          type === "Arguments", `expected #{this} to be arguments but got ${type}`,
          "expected #{this} to not be arguments"
        );
      });
    }

    property("empty", function () {
      const value = flag(this, "object");
      let count;
      switch (typeOf(value).toLowerCase()) {
        case "array": case "string": count = value.length; break;
        case "map": case "set": count = value.size; break;
        case "weakmap": case "weakset": return fail(this, ".empty was passed a weak collection");
        case "function": return fail(this, `.empty was passed a function ${value.name}`.trim());
        default:
          if (value !== Object(value)) return fail(this, `.empty was passed non-string primitive ${inspect(value)}`);
          count = Object.keys(value).length;
      }
      this.assert(count === 0, "expected #{this} to be empty", "expected #{this} not to be empty");
    });

    function a(type, own) {
      setMessage(this, own);
      const name = type.toLowerCase();
      const article = /^[aeiou]/.test(name) ? "an " : "a ";
      this.assert(
        typeOf(flag(this, "object")).toLowerCase() === name, `expected #{this} to be ${article}${name}`,
        `expected #{this} not to be ${article}${name}`
      );
    }
    Assertion.addChainableMethod("a", a);
    Assertion.addChainableMethod("an", a);

    const contains = function () { flag(this, "contains", true); };

    // Whether a collection has an item, or undefined if the value is no collection.
    function hasItem(assertion, object, item) {
      const isDeep = flag(assertion, "deep");
      const is = other => isDeep ? equal(other, item) : other === item;
      switch (typeOf(object).toLowerCase()) {
        case "string": return object.indexOf(item) !== -1;
        case "weakset":
          if (isDeep) fail(assertion, "unable to use .deep.include with WeakSet");
          return object.has(item);
        case "map": return [...object.values()].some(
          other => isDeep ? equal(other, item) : Object.is(other, item) || other === item
        );
        case "set": return isDeep ? [...object].some(is) : object.has(item);
        case "array": return isDeep ? object.some(is) : object.indexOf(item) !== -1;
        default: return undefined;
      }
    }

    function includesProperties(assertion, object, value) {
      const keys = Object.keys(value);
      const isNegated = flag(assertion, "negate");
      let first, failures = 0;
      for (const key of keys) {
        const part = new Assertion(object);
        util.transferFlags(assertion, part, true);
        if (!isNegated || keys.length === 1) {
          part.property(key, value[key]);
          continue;
        }
        try { part.property(key, value[key]); } catch (error) {
          if (!(error instanceof AssertionError)) throw error;
          first = first || error;
          failures++;
        }
      }
      // A negation fails only if all properties are included.
      if (isNegated && keys.length > 1 && failures === keys.length) throw first;
    }

    function include(value, own) {
      setMessage(this, own);
      const object = flag(this, "object");
      const included = hasItem(this, object, value);
      if (included === undefined) {
        if (value !== Object(value)) {
          const [type, given] = [object, value].map(item => typeOf(item).toLowerCase());
          return fail(
            this,
            `the given combination of arguments (${type} and ${given}) is invalid for this assertion. `
              + `You can use an array, a map, an object, a set, a string, or a weakset instead of a ${given}`
          );
        }
        return includesProperties(this, object, value);
      }
      const depth = flag(this, "deep") ? "deep " : "";
      this.assert(
        included, `expected #{this} to ${depth}include ${inspect(value)}`,
        `expected #{this} to not ${depth}include ${inspect(value)}`
      );
    }
    for (const name of ["include", "contain", "contains", "includes"]) {
      Assertion.addChainableMethod(name, include, contains);
    }

    function eql(value, own) {
      setMessage(this, own);
      const object = flag(this, "object");
      this.assert(
        equal(value, object), "expected #{this} to deeply equal #{exp}", "expected #{this} to not deeply equal #{exp}",
        value, object, true
      );
    }

    methods("equal equals eq", function (value, own) {
      setMessage(this, own);
      if (flag(this, "deep")) return eql.call(this, value);
      const object = flag(this, "object");
      this.assert(
        value === object, "expected #{this} to equal #{exp}", "expected #{this} to not equal #{exp}", value, object,
        true
      );
    });
    methods("eql eqls", eql);

    // Comparisons, of numbers, dates and lengths.
    function bounds(assertion, name, limits, plural) {
      const object = flag(assertion, "object");
      const type = typeOf(object).toLowerCase();
      const usesLength = Boolean(flag(assertion, "doLength"));
      const limitTypes = limits.map(limit => typeOf(limit).toLowerCase());
      const isCollection = type === "map" || type === "set";
      if (usesLength && !isCollection) about(assertion, object).to.have.property("length");
      const kind = plural ? "arguments" : "argument";
      const [date, number] = plural ? ["dates", "numbers"] : ["a date", "a number"];
      if (!usesLength && type === "date" && limitTypes.some(limit => limit !== "date")) {
        fail(assertion, `the ${kind} to ${name} must be ${date}`);
      }
      if (limitTypes.some(limit => limit !== "number") && (usesLength || type === "number")) {
        fail(assertion, `the ${kind} to ${name} must be ${number}`);
      }
      if (!usesLength && type !== "date" && type !== "number") {
        fail(assertion, `expected ${type === "string" ? `'${object}'` : object} to be a number or a date`);
      }
      return {
        value: usesLength ? (isCollection ? object.size : object.length) : object,
        what: usesLength ? (isCollection ? "size" : "length") : undefined,
      };
    }

    function comparison(names, name, test, positive, negative, negativeLength) {
      methods(names, function (limit, own) {
        setMessage(this, own);
        const { value, what } = bounds(this, name, [limit], false);
        if (what === undefined) {
          this.assert(
            test(value, limit), `expected #{this} to be ${positive} #{exp}`,
            `expected #{this} to be ${negative} #{exp}`, limit
          );
        } else this.assert(
          test(value, limit), `expected #{this} to have a ${what} ${positive} #{exp} but got #{act}`,
          `expected #{this} to ${negativeLength(what)} #{exp}`, limit, value
        );
      });
    }
    comparison(
      "above gt greaterThan", "above", (value, limit) => value > limit, "above", "at most",
      what => `not have a ${what} above`
    );
    comparison(
      "least gte greaterThanOrEqual", "least", (value, limit) => value >= limit, "at least", "below",
      what => `have a ${what} below`
    );
    comparison(
      "below lt lessThan", "below", (value, limit) => value < limit, "below", "at least",
      what => `not have a ${what} below`
    );
    comparison(
      "most lte lessThanOrEqual", "most", (value, limit) => value <= limit, "at most", "above",
      what => `have a ${what} above`
    );

    methods("within", function (start, finish, own) {
      setMessage(this, own);
      const { value, what } = bounds(this, "within", [start, finish], true);
      const shown = start instanceof Date && finish instanceof Date
        ? `${start.toISOString()}..${finish.toISOString()}`
        : `${start}..${finish}`;
      const passed = value >= start && value <= finish;
      if (what === undefined) {
        this.assert(passed, `expected #{this} to be within ${shown}`, `expected #{this} to not be within ${shown}`);
      } else this.assert(
        passed, `expected #{this} to have a ${what} within ${shown}`,
        `expected #{this} to not have a ${what} within ${shown}`
      );
    });

    methods("instanceof instanceOf", function (constructor, own) {
      setMessage(this, own);
      const object = flag(this, "object");
      let isInstance;
      try { isInstance = object instanceof constructor; } catch (error) {
        if (error instanceof TypeError) {
          fail(this, `The instanceof assertion needs a constructor but ${typeOf(constructor)} was given.`);
        }
        throw error;
      }
      const name = constructor.name || "an unnamed constructor";
      this.assert(
        isInstance, `expected #{this} to be an instance of ${name}`, `expected #{this} to not be an instance of ${name}`
      );
    });

    function propertyKind(assertion) {
      return ["deep", "own", "nested"].filter(name => flag(assertion, name)).map(name => `${name} `).join("");
    }

    function findProperty(assertion, name) {
      const object = flag(assertion, "object");
      const [isNested, isOwn] = [flag(assertion, "nested"), flag(assertion, "own")];
      if (isNested && typeof name !== "string") {
        fail(assertion, "the argument to property must be a string when using nested syntax");
      }
      if (!isNested && !["string", "number", "symbol"].includes(typeof name)) {
        fail(assertion, "the argument to property must be a string, number, or symbol");
      }
      if (isNested && isOwn) fail(assertion, 'The "nested" and "own" flags cannot be combined.');
      if (object === null || object === undefined) fail(assertion, "Target cannot be null or undefined.");
      if (isNested) return paths.find(object, name);
      const exists = isOwn ? Object.prototype.hasOwnProperty.call(object, name) : name in Object(object);
      return { exists, value: object[name] };
    }

    function hasProperty(...values) {
      const [name, expected, own] = values;
      setMessage(this, own);
      const { exists, value } = findProperty(this, name);
      const what = `${propertyKind(this)}property ${inspect(name)}`;
      const hasValue = values.length > 1;
      if (!flag(this, "negate") || !hasValue) {
        this.assert(exists, `expected #{this} to have ${what}`, `expected #{this} to not have ${what}`);
      }
      if (hasValue) {
        const isEqual = flag(this, "deep") ? equal(expected, value) : expected === value;
        this.assert(
          exists && isEqual, `expected #{this} to have ${what} of #{exp}, but got #{act}`,
          `expected #{this} to not have ${what} of #{act}`, expected, value
        );
      }
      flag(this, "object", value);
    }
    methods("property", hasProperty);
    methods("ownProperty haveOwnProperty", function (...values) {
      flag(this, "own", true);
      hasProperty.apply(this, values);
    });

    methods("ownPropertyDescriptor haveOwnPropertyDescriptor", function (name, descriptor, own) {
      const expected = typeof descriptor === "string" ? undefined : descriptor;
      setMessage(this, typeof descriptor === "string" ? descriptor : own);
      const actual = Object.getOwnPropertyDescriptor(Object(flag(this, "object")), name);
      const what = `own property descriptor for ${inspect(name)}`;
      if (actual && expected) {
        this.assert(equal(expected, actual), `expected the ${what} on #{this} to match ${inspect(expected)}, got ${inspect(actual)}`,
          `expected the ${what} on #{this} to not match ${inspect(expected)}`, expected, actual, true);
      } else {
        this.assert(actual, `expected #{this} to have an ${what}`, `expected #{this} to not have an ${what}`);
      }
      flag(this, "object", actual);
    });

    function lengthOf(count, own) {
      setMessage(this, own);
      const object = flag(this, "object");
      const isCollection = ["map", "set"].includes(typeOf(object).toLowerCase());
      if (!isCollection) about(this, object).to.have.property("length");
      const what = isCollection ? "size" : "length";
      const actual = isCollection ? object.size : object.length;
      this.assert(
        actual === count, `expected #{this} to have a ${what} of #{exp} but got #{act}`,
        `expected #{this} to not have a ${what} of #{act}`, count, actual
      );
    }
    const measures = function () { flag(this, "doLength", true); };
    Assertion.addChainableMethod("length", lengthOf, measures);
    Assertion.addChainableMethod("lengthOf", lengthOf, measures);

    methods("match matches", function (pattern, own) {
      setMessage(this, own);
      this.assert(
        pattern.exec(flag(this, "object")), `expected #{this} to match ${pattern}`,
        `expected #{this} not to match ${pattern}`
      );
    });

    methods("string", function (text, own) {
      setMessage(this, own);
      const object = flag(this, "object");
      about(this, object).is.a("string");
      this.assert(
        object.indexOf(text) !== -1, `expected #{this} to contain ${inspect(text)}`,
        `expected #{this} to not contain ${inspect(text)}`
      );
    });

    const byText = (left, right) => inspect(left) < inspect(right) ? -1 : 1;

    function expectedKeys(assertion, first, rest) {
      const type = typeOf(first);
      const mixed = "when testing keys against an object or an array "
        + "you must give a single Array|Object|String argument or multiple String arguments";
      if (type === "Array" || type === "Object") {
        if (rest.length > 0) fail(assertion, mixed);
        return type === "Array" ? first : Object.keys(first);
      }
      return [first, ...rest];
    }

    methods("keys key", function (...given) {
      const object = flag(this, "object");
      const isCollection = object instanceof Map || object instanceof Set;
      const isDeep = flag(this, "deep");
      let actual, expected;
      if (isCollection) {
        actual = [...object.keys()];
        expected = typeOf(given[0]) === "Array" ? given[0] : given;
      } else {
        actual = util.getOwnEnumerableProperties(object);
        expected = expectedKeys(this, given[0], given.slice(1)).map(key => typeof key === "symbol" ? key : String(key));
      }
      if (given.length === 0 || expected.length === 0) fail(this, "keys required");
      let [isAny, isAll] = [flag(this, "any"), flag(this, "all")];
      if (!isAny && !isAll) isAll = true;
      const has = key => actual.some(other => isDeep ? equal(key, other) : key === other);
      const passed = isAny
        ? expected.some(has)
        : expected.every(has) && (flag(this, "contains") || expected.length === actual.length);
      const names = expected.map(key => inspect(key));
      let text = names.length > 1
        ? `keys ${names.slice(0, -1).join(", ")}, ${isAll ? "and" : "or"} ${names[names.length - 1]}`
        : `key ${names[0]}`;
      text = `${isCollection && isDeep ? "deeply " : ""}${flag(this, "contains") ? "contain" : "have"} ${text}`;
      this.assert(
        passed, `expected #{this} to ${text}`, `expected #{this} to not ${text}`, expected.slice().sort(byText),
        actual.sort(byText), true
      );
    });

    const isError = value => value instanceof Error;
    const constructorName = error => isError(error)
      ? error.name
      : typeof error === "function"
      ? error.prototype instanceof Error || error === Error
      ? error.name || new error().name
      : error.name
      : typeOf(error);
    const thrownText = error => isError(error)
      ? String(error)
      : typeof error === "string"
      ? error
      : error && constructorName(error);

    function matchesConstructor(thrown, like) {
      if (isError(like)) {
        return thrown !== null && thrown !== undefined && (
          thrown.constructor === like.constructor || thrown instanceof like.constructor
        );
      }
      if (typeof like === "function" && (like.prototype instanceof Error || like === Error)) {
        return thrown !== null && thrown !== undefined && (thrown.constructor === like || thrown instanceof like);
      }
      return false;
    }

    function matchesMessage(thrown, pattern) {
      const text = typeof thrown === "string" ? thrown : thrown && thrown.message ? thrown.message : "";
      return pattern instanceof RegExp ? pattern.test(text) : String(text).includes(pattern);
    }

    methods("throw throws Throw", function (errorLike, pattern, own) {
      setMessage(this, own);
      const object = flag(this, "object"), isNegated = Boolean(flag(this, "negate"));
      about(this, object).is.a("function");
      let like = errorLike, matcher = pattern;
      if (like instanceof RegExp || typeof like === "string") [like, matcher] = [undefined, like];
      let thrown, hasThrown = false;
      try { object(); } catch (error) { thrown = error; hasThrown = true; }
      const hasNone = like === undefined && matcher === undefined, hasBoth = Boolean(like && matcher);

      if (hasNone || !isNegated) {
        const wanted = isError(like) ? "#{exp}" : like ? constructorName(like) : "an error";
        this.assert(
          hasThrown, `expected #{this} to throw ${wanted}`,
          "expected #{this} to not throw an error but #{act} was thrown", like && like.toString(), thrownText(thrown)
        );
      }
      const likeTexts = [
        `expected #{this} to throw #{exp} but #{act} was thrown`,
        `expected #{this} to not throw #{exp}${thrown ? " but #{act} was thrown" : ""}`,
      ];
      const likeValues = [
        isError(like) ? String(like) : like && constructorName(like),
        isError(thrown) ? String(thrown) : typeof thrown === "string" ? thrown : thrown && constructorName(thrown),
      ];
      let likeFails = false, messageFails = false;
      if (like && hasThrown) {
        if (isError(like) && (thrown === like) === isNegated) {
          if (hasBoth && isNegated) likeFails = true;
          else this.assert(isNegated, likeTexts[0], "expected #{this} to not throw #{exp}", String(like), String(thrown));
        }
        if (matchesConstructor(thrown, like) === isNegated) {
          if (hasBoth && isNegated) likeFails = true;
          else this.assert(isNegated, ...likeTexts, ...likeValues);
        }
      }
      if (hasThrown && matcher !== undefined && matcher !== null && matchesMessage(thrown, matcher) === isNegated) {
        if (hasBoth && isNegated) messageFails = true;
        else {
          const how = matcher instanceof RegExp ? "matching" : "including";
          const text = typeof thrown === "string" ? thrown : thrown && thrown.message;
          this.assert(
            isNegated, `expected #{this} to throw error ${how} #{exp} but got #{act}`,
            `expected #{this} to throw error not ${how} #{exp}`, matcher, text
          );
        }
      }
      if (likeFails && messageFails) this.assert(isNegated, ...likeTexts, ...likeValues);
      flag(this, "object", thrown);
    });

    methods("respondTo respondsTo", function (name, own) {
      setMessage(this, own);
      const object = flag(this, "object");
      const method = typeof object === "function" && !flag(this, "itself") ? object.prototype[name] : object[name];
      this.assert(
        typeof method === "function", `expected #{this} to respond to ${inspect(name)}`,
        `expected #{this} to not respond to ${inspect(name)}`
      );
    });
    property("itself", function () { flag(this, "itself", true); });

    methods("satisfy satisfies", function (test, own) {
      setMessage(this, own);
      const result = test(flag(this, "object"));
      this.assert(
        result, `expected #{this} to satisfy ${display(test)}`, `expected #{this} to not satisfy ${display(test)}`,
        !flag(this, "negate"), result
      );
    });

    methods("closeTo approximately", function (expected, delta, own) {
      setMessage(this, own);
      const object = flag(this, "object");
      about(this, object).is.a("number");
      if (typeof expected !== "number" || typeof delta !== "number") {
        fail(
          this,
          `the arguments to closeTo or approximately must be numbers${delta === undefined ? ", and a delta is required" : ""}`
        );
      }
      this.assert(
        Math.abs(object - expected) <= delta, `expected #{this} to be close to ${expected} +/- ${delta}`,
        `expected #{this} not to be close to ${expected} +/- ${delta}`
      );
    });

    function isSubset(subset, superset, same, contains, isOrdered) {
      if (!contains && subset.length !== superset.length) return false;
      const left = superset.slice();
      return subset.every((item, index) => {
        if (isOrdered) return same ? same(item, left[index]) : item === left[index];
        const place = left.findIndex(other => same ? same(item, other) : item === other);
        if (place < 0) return false;
        if (!contains) left.splice(place, 1);
        return true;
      });
    }

    methods("members", function (subset, own) {
      setMessage(this, own);
      const object = flag(this, "object");
      about(this, object).to.be.an("array");
      about(this, subset).to.be.an("array");
      const isOrdered = flag(this, "ordered"), isPart = flag(this, "contains");
      const subject = isPart
        ? `${isOrdered ? "an ordered superset" : "a superset"} of`
        : `${isOrdered ? "ordered members" : "members"} as`;
      const verb = isPart ? "be" : "have the same";
      this.assert(isSubset(subset, object, flag(this, "deep") ? equal : undefined, isPart, isOrdered),
        `expected #{this} to ${verb} ${subject} #{exp}`, `expected #{this} to not ${verb} ${subject} #{exp}`, subset, object, true);
    });

    methods("oneOf", function (list, own) {
      setMessage(this, own);
      const object = flag(this, "object");
      about(this, list).to.be.an("array");
      const is = value => flag(this, "deep") ? list.some(item => equal(value, item)) : list.indexOf(value) !== -1;
      if (flag(this, "contains")) {
        this.assert(
          list.some(item => typeof object === "string" || Array.isArray(object) ? object.indexOf(item) !== -1 : false),
          "expected #{this} to contain one of #{exp}", "expected #{this} to not contain one of #{exp}", list, object
        );
      } else this.assert(
        is(object), "expected #{this} to be one of #{exp}", "expected #{this} to not be one of #{exp}", list, object
      );
    });

    // `change`, `increase` and `decrease` call a function and compare a value before and after.
    function changing(names, behaviour, passes, delta) {
      methods(names, function (subject, name, own) {
        setMessage(this, own);
        const call = flag(this, "object");
        about(this, call).is.a("function");
        const hasName = name !== undefined && name !== null && name !== "";
        if (hasName) about(this, subject).to.have.property(name);
        else about(this, subject).is.a("function");
        const read = () => hasName ? subject[name] : subject();
        const initial = read();
        if (behaviour !== "change") about(this, initial).is.a("number");
        call();
        const final = read();
        const what = hasName ? `.${name}` : initial;
        flag(this, "deltaMsgObj", what);
        flag(this, "initialDeltaValue", initial);
        flag(this, "finalDeltaValue", final);
        flag(this, "deltaBehavior", behaviour);
        flag(this, "realDelta", delta(initial, final));
        this.assert(passes(initial, final), `expected ${what} to ${behaviour}`, `expected ${what} to not ${behaviour}`);
      });
    }
    changing(
      "change changes Change", "change", (initial, final) => initial !== final, (initial, final) => final !== initial
    );
    changing(
      "increase increases Increase", "increase", (initial, final) => final - initial > 0,
      (initial, final) => final - initial
    );
    changing(
      "decrease decreases Decrease", "decrease", (initial, final) => final - initial < 0,
      (initial, final) => initial - final
    );

    methods("by", function (delta, own) {
      setMessage(this, own);
      const [initial, final, behaviour] = [
        flag(this, "initialDeltaValue"), flag(this, "finalDeltaValue"), flag(this, "deltaBehavior"),
      ];
      const what = flag(this, "deltaMsgObj");
      const passed = behaviour === "change"
        ? Math.abs(final - initial) === Math.abs(delta)
        : flag(this, "realDelta") === Math.abs(delta);
      this.assert(
        passed, `expected ${what} to ${behaviour} by ${delta}`, `expected ${what} to not ${behaviour} by ${delta}`
      );
    });

    return true;
  });

  // The module `chai`.
  defineLasting("chai", use => {
    const { Assertion, AssertionError, config, util } = use("expect/core");
    use("expect/assertions");
    const expect = (value, message) => new Assertion(value, message);
    expect.fail = (actual, expected, message, operator) => {
      if (expected === undefined && message === undefined) {
        throw new AssertionError(actual === undefined ? "expect.fail()" : actual);
      }
      throw new AssertionError(message || "expect.fail()", { actual, expected, operator });
    };
    const used = [];
    const chai = {
      version: "4.4.1", expect, Assertion, AssertionError, config, util,
      use(plugin) {
        if (!used.includes(plugin)) {
          plugin(chai, util);
          used.push(plugin);
        }
        return chai;
      },
    };
    lazy(chai, "assert", () => use("chai/assert"), true);
    chai.should = chai.Should = () => use("chai/should");
    use("expect/postman")(chai);
    return chai;
  });
});
