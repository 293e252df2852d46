// The global `_`: lodash 3.10, which Postman's sandbox has beside `require("lodash")`, lodash 4.
//
// Lodash 4 with what differs: bodies with a `this` and in short form (`"id", 2`), other arguments, older names.
// Functions that only lodash 4 has stay.
(function (runtime) {
  "use strict";
  const { define } = runtime;

  // The functions whose results `_(value)` does not wrap.
  const unwrapped = "all any capitalize clone cloneDeep contains detect eq escape every find findIndex findKey findLast "
    + "findLastIndex findLastKey findWhere foldl foldr include indexOf inject isEqual isMatch lastIndexOf max min padLeft "
    + "padRight reduce reduceRight sample some sortedIndex sortedLastIndex sum trimLeft trimRight trunc unescape";

  define("lodash3", use => {
    const modules = use("modules"), lodash = modules.require("lodash");
    const _ = modules.asLoading(() => lodash.runInContext());
    const four = { ..._ };
    const isObject = value => value !== null && (typeof value === "object" || typeof value === "function");
    const isNil = value => value === undefined || value === null;
    const list = value => isNil(value) ? [] : four.toArray(value);

    // A function with its `this`.
    const bound = (body, self) => self === undefined ? body : (...values) => body.apply(self, values);

    // The function for each value, made of a function, an object to match, a property, or a property and its value.
    function callback(body, self) {
      if (typeof body === "function") return bound(body, self);
      if (isNil(body)) return value => value;
      if (isObject(body)) return four.iteratee(body);
      return self === undefined ? four.property(body) : four.matchesProperty(body, self);
    }

    // Whether a function is itself what `map` calls: with a value, its index and the whole.
    const isCalledByMap = (value, index, whole) => isObject(whole) && ["number", "string"].includes(typeof index)
      && Object.hasOwn(whole, index) && whole[index] === value;

    const withBody = body => (collection, given, self) => isCalledByMap(collection, given, self)
      ? body(collection)
      : body(collection, callback(given, self));

    const three = {};
    const bodies = "countBy dropRightWhile dropWhile every filter find findIndex findKey findLast findLastIndex findLastKey "
      + "forEach forEachRight forIn forInRight forOwn forOwnRight groupBy keyBy map mapKeys mapValues partition reject "
      + "remove some takeRightWhile takeWhile times";
    for (const name of bodies.split(" ")) three[name] = withBody(four[name]);

    Object.assign(three, {
      // Lists of properties are those of lodash 4.
      sortBy: (collection, body, ...others) => Array.isArray(body)
        ? four.sortBy(collection, body)
        : withBody(four.sortBy)(collection, body, ...others),
      sortByAll: (collection, ...properties) => four.sortBy(collection, properties.flat()),
      sortByOrder: (collection, properties, orders) => four.orderBy(
        collection, properties,
        isNil(orders) ? orders : [].concat(orders).map(order => order === true || order === "asc" ? "asc" : "desc")
      ),
      sortedIndex: (values, value, body, self) => four.sortedIndexBy(values, value, callback(body, self)),
      sortedLastIndex: (values, value, body, self) => four.sortedLastIndexBy(values, value, callback(body, self)),
      reduce: (collection, body, ...rest) => four.reduce(collection, bound(body, rest[1]), ...rest.slice(0, 1)),
      reduceRight: (collection, body, ...rest) => four.reduceRight(collection, bound(body, rest[1]), ...rest.slice(0, 1)),
      transform: (object, body, start, self) => four.transform(object, bound(body, self), start),
      invoke: four.invokeMap,
      where: (collection, source) => four.filter(collection, four.matches(source)),
      findWhere: (collection, source) => four.find(collection, four.matches(source)),
      pluck: (collection, path) => four.map(collection, four.property(path)),
      sample: (collection, count) => isNil(count) ? four.sample(collection) : four.sampleSize(collection, count),
    });

    // MARK: Numbers

    const extreme = (isBetter, start) => (collection, given, self) => {
      const call = isCalledByMap(collection, given, self) ? callback() : callback(given, self);
      let best = start, bestKey = start;
      four.forEach(collection, (value, index) => {
        const key = +call(value, index, collection);
        if (isBetter(key, bestKey) || key === start && best === start) [best, bestKey] = [value, key];
      });
      return best;
    };
    Object.assign(three, {
      max: extreme((a, b) => a > b, -Infinity), min: extreme((a, b) => a < b, Infinity),
      sum(collection, given, self) {
        const call = isCalledByMap(collection, given, self) ? callback() : callback(given, self);
        let sum = 0;
        four.forEach(collection, (value, index) => { sum += +call(value, index, collection) || 0; });
        return sum;
      },
    });

    // MARK: Lists

    Object.assign(three, {
      uniq(values, isSorted, body, self) {
        const given = typeof isSorted === "boolean" || isNil(isSorted) ? [body, self] : [isSorted, body];
        return four.uniqBy(values, isCalledByMap(values, ...given) ? callback() : callback(...given));
      },
      flatten: (values, isDeep, whole) => isDeep && !isCalledByMap(values, isDeep, whole)
        ? four.flattenDeep(values)
        : four.flatten(values),
      // Names with their values, or pairs.
      zipObject(names, values) {
        const all = list(names);
        return values === undefined && Array.isArray(all[0]) ? four.fromPairs(all) : four.zipObject(all, values);
      },
      // The body adds one value after the other, as that of `reduce`.
      unzipWith: (values, body, self) => body === undefined
        ? four.unzip(values)
        : four.unzip(values).map(group => group.reduce(bound(body, self))),
      zipWith(...all) {
        const index = all.findIndex(value => typeof value === "function");
        return index < 0 ? four.zip(...all) : three.unzipWith(all.slice(0, index), all[index], all[index + 1]);
      },
      // `true`: the list is sorted.
      indexOf: (values, value, start) => four.indexOf(values, value, typeof start === "number" ? start : 0),
      lastIndexOf: (values, value, start) => four.lastIndexOf(values, value, ...(typeof start === "number" ? [start] : [])),
      rest: values => four.tail(values),
      restParam: (body, start) => four.rest(body, start),
    });

    // MARK: Objects

    // Takes `(object, …, body, self)`, where a body is none of the values.
    const withCustomizer = (plain, customized) => (object, ...rest) => {
      const last = rest.length - 1;
      if (last > 0 && typeof rest[last - 1] === "function") {
        return customized(object, ...rest.slice(0, -2), bound(rest[last - 1], rest[last]));
      }
      return last > 0 && typeof rest[last] === "function" ? customized(object, ...rest) : plain(object, ...rest);
    };
    // The members that have a name, or that a body takes.
    const chosen = (object, keys) => Object.fromEntries(keys.map(key => [key, object[key]]));
    const pick = (object, ...given) => {
      if (isNil(object)) return {};
      const body = typeof given[0] === "function" && bound(...given);
      return chosen(object, body
        ? four.keysIn(object).filter(key => body(object[key], key, object))
        : given.flat(Infinity).filter(key => key in Object(object)));
    };
    const omit = (object, ...given) => {
      if (isNil(object)) return {};
      const body = typeof given[0] === "function" && bound(...given), names = given.flat(Infinity).map(String);
      return chosen(object, four.keysIn(object).filter(
        key => body ? !body(object[key], key, object) : !names.includes(key)
      ));
    };
    const clone = (value, isDeep, body, self) => {
      if (typeof isDeep === "function") return four.cloneWith(value, bound(isDeep, body));
      const customizer = typeof body === "function" && bound(body, self);
      if (isDeep && !isCalledByMap(value, isDeep, body)) {
        return customizer ? four.cloneDeepWith(value, customizer) : four.cloneDeep(value);
      }
      return customizer ? four.cloneWith(value, customizer) : four.clone(value);
    };
    Object.assign(three, {
      assign: withCustomizer(four.assign, four.assignWith), merge: withCustomizer(four.merge, four.mergeWith),
      pick, omit, clone,
      cloneDeep: (value, body, self) => typeof body === "function"
        ? four.cloneDeepWith(value, bound(body, self))
        : four.cloneDeep(value),
      isEqual: (one, other, body, self) => typeof body === "function"
        ? four.isEqualWith(one, other, bound(body, self))
        : four.isEqual(one, other),
      isMatch: (object, source, body, self) => typeof body === "function"
        ? four.isMatchWith(object, source, bound(body, self))
        : four.isMatch(object, source),
      invert: (object, hasSeveral, whole) => hasSeveral && !isCalledByMap(object, hasSeveral, whole)
        ? four.invertBy(object)
        : four.invert(object),
      functions: four.functionsIn,
    });

    // MARK: Texts and the rest

    Object.assign(three, {
      capitalize: four.upperFirst,
      trunc: (text, options, whole) => four.truncate(
        String(text ?? ""),
        isCalledByMap(text, options, whole) ? {} : isObject(options) ? options : isNil(options) ? {} : { length: +options }
      ),
      escape: text => four.escape(text).replace(/`/g, "&#96;"),
      unescape: text => four.unescape(text).replace(/&#96;/g, "`"),
      callback: (body, self) => callback(body, self),
      tap: (value, body, self) => four.tap(value, bound(body, self)),
      thru: (value, body, self) => four.thru(value, bound(body, self)),
    });

    // Functions with another name, or two names, in lodash 4.
    const names = {
      all: "every", any: "some", backflow: "flowRight", collect: "map", compose: "flowRight", contains: "includes",
      detect: "find", each: "forEach", eachRight: "forEachRight", eq: "isEqual", extend: "assign", foldl: "reduce",
      foldr: "reduceRight", include: "includes", indexBy: "keyBy", inject: "reduce", iteratee: "callback",
      methods: "functions", modArgs: "overArgs", object: "zipObject", padLeft: "padStart", padRight: "padEnd",
      pairs: "toPairs", select: "filter", tail: "rest", trimLeft: "trimStart", trimRight: "trimEnd",
      unique: "uniq",
    };
    for (const name of Object.keys(names)) {
      const body = three[names[name]] || four[names[name]];
      if (body !== undefined) three[name] = body;
    }
    const plain = unwrapped.split(" "), isPlain = (_value, name) => plain.includes(name);
    _.mixin(four.omitBy(three, isPlain));
    _.mixin(four.pickBy(three, isPlain), { chain: false });
    return Object.assign(_, { VERSION: "3.10.2" });
  });
});
