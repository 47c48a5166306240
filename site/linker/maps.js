// Maps whose values are made when they are first asked for.

/**
 * What a map has for a key; when it has nothing yet, that is made and kept there. A map of `most` values is
 * emptied before it gets another.
 *
 * @template Key
 * @template Value
 * @param {Map<Key, Value>} map
 * @param {Key} key
 * @param {() => Value} make
 * @param {number} [most]
 * @returns {Value}
 */
export function valueIn(map, key, make, most = Infinity) {
  const kept = map.get(key);
  if (kept !== undefined) return kept;
  if (map.size >= most) map.clear();
  const value = make();
  map.set(key, value);
  return value;
}

/**
 * The promise that a map has for a key. One that fails is forgotten: whoever asks next tries again.
 *
 * @template Key
 * @template Value
 * @param {Map<Key, Promise<Value>>} map
 * @param {Key} key
 * @param {() => Promise<Value>} make
 * @param {number} [most]
 * @returns {Promise<Value>}
 */
export function promiseIn(map, key, make, most) {
  return valueIn(map, key, () => {
    const promise = make();
    promise.catch(() => map.delete(key));
    return promise;
  }, most);
}

/**
 * The list that a map has for a key, a new one when it has none yet.
 *
 * @template Key
 * @template Item
 * @param {Map<Key, Item[]>} map
 * @param {Key} key
 * @returns {Item[]}
 */
export function listIn(map, key) {
  return valueIn(map, key, () => /** @type {Item[]} */ ([]));
}
