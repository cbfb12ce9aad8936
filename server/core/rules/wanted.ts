/**
 * Whether a sentence asks for something that lasts, as data: forms of words that people use for it, and forms that only
 * look so. Precision goes before recall: a rule that nobody gave annoys more than one that has to be written by hand.
 */

/** What may stand before an order: nothing, a connective, or the one who is told. */
const BEFORE =
  "(?:^|[,;:—–(-]\\s*|\\b(?:and|also|but|please|so|then|plus|instead|here|(?:you|we|agents?|everyone|it is important to|make sure (?:to|you|that you)|be sure to|remember to)(?: (?:must|should|shall|need to|have to|want to|want you to|will))?)\\s+)";

/** Verbs of complaints, reports and talk: behind "always" and "never" they order nothing. */
const NO_ORDER =
  "mind|again|said|did|was|were|had|got|went|ran|wrote|made|saw|knew|came|took|gave|seen|done|been|gone|be|know|knew|happen|happens?|think|thought|thinking|like|liked|understand|understood|hear|heard|get|gets|see|forget|fail|break|works?|crash|return|seem|need|needed|want|wanted|wonder|wondered|a|an|the|in|on|at|to|there|here|true|false|green|red|empty|null|this|that|it|my|your|our|his|her|really|quite|actually|been|more|less|too|so|as|if|when|because|for|of|is|are|would|could|will|can|have|has";

const ORDER = `(?!(?:${NO_ORDER})\\b)(?!\\w+(?:ed|ing)\\b)(?!\\w+[^su]s\\b)[a-z][a-z-]*\\b`;

const LASTING: readonly RegExp[] = [
  new RegExp(`${BEFORE}(?:always|never|don['’]?t ever|do not ever)\\s+${ORDER}`, "i"),
  /\b(?:from now on|from here on|going forward|from this point on|in (?:the )?future,)/i,
  /\b(?:keep (?:this|that|it )?\s*in mind|remember (?:this|that)|always remember)\b/i,
  /\b(?:i|we)(?:['’]d| would)?(?: (?:strongly|generally|usually|always|really|much))? prefer\b/i,
  /\bmy preference is\b/i,
  /(?:^|[,;:]\s*)(?:please\s+)?stop (?:using|adding|writing|creating|running|committing|touching|putting|making|calling|mocking)\b/i,
  /(?:^|[,;:]\s*)(?:whenever|every time|each time|any time) you\b[^,]*,?\s*(?:please\s+)?(?!did\b)[a-z]+/i,
  /\b(?:must|should|may|can|shall) (?:never|not ever)(?: be)?\s+(?!happen\b)[a-z]+/i,
  /\b(?:must not|mustn['’]t|may not)(?: be)?\s+[a-z]+/i,
  /\b(?:is|are) (?:off[- ]limits|not to be (?:touched|edited|changed|modified|committed))\b/i,
  /\bby default,? (?:please )?(?:use|write|run|prefer|keep)\b/i,
  /\bwe always (?:use|write|run|commit|keep|put|name|format|test|review|deploy|pin|squash|rebase)\b/i,
];

/** Questions, reports, conditions and what somebody else wants. */
const NOT_A_WISH: readonly RegExp[] = [
  /\?\s*$/,
  /^(?:why|what|when|where|who|which|how|is|are|does|do you|do we|did|should|could|can|would|will|has|have|was|were|am)\b/i,
  /\b(?:would|could|might) never\b/i,
  /\b(?:if|unless|until|although|though|because|since|seems?|looks? like|apparently|says?|said|claims?|documents?|told me|thinks?) (?:\w+ ){0,5}(?:always|never|must not|prefers?)\b/i,
  /\b(?:don['’]?t|do not|no longer|didn['’]?t|doesn['’]?t) (?:\w+ )?(?:prefer|always|remember)\b/i,
  /\b(?:not|isn['’]?t|aren['’]?t|wasn['’]?t) (?:always|from now on)\b/i,
  /\b(?:you|he|she|it|they|this|that|i|which|who) (?:always|never)\b/i,
  /\b(?:this|that|it|these|those|they)\s+(?:must|should|may|can|shall) (?:never|not)\b/i,
  /\b(?:he|she|they|it|which|who|customers?|users?|people) prefers?\b/i,
  /\bi(?:['’]d| would)? prefer(?:red)? (?:not to (?:say|answer)|to wait|option|the (?:first|second|third|last|former|latter|other)|number|[a-d1-9]\b)/i,
  /\b(?:do you|can you|could you|i can['’]?t|i don['’]?t|i) remember (?:this|that)\b/i,
  /\bnever ?mind\b/i,
  // An invariant that is only told of.
  /\b(?:that|which|where|whether)\b[^,;.]*\b(?:must|may|should) not\b/i,
];

/** Words that a person uses to refuse something for good. */
const REFUSAL =
  /\b(?:never|must not|mustn['’]t|may not|don['’]?t ever|do not ever|not ever|off[- ]limits|not to be (?:touched|edited|changed|modified|committed))\b/i;

/** What is refused is a file, a place or a tool, and not a manner of working. */
const THINGS =
  /`|\/|\b[\w-]+\.[a-z]{1,5}\b|\b(?:files?|folders?|director(?:y|ies)|paths?|branch(?:es)?|main|master|production|prod|database|tables?|schema|migrations?|lock ?files?|secrets?|credentials?|tokens?|\.env|generated code|vendor(?:ed)?|api|endpoints?|config(?:uration)?|ci|repo(?:sitory)?|git|npm|pnpm|yarn|pip|docker|rm|curl|sudo|kubectl|terraform|force[- ]push|push|deploy|commit|merge|rebase|publish|delete|drop|shell|tools?)\b/i;

export function isLasting(plain: string): boolean {
  return LASTING.some((form) => form.test(plain)) && !NOT_A_WISH.some((form) => form.test(plain));
}

export function isConstraint(plain: string): boolean {
  return REFUSAL.test(plain) && THINGS.test(plain);
}

const POINTS_BACK =
  /^(?:please\s+|and\s+|also\s+)*(?:always\s+)?(?:keep (?:this|that|it)?\s*in mind|remember (?:this|that)|(?:do it|do that|do this|like (?:this|that))? ?(?:from now on|going forward))(?:,? (?:please|from now on|going forward|always))*[\s.!:,]*$/i;

/** Says only that the sentence before it lasts. */
export function onlyPointsBack(plain: string): boolean {
  return POINTS_BACK.test(plain.trim());
}

const LEANS =
  /\b(?:do|doing|use|touch|change|edit|repeat|commit|write|run|delete|call) (?:this|that|it|them|so)\b(?! (?:file|folder|command|branch))/i;

/** What it is about stands in the sentence before it. */
export function leansOnSentenceBefore(plain: string): boolean {
  return LEANS.test(plain) && plain.length < 90;
}

const MAX_PATHS = 10;
/** Something with a slash inside, a dot file, or a name with the ending of a file. */
const PATH =
  /^(?:[\w@.*{},-]*\/[\w@./*{},-]*|\.[a-z][\w.-]+|[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|json|ya?ml|toml|lock|prisma|proto|sql|md|py|go|rs|rb|java|kt|sh|css|html|env))$/i;

/** Files and folders that a sentence names, as they are written. */
export function pathsNamed(text: string): string[] {
  const words = text
    .split(/[\s"'`()]+/)
    .map((word) => word.replace(/[.,;:!?]+$/, "").replace(/^\.\//, ""))
    .filter((word) => PATH.test(word) && !/^(?:and\/or|\/+)$|:\/\//i.test(word));
  return [...new Set(words)].slice(0, MAX_PATHS);
}
