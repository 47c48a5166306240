// Fills the messages of the site with values.

/**
 * A message with its values: fill("Today: %(places)s", { places: "27B" }).
 *
 * @param {string} message
 * @param {Record<string, unknown>} values
 */
export function fill(message, values) {
  return pieces(message, values).join("");
}

/**
 * The same in pieces, for values that are elements, or lists of them.
 *
 * @param {string} message
 * @param {Record<string, any>} values
 * @returns {any[]}
 */
export function pieces(message, values) {
  return message.split(/%\((\w+)\)[sd]/).flatMap((piece, at) => (at % 2 ? values[piece] : piece));
}

/**
 * A message for a number: `forms` are those of the language as JSON, by the categories of its plural.
 *
 * @param {string} forms
 * @param {number} number
 * @param {Intl.PluralRules} rules
 */
export function counted(forms, number, rules) {
  const all = JSON.parse(forms);
  return fill(all[rules.select(number)] ?? all.other, { num: number });
}

/**
 * Words on one line, without blanks around them.
 *
 * @param {string} words
 */
export function oneLine(words) {
  return words.trim().replace(/\s+/g, " ");
}

/**
 * The title of a page that shows what somebody asks: what stands before its dash says that.
 *
 * @param {string} usual
 * @param {string} message
 * @param {string} query
 */
export function titleFor(usual, message, query) {
  return query ? usual.replace(/^[^–]+/, () => `${fill(message, { query })} `) : usual;
}
