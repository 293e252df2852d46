// Queries of responses in Bruno's scripts: `res("..items[?].name", item => item.price > 1)` (bruno-query).
(function (runtime) {
  "use strict";
  const { define } = runtime;

  define("brunoQuery", () => {
    const isThere = value => value !== null && value !== undefined;

    // Lists in a list become one, without what is not there; an empty one is no value.
    function flat(value) {
      if (!Array.isArray(value)) return value;
      const items = value.flat(Infinity).filter(isThere);
      return items.length > 0 ? items : undefined;
    }

    // The member of an object, or of each in a list. A deep one is a list: of the member and of those in other members.
    function member(source, name, isDeep) {
      if (typeof source !== "object" || source === null) return undefined;
      if (Array.isArray(source)) return flat(source.map(item => member(item, name, isDeep)));
      if (!isDeep) return flat(source[name]);
      const others = Object.keys(source).filter(key => key !== name);
      return flat([source[name], ...others.map(key => member(source[key], name, true))]);
    }

    // The values for which a function is true, or that have the members of an object. Other results of the function
    // replace their values.
    function chosen(source, choice) {
      const choose = typeof choice === "function"
        ? choice
        : item => Object.keys(choice).every(key => item[key] === choice[key]);
      const found = (Array.isArray(source) ? source : [source]).filter(isThere).map(item => {
        const result = choose(item);
        return result === true ? item : result === false ? undefined : result;
      }).filter(isThere);
      return flat(Array.isArray(source) ? found : found[0]);
    }

    return (source, path, ...choices) => {
      const steps = String(path).replace(/\s+/g, "").split(/(\.{1,2}|\[\?\]|\[\d+\])/).filter(step => step !== "");
      let value = source, last = "";
      for (const step of steps) {
        if (!isThere(value)) break;
        if (step === "[?]") {
          const choice = choices.shift();
          if (!isThere(choice)) throw new Error(`res("${path}"): a [?] has no function or object`);
          value = chosen(value, choice);
        } else if (/^(\[\d+\]|\d+)$/.test(step)) {
          value = flat(value[step.replace(/\D/g, "")]);
        } else if (!step.startsWith(".")) {
          value = member(value, step, last === "..");
        }
        last = step;
      }
      return value;
    };
  });
});
