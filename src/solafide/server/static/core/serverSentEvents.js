// Parses server-sent events from a response that is read piece by piece.

/** Make a parser that is fed with pieces of text, cut anywhere.
 * @param {(data: any) => void} onEvent called with the parsed JSON of each event; comments are skipped
 * @returns {(chunk: string) => void} */
export function eventParser(onEvent) {
  let buffer = "";
  return (chunk) => {
    const blocks = (buffer + chunk).split("\n\n");
    buffer = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block.split("\n").flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []));
      if (data.length) onEvent(JSON.parse(data.join("\n")));
    }
  };
}
