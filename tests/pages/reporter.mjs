// Reports failures in full, and the number of tests in the last line.

/** @param {AsyncIterable<{type: string, data: any}>} source */
export default async function* report(source) {
  let [passed, failed] = [0, 0];
  for await (const { type, data } of source) {
    const isTest = data?.details?.type !== "suite";
    if (type === "test:pass" && isTest) passed += 1;
    if (type === "test:fail" && isTest) {
      failed += 1;
      yield `\n${data.file}:${data.line}: ${data.name}\n${data.details.error.cause?.stack ?? data.details.error}\n`;
    }
    if (type === "test:stderr" || type === "test:stdout") yield data.message;
  }
  yield failed ? `${failed} failed, ${passed} passed\n` : `${passed} passed\n`;
}
