// The part of lodash that scripts use. The whole library is used where its Debian package is installed.
(function (runtime) {
  "use strict";
  const { define } = runtime;

  // The functions of lodash that are not here.
  const missing = "runInContext setWith updateWith";

  // What `_(value)` does not wrap, unless it is a chain.
  const unwrapped = new Set((
    "add attempt ceil clamp clone cloneDeep cloneDeepWith cloneWith conformsTo defaultTo divide eq every find findIndex "
    + "findKey findLast findLastIndex findLastKey first floor get gt gte has hasIn head inRange includes indexOf invoke "
    + "join last lastIndexOf lt lte max maxBy mean meanBy min minBy multiply nth parseInt random reduce reduceRight "
    + "result round sample size some sortedIndex sortedIndexBy sortedIndexOf sortedLastIndex sortedLastIndexBy "
    + "sortedLastIndexOf subtract sum sumBy toFinite toInteger toLength toNumber toSafeInteger uniqueId words"
  ).split(" "));

  define("lodash", use => use("lodash/new")());

  // Makes a lodash of its own. The results of other functions than usual are what `_(value)` does not wrap, or does wrap.
  define("lodash/new", use => (others = { unwrapped: [], wrapped: [] }) => {
    const isObject = value => value !== null && (typeof value === "object" || typeof value === "function");
    const isNil = value => value === undefined || value === null;
    const isPlainObject = value => isObject(value)
      && [Object.prototype, null].includes(Object.getPrototypeOf(value));
    const isArrayLike = value => typeof value === "string" || Array.isArray(value);
    const list = value => isNil(value) ? [] : isArrayLike(value) ? [...value] : Object.values(value);
    const isEqual = (a, b) => use("expect/equal")(a, b);

    // Paths: `a.b[0].c`, or an array of names.
    const pathOf = (path, object) => {
      if (Array.isArray(path)) return path;
      const text = String(path);
      if (isObject(object) && text in object) return [text];
      return (text.match(/[^.[\]]+/g) || []).map(name => name.replace(/^(['"])(.*)\1$/, "$2"));
    };
    function get(object, path, fallback) {
      let value = object;
      for (const name of pathOf(path, object)) value = isNil(value) ? undefined : value[name];
      return value === undefined ? fallback : value;
    }
    function has(object, path) {
      let value = object;
      const names = pathOf(path, object);
      for (const name of names) {
        if (isNil(value) || !Object.prototype.hasOwnProperty.call(Object(value), name)) return false;
        value = value[name];
      }
      return names.length > 0;
    }
    const isUnsafe = name => ["__proto__", "constructor", "prototype"].includes(name);
    function set(object, path, value) {
      const names = pathOf(path, object);
      if (!isObject(object) || names.some(isUnsafe)) return object;
      let place = object;
      names.forEach((name, index) => {
        if (index === names.length - 1) place[name] = value;
        else {
          if (!isObject(place[name])) place[name] = /^\d+$/.test(names[index + 1]) ? [] : {};
          place = place[name];
        }
      });
      return object;
    }
    function unset(object, path) {
      const names = pathOf(path, object);
      const parent = names.length > 1 ? get(object, names.slice(0, -1)) : object;
      return isNil(parent) ? true : delete parent[names[names.length - 1]];
    }

    // What lodash takes for a function: a path, an object to match, or a pair of path and value.
    const matches = source => object => Object.keys(source).every(
      key => !isNil(object) && (isPlainObject(source[key]) ? matches(source[key])(object[key]) : isEqual(object[key], source[key]))
    );
    function iteratee(value) {
      if (typeof value === "function") return value;
      if (isNil(value)) return item => item;
      if (Array.isArray(value)) return item => isEqual(get(item, value[0]), value[1]);
      return isObject(value) ? matches(value) : item => get(item, value);
    }
    // Calls a function with each value and its index or key, until it returns false.
    function each(collection, body) {
      if (isNil(collection)) return collection;
      const keys = isArrayLike(collection) ? [...collection].keys() : Object.keys(collection);
      for (const key of keys) if (body(collection[key], key, collection) === false) break;
      return collection;
    }
    const mapped = (collection, body) => {
      const call = iteratee(body), output = [];
      each(collection, (...values) => { output.push(call(...values)); });
      return output;
    };
    const filtered = (collection, body, isKept = true) => {
      const call = iteratee(body), output = [];
      each(collection, (...values) => { if (Boolean(call(...values)) === isKept) output.push(values[0]); });
      return output;
    };
    function keyOf(collection, body, keys) {
      const call = iteratee(body);
      return keys.find(key => call(collection[key], key, collection));
    }
    const grouped = (collection, body, put) => {
      const call = iteratee(body), output = {};
      each(collection, value => { put(output, call(value), value); });
      return output;
    };
    function cloneDeep(value, known = new Map()) {
      if (!isObject(value) || typeof value === "function") return value;
      if (known.has(value)) return known.get(value);
      if (value instanceof Date) return new Date(value);
      if (value instanceof RegExp) return new RegExp(value.source, value.flags);
      const copy = Array.isArray(value) ? [] : value instanceof Map ? new Map() : value instanceof Set ? new Set()
        : Object.create(Object.getPrototypeOf(value));
      known.set(value, copy);
      if (value instanceof Map) value.forEach((item, key) => copy.set(key, cloneDeep(item, known)));
      else if (value instanceof Set) value.forEach(item => copy.add(cloneDeep(item, known)));
      else for (const key of Object.keys(value)) copy[key] = cloneDeep(value[key], known);
      return copy;
    }
    function merge(target, ...sources) {
      for (const source of sources) {
        for (const key of Object.keys(source || {})) {
          const value = source[key];
          if (isUnsafe(key)) continue;
          if (isPlainObject(value) || Array.isArray(value)) {
            const base = isObject(target[key]) ? target[key] : Array.isArray(value) ? [] : {};
            target[key] = merge(base, value);
          } else if (value !== undefined || !(key in target)) target[key] = value;
        }
      }
      return target;
    }
    const compare = (a, b) => {
      if (a === b) return 0;
      if (isNil(a) || isNil(b)) return isNil(a) && isNil(b) ? 0 : isNil(a) ? 1 : -1;
      return a < b ? -1 : a > b ? 1 : 0;
    };
    function orderBy(collection, bodies = [undefined], orders = []) {
      const calls = [].concat(bodies).map(iteratee), directions = [].concat(orders);
      return list(collection).map((value, index) => ({ value, index, keys: calls.map(call => call(value)) })).sort((a, b) => {
        for (let index = 0; index < calls.length; index++) {
          const order = compare(a.keys[index], b.keys[index]);
          if (order !== 0) return directions[index] === "desc" ? -order : order;
        }
        return a.index - b.index;
      }).map(item => item.value);
    }
    const uniqueBy = (values, body) => {
      const call = iteratee(body), seen = new Set();
      return list(values).filter(value => {
        const key = call(value);
        return !seen.has(key) && Boolean(seen.add(key));
      });
    };
    const flatten = (values, depth) => list(values).flat(depth);
    const extreme = (values, body, isBetter) => {
      const call = iteratee(body);
      let best, bestKey;
      for (const value of list(values)) {
        const key = call(value);
        if (!isNil(key) && (bestKey === undefined || isBetter(key, bestKey))) [best, bestKey] = [value, key];
      }
      return best;
    };
    const sumBy = (values, body) => {
      const call = iteratee(body);
      return list(values).map(value => call(value)).filter(value => value !== undefined)
        .reduce((sum, value) => sum === undefined ? value : sum + value, undefined) ?? 0;
    };
    const pickBy = (object, body, isKept = true) => Object.fromEntries(
      Object.entries(object || {}).filter(([key, value]) => Boolean(iteratee(body)(value, key)) === isKept)
    );
    const words = text => String(isNil(text) ? "" : text).replace(/['’]/g, "")
      .match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\x00-\x7f]+/g) || [];
    const upperFirst = text => text.charAt(0).toUpperCase() + text.slice(1);
    const ofCharacters = characters => characters === undefined ? "\\s" : `[${String(characters).replace(/[\\\]^-]/g, "\\$&")}]`;
    const texts = {
      camelCase: text => words(text).map((word, index) => index === 0 ? word.toLowerCase() : upperFirst(word.toLowerCase())).join(""),
      kebabCase: text => words(text).map(word => word.toLowerCase()).join("-"),
      snakeCase: text => words(text).map(word => word.toLowerCase()).join("_"),
      startCase: text => words(text).map(upperFirst).join(" "),
      lowerCase: text => words(text).map(word => word.toLowerCase()).join(" "),
      upperCase: text => words(text).map(word => word.toUpperCase()).join(" "),
      capitalize: text => upperFirst(String(text).toLowerCase()), upperFirst: text => upperFirst(String(text)),
      lowerFirst: text => String(text).charAt(0).toLowerCase() + String(text).slice(1),
      toLower: text => String(text).toLowerCase(), toUpper: text => String(text).toUpperCase(),
      trim: (text, characters) => texts.trimStart(texts.trimEnd(text, characters), characters),
      trimStart: (text, characters) => String(text).replace(new RegExp(`^${ofCharacters(characters)}+`), ""),
      trimEnd: (text, characters) => String(text).replace(new RegExp(`${ofCharacters(characters)}+$`), ""),
      padStart: (text, length, fill) => String(text).padStart(length, fill),
      padEnd: (text, length, fill) => String(text).padEnd(length, fill),
      repeat: (text, count) => String(text).repeat(count),
      startsWith: (text, part, start) => String(text).startsWith(part, start),
      endsWith: (text, part, end) => String(text).endsWith(part, end),
      replace: (text, pattern, value) => String(text).replace(pattern, value),
      split: (text, separator, limit) => String(text).split(separator, limit),
      words: (text, pattern) => pattern === undefined ? words(text) : String(text).match(pattern) || [],
      escape: text => String(text).replace(/[&<>"']/g, found => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" }[found]};`),
      escapeRegExp: text => String(text).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
      truncate(text, { length = 30, omission = "...", separator } = {}) {
        if (separator instanceof RegExp) use("absent").needed("_.truncate with a pattern as its separator", "node-lodash");
        if (text.length <= length) return text;
        const start = text.slice(0, Math.max(0, length - omission.length));
        const end = separator === undefined || text.startsWith(separator, start.length) ? -1 : start.lastIndexOf(separator);
        return (end < 0 ? start : start.slice(0, end)) + omission;
      },
      toString: value => isNil(value) ? "" : Object.is(value, -0) ? "-0" : String(value),
    };
    const kinds = {
      isArray: Array.isArray, isNil, isObject, isPlainObject, isEqual, isString: value => typeof value === "string" || value instanceof String,
      isNumber: value => typeof value === "number", isBoolean: value => typeof value === "boolean",
      isFunction: value => typeof value === "function", isUndefined: value => value === undefined,
      isNull: value => value === null,
      isDate: value => value instanceof Date, isRegExp: value => value instanceof RegExp,
      isError: value => value instanceof Error,
      isInteger: Number.isInteger, isFinite: Number.isFinite,
      isNaN: value => (typeof value === "number" || value instanceof Number) && Number.isNaN(Number(value)),
      isMatch: (object, source) => matches(source)(object),
      isEmpty: value => isNil(value) || typeof value === "number" || typeof value === "boolean" || typeof value === "function"
        || (value instanceof Map || value instanceof Set ? value.size === 0 : list(value).length === 0),
    };
    const arrays = {
      chunk: (values, size = 1) => size < 1 ? [] : Array.from({ length: Math.ceil(list(values).length / size) }, (_, index) => list(values).slice(index * size, (index + 1) * size)),
      compact: values => list(values).filter(Boolean), concat: (values, ...others) => [].concat(values, ...others),
      difference: (values, ...others) => list(values).filter(value => !others.flat().includes(value)),
      drop: (values, count = 1) => list(values).slice(count),
      dropRight: (values, count = 1) => list(values).slice(0, Math.max(0, list(values).length - count)),
      take: (values, count = 1) => list(values).slice(0, count),
      takeRight: (values, count = 1) => count === 0 ? [] : list(values).slice(-count),
      head: values => list(values)[0], last: values => list(values).at(-1),
      nth: (values, index = 0) => list(values).at(index),
      initial: values => list(values).slice(0, -1), tail: values => list(values).slice(1),
      join: (values, separator = ",") => list(values).join(separator),
      findIndex(values, body, start = 0) {
        const call = iteratee(body), from = start < 0 ? Math.max(0, list(values).length + start) : start;
        return list(values).findIndex((value, index) => index >= from && call(value, index, values));
      },
      findLastIndex(values, body) { return list(values).findLastIndex(value => iteratee(body)(value)); },
      indexOf: (values, value, start) => list(values).indexOf(value, start), flatten: values => flatten(values, 1),
      flattenDeep: values => flatten(values, Infinity), flattenDepth: (values, depth = 1) => flatten(values, depth),
      fromPairs: pairs => Object.fromEntries(pairs),
      intersection: (first, ...others) => uniqueBy(first).filter(value => others.every(other => other.includes(value))),
      pull(values, ...removed) { return values.splice(0, values.length, ...values.filter(value => !removed.includes(value))) && values; },
      remove(values, body) {
        const removed = filtered(values, body);
        values.splice(0, values.length, ...filtered(values, body, false));
        return removed;
      },
      reverse: values => values.reverse(), slice: (values, start, end) => list(values).slice(start, end),
      union: (...values) => uniqueBy(values.flat()), uniq: values => uniqueBy(values), uniqBy: uniqueBy,
      uniqWith: (values, isSame) => list(values).filter((value, index, all) => all.findIndex(other => isSame(value, other)) === index),
      without: (values, ...removed) => list(values).filter(value => !removed.includes(value)),
      zip: (...values) => Array.from({ length: Math.max(0, ...values.map(value => value.length)) }, (_, index) => values.map(value => value[index])),
      zipObject: (keys, values = []) => Object.fromEntries(keys.map((key, index) => [key, values[index]])),
      range(start, end, step) {
        const [from, to] = end === undefined ? [0, start] : [start, end];
        const by = step === undefined ? (to < from ? -1 : 1) : step;
        return Array.from({ length: Math.max(0, Math.ceil((to - from) / (by || 1))) }, (_, index) => from + index * by);
      },
    };
    const shuffle = values => {
      const output = list(values);
      for (let index = output.length - 1; index > 0; index--) {
        const other = Math.floor(Math.random() * (index + 1));
        [output[index], output[other]] = [output[other], output[index]];
      }
      return output;
    };
    const collections = {
      forEach: (collection, body) => each(collection, iteratee(body)), map: mapped,
      filter: (collection, body) => filtered(collection, body),
      forEachRight: (collection, body) => { list(collection).reverse().forEach(value => body(value)); return collection; },
      reject: (collection, body) => filtered(collection, body, false),
      partition: (collection, body) => [filtered(collection, body), filtered(collection, body, false)],
      find: (collection, body, start = 0) => start === 0
        ? filtered(collection, body)[0]
        : list(collection)[arrays.findIndex(collection, body, start)],
      findLast: (collection, body) => filtered(collection, body).at(-1),
      every: (collection, body) => filtered(collection, body, false).length === 0,
      some: (collection, body) => filtered(collection, body).length > 0,
      includes: (collection, value, start) => (typeof collection === "string" ? collection : list(collection)).includes(value, start),
      reduce(collection, body, ...start) {
        let output = start[0], isFirst = start.length === 0;
        each(collection, (value, key) => {
          output = isFirst ? value : body(output, value, key, collection);
          isFirst = false;
        });
        return output;
      },
      reduceRight: (collection, body, ...start) => list(collection)
        .reduceRight((output, value, index) => body(output, value, index, collection), ...start),
      flatMap: (collection, body) => mapped(collection, body).flat(),
      groupBy: (collection, body) => grouped(collection, body, (output, key, value) => { (output[key] = output[key] || []).push(value); }),
      keyBy: (collection, body) => grouped(collection, body, (output, key, value) => { output[key] = value; }),
      countBy: (collection, body) => grouped(collection, body, (output, key) => { output[key] = (output[key] || 0) + 1; }),
      orderBy,
      sortBy: (collection, ...bodies) => orderBy(collection, bodies.flat().length ? bodies.flat() : [undefined]),
      size: collection => isNil(collection) ? 0 : collection.size === undefined || Array.isArray(collection) ? list(collection).length : collection.size,
      shuffle,
      sample: collection => list(collection)[Math.floor(Math.random() * list(collection).length)],
      sampleSize: (collection, count = 1) => shuffle(collection).slice(0, count),
    };
    const objects = {
      get, set, has, unset, hasIn(object, path) {
        const names = pathOf(path, object), parent = get(object, names.slice(0, -1));
        return !isNil(names.length > 1 ? parent : object) && names.at(-1) in Object(names.length > 1 ? parent : object);
      },
      result(object, path, fallback) {
        const names = pathOf(path, object), value = get(object, names, fallback);
        return typeof value === "function" ? value.call(names.length > 1 ? get(object, names.slice(0, -1)) : object) : value;
      },
      keys: object => Object.keys(Object(object)), values: list, merge, cloneDeep, assign: Object.assign,
      clone: value => Array.isArray(value) ? [...value] : isPlainObject(value) ? { ...value } : cloneDeep(value),
      entries: object => Object.entries(object || {}), toPairs: object => Object.entries(object || {}),
      defaults(object, ...sources) {
        for (const source of sources) for (const key of Object.keys(source || {})) if (object[key] === undefined) object[key] = source[key];
        return object;
      },
      defaultsDeep: (object, ...sources) => merge(object, ...sources.reverse(), cloneDeep(object)),
      findKey: (object, body) => keyOf(object, body, Object.keys(object || {})),
      forOwn: (object, body) => each(object, body), forIn: (object, body) => each(object, body),
      invert: object => Object.fromEntries(Object.entries(object).map(([key, value]) => [value, key])),
      mapKeys: (object, body) => Object.fromEntries(Object.entries(object || {}).map(([key, value]) => [iteratee(body)(value, key), value])),
      mapValues: (object, body) => Object.fromEntries(Object.entries(object || {}).map(([key, value]) => [key, iteratee(body)(value, key)])),
      omit(object, ...paths) {
        const output = cloneDeep(object);
        for (const path of paths.flat()) unset(output, path);
        return output;
      },
      omitBy: (object, body) => pickBy(object, body, false), pickBy: (object, body) => pickBy(object, body),
      pick(object, ...paths) {
        const output = {};
        for (const path of paths.flat()) if (has(object, path)) set(output, path, get(object, path));
        return output;
      },
      at: (object, ...paths) => paths.flat().map(path => get(object, path)),
      property: path => object => get(object, path), matches,
      matchesProperty: (path, value) => iteratee([path, value]),
      transform(object, body, start = Array.isArray(object) ? [] : {}) {
        each(object, (value, key) => body(start, value, key, object));
        return start;
      },
    };
    const numbers = {
      add: (a, b) => a + b, subtract: (a, b) => a - b, sum: values => sumBy(values), sumBy,
      mean: values => sumBy(values) / list(values).length,
      meanBy: (values, body) => sumBy(values, body) / list(values).length,
      max: values => extreme(values, undefined, (a, b) => a > b),
      min: values => extreme(values, undefined, (a, b) => a < b),
      maxBy: (values, body) => extreme(values, body, (a, b) => a > b),
      minBy: (values, body) => extreme(values, body, (a, b) => a < b),
      round: (value, digits = 0) => Number(`${Math.round(Number(`${value}e${digits}`))}e${-digits}`),
      floor: (value, digits = 0) => Math.floor(value * 10 ** digits) / 10 ** digits,
      ceil: (value, digits = 0) => Math.ceil(value * 10 ** digits) / 10 ** digits,
      clamp: (value, low, high) => high === undefined ? Math.min(value, low) : Math.min(Math.max(value, low), high),
      inRange: (value, start, end) => end === undefined
        ? numbers.inRange(value, 0, start)
        : value >= Math.min(start, end) && value < Math.max(start, end),
      toNumber: Number, toInteger: value => Math.trunc(Number(value)) || 0,
      // As the body of `map`, it gets the index and the list too.
      parseInt: (text, radix, list) => Number.parseInt(text, list === undefined ? radix : undefined),
      random(low = 0, high, isFloating) {
        const [from, to] = typeof high === "number" ? [low, high] : [0, low];
        return isFloating === true || high === true ? from + Math.random() * (to - from) : from + Math.floor(Math.random() * (to - from + 1));
      },
    };
    let count = 0;
    const functions = {
      identity: value => value, noop() {}, constant: value => () => value,
      times: (number, body = value => value) => Array.from({ length: number }, (_, index) => body(index)),
      attempt(body, ...values) { try { return body(...values); } catch (error) { return error; } },
      delay: (body, time, ...values) => use("timers").setTimeout(body, time, ...values),
      defer: (body, ...values) => use("timers").setTimeout(body, 1, ...values), now: () => Date.now(),
      uniqueId: (prefix = "") => `${prefix}${++count}`,
      defaultTo: (value, fallback) => isNil(value) || Number.isNaN(value) ? fallback : value,
      castArray: (...values) => values.length === 0 ? [] : Array.isArray(values[0]) ? values[0] : [values[0]], toArray: list, eq: Object.is, gt: (a, b) => a > b,
      gte: (a, b) => a >= b, lt: (a, b) => a < b, lte: (a, b) => a <= b,
      toPath: path => pathOf(path), tap: (value, body) => { body(value); return value; },
      thru: (value, body) => body(value), iteratee, stubTrue: () => true, stubFalse: () => false,
    };

    // `_(values).map(…).value()`: each call wraps what the function returns.
    const wrappers = {};
    function wrap(value) {
      return Object.assign(Object.create(wrappers), { value: () => value, valueOf: () => value, toJSON: () => value });
    }
    const _ = value => wrap(value);
    const chain = value => {
      const wrapped = wrap(value);
      Object.defineProperty(wrapped, "isChain", { value: true });
      return wrapped;
    };
    const basic = { ...kinds, ...arrays, ...collections, ...objects, ...numbers, ...functions, ...texts };
    const moreTexts = use("lodash/texts")({ _, escape: texts.escape });
    const more = {
      ...use("lodash/kinds")(), ...moreTexts.texts, ...use("lodash/functions")({ _, iteratee, get, pathOf }),
      ...use("lodash/lists")({ iteratee, list, mapped, set, range: arrays.range }),
      ...use("lodash/objects")({
        iteratee, isObject, isNil, isPlainObject, isEqual, isUnsafe, get, set, cloneDeep, merge,
      }),
    };
    const all = { ...basic, ...more, mixin, noConflict: () => _ };
    all.invokeMap = (collection, path, ...values) => mapped(collection, item => typeof path === "function"
      ? path.apply(item, values)
      : more.invoke(item, path, ...values));
    // In lodash 4 a function of functions, before it the list without its first value.
    all.rest = (value, start) => typeof value === "function" ? more.restOf(value, start) : arrays.tail(value);
    delete all.restOf;
    const aliases = {
      each: "forEach", eachRight: "forEachRight", first: "head", contains: "includes", any: "some", all: "every",
      collect: "map", select: "filter",
      detect: "find", foldl: "reduce", inject: "reduce", unique: "uniq", pluck: "map", where: "filter",
      findWhere: "find", pairs: "toPairs", object: "zipObject", padLeft: "padStart", padRight: "padEnd",
      trimLeft: "trimStart", trimRight: "trimEnd", sortByOrder: "orderBy", indexBy: "keyBy",
      extendOwn: "assign",
    };
    for (const alias of Object.keys(aliases)) all[alias] = all[aliases[alias]];
    const isUnwrapped = name => !others.wrapped.includes(name) && (
      unwrapped.has(name) || others.unwrapped.includes(name) || name.startsWith("is")
      || name !== "split" && (name in texts || name in moreTexts.texts)
    );

    // Functions have some of these names already, and those of a lasting global object cannot be assigned to.
    const put = (object, name, value) =>
      Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });

    function add(name, body) {
      put(_, name, body);
      put(wrappers, name, function (...values) {
        const result = body(this.value(), ...values);
        if (this.isChain) return chain(result);
        return isUnwrapped(name) ? result : wrap(result);
      });
    }

    // Adds functions to lodash, or to an object.
    function mixin(object, source) {
      const target = source === undefined ? _ : object, added = source === undefined ? object : source;
      for (const name of Object.keys(added)) {
        if (typeof added[name] !== "function") continue;
        if (target === _) add(name, added[name]);
        else target[name] = added[name];
      }
      return target;
    }
    mixin(all);

    // Methods of lists that change them.
    for (const name of ["pop", "shift", "push", "sort", "splice", "unshift"]) {
      wrappers[name] = function (...values) {
        const result = this.value()[name](...values);
        if (name === "pop" || name === "shift") return this.isChain ? chain(result) : result;
        return name === "splice" ? (this.isChain ? chain : wrap)(result) : this;
      };
    }
    wrappers.chain = function () { return chain(this.value()); };
    wrappers.commit = function () { return this; };

    const { define: absent } = use("absent");
    for (const [object, title] of [[_, "_."], [wrappers, "_(…)."]]) absent(object, title, "node-lodash", missing);
    absent(wrappers, "_(…).", "node-lodash", "next plant");
    return Object.assign(_, { chain, templateSettings: moreTexts.templateSettings, VERSION: "4.17.21" });
  });
});
