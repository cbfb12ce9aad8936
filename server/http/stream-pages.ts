/** A page of a long text, and where the next one begins. */
export interface TextPage {
  readonly text: string;
  readonly nextCursor: string | null;
}

/**
 * Pages as one stream of bytes: the next page is read when the reader has taken the last, so that a download of any
 * length holds one page in memory. The first page is there already, and with it any refusal.
 */
export function streamPages(
  first: TextPage,
  read: (cursor: string) => Promise<TextPage>,
  mark = "",
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page: TextPage | null = { ...first, text: mark + first.text };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // An empty chunk would not wake the reader: what follows it is read at once.
      while (page !== null) {
        const { text, nextCursor }: TextPage = page;
        page = nextCursor === null ? null : await read(nextCursor);
        if (text === "") continue;
        controller.enqueue(encoder.encode(text));
        return;
      }
      controller.close();
    },
  });
}
