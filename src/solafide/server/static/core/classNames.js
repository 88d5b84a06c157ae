// The value of a class attribute.

/** Join the class names that apply: classNames("tile", isChosen && "is-chosen").
 * @param {...(string | false | null | undefined)} names */
export const classNames = (...names) => names.filter(Boolean).join(" ");
