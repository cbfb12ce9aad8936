import { z } from "zod";

/** The longest summary is some 40 pages; a browser's textarea and the diff stay quick with it. */
const MAX_MARKDOWN_CHARACTERS = 100_000;
const MAX_TITLE_CHARACTERS = 200;

const words = (count: number) => count.toLocaleString("en-US");

export const SummaryTitle = z
  .string()
  .max(MAX_TITLE_CHARACTERS, `A title has at most ${words(MAX_TITLE_CHARACTERS)} characters. Shorten it.`);

export const SummaryMarkdown = z
  .string()
  .max(
    MAX_MARKDOWN_CHARACTERS,
    `A summary has at most ${words(MAX_MARKDOWN_CHARACTERS)} characters. Shorten it, or link what is long.`,
  );
