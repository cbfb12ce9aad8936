import clsx from "clsx";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

/** Headings move two levels down, since the page and its section already have theirs. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h3: ({ children }) => <h5 className="font-medium">{children}</h5>,
  h4: ({ children }) => <h6 className="font-medium">{children}</h6>,
  h5: ({ children }) => <h6 className="font-medium">{children}</h6>,
  a: ({ href, children }) => (
    <a href={href} rel="noopener noreferrer nofollow" className="link">
      {children}
    </a>
  ),
  // A picture in a record could call a foreign server; its words are enough.
  img: ({ alt }) => <span className="text-ink-3">{alt ? `[picture: ${alt}]` : "[picture]"}</span>,
  // Task lists make disabled inputs without a name; a word and a box say the same.
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? "done" : "open"} className={checked ? "text-accent" : "text-ink-3"}>
      {checked ? "☑" : "☐"}
    </span>
  ),
  pre: ({ children }) => (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="clip-focus overflow-auto border-l-2 border-line-strong bg-sunken px-[11px] py-2 text-xs leading-[1.55]"
    >
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table className="border-collapse text-sm [&_td]:border-t [&_td]:border-line [&_td]:py-1 [&_td]:pr-4 [&_th]:py-1 [&_th]:pr-4 [&_th]:text-left [&_th]:text-xs [&_th]:font-normal [&_th]:text-ink-3">
        {children}
      </table>
    </div>
  ),
  blockquote: ({ children }) => (
    <blockquote className="border-l-2 border-line-strong pl-3 text-ink-2">{children}</blockquote>
  ),
};

const PROSE =
  "grid min-w-0 gap-2.5 [overflow-wrap:anywhere] [&_p]:max-w-[72ch] [&_p]:text-pretty [&_ul]:list-disc [&_ul]:pl-5 " +
  "[&_ol]:list-decimal [&_ol]:pl-5 [&_li]:marker:text-ink-3 [&_hr]:border-line [&_.contains-task-list]:list-none [&_.contains-task-list]:pl-0";

type MarkdownProps = {
  text: string;
  className?: string;
  /** Whether a link stays one; the words of others are kept. Leave it out to keep all. */
  keepLink?: (href: string) => boolean;
};

/** Markdown from people and agents. HTML in it is shown as text, so that nothing runs and nothing is lost. */
export function Markdown({ text, className, keepLink }: MarkdownProps) {
  const components = keepLink ? { ...COMPONENTS, a: chosenLinks(keepLink) } : COMPONENTS;
  return (
    <div className={clsx(PROSE, className)}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

function chosenLinks(keepLink: (href: string) => boolean): Components["a"] {
  return ({ href, children }) =>
    href !== undefined && keepLink(href) ? (
      <a href={href} rel="noopener noreferrer nofollow" className="link">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    );
}
