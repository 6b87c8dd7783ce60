// The project's exported classes, by their prototypes, so that their objects can be copied into another evaluation of it.

/** entries: gives the modules that are loaded, by file. exportsOf: gives what one exports. */
export const makeExportedClasses = (entries, exportsOf) => {
  const exportNamed = (entry, name) => {
    try {
      return exportsOf(entry)?.[name];
    } catch {
      return undefined; // it was not evaluated to its end
    }
  };
  const placeOf = (prototype) => {
    for (const [file, entry] of entries())
      for (const name of Object.keys(exportsOf(entry) ?? {}))
        if (typeof exportNamed(entry, name) === 'function' && exportNamed(entry, name).prototype === prototype) return [file, name];
    return undefined;
  };
  return {
    /** The prototype if its class is exported, undefined for others. `places` keeps where they are exported. */
    known: (prototype, places) => {
      if (!places.has(prototype)) places.set(prototype, placeOf(prototype));
      return places.get(prototype) && prototype;
    },
    /** The prototype of the same class as it is loaded now. */
    again: (prototype, places) => {
      const [file, name] = places.get(prototype) ?? [];
      return exportNamed(entries().get(file), name)?.prototype;
    },
  };
};
