/**
 * Tells a prompt that keeps the work under way going (an assent, an answer, a remark, a question on the way) from one
 * that asks for something of its own. By rule and in English first; what no rule knows counts as asking.
 */

/** What stands around a prompt, as far as it tells what the prompt is. */
export interface PromptPlace {
  /** The agent's last words before it end with a question. */
  readonly isAsked: boolean;
  /** Something was changed between it and the next prompt. */
  readonly ledToChange: boolean;
}

/** A longer prompt carries its own matter, however it begins. */
const MAX_REMARK_CHARACTERS = 120;
const MAX_GO_ON_CHARACTERS = 60;
const MAX_ANSWER_CHARACTERS = 40;
/** What is left behind the assent must say as much to be a task. */
const MIN_OWN_CHARACTERS = 24;

const ASSENT =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|yup|y|no|nope|n|sure|thanks?(?: you)?|great|good|nice|perfect|cool|awesome|right|exactly|correct|agreed|confirmed|lgtm|sounds good|looks good|please|and|then|well|al+right|fine|hmm+|ah|oh)(?![\w'’])[\s,.;:!–—-]*)+/i;

const GO_ON =
  /^(?:(?:let'?s|let us|you can|you may|just|now)\s+)*(?:continue|go on|go ahead|proceed|carry on|keep going|keep at it|move on|retry|try again|resume|next|(?:do|implement|start|finish|fix|apply|run) (?:it|that|this|so|both|all of (?:it|them)|the (?:plan|rest|next (?:one|step)))|start now|(?:commit|push|merge)(?: (?:it|this|that|them|all|everything|please|now|then|your (?:work|changes)|the (?:work|changes)|and push|to \w+))*[\s.!]*$)(?![\w'’])/i;

/** Openings that point back to what was just said or done. */
const REMARK =
  /^(?:that|it|it'?s|its|this|these|those|they|still|same|also|but|instead|actually|wait|sorry|almost|not (?:sure|quite|yet|what)|now (?:it|i get)|i (?:didn'?t|told|said|meant|mean|guess|think|see|get|got)|i (?:don'?t|do not) (?:think|like|want)|you (?:wrote|said|forgot|missed|broke|didn'?t)|we (?:still|also)|option|the (?:\w+ )?(?:tests?|builds?|errors?|outputs?|lint|types?|ci) (?:still|again|fails?|failed|is|are|doesn'?t|does not|broke))(?![\w’])/i;

const QUESTION =
  /^(?:what|what'?s|why|how|where|when|which|who|whose|is|are|was|were|does|do|did|has|have|had|isn'?t|aren'?t|didn'?t|should|would|will|am)(?![\w’])[^\n]*\?\s*$/i;

/** Openings of prompts that ask for something, even as an answer to a question. */
const REQUEST =
  /^(?:now |next,? |first,? |(?:can|could|would) you |i (?:want|need|would like) |i'd like |we (?:need|should|want) )*(?:add|allow|analy[sz]e|audit|bump|build|change|check|clean|compare|convert|create|debug|delete|deploy|describe|design|document|drop|explain|extend|extract|find|fix|generate|handle|implement|improve|install|integrate|investigate|list|look|make|migrate|move|open|optimi[sz]e|plan|port|publish|read|refactor|release|remove|rename|replace|research|restore|review|rewrite|run|search|set|show|simplify|split|support|switch|test|translate|update|upgrade|use|verify|write)(?![\w’])/i;

/** Whether a prompt says nothing but that the work may go on. */
export function isGoOn(text: string): boolean {
  const own = withoutAssent(text);
  return own === "" || (own.length <= MAX_GO_ON_CHARACTERS && GO_ON.test(own));
}

/** `text` is what the person wrote, without what a client wrapped around it. */
export function isFollowUp(text: string, { isAsked, ledToChange }: PromptPlace): boolean {
  const own = withoutAssent(text);
  if (own.length < MIN_OWN_CHARACTERS || isGoOn(text)) return true;
  if (own.length > MAX_REMARK_CHARACTERS) return false;
  if (REMARK.test(own)) return true;
  if (QUESTION.test(own)) return !ledToChange;
  return isAsked && own.length <= MAX_ANSWER_CHARACTERS && !REQUEST.test(own);
}

function withoutAssent(text: string): string {
  return text.replace(ASSENT, "").trim();
}
