// The functions of lodash that few scripts use.
(function (runtime) {
  "use strict";
  const { define } = runtime;

  // Functions that make functions. `_` is the placeholder for arguments that come later.
  define("lodash/functions", use => ({ _, iteratee, get, pathOf }) => {
    // The arguments of a bound function: each placeholder takes the next of the values.
    function filled(given, values) {
      const rest = [...values];
      const first = given.map(value => value === _ && rest.length > 0 ? rest.shift() : value);
      return [...first, ...rest];
    }
    const plain = values => values.map(value => value === _ ? undefined : value);
    // The same from the right.
    function filledRight(given, values) {
      const start = Math.max(0, values.length - given.filter(value => value === _).length);
      return [...values.slice(0, start), ...filled(given, values.slice(start))];
    }
    const applied = (body, change) => function (...values) { return body.apply(this, change(values)); };
    const bind = (body, self, ...given) => (...values) => body.apply(self, plain(filled(given, values)));

    function curried(body, arity, fill, given = []) {
      return function (...values) {
        const all = fill(given, values);
        const count = all.filter(value => value !== _).length;
        return count < arity ? curried(body, arity, fill, all) : body.apply(this, all);
      };
    }

    function invoke(object, path, ...values) {
      const names = pathOf(path, object), parent = names.length > 1 ? get(object, names.slice(0, -1)) : object;
      const body = parent === undefined || parent === null ? undefined : parent[names.at(-1)];
      return body === undefined || body === null ? undefined : body.apply(parent, values);
    }

    function piped(bodies) {
      return function (...values) {
        if (bodies.length === 0) return values[0];
        return bodies.slice(1).reduce((output, body) => body.call(this, output), bodies[0].apply(this, values));
      };
    }

    // Calls a function for the first calls only; then the last result stays.
    function before(count, body) {
      let left = count, result;
      return function (...values) {
        if (--left > 0) result = body.apply(this, values);
        return result;
      };
    }

    function memoize(body, keyOf = key => key) {
      const memoized = function (...values) {
        const key = keyOf.apply(this, values), { cache } = memoized;
        if (!cache.has(key)) cache.set(key, body.apply(this, values));
        return cache.get(key);
      };
      return Object.assign(memoized, { cache: new Map() });
    }

    // Calls a function when there were no calls for a time, at the latest after `maxWait`.
    function debounce(body, wait = 0, { leading = false, trailing = true, maxWait } = {}) {
      const { setTimeout, clear } = use("timers");
      let timer, last, start, result;
      const run = () => {
        const [self, values] = last;
        last = undefined;
        result = body.apply(self, values);
      };
      const restart = () => {
        const left = maxWait === undefined ? wait : Math.min(wait, start + Math.max(wait, maxWait) - Date.now());
        clear(timer);
        timer = setTimeout(due, Math.max(0, left));
      };
      function due() {
        const isDue = trailing && last !== undefined;
        timer = undefined;
        if (!isDue) return;
        run();
        // The next call waits, too.
        if (maxWait === undefined) return;
        start = Date.now();
        restart();
      }
      function debounced(...values) {
        last = [this, values];
        if (timer === undefined) {
          start = Date.now();
          if (leading) run();
        }
        restart();
        return result;
      }
      return Object.assign(debounced, {
        cancel() { clear(timer); timer = last = undefined; },
        flush() {
          if (timer === undefined) return result;
          clear(timer);
          due();
          return result;
        },
      });
    }

    const calls = bodies => bodies.flat().map(iteratee);
    const more = {
      bind, invoke, debounce, memoize, before,
      throttle: (body, wait = 0, { leading = true, trailing = true } = {}) =>
        debounce(body, wait, { leading, trailing, maxWait: wait }),
      bindAll(object, ...names) {
        for (const name of names.flat()) object[name] = bind(object[name], object);
        return object;
      },
      bindKey: (object, name, ...given) => (...values) => object[name](...plain(filled(given, values))),
      partial: (body, ...given) => applied(body, values => plain(filled(given, values))),
      partialRight: (body, ...given) => applied(body, values => plain(filledRight(given, values))),
      curry: (body, arity = body.length) => curried(body, arity, filled),
      curryRight: (body, arity = body.length) => curried(body, arity, filledRight),
      ary: (body, count = body.length) => applied(body, values => values.slice(0, count)),
      unary: body => applied(body, values => values.slice(0, 1)),
      flip: body => applied(body, values => values.reverse()),
      rearg: (body, ...indexes) => applied(
        body, values => [...indexes.flat().map(index => values[index]), ...values.slice(indexes.flat().length)]
      ),
      spread: (body, start = 0) => applied(body, values => [...values.slice(0, start), ...values[start]]),
      restOf: (body, start = body.length - 1) => applied(
        body, values => [...Array.from({ length: start }, (_, index) => values[index]), values.slice(start)]
      ),
      overArgs: (body, ...changes) => applied(body, values => {
        const bodies = calls(changes);
        return values.map((value, index) => index < bodies.length ? bodies[index](value) : value);
      }),
      over: (...bodies) => (...values) => calls(bodies).map(body => body(...values)),
      overEvery: (...bodies) => (...values) => calls(bodies).every(body => body(...values)),
      overSome: (...bodies) => (...values) => calls(bodies).some(body => body(...values)),
      cond: pairs => (...values) => {
        const found = pairs.find(([test]) => iteratee(test)(...values));
        return found && found[1](...values);
      },
      flow: (...bodies) => piped(bodies.flat()), flowRight: (...bodies) => piped(bodies.flat().reverse()),
      negate: body => function (...values) { return !body.apply(this, values); },
      once: body => before(2, body),
      after(count, body) {
        let left = count;
        return function (...values) { return --left < 1 ? body.apply(this, values) : undefined; };
      },
      wrap: (value, wrapper) => more.partial(wrapper === undefined ? given => given : wrapper, value),
      nthArg: (index = 0) => (...values) => values.at(index),
      method: (path, ...values) => object => invoke(object, path, ...values),
      methodOf: (object, ...values) => path => invoke(object, path, ...values),
      propertyOf: object => path => get(object, path),
    };
    return more;
  });

  define("lodash/lists", () => ({ iteratee, list, mapped, set, range }) => {
    // How many values match at the start, and the index from which all match.
    const countWhile = (values, body) => {
      const call = iteratee(body), index = values.findIndex((value, at) => !call(value, at, values));
      return index < 0 ? values.length : index;
    };
    const startOfEnd = (values, body) => {
      const call = iteratee(body);
      return values.findLastIndex((value, at) => !call(value, at, values)) + 1;
    };
    // `…By(lists…, body)`: the last argument is no list.
    const withBody = (all, use) => Array.isArray(all.at(-1)) ? use(all, undefined) : use(all.slice(0, -1), all.at(-1));
    const lists = values => values.filter(Array.isArray);
    const sameValue = (one, other) => Object.is(one, other) || one === other;
    const by = body => {
      const call = iteratee(body);
      return (one, other) => sameValue(call(one), call(other));
    };
    const holds = (values, value, isSame) => values.some(other => isSame(value, other));
    const unique = (values, isSame) => values.reduce(
      (output, value) => holds(output, value, (one, other) => isSame(other, one)) ? output : [...output, value], []
    );
    const sets = {
      difference: ([first, ...others], isSame) => list(first).filter(
        value => !holds(lists(others).flat(), value, isSame)
      ),
      intersection: ([first, ...others], isSame) => unique(
        list(first).filter(value => others.every(other => holds(list(other), value, isSame))), isSame
      ),
      union: (all, isSame) => unique(lists(all).flat(), isSame),
      xor: (all, isSame) => unique(lists(all).flatMap((values, index) => values.filter(
        value => !lists(all).some((other, at) => at !== index && holds(other, value, isSame))
      )), isSame),
    };
    const pullBy = (values, removed, isSame) => {
      values.splice(0, values.length, ...values.filter(value => !holds(removed, value, isSame)));
      return values;
    };

    // The first index whose value is not before the given one; with `isLast`, the first that is behind it.
    function sortedIndex(values, value, body, isLast = false) {
      const call = iteratee(body), wanted = call(value);
      let low = 0, high = list(values).length;
      while (low < high) {
        const middle = (low + high) >>> 1, found = call(values[middle]);
        if (found < wanted || isLast && found <= wanted) low = middle + 1;
        else high = middle;
      }
      return low;
    }

    const transposed = values => Array.from(
      { length: Math.max(0, ...values.map(value => value.length)) }, (_, index) => values.map(value => value[index])
    );
    const unzipWith = (values, body) => transposed(values).map(group => body === undefined ? group : body(...group));
    const indexIf = (values, index, value) => sameValue(list(values)[index], value) ? index : -1;
    const more = {
      takeWhile: (values, body) => list(values).slice(0, countWhile(list(values), body)),
      dropWhile: (values, body) => list(values).slice(countWhile(list(values), body)),
      takeRightWhile: (values, body) => list(values).slice(startOfEnd(list(values), body)),
      dropRightWhile: (values, body) => list(values).slice(0, startOfEnd(list(values), body)),
      unzip: values => transposed(list(values)), unzipWith: (values, body) => unzipWith(list(values), body),
      zipWith: (...all) => withBody(all, unzipWith),
      zipObjectDeep: (paths, values = []) => paths.reduce(
        (output, path, index) => set(output, path, values[index]), {}
      ),
      pullAll: (values, removed) => pullBy(values, removed, sameValue),
      pullAllBy: (values, removed, body) => pullBy(values, removed, by(body)),
      pullAllWith: (values, removed, isSame = sameValue) => pullBy(values, removed, isSame),
      pullAt(values, ...indexes) {
        const removed = indexes.flat().map(index => values[index]);
        for (const index of [...new Set(indexes.flat())].sort((a, b) => b - a)) {
          if (index in values) values.splice(index, 1);
        }
        return removed;
      },
      fill: (values, value, start, end) => values.fill(value, start, end),
      lastIndexOf: (values, value, start) => list(values).lastIndexOf(value, start ?? Infinity),
      sortedIndex: (values, value) => sortedIndex(values, value), sortedIndexBy: sortedIndex,
      sortedLastIndex: (values, value) => sortedIndex(values, value, undefined, true),
      sortedLastIndexBy: (values, value, body) => sortedIndex(values, value, body, true),
      sortedIndexOf: (values, value) => indexIf(values, sortedIndex(values, value), value),
      sortedLastIndexOf: (values, value) => indexIf(values, sortedIndex(values, value, undefined, true) - 1, value),
      sortedUniq: values => more.sortedUniqBy(values),
      sortedUniqBy: (values, body) => list(values).filter(
        (value, index, all) => index === 0 || !by(body)(value, all[index - 1])
      ),
      rangeRight: (...values) => range(...values).reverse(),
      flatMapDeep: (values, body) => mapped(values, body).flat(Infinity),
      flatMapDepth: (values, body, depth = 1) => mapped(values, body).flat(depth),
    };
    for (const name of Object.keys(sets)) {
      more[`${name}By`] = (...all) => withBody(all, (given, body) => sets[name](given, by(body)));
      more[`${name}With`] = (...all) => withBody(all, (given, isSame = sameValue) => sets[name](given, isSame));
    }
    more.xor = (...all) => sets.xor(all, sameValue);
    return more;
  });

  define("lodash/objects", () => (
    { iteratee, isObject, isNil, isPlainObject, isEqual, isUnsafe, get, set, cloneDeep, merge }
  ) => {
    const isTree = value => Array.isArray(value) || isPlainObject(value);
    const keysIn = object => {
      const keys = [];
      for (const key in Object(object)) keys.push(key);
      return keys;
    };
    const pairsIn = object => keysIn(object).map(key => [key, object[key]]);
    // `…With(object, sources…, body)`.
    const withBody = (all, plain, use) => typeof all.at(-1) === "function"
      ? use(all.slice(0, -1), all.at(-1))
      : plain(...all);

    const assigner = keysOf => ([object, ...sources], body) => {
      for (const source of sources) {
        for (const key of keysOf(source ?? {})) {
          const value = body(object[key], source[key], key, object, source);
          object[key] = value === undefined ? source[key] : value;
        }
      }
      return object;
    };
    const assignIn = (object, ...sources) => assigner(keysIn)([object, ...sources], () => undefined);

    function mergeWith([object, ...sources], body) {
      for (const source of sources) {
        for (const key of Object.keys(source ?? {}).filter(key => !isUnsafe(key))) {
          const value = body(object[key], source[key], key, object, source);
          if (value !== undefined) object[key] = value;
          else if (isTree(source[key])) {
            const base = isObject(object[key]) ? object[key] : Array.isArray(source[key]) ? [] : {};
            object[key] = mergeWith([base, source[key]], body);
          } else if (source[key] !== undefined || !(key in object)) object[key] = source[key];
        }
      }
      return object;
    }

    function isEqualWith(one, other, body = () => undefined, ...where) {
      const result = body(one, other, ...where);
      if (result !== undefined) return Boolean(result);
      if (!isTree(one) || !isTree(other) || Array.isArray(one) !== Array.isArray(other)) return isEqual(one, other);
      const keys = Object.keys(one);
      return keys.length === Object.keys(other).length && keys.every(
        key => Object.hasOwn(other, key) && isEqualWith(one[key], other[key], body, key, one, other)
      );
    }

    function isMatchWith(object, source, body = () => undefined) {
      return Object.keys(source).every(key => {
        if (isNil(object)) return false;
        const result = body(object[key], source[key], key, object, source);
        if (result !== undefined) return Boolean(result);
        return isPlainObject(source[key])
          ? isMatchWith(object[key], source[key], body)
          : key in Object(object) && isEqualWith(object[key], source[key], body);
      });
    }

    function cloneDeepWith(value, body = () => undefined, ...where) {
      const result = body(value, ...where);
      if (result !== undefined) return result;
      if (!isTree(value)) return cloneDeep(value);
      const copy = Array.isArray(value) ? [] : {};
      for (const key of Object.keys(value)) copy[key] = cloneDeepWith(value[key], body, key, value);
      return copy;
    }

    const conformsTo = (object, source) => Object.keys(source).every(
      key => !isNil(object) && key in Object(object) && Boolean(source[key](object[key]))
    );
    const eachRight = (object, body, keys) => {
      for (const key of keys.reverse()) if (iteratee(body)(object[key], key, object) === false) break;
      return object;
    };
    const functionsOf = (object, keys) => keys.filter(key => typeof object[key] === "function");
    return {
      keysIn, valuesIn: object => pairsIn(object).map(([, value]) => value), toPairsIn: pairsIn, entriesIn: pairsIn,
      toPlainObject: object => Object.fromEntries(pairsIn(object)), assignIn, extend: assignIn,
      assignWith: (...all) => withBody(all, Object.assign, assigner(Object.keys)),
      assignInWith: (...all) => withBody(all, assignIn, assigner(keysIn)),
      extendWith: (...all) => withBody(all, assignIn, assigner(keysIn)),
      mergeWith: (...all) => withBody(all, merge, mergeWith),
      isEqualWith: (one, other, body) => isEqualWith(one, other, body), isMatchWith, conformsTo,
      conforms: source => object => conformsTo(object, source),
      cloneDeepWith: (value, body) => cloneDeepWith(value, body),
      cloneWith(value, body = () => undefined) {
        const result = body(value);
        if (result !== undefined) return result;
        return Array.isArray(value) ? [...value] : isPlainObject(value) ? { ...value } : cloneDeep(value);
      },
      create: (prototype, properties) => Object.assign(Object.create(prototype), properties),
      functions: object => functionsOf(object, Object.keys(object ?? {})),
      functionsIn: object => functionsOf(object, keysIn(object)),
      invertBy(object, body) {
        const output = {};
        for (const key of Object.keys(object)) (output[iteratee(body)(object[key])] ??= []).push(key);
        return output;
      },
      update: (object, path, body) => set(object, path, body(get(object, path))),
      findLastKey: (object, body) => Object.keys(object ?? {})
        .findLast(key => iteratee(body)(object[key], key, object)),
      forOwnRight: (object, body) => eachRight(object, body, Object.keys(object ?? {})),
      forInRight: (object, body) => eachRight(object, body, keysIn(object)),
    };
  });

  define("lodash/kinds", use => () => {
    const is = type => value => value instanceof type;
    const largest = Number.MAX_SAFE_INTEGER;
    const isLength = value => Number.isSafeInteger(value) && value >= 0;
    const isObjectLike = value => value !== null && typeof value === "object";
    const isArrayLike = value => value !== null && value !== undefined && typeof value !== "function"
      && isLength(value.length);
    const toFinite = value => {
      const number = Number(value);
      return Number.isNaN(number) ? 0 : Math.min(Math.max(number, -Number.MAX_VALUE), Number.MAX_VALUE);
    };
    const bounded = (value, low, high) => Math.min(Math.max(Math.trunc(toFinite(value)), low), high);
    return {
      isLength, isObjectLike, isArrayLike, isArrayLikeObject: value => isObjectLike(value) && isArrayLike(value),
      isArguments: value => Object.prototype.toString.call(value) === "[object Arguments]",
      isArrayBuffer: is(ArrayBuffer), isMap: is(Map), isSet: is(Set), isWeakMap: is(WeakMap), isWeakSet: is(WeakSet),
      isBuffer: value => use("buffer").Buffer.isBuffer(value), isElement: () => false,
      isNative: value => typeof value === "function"
        && /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(value)),
      isSafeInteger: Number.isSafeInteger, isSymbol: value => typeof value === "symbol",
      isTypedArray: value => ArrayBuffer.isView(value) && !(value instanceof DataView),
      stubArray: () => [], stubObject: () => ({}), stubString: () => "", multiply: (a, b) => a * b,
      divide: (a, b) => a / b, toFinite, toLength: value => bounded(value, 0, 2 ** 32 - 1),
      toSafeInteger: value => bounded(value, -largest, largest),
    };
  });

  define("lodash/texts", () => ({ _, escape }) => {
    const letters = {
      ß: "ss", Æ: "Ae", æ: "ae", Ø: "O", ø: "o", Ð: "D", ð: "d", Þ: "Th", þ: "th", Œ: "Oe", œ: "oe", Ł: "L",
      ł: "l", Đ: "D", đ: "d", ı: "i", Ħ: "H", ħ: "h",
    };
    const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

    function pad(text, length = 0, fill = " ") {
      const value = String(text ?? ""), missing = Math.max(0, length - value.length);
      return value.padStart(value.length + Math.floor(missing / 2), fill).padEnd(Math.max(length, value.length), fill);
    }

    // MARK: Templates

    const usual = /<%=([\s\S]+?)%>/g;
    const settings = {
      escape: /<%-([\s\S]+?)%>/g, evaluate: /<%([\s\S]+?)%>/g, interpolate: usual, variable: "", imports: { _ },
    };
    const literal = /\$\{([^\\}]*(?:\\.[^\\}]*)*)\}/;

    // The statements of a template, which add to `__p`.
    function statements(text, { escape: escaped, interpolate, evaluate }) {
      const marks = [escaped, interpolate, interpolate === usual ? literal : /(.)^/, evaluate];
      const pattern = new RegExp(`${marks.map(mark => (mark || /(.)^/).source).join("|")}|$`, "g");
      let end = 0, output = "";
      text.replace(pattern, (whole, safe, value, inLiteral, code, offset) => {
        output += `__p += ${JSON.stringify(text.slice(end, offset))};\n`;
        const shown = value || inLiteral;
        if (safe) output += `__p += __e(${safe}\n);\n`;
        if (shown) output += `__p += ((__t = (${shown}\n)) == null ? "" : __t);\n`;
        if (code) output += `${code}\n;`;
        end = offset + whole.length;
        return whole;
      });
      return output;
    }

    function template(text, options) {
      const all = { ...settings, ...options }, imports = { ...settings.imports, ...all.imports };
      const body = statements(String(text ?? ""), all), name = all.variable || "obj";
      const source = `function(${name}) {\n${all.variable ? "" : "obj || (obj = {});\n"}`
        + 'var __t, __p = "", __j = Array.prototype.join;\nfunction print() { __p += __j.call(arguments, "") }\n'
        + `${all.variable ? body : `with (obj) {\n${body}\n}`}\nreturn __p\n}`;
      const compiled = new Function("__e", ...Object.keys(imports), `return ${source}`)(
        value => escape(value ?? ""), ...Object.values(imports)
      );
      return Object.assign(compiled, { source });
    }

    return {
      templateSettings: settings,
      texts: {
        pad, template,
        deburr: text => String(text ?? "").normalize("NFD").replace(/[\u0300-\u036f\ufe20-\ufe2f]/g, "")
          .replace(/[^\x00-\x7f]/g, letter => Object.hasOwn(letters, letter) ? letters[letter] : letter),
        unescape: text => String(text ?? "").replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]),
      },
    };
  });
});
