import { Zip, ZipDeflate } from "fflate";

/** Pieces of files; those of one path that follow each other, also over pages, are one file. */
export interface PiecePage {
  readonly pieces: readonly { readonly path: string; readonly text: string }[];
  readonly nextCursor: string | null;
}

/** The same content gives the same bytes, whenever it is packed: files bear the day on which ZIP's calendar begins. */
const FIXED_TIME = new Date(1980, 0, 1);

/** Pages of files as one ZIP, packed while they are read; one page is in memory at a time. */
export function streamZip(
  first: PiecePage,
  read: (cursor: string) => Promise<PiecePage>,
  folder: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const packed: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, data) => {
    if (error) failure = error;
    else packed.push(data);
  });
  let open: { readonly path: string; readonly file: ZipDeflate } | null = null;
  let page: PiecePage | null = first;

  function add(path: string, text: string): void {
    if (open?.path !== path) {
      open?.file.push(new Uint8Array(0), true);
      const file = new ZipDeflate(folder + path, { level: 6 });
      file.mtime = FIXED_TIME;
      zip.add(file);
      open = { path, file };
    }
    open.file.push(encoder.encode(text));
  }

  async function addPage({ pieces, nextCursor }: PiecePage): Promise<void> {
    for (const { path, text } of pieces) add(path, text);
    page = nextCursor === null ? null : await read(nextCursor);
    if (page !== null) return;
    open?.file.push(new Uint8Array(0), true);
    zip.end();
  }

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (page !== null && packed.length === 0) await addPage(page);
      if (failure) throw failure;
      for (const chunk of packed.splice(0)) controller.enqueue(chunk);
      if (page === null) controller.close();
    },
  });
}
