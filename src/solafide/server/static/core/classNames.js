// The value of a class attribute, from names that apply and conditions that do not.

/** Join the names that apply.
 * @param {...(string | false | null | undefined)} names */
export const classNames = (...names) => names.filter(Boolean).join(" ");
