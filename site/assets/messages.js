// Messages of the site with what they are about.

/**
 * A message with its values: fill("Today: %(places)s", { places: "27B" }).
 *
 * @param {string | undefined} message
 * @param {Record<string, unknown>} values
 */
export function fill(message, values) {
  return message.replace(/%\((\w+)\)[sd]/g, (_, name) => String(values[name]));
}

/**
 * A message for a number: `forms` are those of the language as JSON, by the categories of its plural.
 *
 * @param {string | undefined} forms
 * @param {number} number
 * @param {Intl.PluralRules} rules
 */
export function counted(forms, number, rules) {
  const all = JSON.parse(forms);
  return fill(all[rules.select(number)] ?? all.other, { num: number });
}

/**
 * Words on one line, without what stands around them.
 *
 * @param {string} words
 */
export function oneLine(words) {
  return words.trim().replace(/\s+/g, " ");
}
