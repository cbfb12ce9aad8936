import { cleanText } from "../../events/clean";
import { noteSkipped, type TranscriptOptions, type TranscriptReport } from "../options";
import type { SessionDraft } from "../parts";
import { AiderChat, type BlockKind, startOf } from "./chat";

/** An event takes no more; what an answer has beyond is cut there and said so. */
const MAX_BLOCK_CHARACTERS = 4 * 1024 * 1024;

/** Lines of one kind that follow each other. */
interface Block {
  kind: BlockKind;
  lines: string[];
  characters: number;
  offset: number;
  /** Headings in it: the lines of a prompt. */
  headings: number;
}

const HEADING = /^####(?: |$)/;
const OUTPUT = /^>(?: |$)/;

/**
 * Groups the lines of the file into what was typed, what Aider said and what the model said. Aider ends its own lines
 * with two blanks, which tells them from headings and quotes of the model; unless an editor has taken all of them away.
 */
export class AiderReader {
  readonly #options: TranscriptOptions;
  readonly #report: TranscriptReport;
  /** Chats since the last time that they were handed out. */
  #fresh: AiderChat[] = [];
  #chat: AiderChat | null = null;
  #block: Block | null = null;
  /** False once a line of Aider's own was seen without its two blanks. */
  #hasBlanks: boolean | null = null;
  /** True from a heading until it is known whether anything came of it. */
  #open: { count: number; additions: number; name: string } | null = null;

  constructor(options: TranscriptOptions, report: TranscriptReport) {
    this.#options = options;
    this.#report = report;
  }

  /** The sessions that may have something new; those that are over are forgotten, so that memory does not grow. */
  takeDrafts(): SessionDraft[] {
    const drafts = this.#fresh.map((chat) => chat.draft);
    this.#fresh = this.#chat ? [this.#chat] : [];
    return drafts;
  }

  line(raw: string, byteOffset: number): void {
    const start = startOf(raw);
    if (start !== null) {
      this.#finishSection();
      this.#chat = new AiderChat(this.#options, start, byteOffset);
      this.#fresh.push(this.#chat);
      this.#openSection("chat");
      return;
    }
    const text = cleanText(raw);
    const kind = this.#kindOf(text);
    if (kind === "prompt") this.#heading(text, byteOffset);
    else if (kind === null) this.#block?.lines.push("");
    else this.#add(kind, kind === "output" ? text.replace(OUTPUT, "").trimEnd() : text.trimEnd(), byteOffset);
  }

  finish(): void {
    this.#finishSection();
  }

  #kindOf(text: string): BlockKind | null {
    if (text.trim() === "") return null;
    const isHeading = HEADING.test(text);
    if (!isHeading && !OUTPUT.test(text)) return "answer";
    const ends = text.endsWith("  ");
    // The first line of its own in the file shows how the file is written.
    this.#hasBlanks ??= ends;
    if (this.#hasBlanks && !ends) return "answer";
    return isHeading ? "prompt" : "output";
  }

  /** Lines of one prompt follow each other; each is a heading, and counts as a record. */
  #heading(text: string, byteOffset: number): void {
    const goesOn = this.#block?.kind === "prompt" && this.#block.lines.at(-1) !== "";
    if (!goesOn) {
      this.#finishSection();
      this.#openSection("prompt");
    } else if (this.#open) this.#open.count++;
    this.#add("prompt", text.replace(HEADING, "").trimEnd(), byteOffset);
  }

  #add(kind: BlockKind, line: string, byteOffset: number): void {
    if (this.#block?.kind !== kind) {
      this.#flush();
      this.#block = { kind, lines: [], characters: 0, offset: byteOffset, headings: 0 };
    }
    // A file whose head is lost begins within a chat.
    if (this.#open === null) this.#openSection("text before the first heading");
    const block = this.#block;
    block.characters += line.length;
    if (block.characters <= MAX_BLOCK_CHARACTERS || block.lines.length === 0) block.lines.push(line);
  }

  #openSection(name: string): void {
    this.#open = { count: 1, additions: this.#additions(), name };
  }

  #additions(): number {
    return this.#chat?.draft.additions ?? 0;
  }

  /** Enters the section into the account: its headings were carried when anything came of it. */
  #finishSection(): void {
    this.#flush();
    const section = this.#open;
    this.#open = null;
    if (section === null) return;
    this.#report.records += section.count;
    // A new chat is carried by the header of its session.
    const isCarried = section.name === "chat" || this.#additions() > section.additions;
    if (isCarried) this.#report.carriedRecords += section.count;
    else for (let index = 0; index < section.count; index++) noteSkipped(this.#report, `${section.name}: empty`);
  }

  #flush(): void {
    const block = this.#block;
    this.#block = null;
    if (block === null) return;
    const text = block.lines.join("\n").trim();
    if (text === "") return;
    if (this.#chat === null) {
      this.#chat = new AiderChat(this.#options, null, block.offset);
      this.#fresh.push(this.#chat);
    }
    this.#chat.add(block.kind, text, block.offset, this.#report);
  }
}
